#!/usr/bin/env python3
"""Stands for the benchmark driver: the same options, times that are known."""
import json
import re
import sys

TIMES = {"original": 10, "rewritten": 5, "bare": 4}
NAMES = [f"constant-calloc/{size}/{side}" for size in (24, 1024)
         for side in TIMES]

options = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[1:])
if "benchmark_list_tests" in options:
    print("\n".join(NAMES))
else:
    chosen = [n for n in NAMES
              if re.search(options["benchmark_filter"], n)]
    runs = [{"run_name": name, "run_type": "iteration", "time_unit": "ns",
             "cpu_time": TIMES[name.rpartition("/")[2]]}
            for name in chosen
            for _ in range(int(options["benchmark_repetitions"]))]
    with open(options["benchmark_out"], "w") as out:
        json.dump({"benchmarks": runs}, out)
