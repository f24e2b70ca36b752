; A module without a rewrite is left as it is, to the letter, but for the mark on
; the calls that were looked at; and a module without an allocation entirely.
; RUN: split-file %s %t
; RUN: %loadopt -passes=zeropass -S %t/none.ll -o %t/none.1
; RUN: %loadopt -passes=verify -S %t/none.ll -o %t/none.2
; RUN: diff %t/none.1 %t/none.2
; RUN: %loadopt -passes=zeropass -S %t/kept.ll -o %t/kept.1
; RUN: sed 's/, "zeropass"="NotZeroed"//; s/ "zeropass"="NotZeroed"//' \
; RUN:   %t/kept.1 | FileCheck %s --implicit-check-not=__zp
;
; CHECK: define ptr @kept
; CHECK-NEXT: %p = call ptr @malloc(i64 %n)
; CHECK-NEXT: ret ptr %p

;--- none.ll
target triple = "x86_64-unknown-linux-gnu"
@x = global i32 0
define void @nothing(ptr %p, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

;--- kept.ll
target triple = "x86_64-unknown-linux-gnu"
define ptr @kept(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
declare noalias ptr @malloc(i64)
