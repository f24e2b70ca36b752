#!/usr/bin/env python3
"""Runs two programs alternately and compares their outputs and times.

    compare.py [--runs N] [--names A,B] PROGRAM_A PROGRAM_B [-- ARG ...]

Exits 1, and says where, when output or exit status ever differ.
"""
import argparse
import statistics
import subprocess
import sys
import time


def run(program, args):
    begin = time.perf_counter()
    done = subprocess.run([program, *args], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return time.perf_counter() - begin, (done.returncode, done.stdout,
                                         done.stderr)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--names", default="original,rewritten")
    parser.add_argument("programs", nargs=2)
    parser.add_argument("args", nargs="*")
    options = parser.parse_args()
    names = options.names.split(",")
    if len(names) != 2 or options.runs < 1:
        parser.error("--names wants two names, --runs at least 1")

    times = ([], [])
    expected = None
    for turn in range(options.runs):
        # Who goes first changes, so that neither profits from the order.
        for side in ((0, 1), (1, 0))[turn % 2]:
            seconds, outcome = run(options.programs[side], options.args)
            times[side].append(seconds)
            expected = expected or outcome
            if outcome != expected:
                print(f"the outputs differ: {expected} but "
                      f"{names[side]} gave {outcome}", file=sys.stderr)
                return 1
    print(f"the outputs agree ({2 * options.runs} runs): "
          f"{expected[1].decode(errors='replace').strip()}")
    if expected[0]:
        print(f"both ended with status {expected[0]}: "
              f"{expected[2].decode(errors='replace').strip()}")
    for name, taken in zip(names, times):
        print(f"{name:>12}: min {min(taken) * 1e3:8.1f} ms, median "
              f"{statistics.median(taken) * 1e3:8.1f} ms")
    print(f"{'ratio':>12}: min {min(times[0]) / min(times[1]):8.1f} x,  median "
          f"{statistics.median(times[0]) / statistics.median(times[1]):8.1f} x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
