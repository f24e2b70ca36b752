; Row B2: calloc of factors that are not constant keeps its overflow check.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}elements
define ptr @elements(i64 %n) {
; CHECK-LABEL: @elements(
; CHECK-NEXT:    %p = call ptr @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; The factors keep their places.
; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}the_other_way_round
define ptr @the_other_way_round(i64 %n) {
; CHECK-LABEL: @the_other_way_round(
; CHECK-NEXT:    %p = call ptr @__zp_calloc(i64 8, i64 %n)
  %p = call ptr @calloc(i64 8, i64 %n)
  ret ptr %p
}

; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}both_unknown
define ptr @both_unknown(i64 %n, i64 %m) {
; CHECK-LABEL: @both_unknown(
; CHECK-NEXT:    %p = call ptr @__zp_calloc(i64 %n, i64 %m)
  %p = call ptr @calloc(i64 %n, i64 %m)
  ret ptr %p
}

; A factor that is zero decides nothing by itself: it is looked at at run time.
; WHY: Function: {{ *}}times_zero
define ptr @times_zero(i64 %n) {
; CHECK-LABEL: @times_zero(
; CHECK-NEXT:    %p = call ptr {{@__zp_calloc|@calloc}}(i64 %n, i64 0)
  %p = call ptr @calloc(i64 %n, i64 0)
  ret ptr %p
}

; The count must not be folded to one product, wrapped or not.
; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}wrapping
define ptr @wrapping(i64 %n) {
; CHECK-LABEL: @wrapping(
; CHECK-NOT:     mul
; CHECK-NOT:     shl
; CHECK:         %p = call ptr @__zp_calloc(i64 %n, i64 1152921504606846976)
  %p = call ptr @calloc(i64 %n, i64 1152921504606846976)
  ret ptr %p
}

; Invoked, with its unwind edge.
; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}invoked
define ptr @invoked(i64 %n) personality ptr @pers {
; CHECK-LABEL: @invoked(
; CHECK:         %p = invoke ptr @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT:            to label %ok unwind label %lp
entry:
  %p = invoke ptr @calloc(i64 %n, i64 8) to label %ok unwind label %lp
ok:
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; For size: __zp_calloc is not inlined either, so calloc itself is smaller.
; WHY:      Function: {{ *}}for_size
define ptr @for_size(i64 %n) optsize {
; CHECK-LABEL: @for_size(
; CHECK-NEXT:    %p = call ptr @calloc(i64 %n, i64 8)
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

declare noalias ptr @calloc(i64, i64) #1
declare i32 @pers(...)

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
