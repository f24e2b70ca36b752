#!/usr/bin/env python3
"""each_once.py REMARKS.DEF OUTPUT_DIR FILE.ll... -- OPT [ARGUMENT...]

Runs the pass over the files and looks at the records: in each of them every
allocation, by its number, has exactly one Passed or Missed remark, rewrites are
numbered in a row, and all files together produce every name of Remarks.def. A
file may ask for options of the pass: "; each-once: huge=always".
"""

import os
import re
import subprocess
import sys


def names_of(definitions):
    with open(definitions) as file:
        found = re.findall(r"^ZEROPASS_(DONE|KEPT)\((\w+)", file.read(), re.M)
    kinds = {"DONE": "Passed", "KEPT": "Missed"}
    return {(kinds[kind], name) for kind, name in found if name != "None"}


def records(text):
    """Pairs of kind, name and the arguments that are numbers."""
    for kind, body in re.findall(r"^--- !(\w+)\n(.*?)^\.\.\.", text, re.M | re.S):
        name = re.search(r"^Name: +(\w+)", body, re.M).group(1)
        numbers = {key: int(value) for key, value in re.findall(
            r"^  - (Allocation|Rewrite): +'?(\d+)'?", body, re.M)}
        yield kind, name, numbers


def main():
    definitions, folder = sys.argv[1:3]
    split = sys.argv.index("--")
    files, opt = sys.argv[3:split], sys.argv[split + 1:]
    wanted, seen, faults = names_of(definitions), set(), []
    for path in files:
        with open(path) as file:
            text = file.read()
        if "split-file" in text or re.search(r"^; REQUIRES:", text, re.M):
            continue
        output = os.path.join(folder, os.path.basename(path) + ".yaml")
        options = re.search(r"^; each-once: (\S+)", text, re.M)
        passes = "-passes=zeropass" + (
            "<%s>" % options.group(1) if options else "")
        subprocess.run(opt + [passes, "-disable-output", path,
                              "-pass-remarks-output=" + output], check=True)
        with open(output) as file:
            found = list(records(file.read()))
        verdicts = [r for r in found if r[0] in ("Passed", "Missed")]
        seen.update((kind, name) for kind, name, _ in verdicts)
        looked = sorted(numbers["Allocation"] for _, _, numbers in verdicts)
        if looked != list(range(1, len(looked) + 1)):
            faults.append("%s: allocations are numbered %s" % (path, looked))
        done = sorted(numbers["Rewrite"] for kind, _, numbers in verdicts
                      if kind == "Passed")
        if done != list(range(1, len(done) + 1)):
            faults.append("%s: rewrites are numbered %s" % (path, done))
    faults += ["no test produces %s" % name for _, name in sorted(wanted - seen)]
    faults += ["%s is not in Remarks.def" % name
               for _, name in sorted(seen - wanted)]
    print("\n".join(faults) or
          "%d names, each allocation once" % len(wanted))
    return bool(faults)


sys.exit(main())
