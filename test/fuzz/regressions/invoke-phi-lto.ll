; In a module bound for an LTO link the zeroed block goes by another name, which
; a phi at the head of the normal destination cannot use: it stands behind it.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @lcssa(
; CHECK:      %p = invoke ptr @malloc(i64 24)
; CHECK:      %q = phi ptr [ %p, %entry ]
; CHECK-NEXT: [[SAME:%.*]] = call ptr asm "", "=r,0"(ptr %p)
; CHECK:      store <16 x i8> zeroinitializer, ptr [[SAME]]
define ptr @lcssa() personality ptr @__gxx_personality_v0 {
entry:
  %p = invoke ptr @calloc(i64 1, i64 24) to label %ok unwind label %lp
ok:
  %q = phi ptr [ %p, %entry ]
  ret ptr %q
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

declare ptr @calloc(i64, i64)
declare i32 @__gxx_personality_v0(...)
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}
