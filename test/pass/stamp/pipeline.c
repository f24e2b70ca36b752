// The stamp in the pipeline: clang's own passes make a calloc of the pair before
// the plugin looks at it.
// RUN: %zpcc -S -emit-llvm -o %t.ll %s -Rpass=zeropass 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=IR --implicit-check-not=zeropass-source \
// RUN:   %s < %t.ll

#include <stdlib.h>
#include <string.h>

// CHECK: #1 calloc of {{.*}} bytes: calloc became
long *written(size_t n) { return calloc(n, sizeof(long)); }

// CHECK: #2 calloc of {{.*}} bytes (made by LLVM of malloc and memset): calloc
void *made(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

// The mark on the source's calls goes with the call.
// IR: define
