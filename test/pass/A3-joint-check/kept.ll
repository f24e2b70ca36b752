; Row A3, the other side.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; "One of them has failed" is known only of p: q stays unzeroed for a reason
; that has to do with neither.
; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}joint_with_flag
; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}joint_with_flag
define void @joint_with_flag(i64 %n, i1 %raw, ptr %a, ptr %b) {
; CHECK-LABEL: @joint_with_flag(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    %q = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
; CHECK-NEXT:    call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  store ptr %p, ptr %a
  store ptr %q, ptr %b
  %no_p = icmp eq ptr %p, null
  %failed = or i1 %no_p, %raw
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret void
out:
  ret void
}

; The two pointers change places: what is zeroed as q may be p's block with
; another size.
; WHY:      Name: {{ *}}MayBeOther
; WHY-NEXT: Function: {{ *}}swapped
define void @swapped(i64 %n, i64 %m, i1 %c, ptr %a, ptr %b) {
; CHECK-LABEL: @swapped(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    %q = call ptr @malloc(i64 %m)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %m)
  %first = select i1 %c, ptr %p, ptr %q
  %second = select i1 %c, ptr %q, ptr %p
  call void @llvm.memset.p0.i64(ptr %first, i8 0, i64 %n, i1 false)
  store ptr %first, ptr %a
  store ptr %second, ptr %b
  ret void
}

; The second block's zeroing goes over the first one's memory by mistake: it is
; p that is zeroed, twice.
; WHY:      Function: {{ *}}same_block_twice
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}same_block_twice
define void @same_block_twice(i64 %n, ptr %a, ptr %b) {
; CHECK-LABEL: @same_block_twice(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    %q = call ptr @malloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret void
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  store ptr %p, ptr %a
  store ptr %q, ptr %b
  ret void
}

; A store to the first context's field may be a store to the second's: the
; reload is not proven to be p.
; WHY:      Function: {{ *}}clobbered_field
define void @clobbered_field(i64 %n, ptr %ctx, ptr %other) {
; CHECK-LABEL: @clobbered_field(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %again
entry:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %ctx
  store ptr null, ptr %other
  %again = load ptr, ptr %ctx
  %failed = icmp eq ptr %again, null
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %again, i8 0, i64 %n, i1 false)
  ret void
out:
  ret void
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
