// The record of -fsave-optimization-record: names, places and arguments are what
// zeropass-report and people's scripts read.
// A long path would be wrapped in the record.
// RUN: cd %S && env ZEROPASS_OPTIONS=runtime=library %zpcc -gline-tables-only \
// RUN:   -c -o %t.o record.c -fsave-optimization-record -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=zeropass
// RUN: FileCheck %s < %t.yaml

#include <stdlib.h>
#include <string.h>

// CHECK:      --- !Analysis
// CHECK:      --- !Passed
// CHECK-NEXT: Pass: {{ *}}zeropass
// CHECK-NEXT: Name: {{ *}}ZeroedVariant
// CHECK-NEXT: DebugLoc: {{ *}}{ File: {{.*}}record.c{{'?}}, Line: [[#@LINE+12]], Column: 15 }
// CHECK-NEXT: Function: {{ *}}loop
// CHECK-NEXT: Args:
// CHECK:        - Allocation: {{ *}}'1'
// CHECK:        - Callee: {{ *}}malloc
// CHECK:        - Size: {{ *}}'(8 * %
// CHECK:        - Variant: {{ *}}zalloc
// CHECK:        - Rewrite: {{ *}}'1'
// CHECK:        - Deleted: {{ *}}'1'
// CHECK:        - Where: {{.*}}record.c:[[#@LINE+6]]:
// CHECK:      ...
double *loop(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      p[i] = 0;
  return p;
}

// CHECK:      --- !Missed
// CHECK-NEXT: Pass: {{ *}}zeropass
// CHECK-NEXT: Name: {{ *}}EscapesBefore
// CHECK-NEXT: DebugLoc: {{ *}}{ File: {{.*}}record.c{{'?}}, Line: [[#@LINE+11]], Column: 13 }
// CHECK-NEXT: Function: {{ *}}filled
// CHECK-NEXT: Args:
// CHECK:        - Allocation: {{ *}}'2'
// CHECK:        - Callee: {{ *}}malloc
// CHECK:        - Reason: {{ *}}a call that may write the block comes before the zeroing
// CHECK:        - Where: {{.*}}record.c:[[#@LINE+7]]:
// CHECK:      ...
// CHECK-NOT:  ---
void fill(void *);
void *filled(size_t n) {
  void *p = malloc(n);

  fill(p);
  memset(p, 0, n);
  return p;
}
