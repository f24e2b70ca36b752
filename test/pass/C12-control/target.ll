; Targets without a runtime are left alone, and the remark says what is amiss.
; RUN: %loadopt -passes=zeropass -S %s -pass-remarks-output=%t.yaml \
; RUN:   | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-p:32:32-i64:64-f80:32-n8:16:32-S128"
target triple = "i386-unknown-linux-gnu"

; WHY:      Name: {{ *}}TargetNotSupported
; WHY-NEXT: Function: {{ *}}narrow
; WHY:      Detail: {{.*}}64 bits
define ptr @narrow(i32 %n) {
; CHECK-LABEL: @narrow(
; CHECK-NEXT:    %p = call ptr @calloc(i32 %n, i32 8)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i32 %n, i32 8)
  ret ptr %p
}

declare noalias ptr @calloc(i32, i32)


