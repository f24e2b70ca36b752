// What a user sees of -Rpass, -Rpass-missed and -Rpass-analysis: one line for
// each allocation, its number, its size, both places in the source.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -gline-tables-only -c -o %t.o \
// RUN:   %s -Rpass=zeropass -Rpass-missed=zeropass 2>&1 | FileCheck %s
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -gline-tables-only -c -o %t.o \
// RUN:   %s -Rpass-analysis=zeropass 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -c -o %t.o %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
//
// SILENT-NOT: {{.}}

#include <stdlib.h>
#include <string.h>

// CHECK: wording.c:[[#@LINE+3]]:15: remark: #1 malloc of (8 * {{.*}}) bytes: allocation and zeroing became one zeroed allocation (zalloc), rewrite 1, 1 zeroing deleted, zeroed at {{.*}}wording.c:[[#@LINE+6]]:12, pages huge where the block is mapped alone, saves the clearing of bytes that come zeroed [-Rpass=zeropass]
// FACT: wording.c:[[#@LINE+2]]:15: remark: #1 malloc of {{.*}} bytes: zeroed at {{.*}}wording.c:[[#@LINE+5]]:12 [-Rpass-analysis=zeropass]
double *loop(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      p[i] = 0;
  return p;
}

// CHECK: wording.c:[[#@LINE+1]]:{{.*}}: remark: #2 calloc of 48 bytes: zeroed allocation of a small constant size became a plain one and inline stores (malloc+stores), rewrite 2, saves the slower way of a zeroed allocation [-Rpass=zeropass]
void *small(void) { return calloc(6, 8); }

// CHECK: wording.c:[[#@LINE+1]]:{{.*}}: remark: #3 malloc of {{.*}} bytes: kept: the block is not zeroed [-Rpass-missed=zeropass]
void *never(size_t n) { return malloc(n); }

// CHECK: wording.c:[[#@LINE+4]]:13: remark: #4 malloc of {{.*}} bytes: kept: a call that may write the block comes before the zeroing, see {{.*}}wording.c:[[#@LINE+6]]:3 [-Rpass-missed=zeropass]
void fill(void *);
void *shared;
void *filled(size_t n) {
  void *p = malloc(n);
  shared = p;
  fill(p);
  memset(p, 0, n);
  return p;
}

// CHECK-NOT: remark:
