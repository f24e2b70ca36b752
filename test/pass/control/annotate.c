// annotate("zeropass:keep") leaves a function alone; another annotation does not.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o %t.ll %s \
// RUN:   -Rpass-missed=zeropass 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.ll

#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((annotate("zeropass:keep")))

// CHECK-LABEL: @kept(
// CHECK: call {{.*}}@calloc(
// SAID: :[[#@LINE+1]]:{{.*}}kept: an option or annotation excludes this rewrite
KEEP long *kept(size_t n) { return calloc(n, sizeof(long)); }

// CHECK-LABEL: @annotated_else(
// CHECK: call {{.*}}@__zp_calloc(
__attribute__((annotate("zeropass"))) long *annotated_else(size_t n) {
  return calloc(n, sizeof(long));
}

// CHECK-LABEL: @both(
// CHECK: call {{.*}}@calloc(
__attribute__((annotate("mine"))) KEEP long *both(size_t n) {
  return calloc(n, sizeof(long));
}

// Declared so in one place, defined in another.
KEEP long *declared(size_t n);
// CHECK-LABEL: @declared(
// CHECK: call {{.*}}@calloc(
long *declared(size_t n) { return calloc(n, sizeof(long)); }

// CHECK-LABEL: @plain(
// CHECK: call {{.*}}@__zp_calloc(
long *plain(size_t n) { return calloc(n, sizeof(long)); }

// A variable that bears the annotation concerns nobody.
KEEP int variable;
