#!/usr/bin/env python3
"""Measures what the runtime must hold: the table allocator x size x use, first
use and steady state, and the rows that have targets of their own.

    table.py PROGRAM [--musl PROGRAM] [--out PREFIX] [--quick] [--no-verdict]
             [--allocators A,B] [--sizes N,K] [--uses U] [--states S]
             [--rows GROUP,...] [--no-table] [--seed N] [--patience SECONDS]
             [--minutes M]

See bench/README.md for how to read it. Exit status: 1 where a row failed.
"""
import argparse
import csv
import ctypes.util
import json
import os
import platform
import re
import subprocess
import sys
import time

import cells
import named
from sampler import KB, MB, STATES, USES, Program, size_text

PRELOADED = {"jemalloc": "jemalloc", "mimalloc": "mimalloc",
             "tcmalloc": "tcmalloc_minimal"}


def first_line(path, pattern="(.*)"):
    try:
        with open(path) as file:
            found = re.search(pattern, file.read(), re.M)
            return found[1].strip() if found else ""
    except OSError:
        return ""


def musl_version():
    """What musl's loader says of itself."""
    loader = f"/lib/ld-musl-{platform.machine()}.so.1"
    try:
        said = subprocess.run([loader], capture_output=True, text=True).stderr
    except OSError:
        return "musl"
    found = re.search(r"Version (\S+)", said)
    return f"musl {found[1]}" if found else "musl"


def machine(programs):
    """The kind of machine, without its name."""
    flags = first_line("/proc/cpuinfo", r"^flags\s*:(.*)$").split()
    huge = first_line("/sys/kernel/mm/transparent_hugepage/enabled",
                      r"\[(\w+)\]")
    processor = first_line("/proc/cpuinfo", r"^model name\s*:(.*)$")
    return {
        "machine": f"{platform.machine()}, {processor or 'unknown processor'}, "
                   f"{os.cpu_count()} processors" +
                   (", virtual" if "hypervisor" in flags else ""),
        "kernel": f"{platform.system()} {platform.release()}",
        "libc": programs[0].libc if programs else "",
        "transparent huge pages": huge or "unknown",
        "allocators": ", ".join(p.version for p in programs)
    }


def byte_sizes(text):
    factors = {"K": KB, "M": MB}
    return [int(part[:-1]) * factors[part[-1]] if part[-1] in factors else
            int(part) for part in text.upper().split(",")]


def words(known):
    def parse(text):
        chosen = text.split(",")
        for word in chosen:
            if word not in known:
                raise argparse.ArgumentTypeError(
                    f"'{word}' is none of {', '.join(known)}")
        return chosen

    return parse


def parse(argv):
    names = ["glibc", *PRELOADED, "musl"]
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--musl", metavar="PROGRAM")
    parser.add_argument("--out", metavar="PREFIX")
    parser.add_argument("--quick", action="store_true",
                        help="seven sizes, less patience: some three minutes")
    parser.add_argument("--no-verdict", action="store_true",
                        help="exit 0 whatever failed")
    parser.add_argument("--no-table", action="store_true",
                        help="the rows with targets of their own alone")
    parser.add_argument("--allocators", type=words(names), default=names)
    parser.add_argument("--sizes", type=byte_sizes, metavar="N,K,M")
    parser.add_argument("--uses", type=words(USES))
    parser.add_argument("--states", type=words(STATES))
    parser.add_argument("--rows", type=words([*named.GROUPS, "none"]),
                        default=list(named.GROUPS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float,
                        help="seconds for a cell that does not settle")
    parser.add_argument("--minutes", type=float,
                        help="afterwards every cell is brief")
    options = parser.parse_args(argv)
    options.patience = options.patience or (1 if options.quick else 4)
    options.minutes = options.minutes or (3 if options.quick else 20)
    return options


def start_all(options):
    """The programs by allocator, each with how to start another like it."""
    programs = []
    ways = {}

    def start(name, environment=None):
        if name == "musl":
            program = Program(options.musl, None, environment)
            program.version = musl_version()
        else:
            library = (ctypes.util.find_library(PRELOADED[name])
                       if name in PRELOADED else None)
            program = Program(options.program, library, environment)
        ways[program.version] = name
        return program

    for name in options.allocators:
        missing = (not options.musl if name == "musl" else name in PRELOADED and
                   not ctypes.util.find_library(PRELOADED[name]))
        if missing:
            print(f"{name}: not here, left out")
            continue
        program = start(name)
        if program.name != name:
            sys.exit(f"table.py: {program.version} where {name} should be")
        programs.append(program)
    options.start = lambda program, environment: start(
        ways[program.version], environment)
    return programs


def measure_table(programs, options):
    """Every cell; the time left is shared among those to come."""
    plan = cells.plan(options)
    end = time.monotonic() + options.minutes * 60 * 0.85
    left = len(plan) * len(programs)
    rows = []
    for program in programs:
        print(f"\n{program.version}\n{cells.HEADER}")
        for state, use, size in plan:
            share = (end - time.monotonic()) / left
            patience = max(0.2, min(options.patience, 6 * share))
            left -= 1
            for row in cells.measure(program, state, use, size, patience,
                                     f"{options.seed} {state} {use} {size}"):
                rows.append(row)
                print(cells.text(row), flush=True)
    return rows


def measure_named(programs, options):
    rows = []
    for program in programs:
        print(f"\n{program.version}")
        for group in options.rows:
            if group == "none":
                continue
            for row in named.GROUPS[group](program, options):
                rows.append(row)
                print(named.text(row), flush=True)
    return rows


def write(prefix, about, rows, targets):
    os.makedirs(os.path.dirname(os.path.abspath(prefix)), exist_ok=True)
    with open(prefix + ".json", "w") as out:
        json.dump({"about": about, "table": rows, "targets": targets}, out,
                  indent=1)
    for name, part in ((prefix + ".csv", rows),
                       (prefix + "-targets.csv", targets)):
        with open(name, "w", newline="") as out:
            out.write("# " + "; ".join(f"{k}: {v}" for k, v in about.items())
                      + "\n")
            writer = csv.DictWriter(
                out, list(dict.fromkeys(key for r in part for key in r)))
            writer.writeheader()
            for row in part:
                writer.writerow(dict(row, failures="; ".join(row["failures"])))
    print(f"written: {prefix}.json, {prefix}.csv, {prefix}-targets.csv")


def summary(rows, targets):
    """Lists what failed; how many did."""
    failed = 0
    for part, what in ((rows, "cells of the table"),
                       (targets, "rows with targets")):
        bad = [r for r in part if r["failures"]]
        failed += len(bad)
        print(f"\n{len(part)} {what}, {len(bad)} failed")
        for r in bad:
            where = " ".join(word for word in (
                r.get("row"), r["state"], r["use"], size_text(r["size"]),
                r["way"]) if word)
            print(f"  {r['allocator']}: {where}: {', '.join(r['failures'])}"
                  f"{named.out_of_reach(r)}")
    return failed


def main(argv=None):
    options = parse(argv)
    programs = start_all(options)
    about = machine(programs)
    for key, value in about.items():
        print(f"{key}: {value}")
    begin = time.monotonic()
    rows = [] if options.no_table else measure_table(programs, options)
    targets = measure_named(programs, options)
    for program in programs:
        program.close()
    failed = summary(rows, targets)
    print(f"\n{(time.monotonic() - begin) / 60:.1f} minutes")
    if options.out:
        write(options.out, about, rows, targets)
    return 1 if failed and not options.no_verdict else 0


if __name__ == "__main__":
    sys.exit(main())
