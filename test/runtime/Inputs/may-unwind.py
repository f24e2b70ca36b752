"""Prints the functions that a module defines without nounwind."""

import re
import sys

text = open(sys.argv[1]).read()
for part in re.split(r"^; ModuleID.*$", text, flags=re.M):
    attributes = dict(re.findall(r"^attributes (#\d+) = {(.*)}$", part, re.M))
    for name, rest in re.findall(r"^define .*?@([\w.]+)\((.*)$", part, re.M):
        own = re.search(r"(#\d+)", rest)
        if "nounwind" not in attributes.get(own.group(1), "").split():
            print(name)
