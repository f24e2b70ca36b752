#!/usr/bin/env python3
"""Runs ZeroPass on real programs and their own tests. See README.md here."""

import argparse
import concurrent.futures
import json
import os
import sys

from zpreal.build import (KINDS, LEVELS, Setup, run_variant, same_tests,
                          variant_folder)
from zpreal.classify import classify
from zpreal.programs import PROGRAMS
from zpreal.report import Report
from zpreal.sources import Apt, Unavailable, install_needs, obtain

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))


def arguments():
    parser = argparse.ArgumentParser(
        description="build public C programs with and without the plugin, run "
        "their own tests on both, and tell what was rewritten and executed")
    parser.add_argument("--llvm", type=int, default=22, choices=(16, 19, 22),
                        help="LLVM to use (default: 22)")
    parser.add_argument("--clang", help="that LLVM's clang, where it is not in "
                        "PATH as clang-N")
    parser.add_argument("--plugin", help="the plugin (default: build-N/lib/"
                        "libZeroPass.so, then build/lib/libZeroPass.so)")
    parser.add_argument("--programs", help="comma-separated names (see --list)")
    parser.add_argument("--quick", action="store_true",
                        help="only the programs that take little time")
    parser.add_argument("--levels", default=",".join(LEVELS),
                        help="levels to build at: O2, F2 (-O2 "
                        "-D_FORTIFY_SOURCE=2)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="variants to build at a time")
    parser.add_argument("--cache", default=os.path.join(TOP, "build", "real"),
                        help="folder for sources, builds and logs")
    parser.add_argument("--json", metavar="FILE",
                        help="write all results and remarks to FILE")
    parser.add_argument("--perturb", type=int, metavar="N",
                        help="run the tests with MALLOC_PERTURB_=N")
    parser.add_argument("--classify", action="store_true",
                        help="tell of each zeroed allocation what clang alone "
                        "makes of it")
    parser.add_argument("--sites", action="store_true",
                        help="list the kept allocations too, with reasons")
    parser.add_argument("--fresh", action="store_true",
                        help="do not reuse earlier results of clang alone")
    parser.add_argument("--no-count", action="store_true",
                        help="leave out the counting build")
    parser.add_argument("--keep", action="store_true",
                        help="keep the counting builds' trees too")
    parser.add_argument("--self-check", action="store_true",
                        help="use no plugin: the original against itself shows "
                        "which tests are not repeatable")
    parser.add_argument("--list", action="store_true",
                        help="list the programs and stop")
    return parser.parse_args()


def fail(message):
    sys.exit("run.py: " + message)


def find_clang(args):
    if args.clang:
        return args.clang
    for path in os.environ.get("PATH", "").split(os.pathsep):
        candidate = os.path.join(path, "clang-%d" % args.llvm)
        if os.access(candidate, os.X_OK):
            return candidate
    fail("clang-%d is not in PATH: install it or name it by --clang"
         % args.llvm)


def find_plugin(args):
    if args.self_check:
        return None
    places = [args.plugin] if args.plugin else [
        os.path.join(TOP, name, "lib", "libZeroPass.so")
        for name in ("build-%d" % args.llvm, "build")]
    for place in places:
        if os.path.exists(place):
            return os.path.abspath(place)
    fail("no plugin at %s: build it first, or name it by --plugin"
         % " or ".join(os.path.relpath(p) for p in places))


def choose(args):
    if args.programs:
        names = args.programs.split(",")
        known = {p["name"] for p in PROGRAMS}
        for name in names:
            if name not in known:
                fail("no program is called '%s': see --list" % name)
        return [p for p in PROGRAMS if p["name"] in names]
    return [p for p in PROGRAMS if p.get("quick") or not args.quick]


def obtain_all(programs, cache, report):
    """Leaves out, with a line each, what this machine cannot have."""
    apt = Apt(cache)
    lacking = install_needs(programs)
    result = []
    for program in programs:
        try:
            if program["name"] in lacking:
                raise Unavailable("needs " + ", ".join(lacking[program["name"]])
                                  + ": install them as root")
            folder, archive = obtain(program, cache, apt)
            result.append((program, folder))
            report.archives[program["name"]] = archive
        except Unavailable as why:
            report.unavailable[program["name"]] = str(why)
            print("%s: left out: %s" % (program["name"], why), flush=True)
    return result


def main():
    args = arguments()
    if args.list:
        for program in PROGRAMS:
            print("%-10s %-7s %-14s %s" % (
                program["name"], *program["source"],
                "quick" if program.get("quick") else ""))
        return 0
    levels = args.levels.split(",")
    for level in levels:
        if level not in LEVELS:
            fail("no level is called '%s': use %s"
                 % (level, " or ".join(LEVELS)))
    cache = os.path.abspath(args.cache)
    os.makedirs(cache, exist_ok=True)
    setup = Setup(find_clang(args), find_plugin(args), cache,
                  "llvm-%d" % args.llvm, args.perturb, args.keep)
    report = Report(setup, levels)
    programs = obtain_all(choose(args), cache, report)

    kinds = [k for k in KINDS
             if k != "counting" or not (args.no_count or args.self_check)]
    results = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = {}
        for program, folder in programs:
            for level in levels:
                for kind in kinds:
                    waiting[pool.submit(run_variant, setup, program, folder,
                                        level, kind, args.fresh)] = (
                                            program["name"], level, kind)
        for done in concurrent.futures.as_completed(waiting):
            name, level, kind = waiting[done]
            results[name, level, kind] = result = done.result()
            print("%-10s %-3s %-10s %s" % (
                name, level, kind, "tests passed %d, failed %d" % (
                    result["tests"]["passed"], result["tests"]["failed"])
                if result["built"] else "does not build: see its build.log"),
                flush=True)
    classes = {}
    if args.classify:
        for program, _ in programs:
            classes.update(classify(setup, program, levels, results))
    report.fill([p for p, _ in programs], results, classes)
    report.print(args.sites)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(report.as_json(), file, indent=1)
    return report.status()


if __name__ == "__main__":
    sys.exit(main())
