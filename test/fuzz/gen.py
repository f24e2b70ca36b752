#!/usr/bin/env python3
"""Writes a random C program about allocation and zeroing.

    gen.py SEED DIR    makes DIR/tests.c and DIR/other.c

The program is free of undefined behaviour (see model.py) and prints a checksum
of bytes that it has defined; the same seed gives the same program.
"""

import os
import random
import sys

from model import STRUCTS, Env
from programs import Programs

CASES = 10
ROUNDS = 4  # sets of inputs for each case

COMMON = """\
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef FOR_SANITIZERS /* which do not know these */
#define __builtin___memset_chk(p, c, n, room) memset(p, c, n)
#define bzero(p, n) memset(p, 0, n)
#endif

typedef unsigned char u8;
%s
struct holder { u8 *f0, *f1; size_t len; int state; };

extern u8 *g0, *g1;
extern struct holder gs;
extern const u8 table[4096];
extern int dummy;

uint64_t sum(const void *p, size_t n);
void fill(void *p, int c, size_t n);
void look(const void *p);
size_t opq(size_t x);
void poke(void);
void shrink(void);
void nothing(void);
"""

OTHER = """\
#include "common.h"

u8 *g0, *g1;
struct holder gs;
int dummy;
const u8 table[4096] = {%s};
volatile size_t seen;

uint64_t sum(const void *p, size_t n) {
  uint64_t s = n;
  for (size_t i = 0; i < n; i++)
    s = (s ^ ((const u8 *)p)[i]) * 0x100000001b3u;
  return s;
}
void fill(void *p, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((volatile u8 *)p)[i] = (u8)c;
}
void look(const void *p) { seen += p != 0; }
size_t opq(size_t x) { seen = x; return seen; }
void poke(void) {
  if (g0)
    *g0 = 77;
  if (gs.f0)
    *gs.f0 = 78;
}
void shrink(void) {
  if (gs.len)
    gs.len--;
}
void nothing(void) { seen++; }
"""

HEAD = """\
#include "common.h"

#define MIX(x) (acc = (acc ^ (uint64_t)(x)) * 0x100000001b3u)

static inline uint64_t bits_double(double x) {
  uint64_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}
static inline uint64_t bits_float(float x) {
  uint32_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}
/* Wrappers as programs have them. */
static inline void *zeroed_inline(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}
__attribute__((noinline)) static void *checked(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}
"""

ARGUMENTS = "size_t n, int m, unsigned u, unsigned short h, int k, int flag"


def inputs(rng):
    some = [0, 1, 1, 2, 3, 5, 8, 16, 17, 31, 32, 64, 65, 100, 127, 128, 200,
            255, 256, 257, 500, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 3000]
    return {
        "n": rng.choice(some + [4096, 5000]),
        "m": rng.choice(some),
        "u": rng.choice(some + [0x10000001, 0x20000003]),
        "h": rng.choice(some[:-2]),
        "k": rng.randrange(16),
        "flag": rng.randrange(4),
    }


class Case(Programs):
    """One function of the program, and what it does for each set of inputs."""

    def __init__(self, rng, number):
        super().__init__(rng)
        self.name = "case%d" % number
        self.rounds = [inputs(rng) for _ in range(ROUNDS)]

    def generate(self):
        rng = self.rng
        envs = [Env(i, self.all_places()) for i in self.rounds]
        count = rng.randint(5, 13)
        body, envs = self.some(envs, count, 0)
        envs = [e for e in envs if e.runs]
        tail = []
        for place in self.all_places():
            statement = self.observe(envs, place)
            if statement:
                tail.append(statement)
        self.body = body + tail

    def text(self):
        lines = ["__attribute__((noinline)) uint64_t %s(%s) {" %
                 (self.name, ARGUMENTS),
                 "  uint64_t acc = 1;"]
        for place in self.locals:
            lines.append("  u8 *%s = NULL;" % place)
        lines.append("  u8 *q0 = NULL, *q1 = NULL;")
        lines += ["  struct holder st = {0};",
                  "  struct holder *hp = calloc(1, sizeof *hp);",
                  "  if (!hp)", "    abort();",
                  "  (void)st, (void)q0, (void)q1;"]
        if self.escape_holder:
            lines.append("  look(&st);")
        for statement in self.body:
            lines += statement.lines("  ")
        lines += ["  goto out;" if self.uses_fail else "",
                  "fail:" if self.uses_fail else "",
                  "  MIX(99);" if self.uses_fail else "",
                  "out:" if self.uses_fail else ""]
        for place in self.locals:
            lines.append("  free(%s);" % place)
        lines += ["  free(st.f0);", "  free(hp);", "  return acc;", "}", ""]
        return "\n".join(l for l in lines if l)


def program(seed):
    rng = random.Random(seed)
    cases = []
    while len(cases) < CASES:
        case = Case(rng, len(cases))
        case.generate()
        cases.append(case)
    parts = [HEAD] + [c.text() for c in cases]
    parts.append("int main(void) {")
    for case in cases:
        for r in case.rounds:
            parts.append("  g0 = g1 = gs.f0 = gs.f1 = NULL, gs.len = 0;")
            parts.append(
                '  printf("%s %%016llx\\n", (unsigned long long)%s('
                "opq(%d), (int)opq(%d), (unsigned)opq(%d), "
                "(unsigned short)opq(%d), (int)opq(%d), (int)opq(%d)));" %
                (case.name, case.name, r["n"], r["m"], r["u"], r["h"], r["k"],
                 r["flag"]))
    parts += ["  return 0;", "}", ""]
    table = ", ".join(str(b) for b in Programs.table())
    return {
        "common.h": COMMON % "\n".join(map(str, STRUCTS)),
        "other.c": OTHER % table,
        "tests.c": "\n".join(parts),
    }


def write(seed, folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in program(seed).items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(int(sys.argv[1]), sys.argv[2])
