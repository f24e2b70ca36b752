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


def read_commands(folder):
    """What the variant's wrapper wrote of each compilation: the optimization
    record it asked for ("" where clang chose the name), the working folder and
    the arguments."""
    try:
        with open(os.path.join(folder, "commands"), encoding="utf-8",
                  errors="replace") as file:
            return [line.rstrip("\n").split("\037")[:-1] for line in file]
    except FileNotFoundError:
        return []


def sources_of(arguments):
    return [a for a in arguments if a.endswith(".c") and a[0] != "-"]


def records_of(command):
    """Yields (record, source) of a command. Several sources in one command
    have a record each, whose name is clang's choice."""
    record, folder, *arguments = command
    sources = sources_of(arguments)
    if record:
        yield record, sources[0]
        return
    output = (arguments[arguments.index("-o") + 1]
              if "-o" in arguments[:-1] else "a")
    for source in sources:
        stem = os.path.splitext(os.path.basename(source))[0]
        for base in (stem, output + "-" + stem):
            yield os.path.join(folder, base + ".opt.yaml"), source


def site_name(where, tree):
    """One name for one place: the same file is compiled from several folders
    and spelled in several ways."""
    path, colon, rest = (where or "").partition(":")
    if not colon:
        return where
    if os.path.isabs(path) and path.startswith(tree + os.sep):
        path = os.path.relpath(path, tree)
    path = os.path.normpath(path)
    while path.startswith("../"):
        path = path[3:]
    return path + colon + rest


def collect(folder):
    """All of ZeroPass's remarks of a variant, once each: the same file is often
    compiled twice, for a static and a shared library."""
    tree = os.path.join(folder, "tree")
    remarks = {}
    for number, command in enumerate(read_commands(folder)):
        for record, source in records_of(command):
            name = os.path.basename(source)
            if name.startswith(("conftest", "CMakeC")):
                continue
            try:
                with open(record, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            except FileNotFoundError:
                continue
            for remark in parse_records(text):
                remark["command"] = number
                remark["source"] = source
                remark["site"] = (site_name(remark.get("loc"), tree)
                                  or "%s:?:%s" % (
                                      name, remark["args"].get("Allocation")))
                key = (remark["site"], remark.get("Function"), remark["kind"],
                       remark.get("Name"), remark["args"].get("Callee"),
                       remark["args"].get("Variant"),
                       remark["args"].get("Reason"))
                remarks.setdefault(key, remark)
    return sorted(remarks.values(), key=lambda r: (
        r["site"], r.get("Function") or "", r.get("Name") or ""))


def read_counts(path, tree):
    """The counting build's file: lines "count<TAB>file:line:col function
    variant", several processes' after each other. Returns {site: count}."""
    counts = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                number, tab, where = line.rstrip("\n").partition("\t")
                if tab and number.isdigit():
                    site = site_name(where.partition(" ")[0], tree)
                    counts[site] = counts.get(site, 0) + int(number)
    except FileNotFoundError:
        pass
    return counts
