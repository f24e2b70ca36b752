"""Tells what clang alone makes of the allocations that the plugin rewrote.

A malloc with zeroing that clang itself turns into calloc is no gain of the
plugin's analysis. So each file with a rewritten malloc is compiled once more
by the same command without the plugin, to IR with line tables, where the call
at that line and column is malloc still or has become calloc.
"""

import os
import re
import subprocess

from .build import flags_of, variant_folder
from .remarks import read_commands, sources_of

ALLOCATORS = r"malloc|calloc|aligned_alloc|memalign|realloc"
CALL = re.compile(r"call [^@]*@(%s)\(.*!dbg !(\d+)" % ALLOCATORS)
NODE = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$")
SKIP_NEXT = {"-o", "-MF", "-MT", "-MQ"}
SKIP = {"-c", "-MD", "-MMD", "-MP", "-M", "-MM", "-S"}


def compile_to_ir(setup, program, level, folder, arguments, source):
    """The IR that clang alone makes, or "" where that fails."""
    kept = []
    skip = False
    for word in arguments:
        if skip:
            skip = False
        elif word in SKIP_NEXT:
            skip = True
        elif word not in SKIP and word not in sources_of(arguments):
            kept.append(word)
    command = ([setup.clang] + kept
               + flags_of(setup, program, level, "original")
               + ["-w", "-S", "-emit-llvm", "-gline-tables-only", "-o", "-",
                  source])
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace",
                          check=False)
    return done.stdout if done.returncode == 0 else ""


def calls_by_location(ir):
    """{"file:line:column": {"malloc", ...}} of all allocation calls."""
    nodes = {}
    for line in ir.splitlines():
        if line.startswith("!"):
            found = NODE.match(line)
            if found:
                nodes[found.group(1)] = found.group(3)

    def field(number, name):
        found = re.search(r"\b%s: !?(\"[^\"]*\"|\w+)" % name,
                          nodes.get(number, ""))
        return found.group(1).strip('"') if found else None

    result = {}
    for line in ir.splitlines():
        found = CALL.search(line)
        if not found:
            continue
        callee, place = found.groups()
        scope = field(place, "scope")
        file = scope and field(scope, "file")
        name = file and field(file, "filename")
        where = "%s:%s:%s" % (name, field(place, "line"),
                              field(place, "column") or "0")
        result.setdefault(where, set()).add(callee)
    return result


def source_line(folders, where):
    """The text at "file:line:column", as the compiler saw the file."""
    path, _, rest = (where or "").partition(":")
    line = rest.partition(":")[0]
    for folder in folders:
        try:
            with open(os.path.join(folder, path), encoding="utf-8",
                      errors="replace") as file:
                return file.read().splitlines()[int(line) - 1].strip()
        except (OSError, IndexError, ValueError):
            pass
    return ""


def zeroed_mallocs(remarks):
    return [r for r in remarks if r["kind"] == "Passed"
            and r["args"].get("Callee") != "calloc"
            and int(r["args"].get("Deleted", 0) or 0) > 0]


def classify(setup, program, levels, results):
    """{(program, level, site): {"alone":, "zeroing":, "row":}}"""
    classes = {}
    for level in levels:
        result = results.get((program["name"], level, "rewritten"))
        if not result or not result["built"]:
            continue
        folder = variant_folder(setup, program, level, "rewritten")
        tree = os.path.join(folder, "tree")
        plain = os.path.join(
            variant_folder(setup, program, level, "original"), "tree")
        commands = read_commands(folder)
        irs = {}
        for remark in zeroed_mallocs(result["remarks"]):
            if not remark.get("loc"):
                continue
            _, place, *arguments = commands[remark["command"]]
            unit = (remark["command"], remark["source"])
            if unit not in irs:
                irs[unit] = calls_by_location(compile_to_ir(
                    setup, program, level, place.replace(tree, plain),
                    [a.replace(tree, plain) for a in arguments],
                    remark["source"].replace(tree, plain)))
            alone = irs[unit].get(remark["loc"], set())
            line = source_line((place, tree), remark["args"].get("Where"))
            by_memset = re.search(r"memset|bzero|MEMSET|ZERO|CLEAR", line)
            if "malloc" not in alone and "calloc" in alone:
                row = "clang's own"
            elif by_memset:
                row = "A2/A3/A6"
                other = classes.get((program["name"], "O2", remark["site"]))
                if level != "O2" and (other is None
                                      or other["row"] == "clang's own"):
                    row = "A5"
            else:
                row = "A4"
            classes[program["name"], level, remark["site"]] = {
                "alone": "/".join(sorted(alone)) or "nothing",
                "zeroing": line, "row": row}
    return classes
