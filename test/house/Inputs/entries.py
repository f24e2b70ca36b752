#!/usr/bin/env python3
"""entries.py ENTRIES.H RUNTIME.DEF

Compares the prototypes of rewritten code's functions with the list that the pass
declares them from: every name, and its type in the letters of Runtime.def.
"""
import re
import sys


def letter(declaration):
    """The letter of one parameter or result."""
    if "*" in declaration or re.search(r"\bzp_new\w*\b", declaration):
        return "p"
    for word, found in (("size_t", "z"), ("unsigned", "h"), ("void", "v")):
        if re.search(r"\b%s\b" % word, declaration):
            return found
    sys.exit("entries.py: no letter for '%s'" % declaration)


def declared(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = {}
    for result, name, arguments in re.findall(
            r"ZP_ENTRY\w* ([\w ]+\*?)\s*ZP_FN\((\w+)\)\(([^)]*)\)", text):
        found[name] = letter(result) + ":" + "".join(
            letter(a) for a in arguments.split(","))
    return found


def listed(text):
    text = re.sub(r"//.*", "", text)
    text = text[text.index("ZEROPASS_RUNTIME_HOW(Z"):]
    found = {}
    for how, name, type in re.findall(
            r'ZEROPASS_RUNTIME(_HOW)?\(\w+,\s*"(\w+)",\s*"([\w:]+)"', text):
        found[name] = type
        if how:
            found[name + "_how"] = type + "h"
    return found


def main():
    with open(sys.argv[1]) as header, open(sys.argv[2]) as definitions:
        runtime, plugin = declared(header.read()), listed(definitions.read())
    for name in sorted(set(runtime) | set(plugin)):
        if runtime.get(name) != plugin.get(name):
            sys.exit("entries.py: %s is %s in the runtime, %s in the pass" % (
                name, runtime.get(name), plugin.get(name)))
    print("the same %d functions" % len(runtime))


if __name__ == "__main__":
    main()
