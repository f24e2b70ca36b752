"""Checks that each file holds the statistics of one run of stats-use.c."""

import json
import sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        stats = json.load(file)
    assert stats["process"] > 1
    assert stats["parents_calls_included"] is False
    assert stats["allocator"] == "glibc" and stats["allocator_version"]
    assert stats["page_faults"]["minor"] > 0
    assert stats["page_faults"]["major"] >= 0
    assert stats["heap_growths"]["mmap"] == 1
    assert stats["heap_growths"]["brk"] >= 0
    assert stats["fresh_bytes"] >= 0
    assert stats["variants"] == [
        {"name": "zalloc", "failed": 1, "classes": [
            {"up_to": 128, "calls": 3, "bytes": 300},
            {"up_to": 8388608, "calls": 1, "bytes": 5000000}]},
        {"name": "calloc", "failed": 0, "classes": [
            {"up_to": 128, "calls": 1, "bytes": 100}]}], stats["variants"]
