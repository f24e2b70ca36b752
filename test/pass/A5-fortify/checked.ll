; Row A5: the checked memset of -D_FORTIFY_SOURCE, which aborts when the length
; is more than the room. It goes only where that cannot happen.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The room is not known: -1.
define ptr @room_unknown(i64 %n) {
; CHECK-LABEL: @room_unknown(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 -1)
  ret ptr %r
}

; The room is the size itself: what level 3 makes of it.
define ptr @room_is_size(i64 %n) {
; CHECK-LABEL: @room_is_size(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %n)
  ret ptr %r
}

; The room is this block's, to be found out later.
define ptr @room_of_block(i64 %n) {
; CHECK-LABEL: @room_of_block(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %room = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 true)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  ret ptr %p
}

; The uses of its result get the block.
define i8 @result_used(i64 %n) {
; CHECK-LABEL: @result_used(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    call void @use(ptr %p)
; CHECK-NEXT:    %x = load i8, ptr %p
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 -1)
  call void @use(ptr %r)
  %x = load i8, ptr %r
  ret i8 %x
}

; An invoke of it, as C++ without nounwind has it: the edge goes with it.
define ptr @invoked(i64 %n) personality ptr @pers {
; CHECK-LABEL: @invoked(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    br label %ok
; CHECK:       ok:
; CHECK-NEXT:    ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  %r = invoke ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 -1)
          to label %ok unwind label %lp
ok:
  ret ptr %r
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; More than the block has, by the program's own mistake: it must abort.
; WHY:      Function: {{ *}}overflows
define ptr @overflows(i64 %n) {
; CHECK-LABEL: @overflows(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk(ptr %p, i32 0, i64 %more, i64 %n)
  %p = call ptr @malloc(i64 %n)
  %more = add i64 %n, 1
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %more, i64 %n)
  ret ptr %p
}

; The room is another number, which may be smaller.
; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}room_may_be_less
define ptr @room_may_be_less(i64 %n, i64 %room) {
; CHECK-LABEL: @room_may_be_less(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  ret ptr %p
}

; A constant room below the constant length: certain to abort.
; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}certain_abort
define ptr @certain_abort() {
; CHECK-LABEL: @certain_abort(
; CHECK:         %p = call ptr @malloc(i64 8192)
; CHECK:         call ptr @__memset_chk(ptr %p, i32 0, i64 8192, i64 4096)
  %p = call ptr @malloc(i64 8192)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 8192, i64 4096)
  ret ptr %p
}

; The room of another block.
; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}room_of_other
define ptr @room_of_other(i64 %n, ptr %q) {
; CHECK-LABEL: @room_of_other(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk
  %p = call ptr @malloc(i64 %n)
  %room = call i64 @llvm.objectsize.i64.p0(ptr %q, i1 false, i1 true, i1 true)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  ret ptr %p
}

; "At least so much" (the mode that answers 0 for unknown): aborts where it is
; not known.
; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}room_at_least
define ptr @room_at_least(i64 %n) {
; CHECK-LABEL: @room_at_least(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk
  %p = call ptr @malloc(i64 %n)
  %room = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 true, i1 true)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  ret ptr %p
}

; The room is what is left of the block behind an address within it.
; WHY: Function: {{ *}}room_behind
define ptr @room_behind(i64 %n) {
; CHECK-LABEL: @room_behind(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk
  %p = call ptr @malloc(i64 %n)
  %q = getelementptr i8, ptr %p, i64 16
  %room = call i64 @llvm.objectsize.i64.p0(ptr %q, i1 false, i1 true, i1 true)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  ret ptr %p
}

; Fills with a byte that is not zero.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}other_byte
define ptr @other_byte(i64 %n) {
; CHECK-LABEL: @other_byte(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call ptr @__memset_chk
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 255, i64 %n, i64 -1)
  ret ptr %p
}

; A checked zeroing of a zeroed block that must stay, in front of one that may
; go: the first is no obstacle to the second, but it may not be deleted.
; WHY: Function: {{ *}}one_of_two
define ptr @one_of_two(i64 %n, i64 %room) {
; CHECK-LABEL: @one_of_two(
; CHECK:         call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
; CHECK:         ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 %room)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @__memset_chk(ptr, i32, i64, i64)
declare void @use(ptr)
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
