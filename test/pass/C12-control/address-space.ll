; Row C12: a target whose malloc lives in another address space.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}AddressSpace
; WHY-NEXT: Function: {{ *}}elsewhere
define ptr addrspace(1) @elsewhere(i64 %n) {
; CHECK-LABEL: @elsewhere(
; CHECK:         %p = call ptr addrspace(1) @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p1
  %p = call ptr addrspace(1) @malloc(i64 %n)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 0, i64 %n, i1 false)
  ret ptr addrspace(1) %p
}

declare noalias ptr addrspace(1) @malloc(i64) #0
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)



attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
