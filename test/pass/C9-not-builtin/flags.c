// Row C9 as compiler flags. The function stays as it is under each of them.
// (-fsanitize=dataflow leaves no trace that could be seen: test/codegen.)
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=YES
// RUN: for flag in -fno-builtin -fno-builtin-malloc -ffreestanding \
// RUN:     -fsanitize=address -fsanitize=memory -O0; do \
// RUN:   echo "== $flag"; \
// RUN:   env ZEROPASS_OPTIONS=runtime=library \
// RUN:     %zpcc $flag -S -emit-llvm -o - %s; \
// RUN: done | FileCheck %s
//
// YES: @__zp_zalloc(
//
// CHECK:     == -fno-builtin{{$}}
// CHECK-NOT: @__zp
// CHECK:     == -fno-builtin-malloc
// CHECK-NOT: @__zp
// CHECK:     == -ffreestanding
// CHECK-NOT: @__zp
// CHECK:     == -fsanitize=address
// CHECK-NOT: @__zp
// CHECK:     == -fsanitize=memory
// CHECK-NOT: @__zp
// CHECK:     == -O0
// CHECK-NOT: @__zp

void *malloc(unsigned long);
void *memset(void *, int, unsigned long);
void opaque(void);

void *block(unsigned long n, unsigned long m, void **out) {
  void *p = malloc(n);
  void *q = malloc(m);
  if (!p || !q)
    return 0;
  memset(p, 0, n);
  memset(q, 0, m);
  *out = q;
  return p;
}
