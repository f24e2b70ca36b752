#!/usr/bin/env python3
"""Runs the kernels interleaved at random and prints, for every kernel and
size, how the rewritten copy compares with the original one.

    run.py DRIVER [--out PREFIX] [--check] [--filter REGEX]
           [--layouts N] [--repetitions N]

Columns: the median times per call, the quartiles between which the middle half
of the samples lies, the ratio original / rewritten (above 1: faster with the
plugin) with a 95% bootstrap interval, and, where there is one, the ratio
rewritten / bare malloc + free. --out writes PREFIX.csv and PREFIX.json.
--check exits 1 when a figure that the project promises is missed.
"""
import argparse
import csv
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import ratios

# The promises: (kernel, size) -> least ratio original / rewritten, greatest
# ratio rewritten / bare.
PROMISES = {("first-use-loop", 8 << 20): (100, None)}
for _kernel in ("constant-calloc", "constant-memset"):
    for _size, _least, _bare in ((24, 1.4, 1.15), (64, 1.4, 1.15),
                                 (128, 2, 1.15), (256, 2, None),
                                 (512, 2, None), (1024, 1.5, None)):
        PROMISES[_kernel, _size] = (_least, _bare)


def samples(driver, regex, layout, options, found):
    """One run of the driver, added to found: {(kernel, size): {side: [ns]}}."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [
            driver, f"--layout={layout}", f"--benchmark_filter={regex}",
            f"--benchmark_repetitions={options.repetitions}",
            f"--benchmark_min_time={options.seconds}",
            "--benchmark_enable_random_interleaving=true",
            f"--benchmark_out={out.name}", "--benchmark_out_format=json"
        ]
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode:
            sys.exit(f"run.py: {driver} failed: {done.stderr.strip()}")
        text = out.read()
    for run in json.loads(text)["benchmarks"] if text else []:
        if run["run_type"] != "iteration":
            continue
        kernel, size, side = run["run_name"].split("/")[:3]
        if run.get("error_occurred"):
            sys.exit(f"run.py: {run['run_name']}: {run['error_message']}")
        assert run["time_unit"] == "ns"
        # Loops by processor time, which another program's turn does not
        # lengthen; a first use by the clock, as the child took it.
        time = run["real_time" if "manual_time" in run["run_name"] else
                   "cpu_time"]
        sides = found.setdefault((kernel, int(size)), {})
        sides.setdefault(side, []).append(time)


def scaled(nanoseconds):
    for unit, factor in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * factor:
            break
    return f"{nanoseconds / factor:.3g} {unit}"


def bytes_text(size):
    for unit, factor in (("MB", 1 << 20), ("KB", 1 << 10)):
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B"


def row(kernel, size, sides):
    result = {"kernel": kernel, "size": size}
    for side, times in sides.items():
        low, high = ratios.quartiles(times)
        result[f"{side}_min_ns"] = min(times)
        result[f"{side}_median_ns"] = statistics.median(times)
        result[f"{side}_quartile1_ns"] = low
        result[f"{side}_quartile3_ns"] = high
        result["samples"] = len(times)
    faster, low, high = ratios.ratio(sides["original"], sides["rewritten"])
    result.update(ratio=faster, ratio_low=low, ratio_high=high,
                  ratio_of_min=min(sides["original"]) /
                  min(sides["rewritten"]))
    if "bare" in sides:
        bare, low, high = ratios.ratio(sides["rewritten"], sides["bare"])
        result.update(bare_ratio=bare, bare_ratio_low=low,
                      bare_ratio_high=high)
    least, most = PROMISES.get((kernel, size), (None, None))
    if least:
        result["promised"] = f">={least}x"
        if most:
            result["promised"] += f" <={most}x bare"
        # On the ratio of the medians: the interval says how firm it is.
        result["kept"] = (faster >= least and
                          (not most or result["bare_ratio"] <= most))
    return result


def print_row(r):
    def spread(side):
        return (f"{scaled(r[side + '_median_ns']):>8} "
                f"[{scaled(r[side + '_quartile1_ns'])}, "
                f"{scaled(r[side + '_quartile3_ns'])}]")

    line = (f"{r['kernel']:<25}{bytes_text(r['size']):>7}  "
            f"{spread('original'):<30}{spread('rewritten'):<30}"
            f"{r['ratio']:7.2f} [{r['ratio_low']:.2f}, {r['ratio_high']:.2f}]")
    # Beyond a few pages malloc + free alone does no comparable work.
    if "bare_ratio" in r and r["size"] <= 4096:
        line = (f"{line:<115} {r['bare_ratio']:5.2f} "
                f"[{r['bare_ratio_low']:.2f}, {r['bare_ratio_high']:.2f}]")
    if "promised" in r:
        line = f"{line:<135} {r['promised']} {'ok' if r['kept'] else 'MISSED'}"
    print(line)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("driver")
    parser.add_argument("--out", metavar="PREFIX")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--filter", default=".", metavar="REGEX",
                        help="which KERNEL/SIZE to run")
    parser.add_argument("--layouts", type=int, default=7,
                        help="processes, each with its blocks in other places")
    parser.add_argument("--repetitions", type=int, default=3,
                        help="samples in each of them, of each row and side")
    parser.add_argument("--seconds", type=float, default=0.01,
                        help="least time of one sample (default 0.01)")
    options = parser.parse_args()

    # First use and recycled memory in processes of their own: what a loop
    # leaves in the allocator would be no first use any more.
    wanted = re.compile(options.filter)
    names = subprocess.run([options.driver, "--benchmark_list_tests"],
                           stdout=subprocess.PIPE, text=True, check=True)
    rows = []
    for first in (False, True):
        chosen = [
            name for name in names.stdout.split()
            if name.startswith("first-use") == first and
            wanted.search("/".join(name.split("/")[:2]))
        ]
        if not chosen:
            continue
        regex = "^(" + "|".join(chosen) + ")$"
        found = {}
        for layout in range(1, options.layouts + 1):
            samples(options.driver, regex, layout, options, found)
        # In the order of the driver's list, not the random one.
        for key in dict.fromkeys(tuple(n.split("/")[:2]) for n in chosen):
            sides = found[key[0], int(key[1])]
            rows.append(row(key[0], int(key[1]), sides))
    if not rows:
        sys.exit(f"run.py: nothing matches '{options.filter}': see "
                 f"{options.driver} --benchmark_list_tests")

    preloaded = os.environ.get("LD_PRELOAD", "")
    print(f"allocator: {preloaded or 'the default'}; times per call: median "
          "[quartiles]; ratios of medians [95% bootstrap interval]")
    print(f"{'kernel':<25}{'size':>7}  {'original':<30}{'rewritten':<30}"
          f"{'faster by':<21}  {'of bare malloc+free':<20}")
    for r in rows:
        print_row(r)
    if options.out:
        with open(options.out + ".json", "w") as out:
            json.dump({"allocator": preloaded or "default", "rows": rows}, out,
                      indent=1)
        fields = list(dict.fromkeys(key for r in rows for key in r))
        with open(options.out + ".csv", "w", newline="") as out:
            writer = csv.DictWriter(out, fields)
            writer.writeheader()
            writer.writerows(rows)
        print(f"written: {options.out}.csv, {options.out}.json")
    missed = [r for r in rows if r.get("kept") is False]
    if missed:
        print(f"{len(missed)} promised figures missed")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
