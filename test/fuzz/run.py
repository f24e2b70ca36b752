#!/usr/bin/env python3
"""Compiles random programs with and without the plugin and compares them.

    run.py --clang CLANG --plugin PLUGIN [--opt OPT] [--first N] [--count N]
           [--seconds S] [--lto SHARE] [--shuffle SHARE] [--out DIR] [--check]

Each program is built twice by the same clang with the same flags, once with
the plugin, and run with three fillings of fresh and freed blocks. What differs
is a fault: output, exit code, a compiler that fails, IR that does not verify.
The program and the commands are left in DIR/failed/SEED.

--check builds without the plugin and with sanitizers instead, to look for
faults of the generator.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import time

import gen

FILLINGS = ("0", "85", "170")
COMPILE_SECONDS = 120
RUN_SECONDS = 20


def options(seed, lto_share):
    """What this program is compiled with."""
    rng = random.Random(seed * 7 + 1)
    level = rng.choice(["-O1", "-O2", "-O2", "-O2", "-O3", "-Os", "-Oz"])
    flags = []
    for flag, chance in (("-D_FORTIFY_SOURCE=2", 0.15),
                         ("-fno-strict-aliasing", 0.1),
                         ("-march=native", 0.1),
                         ("-g", 0.15),
                         ("-fno-builtin-memset", 0.05),
                         ("-fno-vectorize", 0.1),
                         ("-fexceptions", 0.05),
                         ("-fno-unroll-loops", 0.1)):
        if rng.random() < chance:
            flags.append(flag)
    lto = None
    if rng.random() < lto_share:
        lto = rng.choice(["-flto=thin", "-flto=full"])
    return level, flags, lto, rng.random() < 0.25


PASSES = """mem2reg sroa simplifycfg instcombine early-cse<memssa> gvn dse
memcpyopt jump-threading correlated-propagation reassociate sink tailcallelim
lcssa loop-simplify loop(indvars) loop-mssa(licm) loop(loop-rotate)
loop(loop-idiom) loop-unroll break-crit-edges fix-irreducible
mergereturn reg2mem gvn-hoist sccp adce mldst-motion loop-vectorize
slp-vectorizer nary-reassociate separate-const-offset-from-gep
speculative-execution scalarizer""".split()


def passes(seed):
    """Some passes in no sensible order, for shapes of IR that clang's own
    pipeline does not come up with."""
    rng = random.Random(seed * 11 + 5)
    found = rng.choices(PASSES, k=rng.randint(1, 9))
    if rng.random() < 0.8:
        found.insert(0, "sroa")
    return "function(%s)" % ",".join(found)


class Failure(Exception):
    pass


class Fuzzer:
    def __init__(self, args):
        self.args = args
        self.counts = collections.Counter()
        self.programs = self.failures = 0
        self.modes = collections.Counter()
        self.others = set()

    def call(self, command, seconds, **more):
        try:
            return subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=seconds,
                                  check=False, **more)
        except subprocess.TimeoutExpired:
            raise Failure("no end after %d s: %s" %
                          (seconds, " ".join(command))) from None

    def compile(self, command):
        result = self.call(command, COMPILE_SECONDS)
        if result.returncode:
            text = result.stdout.decode(errors="replace")
            raise Failure("the compiler failed: %s\n%s" %
                          (" ".join(command), text[-3000:]))

    def outputs(self, program):
        found = []
        for filling in FILLINGS:
            env = dict(os.environ, MALLOC_PERTURB_=filling)
            result = self.call([program], RUN_SECONDS, env=env)
            found.append((result.returncode, result.stdout))
        return found

    def count_remarks(self, path):
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for kind, name in re.findall(
                r"^--- !(Passed|Missed)\nPass:\s+zeropass\nName:\s+(\w+)",
                text, re.M):
            self.counts[kind + " " + name] += 1

    def build(self, folder, seed, plugin):
        """One program, with the plugin or without."""
        args = self.args
        level, flags, lto, _ = options(seed, args.lto)
        sources = [os.path.join(folder, f) for f in ("tests.c", "other.c")]
        program = os.path.join(folder, "with" if plugin else "without")
        common = [args.clang, level, "-w"] + flags + (["-fuse-ld=lld", lto]
                                                      if lto else [])
        extra = []
        if plugin:
            extra = ["-fpass-plugin=" + plugin]
        objects = []
        for source in sources:
            record = []
            if source.endswith("other.c") and not lto:
                # It is the same in all programs, and allocates nothing.
                objects.append(self.other(common, source))
                continue
            if plugin and source.endswith("tests.c"):
                record = ["-fsave-optimization-record",
                          "-foptimization-record-passes=zeropass",
                          "-foptimization-record-file=" + folder + "/remarks"]
            objects.append(source[:-1] + ("with.o" if plugin else "without.o"))
            self.compile(common + extra + record +
                         ["-c", source, "-o", objects[-1]])
        link = list(common)
        if plugin and lto:
            link += ["-Wl,--load-pass-plugin=" + plugin]
        self.compile(link + objects + ["-o", program])
        if plugin:
            self.modes[lto or level] += 1
        return program

    def shuffle(self, folder, seed, plugin):
        """As build, but the plugin comes after passes in any order."""
        raw, done = folder + "/shuffled.bc", folder + "/shuffled-done.bc"
        self.compile([self.args.clang, "-O1", "-w", "-Xclang",
                      "-disable-llvm-passes", "-emit-llvm", "-c",
                      folder + "/tests.c", "-o", raw])
        pipeline = passes(seed)
        load, record = [], []
        if plugin:
            load = ["-load-pass-plugin", plugin]
            record = ["-pass-remarks-output=" + folder + "/remarks"]
            pipeline = "zeropass-stamp," + pipeline + ",zeropass"
            self.modes["shuffled"] += 1
        self.compile([self.args.opt] + load + record +
                     ["-passes=" + pipeline, "-verify-each", raw, "-o", done])
        program = folder + ("/with" if plugin else "/without")
        self.compile([self.args.clang, random.Random(seed).choice(
            ["-O0", "-O1"]), "-w", done, self.other([self.args.clang, "-O1"],
                                                    folder + "/other.c"),
                      "-o", program])
        return program

    def other(self, common, source):
        key = "_".join(common[1:])
        made = os.path.join(self.args.out, "other%s.o" % key)
        if key not in self.others:
            self.compile(common + ["-c", source, "-o", made])
            self.others.add(key)
        return made

    def reference(self, folder):
        """What the program does without optimisation. LLVM's alias analysis
        takes it for granted that memory keeps its type, which C does not."""
        program = folder + "/reference"
        self.compile([self.args.clang, "-O0", "-w", folder + "/tests.c",
                      folder + "/other.c", "-o", program])
        return self.outputs(program)[0]

    def verify(self, folder, seed):
        """Every pass of the pipeline must leave IR that verifies."""
        level, flags, _, _ = options(seed, 0)
        raw, done = folder + "/tests.bc", folder + "/done.bc"
        self.compile([self.args.clang, level, "-w"] + flags +
                     ["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c",
                      folder + "/tests.c", "-o", raw])
        pipeline = random.Random(seed).choice(
            ["default<%s>", "lto-pre-link<%s>", "thinlto-pre-link<%s>"])
        self.compile([self.args.opt, "-load-pass-plugin", self.args.plugin,
                      "-passes=" + pipeline % level[1:], "-verify-each", raw,
                      "-o", done])
        if pipeline.startswith("lto"):
            self.compile([self.args.opt, "-load-pass-plugin", self.args.plugin,
                          "-passes=lto<%s>" % level[1:], "-verify-each", done,
                          "-o", folder + "/linked.bc"])
        self.modes["verify-each"] += 1

    def one(self, seed):
        folder = os.path.join(self.args.out, "work")
        shutil.rmtree(folder, ignore_errors=True)
        gen.write(seed, folder)
        self.programs += 1
        shuffled = random.Random(seed * 13).random() < self.args.shuffle
        build = self.shuffle if shuffled else self.build
        try:
            try:
                program = build(folder, seed, None)
            except Failure:
                if not shuffled:
                    raise
                # LLVM's own passes stumble over each other's work.
                self.modes["not built at all"] += 1
                return
            plain = self.outputs(program)
            if any(o != plain[0] for o in plain):
                raise Failure("the generator's fault: the plain program "
                              "depends on what is in fresh memory")
            if plain[0][0]:
                raise Failure("the generator's fault: exit code %d" %
                              plain[0][0])
            changed = self.outputs(build(folder, seed, self.args.plugin))
            self.count_remarks(folder + "/remarks")
            for filling, a, b in zip(FILLINGS, plain, changed):
                if a == b:
                    continue
                if b == self.reference(folder):
                    self.modes["clang's own faults"] += 1
                    print("seed %d: clang is wrong without the plugin only" %
                          seed)
                    break
                raise Failure("MALLOC_PERTURB_=%s: %s" %
                              (filling, self.difference(a, b)))
            if self.args.opt and not shuffled and options(seed, 0)[3]:
                self.verify(folder, seed)
        except Failure as failure:
            self.failures += 1
            kept = os.path.join(self.args.out, "failed", str(seed))
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            level, flags, lto, _ = options(seed, self.args.lto)
            how = " ".join([level] + flags + ([lto] if lto else []))
            if shuffled:
                how = passes(seed)
            text = "seed %d, %s: %s\n" % (seed, how, failure)
            with open(os.path.join(kept, "why"), "w", encoding="utf-8") as file:
                file.write(text)
            print(text, end="", flush=True)

    @staticmethod
    def difference(a, b):
        if a[0] != b[0]:
            return "exit code %d, with the plugin %d" % (a[0], b[0])
        lines = zip(a[1].decode(errors="replace").splitlines(),
                    b[1].decode(errors="replace").splitlines())
        for x, y in lines:
            if x != y:
                return "'%s', with the plugin '%s'" % (x, y)
        return "the output's length"

    def check(self, seed):
        folder = os.path.join(self.args.out, "work")
        shutil.rmtree(folder, ignore_errors=True)
        gen.write(seed, folder)
        self.programs += 1
        for sanitizer in ("address,undefined", "memory"):
            try:
                self.compile([self.args.clang, "-w", "-g", "-DFOR_SANITIZERS",
                              "-fsanitize=" + sanitizer,
                              "-fno-sanitize-recover=all", "-o",
                              folder + "/checked", folder + "/tests.c",
                              folder + "/other.c"])
                env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
                result = self.call([folder + "/checked"], RUN_SECONDS, env=env)
                if result.returncode:
                    raise Failure(result.stdout.decode(errors="replace"))
            except Failure as failure:
                self.failures += 1
                print("seed %d: %s" % (seed, failure))

    def run(self):
        args = self.args
        start = time.time()
        seed = args.first
        while seed < args.first + args.count:
            if args.seconds and time.time() - start > args.seconds:
                break
            (self.check if args.check else self.one)(seed)
            seed += 1
        print("%d programs from seed %d, %d failures, %d s" %
              (self.programs, args.first, self.failures, time.time() - start))
        rewrites = sum(n for name, n in self.counts.items()
                       if name.startswith("Passed"))
        print("%d rewrites" % rewrites)
        for name, n in sorted(self.counts.items()):
            print("  %6d %s" % (n, name))
        print("  " + ", ".join("%s: %d" % mode
                               for mode in sorted(self.modes.items())))
        return self.failures, rewrites


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--opt")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--lto", type=float, default=0, metavar="SHARE",
                        help="share of the programs linked with -flto")
    parser.add_argument("--shuffle", type=float, default=0, metavar="SHARE",
                        help="share that goes through opt with passes in any "
                        "order")
    parser.add_argument("--out", default="fuzz.out")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--at-least", type=int, default=0, metavar="N",
                        help="fail if fewer rewrites were done")
    args = parser.parse_args()
    args.out = os.path.abspath(args.out)
    failures, rewrites = Fuzzer(args).run()
    if rewrites < args.at_least:
        print("fewer than %d rewrites: the programs miss the idioms" %
              args.at_least)
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
