#!/usr/bin/env python3
"""What the plugin costs at compile time.

    compile_time.py --plugin LIB [--clang CLANG] [--runs N] [--instructions]
                    [--json FILE] [FILE.c ...] [-- clang's flags]

Compiles an empty file and each file given, with and without the plugin,
alternately in random order. The flags default to -O2; -c and -o are added.
"""
import argparse
import json
import os
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

import ratios


def times_of(command):
    """Processor time of one run in seconds."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        sys.exit(f"compile_time.py: failed: {shlex.join(command)}")
    return usage.ru_utime + usage.ru_stime


def compiler_proper(command):
    """The one command behind the driver: what counts instructions would not
    follow into a child of it."""
    done = subprocess.run([*command, "-###"], stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, check=True)
    jobs = [line for line in done.stderr.splitlines() if '"-cc1"' in line]
    if len(jobs) != 1:
        sys.exit("compile_time.py: the flags lead to more than one compilation")
    return shlex.split(jobs[0])


def have_counters():
    try:
        done = subprocess.run(
            ["perf", "stat", "-x,", "-e", "instructions:u", "true"],
            stderr=subprocess.PIPE, text=True)
    except OSError:
        return False
    return bool(re.search(r"^\d+,", done.stderr, re.M))


def instructions_of(command, perf):
    if perf:
        tool = ["perf", "stat", "-x,", "-e", "instructions:u"]
        wanted = r"^(\d+),"
    else:
        tool = ["valgrind", "--tool=callgrind",
                f"--callgrind-out-file={os.devnull}"]
        wanted = r"Collected : (\d+)"
    try:
        done = subprocess.run([*tool, *command], stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True)
    except OSError:
        sys.exit("compile_time.py: neither perf's counters nor valgrind is "
                 "there: run scripts/setup.sh --tests")
    found = re.search(wanted, done.stderr, re.M)
    if done.returncode or not found:
        sys.exit(f"compile_time.py: {tool[0]} failed:\n{done.stderr}")
    return int(found.group(1))


def measure(name, source, options, flags, folder):
    out = os.path.join(folder, "out.o")
    plain = [options.clang, *flags, "-c", source, "-o", out]
    plugged = [*plain, f"-fpass-plugin={options.plugin}"]
    commands = {"alone": plain, "plugin": plugged}
    for command in commands.values():
        times_of(command)  # the first one finds cold caches
    times = {side: [] for side in commands}
    for _ in range(options.runs):
        for side in random.sample(list(commands), 2):
            times[side].append(times_of(commands[side]))

    result = {"file": name, "runs": options.runs}
    for side, taken in times.items():
        low, high = ratios.quartiles(taken)
        result[side] = {"min": min(taken), "quartile1": low,
                        "median": statistics.median(taken), "quartile3": high}
        print(f"{name}, {side:>6}: min {min(taken) * 1e3:9.2f} ms, median "
              f"{statistics.median(taken) * 1e3:9.2f} ms "
              f"[{low * 1e3:.2f}, {high * 1e3:.2f}]")
    ratio, low, high = ratios.ratio(times["plugin"], times["alone"])
    result.update(ratio=ratio, ratio_low=low, ratio_high=high)
    result["difference_ms"] = (result["plugin"]["median"] -
                               result["alone"]["median"]) * 1e3
    result["difference_of_min_ms"] = (result["plugin"]["min"] -
                                      result["alone"]["min"]) * 1e3
    print(f"{name}: plugin / alone {ratio:.4f} [{low:.4f}, {high:.4f}] of "
          f"medians; {result['difference_ms']:+.2f} ms of medians, "
          f"{result['difference_of_min_ms']:+.2f} ms of minima")

    if options.instructions:
        perf = have_counters()
        count = {side: instructions_of(compiler_proper(command), perf)
                 for side, command in commands.items()}
        result["instructions"] = count
        result["instructions_by"] = "perf" if perf else "callgrind"
        print(f"{name}: instructions {count['alone']} alone, "
              f"{count['plugin']} with the plugin: "
              f"{100 * (count['plugin'] / count['alone'] - 1):+.3f}% "
              f"({result['instructions_by']})")
    return result


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--clang", help="default: the one of the plugin's LLVM "
                        "by the plugin's build folder, else clang-22")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--empty-runs", type=int, default=101)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("files", nargs="*")
    arguments = sys.argv[1:]
    flags = ["-O2"]
    if "--" in arguments:
        cut = arguments.index("--")
        flags, arguments = arguments[cut + 1:], arguments[:cut]
    options = parser.parse_args(arguments)
    if not os.path.exists(options.plugin):
        parser.error(f"there is no '{options.plugin}': build it first")
    options.plugin = os.path.abspath(options.plugin)
    if not options.clang:
        major = re.search(r"/build-(\d+)/", options.plugin)
        options.clang = f"clang-{major.group(1) if major else 22}"

    results = []
    with tempfile.TemporaryDirectory() as folder:
        empty = os.path.join(folder, "empty.c")
        open(empty, "w").close()
        runs, options.runs = options.runs, options.empty_runs
        results.append(measure("empty file", empty, options, flags, folder))
        options.runs = runs
        for source in options.files:
            name = os.path.basename(source)
            results.append(measure(name, source, options, flags, folder))
    if options.json:
        with open(options.json, "w") as out:
            json.dump(results, out, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
