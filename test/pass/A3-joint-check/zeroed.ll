; Row A3: several allocations, one check of them all or one cleanup path, then
; the zeroings.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; if (!p || !q) return -1;
define i32 @two_joint(i64 %n, i64 %m, ptr %a, ptr %b) {
; CHECK-LABEL: @two_joint(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    %q = call ptr @__zp_zalloc(i64 %m)
; CHECK-NOT:     memset
; CHECK:         ret i32
entry:
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %m)
  %no_p = icmp eq ptr %p, null
  %no_q = icmp eq ptr %q, null
  %failed = or i1 %no_p, %no_q
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %m, i1 false)
  store ptr %p, ptr %a
  store ptr %q, ptr %b
  br label %out
out:
  %r = phi i32 [ -1, %entry ], [ 0, %zero ]
  ret i32 %r
}

; The same by select, as SimplifyCFG writes a short-circuit.
define i32 @three_selects(i64 %n, ptr %s) {
; CHECK-LABEL: @three_selects(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    %q = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    %r = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret i32
entry:
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  %r = call ptr @malloc(i64 %n)
  %p.ok = icmp ne ptr %p, null
  %q.ok = icmp ne ptr %q, null
  %r.ok = icmp ne ptr %r, null
  %pq.ok = select i1 %p.ok, i1 %q.ok, i1 false
  %all.ok = select i1 %pq.ok, i1 %r.ok, i1 false
  br i1 %all.ok, label %zero, label %fail
fail:
  call void @free(ptr %p)
  call void @free(ptr %q)
  call void @free(ptr %r)
  ret i32 -1
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %r, i8 0, i64 %n, i1 false)
  store ptr %p, ptr %s
  %s1 = getelementptr ptr, ptr %s, i64 1
  store ptr %q, ptr %s1
  %s2 = getelementptr ptr, ptr %s, i64 2
  store ptr %r, ptr %s2
  ret i32 0
}

; Check by check, all failures in one place that frees a phi of what there is.
define i32 @cleanup_phi(i64 %n, ptr %a, ptr %b) {
; CHECK-LABEL: @cleanup_phi(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK:         %q = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret i32
entry:
  %p = call ptr @malloc(i64 %n)
  %no_p = icmp eq ptr %p, null
  br i1 %no_p, label %fail, label %second
second:
  %q = call ptr @malloc(i64 %n)
  %no_q = icmp eq ptr %q, null
  br i1 %no_q, label %fail, label %third
third:
  %c = call i1 @condition()
  br i1 %c, label %zero, label %fail
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  store ptr %p, ptr %a
  store ptr %q, ptr %b
  ret i32 0
fail:
  %p.fail = phi ptr [ null, %entry ], [ %p, %second ], [ %p, %third ]
  %q.fail = phi ptr [ null, %entry ], [ null, %second ], [ %q, %third ]
  call void @free(ptr %q.fail)
  call void @free(ptr %p.fail)
  ret i32 -1
}

; Each in a field of a context that others will know, then one check of the
; fields.
define i32 @fields(i64 %n, ptr %ctx) {
; CHECK-LABEL: @fields(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK:         %q = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret i32
entry:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %ctx
  %q = call ptr @malloc(i64 %n)
  %ctx8 = getelementptr i8, ptr %ctx, i64 8
  store ptr %q, ptr %ctx8
  %p.again = load ptr, ptr %ctx
  %no_p = icmp eq ptr %p.again, null
  %no_q = icmp eq ptr %q, null
  %failed = or i1 %no_p, %no_q
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p.again, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret i32 0
out:
  ret i32 -1
}

declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i1 @condition()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
