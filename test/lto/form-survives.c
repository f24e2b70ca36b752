/* What rewritten code looks like survives the passes of both LTO links, run
 * without the plugin. DSE there makes calloc of malloc + memset wherever it sees
 * them; the last test shows that it would do so here.
 *
 * RUN: %zpcc -flto=thin -c %s -o %t.thin.bc
 * RUN: opt -passes='thinlto<O2>' -S %t.thin.bc -o - | %FileCheck %s
 * RUN: opt -passes='thinlto<O3>,lto<O3>,default<O3>' -S %t.thin.bc -o - \
 * RUN:   | %FileCheck %s
 * RUN: %zpcc -flto=full -c %s -o %t.full.bc
 * RUN: opt -passes='lto<O2>' -S %t.full.bc -o - | %FileCheck %s
 * RUN: opt -passes='lto<O3>,lto<O3>' -S %t.full.bc -o - | %FileCheck %s
 * RUN: %zpcc -g -march=native -flto=full -c %s -o %t.native.bc
 * RUN: opt -passes='lto<O2>' -S %t.native.bc -o - | %FileCheck %s
 *
 * RUN: %clang -O2 -flto=full -DNAKED -c %s -o %t.naked.bc -fno-builtin-calloc
 * RUN: llvm-dis %t.naked.bc -o - | sed 's/"no-builtin-calloc"//' \
 * RUN:   | opt -passes='lto<O2>' -S -o - | %FileCheck %s --check-prefix=NAKED
 */
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *memset(void *, int, size_t);

#ifdef NAKED
/* NAKED-LABEL: @naked(
 * NAKED-NOT: @malloc
 * NAKED: @calloc(i64 1, i64 1000)
 * NAKED-LABEL: {{^}}}
 */
void *naked(void) {
  void *p = malloc(1000);
  if (p)
    memset(p, 0, 1000);
  return p;
}

#else
/* CHECK-LABEL: define {{.*}}@small(
 * CHECK-NOT: calloc
 * CHECK: [[P:%.*]] = {{.*}}call {{.*}}ptr @malloc(i64 {{.*}}24)
 * CHECK: call ptr asm "", "=r,0{{[^"]*}}"(ptr {{.*}}[[P]])
 * CHECK: {{store|memset}}
 * CHECK-NOT: calloc
 * CHECK-LABEL: {{^}}}
 */
void *small(void) { return calloc(3, 8); }

/* CHECK-LABEL: define {{.*}}@kilobyte(
 * CHECK-NOT: calloc
 * CHECK: [[P:%.*]] = {{.*}}call {{.*}}ptr @malloc(i64 {{.*}}1000)
 * CHECK: [[A:%.*]] = {{.*}}call ptr asm "", "=r,0{{[^"]*}}"(ptr {{.*}}[[P]])
 * CHECK: call void @llvm.memset{{.*}}(ptr {{.*}}[[A]], i8 0, i64 1000,
 * CHECK-NOT: calloc
 * CHECK-LABEL: {{^}}}
 */
void *kilobyte(void) {
  void *p = malloc(1000);
  if (p)
    memset(p, 0, 1000);
  return p;
}

/* CHECK-LABEL: define {{.*}}@unknown(
 * CHECK-NOT: @calloc(
 * CHECK: [[P:%.*]] = {{.*}}call {{.*}}ptr @malloc(i64
 * CHECK: [[A:%.*]] = {{.*}}call ptr asm "", "=r,0{{[^"]*}}"(ptr {{.*}}[[P]])
 * CHECK: call void @llvm.memset{{.*}}(ptr {{.*}}[[A]], i8 0,
 * CHECK-NOT: @calloc(
 * CHECK-LABEL: {{^}}}
 */
char *unknown(size_t n) {
  char *p = malloc(n);
  if (!p)
    return 0;
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return p;
}

/* CHECK-LABEL: define {{.*}}@factors(
 * CHECK-NOT: @calloc(
 * CHECK: call {{.*}}ptr @malloc(i64
 * CHECK: call ptr asm "", "=r,0{{[^"]*}}"(ptr
 * CHECK: call void @llvm.memset
 * CHECK-NOT: @calloc(
 * CHECK-LABEL: {{^}}}
 */
void *factors(size_t n, size_t size) { return calloc(n, size); }
#endif
