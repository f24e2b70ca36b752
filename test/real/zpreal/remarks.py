"""Reads clang's optimization records and keeps what ZeroPass said.

The standard library has no YAML. This reads the part of it that LLVM writes:
one document a remark, scalars, a flow mapping for a location, and a list of
single-key arguments.
"""

import os
import re

FLOW = re.compile(r"(\w+):\s*('(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"|[^,}\s]+)")


def scalar(text):
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def location(text):
    """{ File: a.c, Line: 1, Column: 2 } -> "a.c:1:2"."""
    part = {k: scalar(v) for k, v in FLOW.findall(text)}
    if "File" not in part:
        return None
    return "%s:%s:%s" % (part["File"], part.get("Line", "0"),
                         part.get("Column", "0"))


def folded_lines(text):
    """A document's lines, those that only go on with a value joined."""
    result = []
    for line in text.splitlines():
        if not line.strip():
            continue
        starts = re.match(r"(?:  - |    )?[A-Za-z_][\w-]*:(?:\s|$)", line)
        if starts or not result:
            result.append(line)
        else:
            result[-1] += " " + line.strip()
    return result


def parse_document(kind, text):
    remark = {"kind": kind, "args": {}, "where": {}}
    key = None
    for line in folded_lines(text):
        found = re.match(r"(  - |    )?([A-Za-z_][\w-]*):\s*(.*)$", line)
        if not found:
            continue
        indent, name, value = found.groups()
        if indent is None:
            if name == "DebugLoc":
                remark["loc"] = location(value)
            elif name != "Args":
                remark[name] = scalar(value)
        elif indent == "    " and name == "DebugLoc":
            # The location of the argument above it.
            remark["where"][key] = location(value)
        else:
            key = name
            if name != "String":
                remark["args"].setdefault(name, scalar(value))
    return remark


def parse_records(text, only_pass="zeropass"):
    """Yields the remarks of one pass in an optimization record."""
    for document in re.split(r"(?m)^--- ", text)[1:]:
        head, _, body = document.partition("\n")
        if head.startswith(("!Passed", "!Missed")) and re.search(
                r"(?m)^Pass:\s+'?%s'?\s*$" % re.escape(only_pass), body):
            body = re.sub(r"(?m)^\.\.\.\s*$", "", body)
            yield parse_document(head.strip().lstrip("!"), body)


def collect(folder):
    """All of ZeroPass's remarks below a build folder, once each: the same file
    is often compiled twice, for a static and a shared library."""
    remarks = {}
    for path, _, files in os.walk(folder):
        for name in files:
            if not name.endswith(".opt.yaml") or name.startswith("conftest"):
                continue
            with open(os.path.join(path, name), encoding="utf-8",
                      errors="replace") as file:
                for remark in parse_records(file.read()):
                    remark["record"] = os.path.relpath(
                        os.path.join(path, name), folder)
                    key = (remark.get("loc"), remark.get("Function"),
                           remark.get("kind"), remark.get("Name"),
                           remark["args"].get("Callee"),
                           remark["args"].get("Variant"),
                           remark["args"].get("Reason"))
                    if key[0] is None:
                        key += (remark["record"],
                                remark["args"].get("Allocation"))
                    remarks.setdefault(key, remark)
    return sorted(remarks.values(), key=lambda r: (
        r.get("loc") or "", r.get("Function") or "", r.get("Name") or ""))


def read_counts(path):
    """The counting build's file: lines "count<TAB>where", several processes'
    after each other. Returns {where: count}."""
    counts = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                number, tab, where = line.rstrip("\n").partition("\t")
                if tab and number.isdigit():
                    counts[where] = counts.get(where, 0) + int(number)
    except FileNotFoundError:
        pass
    return counts
