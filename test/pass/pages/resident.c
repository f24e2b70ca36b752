// Where clang alone keeps the zeroing, every page of the block would have been
// resident, and the runtime is told so (how 1): huge pages cost nothing there.
// The twins, where that is not certain, say nothing.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s
// RUN: env ZEROPASS_OPTIONS=runtime=library %clang -O1 -fpass-plugin=%plugin \
// RUN:   -S -emit-llvm -o - %s | FileCheck %s
//
// Optimised for size, or with huge=never: nothing of the kind.
// RUN: for o in -Os -Oz; do \
// RUN:   env ZEROPASS_OPTIONS=runtime=library %clang $o -fpass-plugin=%plugin \
// RUN:     -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NOT || exit 1; \
// RUN: done
// RUN: env ZEROPASS_OPTIONS='runtime=library;huge=never' %zpcc -S -emit-llvm \
// RUN:   -o - %s | FileCheck %s --check-prefix=NEVER
//
// DSE comes again in an LTO link, and may make calloc of what stands here.
// RUN: for o in -flto=full -flto=thin; do \
// RUN:   env ZEROPASS_OPTIONS=runtime=library %zpcc $o -S -emit-llvm -o - %s \
// RUN:     | FileCheck %s --check-prefix=NOT || exit 1; \
// RUN: done
// RUN: %if llvm-at-least-19 %{ \
// RUN:   env ZEROPASS_OPTIONS=runtime=library %zpcc -flto=thin \
// RUN:     -ffat-lto-objects -S -emit-llvm -o - %s \
// RUN:     | FileCheck %s --check-prefix=NOT %}
// RUN: %if llvm-at-least-22 %{ %clang -O2 -S -emit-llvm -o %t.ll %s && \
// RUN:   env ZEROPASS_OPTIONS=runtime=library %loadopt \
// RUN:     -passes='thinlto-pre-link<O2>' -S %t.ll \
// RUN:     | FileCheck %s --check-prefix=NOT %}
//
// Of the place that the pass has in an opt pipeline nothing is known.
// RUN: %clang -O2 -S -emit-llvm -o %t.ll %s
// RUN: %loadopt -passes='zeropass<runtime=library>' -S %t.ll \
// RUN:   | FileCheck %s --check-prefix=NOT
// RUN: env ZEROPASS_OPTIONS=runtime=library %loadopt -passes='lto<O2>' -S %t.ll \
// RUN:   | FileCheck %s --check-prefix=NOT
//
// NOT-NOT: __zp_zalloc{{.*}}_how(
// NEVER: @__zp_zalloc_how(i64 {{.*}}, i32 4)
// NEVER-NOT: _how({{.*}}, i32 {{[^4]}}

#include <stdlib.h>
#include <string.h>

int ready(void);
void use(void *);

// CHECK-LABEL: define {{.*}}@loop(
// CHECK: call {{.*}}@__zp_zalloc_how(i64 {{.*}}, i32 1)
double *loop(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: define {{.*}}@checked(
// CHECK: call {{.*}}@__zp_zalloc_large_how(i64 {{.*}}83886080, i32 1)
char *checked(void) {
  char *p = malloc(80 << 20);
  if (!p)
    return NULL;
  if (!ready()) {
    free(p);
    return NULL;
  }
  memset(p, 0, 80 << 20);
  return p;
}

// Too small for a huge page.
// CHECK-LABEL: define {{.*}}@one_byte_less(
// CHECK: call {{.*}}@__zp_zalloc_large(i64 {{.*}}2097151)
char *one_byte_less(void) {
  char *p = malloc((2 << 20) - 1);
  if (!p)
    return NULL;
  if (!ready()) {
    free(p);
    return NULL;
  }
  memset(p, 0, (2 << 20) - 1);
  return p;
}

// CHECK-LABEL: define {{.*}}@just_enough(
// CHECK: call {{.*}}@__zp_zalloc_large_how(i64 {{.*}}2097152, i32 1)
char *just_enough(void) {
  char *p = malloc(2 << 20);
  if (!p)
    return NULL;
  if (!ready()) {
    free(p);
    return NULL;
  }
  memset(p, 0, 2 << 20);
  return p;
}

// On a way that is hardly ever taken the block may be sparse.
// CHECK-LABEL: define {{.*}}@unlikely_raw(
// CHECK: call {{.*}}@__zp_zalloc(i64 {{[^,]*}})
char *unlikely_raw(size_t n, int raw) {
  char *p = malloc(n);
  if (__builtin_expect(raw, 0))
    return p;
  memset(p, 0, n);
  return p;
}

// It is thrown away on that way.
// CHECK-LABEL: define {{.*}}@unlikely_dropped(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
char *unlikely_dropped(size_t n, int drop) {
  char *p = malloc(n);
  if (__builtin_expect(drop, 0)) {
    free(p);
    return NULL;
  }
  memset(p, 0, n);
  return p;
}

// It is used on that way, by who has it from elsewhere, before the program ends,
// a longjmp or the block's end.
char *known;
void serve(void);
__attribute__((noreturn)) void leave(int);
// CHECK-LABEL: define {{.*}}@known_elsewhere(
// CHECK: call {{.*}}@__zp_zalloc(i64 {{[^,]*}})
char *known_elsewhere(size_t n, int raw) {
  char *p = known = malloc(n);
  if (!p)
    return NULL;
  if (raw) {
    serve();
    free(p);
    return NULL;
  }
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: define {{.*}}@known_beyond(
// CHECK: call {{.*}}@__zp_zalloc(i64 {{[^,]*}})
char *known_beyond(size_t n, int raw) {
  char *p = known = malloc(n);
  if (!p)
    return NULL;
  if (raw)
    leave(1);
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// Nobody knows it there.
// CHECK-LABEL: define {{.*}}@unknown_beyond(
// CHECK: call {{.*}}@__zp_zalloc_how(i64 {{.*}}, i32 1)
char *unknown_beyond(size_t n, int raw) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  if (raw)
    leave(1);
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// A server gets it, or serves for ever: then the zeroing is conditional.
__attribute__((noreturn)) void serve_from(char *);
// CHECK-LABEL: define {{.*}}@handed_on(
// CHECK: call {{.*}}@malloc(
char *handed_on(size_t n, int raw) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  if (raw)
    serve_from(p);
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: define {{.*}}@for_ever(
// CHECK: call {{.*}}@malloc(
char *for_ever(size_t n, int raw) {
  char *p = known = malloc(n);
  if (!p)
    return NULL;
  if (raw)
    for (;;)
      serve();
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// When the other allocation fails, this block lives on.
// CHECK-LABEL: define {{.*}}@other_fails(
// CHECK: call {{.*}}@__zp_zalloc(i64 {{[^,]*}})
char *other_fails(size_t n, char **other) {
  char *p = malloc(n);
  *other = malloc(n + 1);
  if (!*other)
    return p;
  memset(p, 0, n);
  return p;
}

// A gap in each element, and the next element is on the same page.
struct padded {
  char used[600];
  int gap[100];
};
// CHECK-LABEL: define {{.*}}@gaps(
// CHECK: call {{.*}}@__zp_zalloc_how(i64 {{.*}}, i32 1)
struct padded *gaps(size_t n) {
  struct padded *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      memset(p[i].used, 0, sizeof p[i].used);
  return p;
}

// The gaps are whole pages, which the original never touches.
struct holes {
  char used[100000];
  int gap[20000];
};
// CHECK-LABEL: define {{.*}}@pages_left_out(
// CHECK: call {{.*}}@__zp_zalloc(i64 {{[^,]*}})
struct holes *pages_left_out(size_t n) {
  struct holes *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      memset(p[i].used, 0, sizeof p[i].used);
  return p;
}

// The source's own calloc, and what LLVM made into one.
// CHECK-LABEL: define {{.*}}@sparse(
// CHECK: call {{.*}}@__zp_calloc(i64 {{[^,]*}}, i64 {{[^,]*}})
char *sparse(size_t n) { return calloc(n, 8); }
