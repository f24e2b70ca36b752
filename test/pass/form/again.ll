; A second run changes nothing, in either form; nor does a third after LLVM has
; worked on what the first one made.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s -o %t.1
; RUN: %loadopt -passes='zeropass<runtime=library>,zeropass<runtime=library>' \
; RUN:   -S %s -o %t.2
; RUN: diff %t.1 %t.2
; RUN: %loadopt -passes='zeropass' -S %s -o %t.3
; RUN: %loadopt -passes='zeropass,zeropass' -S %s -o %t.4
; RUN: diff %t.3 %t.4
; RUN: %loadopt -passes='zeropass' -S %t.3 -o %t.5
; RUN: %opt -passes=verify -S %t.3 -o %t.6
; RUN: diff %t.5 %t.6
;
; What was done is said once.
; RUN: %loadopt -passes='zeropass,instcombine,zeropass' -disable-output %s \
; RUN:   -pass-remarks=zeropass 2>&1 | FileCheck %s
; CHECK-COUNT-4: remark: {{.*}} rewrite {{[1-4]}}
; CHECK-NOT: remark:

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @unknown(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @small() {
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

define ptr @sized(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 24)
  ret ptr %p
}

define ptr @again() {
  %p = call ptr @calloc(i64 1, i64 8192)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8192, i1 false)
  ret ptr %p
}

define ptr @kept(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @best() {
  %p = call ptr @malloc(i64 32)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 32, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
