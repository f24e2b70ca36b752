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

ALLOCATORS = r"malloc|calloc|aligned_alloc|memalign|realloc"
CALL = re.compile(r"call [^@]*@(%s)\(.*!dbg !(\d+)" % ALLOCATORS)
NODE = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$")
SKIP_NEXT = {"-o", "-MF", "-MT", "-MQ"}
SKIP = {"-c", "-MD", "-MMD", "-MP", "-M", "-MM", "-S"}


def read_commands(folder):
    """The compile commands of a variant: (working folder, arguments)."""
    try:
        with open(os.path.join(folder, "commands"), encoding="utf-8",
                  errors="replace") as file:
            for line in file:
                words = line.rstrip("\n").split("\037")
                if len(words) > 2:
                    yield words[0], words[1:-1]
    except FileNotFoundError:
        return


def sources_of(arguments):
    return [a for a in arguments if a.endswith(".c") and a[0] != "-"]


def records_of(folder, arguments):
    """Which optimization records a command wrote, with their source."""
    output = None
    if "-o" in arguments[:-1]:
        output = arguments[arguments.index("-o") + 1]
    for source in sources_of(arguments):
        stem = os.path.splitext(os.path.basename(source))[0]
        if "-c" in arguments:
            base = os.path.splitext(output)[0] if output else stem
        elif output:
            base = output + "-" + stem
        else:
            base = "a-" + stem
        yield os.path.normpath(os.path.join(folder, base + ".opt.yaml")), source


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


def source_line(folder, where):
    """The text at "file:line:column", as the compiler saw the file."""
    path, line, _ = (where or "").rsplit(":", 2) if where and where.count(
        ":") >= 2 else ("", "0", "")
    try:
        with open(os.path.join(folder, path), encoding="utf-8",
                  errors="replace") as file:
            lines = file.read().splitlines()
        # A loop's location is that of the store or of its head.
        return " ".join(lines[max(int(line) - 2, 0):int(line)]), \
            lines[int(line) - 1].strip()
    except (OSError, IndexError, ValueError):
        return "", ""


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
        commands = {}
        for place, arguments in read_commands(folder):
            for record, source in records_of(place, arguments):
                commands.setdefault(record, (place, arguments, source))
        irs = {}
        for remark in zeroed_mallocs(result["remarks"]):
            record = os.path.normpath(os.path.join(tree, remark["record"]))
            # libtool compiles into a hidden folder with the same command.
            found = commands.get(record)
            if not found or not remark.get("loc"):
                continue
            place, arguments, source = found
            if record not in irs:
                irs[record] = calls_by_location(compile_to_ir(
                    setup, program, level, place.replace(tree, plain),
                    [a.replace(tree, plain) for a in arguments], source))
            alone = irs[record].get(remark["loc"], set())
            near, line = source_line(place, remark["args"].get("Where"))
            by_memset = re.search(r"memset|bzero|MEMSET|ZERO|CLEAR", line)
            if "malloc" not in alone and "calloc" in alone:
                row = "clang's own"
            elif by_memset:
                row = "A2/A3/A6"
                other = classes.get((program["name"], "O2", remark["loc"]))
                if level != "O2" and (other is None
                                      or other["row"] == "clang's own"):
                    row = "A5"
            else:
                row = "A4"
            classes[program["name"], level, remark["loc"]] = {
                "alone": "/".join(sorted(alone)) or "nothing",
                "zeroing": line, "row": row}
    return classes
