; Whatever function of the runtime a module calls, its body comes, with all that it
; calls in turn. What calls operator new lets its exceptions through.
; RUN: %loadopt -passes=zeropass -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: sed -n 's/^declare .*@\(__zp1_[a-z_]*\)(.*/declared only: \1/p' %t.ll | count 0
; RUN: llvm-as %t.ll -o /dev/null
; RUN: for name in new_zalloc new_zalloc_how new_zalloc_aligned \
; RUN:     new_zalloc_aligned_how; do \
; RUN:   n=$(sed -n "s/^define .*@__zp1_$name(.* #\([0-9]*\) .*/\1/p" %t.ll) && \
; RUN:   grep "^attributes #$n = " %t.ll | grep -v nounwind || exit 1; \
; RUN: done

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @all(ptr %p, i64 %n) optsize uwtable {
  %1 = call ptr @__zp1_zalloc(i64 %n)
  %2 = call ptr @__zp1_zalloc_how(i64 %n, i32 1)
  %3 = call ptr @__zp1_zalloc_large(i64 %n)
  %4 = call ptr @__zp1_zalloc_large_how(i64 %n, i32 1)
  %5 = call ptr @__zp1_calloc(i64 %n, i64 8)
  %6 = call ptr @__zp1_calloc_how(i64 %n, i64 8, i32 1)
  %7 = call ptr @__zp1_rezalloc(ptr %p, i64 8, i64 %n)
  %8 = call ptr @__zp1_rezalloc_how(ptr %p, i64 8, i64 %n, i32 1)
  %9 = call ptr @__zp1_rezallocarray(ptr %p, i64 8, i64 %n, i64 8)
  %10 = call ptr @__zp1_rezallocarray_how(ptr %p, i64 8, i64 %n, i64 8, i32 1)
  %11 = call ptr @__zp1_new_zalloc(i64 %n, ptr @op)
  %12 = call ptr @__zp1_new_zalloc_how(i64 %n, ptr @op, i32 1)
  %13 = call ptr @__zp1_new_zalloc_nothrow(i64 %n, ptr %p, ptr @op)
  %14 = call ptr @__zp1_new_zalloc_nothrow_how(i64 %n, ptr %p, ptr @op, i32 1)
  %15 = call ptr @__zp1_new_zalloc_aligned(i64 %n, i64 64, ptr @op)
  %16 = call ptr @__zp1_new_zalloc_aligned_how(i64 %n, i64 64, ptr @op, i32 1)
  %17 = call ptr @__zp1_new_zalloc_aligned_nothrow(i64 %n, i64 64, ptr %p, ptr @op)
  %18 = call ptr @__zp1_new_zalloc_aligned_nothrow_how(i64 %n, i64 64, ptr %p, ptr @op, i32 1)
  call void @__zp1_zero_fresh(ptr %p, i64 %n, i32 257)
  call void @__zp1_heap(i64 4096, i64 4096)
  ret void
}

; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc(i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc_how(i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc_large(i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc_large_how(i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_calloc(i64 {{.*}}, i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_calloc_how(i64 {{.*}}, i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden void @__zp1_zero_fresh(ptr {{.*}}, i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden void @__zp1_heap(i64 {{.*}}, i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_rezalloc(ptr {{.*}}, i64 {{.*}}, i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_rezalloc_how(ptr {{.*}}, i64 {{.*}}, i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_rezallocarray(ptr {{.*}}, i64 {{.*}}, i64 {{.*}}, i64 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_rezallocarray_how(ptr {{.*}}, i64 {{.*}}, i64 {{.*}}, i64 {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc(i64 {{.*}}, ptr {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_how(i64 {{.*}}, ptr {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_nothrow(i64 {{.*}}, ptr {{.*}}, ptr {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_nothrow_how(i64 {{.*}}, ptr {{.*}}, ptr {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_aligned(i64 {{.*}}, i64 {{.*}}, ptr {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_aligned_how(i64 {{.*}}, i64 {{.*}}, ptr {{.*}}, i32 {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_aligned_nothrow(i64 {{.*}}, i64 {{.*}}, ptr {{.*}}, ptr {{.*}} comdat
; CHECK-DAG: define linkonce_odr hidden {{.*}}ptr @__zp1_new_zalloc_aligned_nothrow_how(i64 {{.*}}, i64 {{.*}}, ptr {{.*}}, ptr {{.*}}, i32 {{.*}} comdat

declare ptr @op(i64)
declare ptr @__zp1_zalloc(i64)
declare ptr @__zp1_zalloc_how(i64, i32)
declare ptr @__zp1_zalloc_large(i64)
declare ptr @__zp1_zalloc_large_how(i64, i32)
declare ptr @__zp1_calloc(i64, i64)
declare ptr @__zp1_calloc_how(i64, i64, i32)
declare void @__zp1_zero_fresh(ptr, i64, i32)
declare void @__zp1_heap(i64, i64)
declare ptr @__zp1_rezalloc(ptr, i64, i64)
declare ptr @__zp1_rezalloc_how(ptr, i64, i64, i32)
declare ptr @__zp1_rezallocarray(ptr, i64, i64, i64)
declare ptr @__zp1_rezallocarray_how(ptr, i64, i64, i64, i32)
declare ptr @__zp1_new_zalloc(i64, ptr)
declare ptr @__zp1_new_zalloc_how(i64, ptr, i32)
declare ptr @__zp1_new_zalloc_nothrow(i64, ptr, ptr)
declare ptr @__zp1_new_zalloc_nothrow_how(i64, ptr, ptr, i32)
declare ptr @__zp1_new_zalloc_aligned(i64, i64, ptr)
declare ptr @__zp1_new_zalloc_aligned_how(i64, i64, ptr, i32)
declare ptr @__zp1_new_zalloc_aligned_nothrow(i64, i64, ptr, ptr)
declare ptr @__zp1_new_zalloc_aligned_nothrow_how(i64, i64, ptr, ptr, i32)
