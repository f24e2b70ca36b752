"""Talks to the table's program: one process an allocator, samples on request,
in random order within each round."""
import os
import random
import subprocess
import sys
import time

import verdict

STATES = ("first", "steady")
USES = ("untouched", "byte-per-2mb", "byte-per-page", "read", "written")

KB, MB = 1 << 10, 1 << 20
# Bytes that a first use takes of small blocks, where time is looked at and
# where memory is: a quarter megabyte is the least that counts there.
TOTAL_FOR_TIME, TOTAL_FOR_MEMORY = 256 * KB, 4 * MB


class Program:
    """The table's program under one allocator."""

    def __init__(self, command, preload=None, environment=None):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("ZEROPASS_", "MALLOC_", "GLIBC_TUNABLES",
                                    "LD_PRELOAD"))}
        env.update(environment or {})
        if preload:
            env["LD_PRELOAD"] = preload
        self.process = subprocess.Popen([command], env=env, text=True,
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.version, self.libc, ways = self.ask("who").split(";")
        self.name = self.version.split()[0]
        self.ways = set(ways.split())

    def ask(self, *words):
        self.process.stdin.write(" ".join(str(w) for w in words) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the table's program has ended: " + " ".join(
                str(w) for w in words))
        return line.strip()

    def numbers(self, *words):
        return [None if w == "-" else float(w)
                for w in self.ask(*words).split()]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Cell:
    """The samples of one cell: for each way a list of nanoseconds and one of
    kilobytes, an entry a round; None where there is no sample."""

    def __init__(self, state, use, size, ways, seed):
        self.state, self.use, self.size = state, use, size
        self.ways = list(ways)  # (Program, name of the way) or key -> these
        self.times = {key: [] for key, _, _ in self.ways}
        self.kilobytes = {key: [] for key, _, _ in self.ways}
        self.rng = random.Random(seed)
        self.spent = 0.0

    def round(self, leave_out=()):
        """Each way once, in random order."""
        begin = time.monotonic()
        order = [w for w in self.ways if w[0] not in leave_out]
        self.rng.shuffle(order)
        got = {}
        while order:
            # Neighbours in the same program go into one request.
            program = order[0][1]
            run = []
            while order and order[0][1] is program:
                run.append(order.pop(0))
            answer = program.ask("sample", self.state, self.use, self.size,
                                 TOTAL_FOR_TIME, *(name for _, _, name in run))
            for (key, _, _), word in zip(run, answer.split()):
                if word != "-":
                    ns, kb = word.split(":")
                    got[key] = float(ns), int(kb)
        for key in self.times:
            ns, kb = got.get(key, (None, None))
            self.times[key].append(ns)
            self.kilobytes[key].append(kb)
        self.spent += time.monotonic() - begin

    def median(self, key):
        return verdict.median(self.times.get(key, ()))

    def memory(self, key):
        return verdict.median(self.kilobytes[key])

    def repeat(self, judge, patience, least=9, step=6, most=75):
        """Rounds until every verdict that judge() returns is settled or the
        seconds of patience are used up. A baseline far beyond the other is left
        out after a few rounds: it decides nothing. Returns the verdicts."""
        left_out = ()
        for _ in range(3):
            self.round()
        if verdict.MEMSET in self.times and verdict.CALLOC in self.times:
            memset = self.median(verdict.MEMSET)
            calloc = self.median(verdict.CALLOC)
            if memset and calloc and max(memset, calloc) > 3 * min(
                    memset, calloc):
                left_out = (verdict.MEMSET if memset > calloc else
                            verdict.CALLOC,)
        rounds = 3
        while True:
            # A first interval from five rounds where a round takes long.
            want = least if self.spent / rounds < patience / least else 5
            while rounds < want:
                self.round(left_out)
                rounds += 1
            verdicts = judge()
            if all(verdict.is_settled(v) for v in verdicts) or \
                    rounds >= most or self.spent > patience:
                return verdicts
            for _ in range(min(step, max(1, int(
                    (patience - self.spent) / (self.spent / rounds))))):
                self.round(left_out)
                rounds += 1


def size_text(size):
    for unit, factor in (("MB", MB), ("KB", KB)):
        if size >= factor:
            return (f"{size // factor} {unit}" if size % factor == 0 else
                    f"{size / factor:.2f} {unit}")
    return f"{size} B"


def time_text(nanoseconds):
    if nanoseconds is None:
        return "-"
    for unit, factor in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * factor:
            break
    return f"{nanoseconds / factor:.3g} {unit}"


def memory_text(kilobytes):
    if kilobytes is None:
        return "-"
    return (f"{kilobytes / 1024:.1f} MB" if kilobytes >= 1024 else
            f"{kilobytes:.0f} KB")
