#!/usr/bin/env python3
"""Checks that the IR shown in README.md is what the compiler really produces.

    readme.py README CLANG PLUGIN [--update]

The README has one C block, then two LLVM blocks: before (clang alone) and after
(with the plugin). Attribute groups, metadata and linkage decoration are left
out of both. --update writes what was produced into the file.
"""
import re
import subprocess
import sys
import tempfile

BLOCK = r"```%s\n(.*?)```"


def functions(ir):
    """The function definitions of an IR file, without decoration."""
    out = []
    for body in re.findall(r"^define .*?^}\n", ir, re.M | re.S):
        if re.search(r"@__zp1_\w+\([^)]*\) .*comdat", body.splitlines()[0]):
            continue  # the bodies that travel with the plugin
        body = re.sub(r"(, ![\w.]+ !\d+)+", "", body)
        body = re.sub(r" #\d+", "", body)
        body = re.sub(r"\b(dso_local|local_unnamed_addr|noundef|tail|noalias"
                      r"|nonnull|nuw|nsw) ", "", body)
        body = re.sub(r"dereferenceable_or_null\(\d+\) ", "", body)
        body = re.sub(r" +; preds = .*", "", body)
        body = re.sub(r",~\{\w+\}", "", body)
        out.append(body)
    return "\n".join(out)


def main():
    readme, clang, plugin = sys.argv[1:4]
    text = open(readme, encoding="utf-8").read()
    source = re.search(BLOCK % "c", text, re.S).group(1)
    shown = list(re.finditer(BLOCK % "llvm", text, re.S))
    if len(shown) != 2:
        sys.exit("readme.py: the README must have two LLVM blocks")
    produced = []
    with tempfile.NamedTemporaryFile("w", suffix=".c") as c:
        c.write(source)
        c.flush()
        for extra in ([], ["-fpass-plugin=" + plugin]):
            produced.append(functions(subprocess.run(
                [clang, "-O2", "-fno-discard-value-names", "-S", "-emit-llvm",
                 "-o", "-", c.name] + extra,
                check=True, stdout=subprocess.PIPE, text=True).stdout))
    if "--update" in sys.argv[4:]:
        for match, ir in reversed(list(zip(shown, produced))):
            text = text[:match.start(1)] + ir + text[match.end(1):]
        open(readme, "w", encoding="utf-8").write(text)
        return
    for match, ir in zip(shown, produced):
        if match.group(1) != ir:
            sys.exit("readme.py: the README shows\n%s\nbut this is produced:"
                     "\n%s" % (match.group(1), ir))


if __name__ == "__main__":
    main()
