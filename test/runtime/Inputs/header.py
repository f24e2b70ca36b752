"""The functions that a header declares, one a line, sorted. Each stands in a
paragraph that begins with a comment."""

import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
text = text[text.index('extern "C"'):]
names = []
for paragraph in re.split(r"\n(?:#.*)?\n", text):
    code = re.sub(r"/\*.*?\*/", "", paragraph, flags=re.S)
    code = re.sub(r"^#.*(\\\n.*)*", "", code, flags=re.M)
    found = re.findall(r"\b(zp_[a-z_]+)\(", code)
    if found and not re.match(r"/\*", paragraph.strip()):
        sys.exit("not documented: " + ", ".join(found))
    names += found
print("\n".join(sorted(names)))
