#!/usr/bin/env python3
"""Runs lit over the tests and closes with a count that scripts can read.

    check.py LIT BUILD_TEST_DIR [LIT_ARGUMENT...]

The last line is "N passed, N failed, N skipped"; the exit status is not 0 when
a test failed or none ran. Words for lit can also be given in LIT_OPTS, and
LIT_FILTER=REGEX chooses tests.
"""

import json
import os
import subprocess
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def main():
    lit, tests, extra = sys.argv[1], sys.argv[2], sys.argv[3:]
    results = os.path.join(tests, "results.json")
    if os.path.exists(results):
        os.unlink(results)
    status = subprocess.run(
        [sys.executable, lit, "-sv", "--output", results, *extra, tests]
    ).returncode

    passed = failed = skipped = 0
    try:
        with open(results) as file:
            for test in json.load(file)["tests"]:
                if test["code"] in PASSED:
                    passed += 1
                elif test["code"] in SKIPPED:
                    skipped += 1
                elif test["code"] != "EXCLUDED":
                    failed += 1
    except FileNotFoundError:
        print("check.py: lit left no results: see above", file=sys.stderr)
        failed = 1
    if not passed + failed + skipped:
        print("check.py: no test was chosen", file=sys.stderr)
        status = 1
    if failed:
        status = 1
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return status


if __name__ == "__main__":
    sys.exit(main())
