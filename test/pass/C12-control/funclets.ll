; Row C12: funclets, as Windows' exceptions have them. Elsewhere they do not
; occur, but nothing may go wrong where they do.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; An allocation in a funclet carries a bundle that its successor cannot.
; WHY:      Name: {{ *}}OperandBundle
; WHY-NEXT: Function: {{ *}}inside
define void @inside(i64 %n) personality ptr @__CxxFrameHandler3 {
; CHECK-LABEL: @inside(
; CHECK:         %p = call ptr @malloc(i64 %n){{.*}} [ "funclet"(token %pad) ]
; CHECK-NEXT:    call void @llvm.memset
entry:
  invoke void @opaque() to label %out unwind label %lp
lp:
  %pad = cleanuppad within none []
  %p = call ptr @malloc(i64 %n) [ "funclet"(token %pad) ]
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p) [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller
out:
  ret void
}

; Zeroed in a funclet.
; WHY:      Name: {{ *}}{{ExceptionalPath|Conditional|WrittenBefore}}
; WHY-NEXT: Function: {{ *}}zeroed_inside
define ptr @zeroed_inside(i64 %n) personality ptr @__CxxFrameHandler3 {
; CHECK-LABEL: @zeroed_inside(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @opaque() to label %out unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  catchret from %pad to label %out
out:
  ret ptr %p
}

declare i32 @__CxxFrameHandler3(...)

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)
declare void @opaque()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
