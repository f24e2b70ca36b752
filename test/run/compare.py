#!/usr/bin/env python3
"""Builds a program with and without the plugin, runs both, compares.

    compare.py --clang CLANG --plugin PLUGIN --out DIR [options] SRC... [-- FLAG...]

What is compared is standard output and exit status, in every environment that
is asked for. So that the comparison means something, the driver also checks

* the remarks: functions named rw_* in the sources must have a Passed remark,
  functions named keep_* none, and --expect must hold;
* that rewritten sites really run (--counted, a build that counts them);
* that the program notices when its zeroing is lost (a sabotaged build).
"""

import argparse
import collections
import concurrent.futures
import glob
import os
import re
import shlex
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PERTURB = ["85", "170"]  # glibc fills malloc'd blocks with the complement


class Failure(Exception):
    pass


def parse_arguments():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("sources", nargs="*")
    p.add_argument("--clang", required=True)
    p.add_argument("--plugin", required=True)
    p.add_argument("--out", required=True, help="folder for what is built")
    p.add_argument("--plugin-at", choices=["compile", "link", "both"],
                   default="compile")
    p.add_argument("--options", default="",
                   help="the plugin's options, for the environment")
    p.add_argument("--shared", action="append", default=[], metavar="SRC",
                   help="a source that becomes a shared library")
    p.add_argument("--unrewritten", action="append", default=[], metavar="SRC",
                   help="a source that sees neither plugin, LTO nor sabotage")
    p.add_argument("--link", default="", help="flags for the link alone")
    p.add_argument("--original-flags", default=None,
                   help="flags of the original, where they differ")
    p.add_argument("--expect", action="append", default=[], metavar="COND",
                   help="Passed>=N, Missed>=N, NAME>=N, also == and <=")
    p.add_argument("--no-names", action="store_true",
                   help="do not hold the remarks against function names")
    p.add_argument("--preload", default="", help="libraries, by commas")
    p.add_argument("--perturb-only", action="store_true",
                   help="one run of each program, with garbage")
    p.add_argument("--valgrind", default="", help="run under this memcheck too")
    p.add_argument("--emulator", default="", help="run under this command")
    p.add_argument("--sabotage", choices=["differs", "no"], default="differs")
    p.add_argument("--counted", choices=["all", "no"], default="all")
    p.add_argument("--verbose", action="store_true")
    argv = sys.argv[1:]
    flags = []
    if "--" in argv:
        at = argv.index("--")
        argv, flags = argv[:at], argv[at + 1:]
    args = p.parse_args(argv)
    args.flags = flags or ["-O2"]
    return args


def call(command, env=None):
    done = subprocess.run(command, capture_output=True, env=env, check=False)
    if done.returncode != 0:
        raise Failure("%s\n%s\nexit status %d" % (
            shlex.join(command), done.stderr.decode(errors="replace"),
            done.returncode))
    return done


class Build:
    """One build of the program."""

    def __init__(self, args, name, plugin=False, extra=(), options="",
                 flags=None):
        self.args, self.name = args, name
        self.extra = list(extra)
        self.flags = list(args.flags if flags is None else flags)
        self.plugin_at = args.plugin_at if plugin else None
        self.env = dict(os.environ)
        self.env.pop("ZEROPASS_OPTIONS", None)
        if options:
            self.env["ZEROPASS_OPTIONS"] = options
        self.remark_base = os.path.join(args.out, name)
        self.program = os.path.join(args.out, name + ".exe")
        self.libraries = []

    def compile_flags(self, source, to):
        flags = [self.args.clang] + self.flags
        if source in self.args.unrewritten:
            flags.append("-fno-lto")
        else:
            flags += self.extra
        if self.plugin_at in ("compile", "both") and \
                source not in self.args.unrewritten:
            flags += ["-fpass-plugin=" + self.args.plugin,
                      "-fsave-optimization-record",
                      "-foptimization-record-passes=zeropass",
                      "-foptimization-record-file=%s.%s.opt.yaml" % (
                          self.remark_base, os.path.basename(source))]
        return flags + ["-I" + HERE, "-c", source, "-o", to]

    def link_flags(self):
        if self.plugin_at not in ("link", "both"):
            return []
        return ["-Wl,--load-pass-plugin=" + self.args.plugin,
                "-Wl,-plugin-opt=opt-remarks-filename=%s.link.opt.yaml" %
                self.remark_base,
                "-Wl,-plugin-opt=opt-remarks-passes=zeropass"]

    def make(self):
        for stale in glob.glob(glob.escape(self.remark_base) + ".*"):
            os.remove(stale)
        objects = []
        link = shlex.split(self.args.link) + self.link_flags()
        for source in self.args.sources + self.args.shared:
            obj = "%s.%s.o" % (self.remark_base, os.path.basename(source))
            call(self.compile_flags(source, obj), self.env)
            if source not in self.args.shared:
                objects.append(obj)
                continue
            library = "%s.%s.so" % (self.remark_base, os.path.basename(source))
            call([self.args.clang] + self.flags +
                 ["-shared", obj, "-o", library] + link, self.env)
            self.libraries.append(library)
        call([self.args.clang] + self.flags + objects + self.libraries +
             ["-o", self.program] + link, self.env)
        return self

    def run(self, environment):
        command = [self.program]
        env = dict(self.env)
        env.update(environment)
        if "VALGRIND" in environment:
            command = [self.args.valgrind, "-q", "--error-exitcode=99",
                       "--leak-check=no", self.program]
        command = shlex.split(self.args.emulator) + command
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=env, timeout=120,
                                  check=False)
        except subprocess.TimeoutExpired:
            raise Failure("%s takes too long" % shlex.join(command))
        return done.returncode, done.stdout, done.stderr

    def remarks(self):
        """(kind, name, function) of every remark of the plugin's."""
        found = []
        for path in glob.glob(glob.escape(self.remark_base) + "*.opt.yaml*"):
            with open(path, errors="replace") as file:
                text = file.read()
            for record in text.split("--- !")[1:]:
                field = dict(re.findall(r"^(Pass|Name|Function): +'?([^'\n]*)'?",
                                        record, re.M))
                if field.get("Pass") == "zeropass":
                    found.append((record.split(None, 1)[0], field["Name"],
                                  field["Function"]))
        return found


def case_names(args, source):
    """The cases that the source defines, as the preprocessor leaves it."""
    text = call([args.clang] + args.flags +
                ["-fno-lto", "-I" + HERE, "-E", "-P", source]).stdout.decode()
    return re.findall(r"\(\(noinline, used\)\)[^;{}]*?"
                      r"\b((?:rw|keep)_\w+)\([^;{}]*\{", text)


def check_names(args, remarks):
    passed = {f for kind, _, f in remarks if kind == "Passed"}
    for source in args.sources + args.shared:
        if source in args.unrewritten:
            continue
        for name in case_names(args, source):
            if name.startswith("rw_") and name not in passed:
                raise Failure("nothing was rewritten in %s: %s" % (
                    name, sorted(r for r in remarks if r[2] == name)))
            if name.startswith("keep_") and name in passed:
                raise Failure("%s was rewritten: %s" % (
                    name, sorted(r for r in remarks if r[2] == name)))


def check_expectations(args, remarks):
    tally = collections.Counter()
    for kind, name, _ in remarks:
        tally[kind] += 1
        tally[name] += 1
    for condition in args.expect:
        name, relation, number = re.fullmatch(
            r"(\w+)(>=|==|<=)(\d+)", condition).groups()
        have, want = tally[name], int(number)
        if not {">=": have >= want, "==": have == want,
                "<=": have <= want}[relation]:
            raise Failure("expected %s, have %d: %s" % (
                condition, have, dict(tally)))
    return tally


def environments(args):
    garbage = [{"MALLOC_PERTURB_": value} for value in PERTURB]
    if args.perturb_only:
        return garbage[:1]
    result = [{}] + garbage
    result += [{"LD_PRELOAD": lib} for lib in args.preload.split(",") if lib]
    if args.valgrind:
        result.append({"VALGRIND": "1"})
    return result


def status_text(status):
    return signal.Signals(-status).name if status < 0 else str(status)


def compare_runs(original, rewritten, environment):
    first, second = original.run(environment), rewritten.run(environment)
    if first[:2] == second[:2]:
        if "LD_PRELOAD" in environment and b"cannot be preloaded" in first[2]:
            raise Failure(first[2].decode())
        return first
    lines = zip(first[1].splitlines(), second[1].splitlines())
    differ = next(((a, b) for a, b in lines if a != b), (b"", b""))
    raise Failure("in %s: status %s and %s, first line that differs:\n"
                  "  without: %s\n  with:    %s\n%s" % (
                      environment, status_text(first[0]),
                      status_text(second[0]), differ[0].decode(),
                      differ[1].decode(), second[2].decode()[-2000:]))


def check_counts(args, build):
    """Every function with a rewrite must have run one, in a counting build."""
    path = build.program + ".counts"
    if os.path.exists(path):
        os.remove(path)
    build.run({"ZEROPASS_COUNT_FILE": path})
    executed = set()
    if os.path.exists(path):
        with open(path) as file:
            executed = {line.rsplit(None, 2)[1] for line in file}
    idle = {f for kind, _, f in build.remarks()
            if kind == "Passed" and f.startswith("rw_")} - executed
    if idle:
        raise Failure("rewritten but never executed: %s" % sorted(idle))
    return len(executed)


def main():
    args = parse_arguments()
    args.sources += args.unrewritten
    os.makedirs(args.out, exist_ok=True)
    builds = {"original": Build(args, "original", flags=None
                                if args.original_flags is None else
                                shlex.split(args.original_flags)),
              "rewritten": Build(args, "rewritten", True,
                                 options=args.options)}
    if args.counted != "no":
        builds["counted"] = Build(
            args, "counted", True,
            options=";".join(filter(None, [args.options, "count"])))
    if args.sabotage != "no":
        builds["sabotaged"] = Build(
            args, "sabotaged",
            extra=["-include", os.path.join(HERE, "sabotage.h")])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(Build.make, builds.values()))

    remarks = builds["rewritten"].remarks()
    if args.verbose:
        for remark in sorted(remarks, key=lambda r: r[2]):
            print(*remark)
    if not args.no_names:
        check_names(args, remarks)
    tally = check_expectations(args, remarks)
    for environment in environments(args):
        outcome = compare_runs(builds["original"], builds["rewritten"],
                               environment)
        if not outcome[1]:
            raise Failure("the program prints nothing")
    executed = check_counts(args, builds["counted"]) \
        if "counted" in builds else 0
    if "sabotaged" in builds:
        garbage = {"MALLOC_PERTURB_": PERTURB[0]}
        if builds["sabotaged"].run(garbage)[:2] == \
                builds["original"].run(garbage)[:2]:
            raise Failure("the program does not notice lost zeroing")
    print("same output; %d rewritten, %d kept, %d functions executed" % (
        tally["Passed"], tally["Missed"], executed))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit("compare.py: %s" % failure)
