// Row A7 through the pipeline: LLVM has made calloc of the pair by the time the
// pass looks. Up to the inline limit it becomes malloc and stores again.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s
// RUN: env ZEROPASS_OPTIONS="runtime=library;inline-limit=32" %zpcc -S \
// RUN:   -emit-llvm -o - %s | FileCheck %s --check-prefix=LIMIT
// RUN: %clang -O2 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=ALONE

#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next, *prev;
  long key;
};

// The program's own null check serves for the stores too.
// CHECK-LABEL: @node(
// CHECK: [[P:%.*]] = tail call {{.*}}@malloc(i64 {{.*}}24)
// CHECK-NEXT: [[NULL:%.*]] = icmp eq ptr [[P]], null
// CHECK-NEXT: br i1 [[NULL]]
// CHECK: store <16 x i8> zeroinitializer, ptr [[P]]
// CHECK: store i64 0, ptr
// CHECK-NOT: icmp
// CHECK: ret ptr
//
// LIMIT-LABEL: @node(
// LIMIT: @malloc(
// ALONE-LABEL: @node(
// ALONE: @calloc(
struct node *node(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  memset(n, 0, sizeof *n);
  return n;
}

// CHECK-LABEL: @middle(
// CHECK: [[P:%.*]] = tail call {{.*}}@malloc(i64 {{.*}}512)
// CHECK: call void @llvm.memset.{{.*}}[[P]], i8 0, i64 512
//
// LIMIT-LABEL: @middle(
// LIMIT: @calloc(i64 1, i64 512)
// ALONE-LABEL: @middle(
// ALONE: @calloc(
void *middle(void) {
  void *p = malloc(512);
  if (p)
    memset(p, 0, 512);
  return p;
}

// Not for size: one call is the smallest.
// CHECK-LABEL: @for_size(
// CHECK: @calloc(i64 1, i64 24)
// ALONE-LABEL: @for_size(
// ALONE: @calloc(
__attribute__((minsize)) struct node *for_size(void) {
  struct node *n = malloc(sizeof *n);
  if (n)
    memset(n, 0, sizeof *n);
  return n;
}
