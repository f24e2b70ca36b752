; Row C12: exception edges.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The zeroing is what the handler does.
; WHY:      Name: {{ *}}{{ExceptionalPath|Conditional}}
; WHY-NEXT: Function: {{ *}}in_handler
define ptr @in_handler(i64 %n) personality ptr @pers {
; CHECK-LABEL: @in_handler(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:       lp:
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @opaque() to label %ok unwind label %lp
ok:
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Reached from both sides, the handler's being one.
; WHY:      Name: {{ *}}ExceptionalPath
; WHY-NEXT: Function: {{ *}}behind_handler
define ptr @behind_handler(i64 %n) personality ptr @pers {
; CHECK-LABEL: @behind_handler(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @opaque() to label %zero unwind label %lp
lp:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; An allocation by invoke stays one, with both its edges.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}invoked
define ptr @invoked(i64 %n) personality ptr @pers {
; CHECK-LABEL: @invoked(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %p = invoke ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:            to label %zero unwind label %lp
; CHECK:       zero:
; CHECK-NEXT:    ret ptr %p
; CHECK:       lp:
; CHECK-NEXT:    %l = landingpad
entry:
  %p = invoke ptr @malloc(i64 %n) to label %zero unwind label %lp
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; The phi of its normal destination has one way less or more as before.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}invoked_with_phis
define ptr @invoked_with_phis(i64 %n, i1 %c) personality ptr @pers {
; CHECK-LABEL: @invoked_with_phis(
; CHECK:         %p = invoke ptr @__zp_zalloc(i64 %n)
; CHECK:       lp:
; CHECK-NEXT:    %step = phi i32 [ 0, %make ], [ 1, %more ]
entry:
  br i1 %c, label %make, label %more
make:
  %p = invoke ptr @malloc(i64 %n) to label %zero unwind label %lp
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %more
more:
  %q = phi ptr [ null, %entry ], [ %p, %zero ]
  invoke void @opaque() to label %out unwind label %lp
out:
  ret ptr %q
lp:
  %step = phi i32 [ 0, %make ], [ 1, %more ]
  %l = landingpad { ptr, i32 } cleanup
  call void @note(i32 %step)
  resume { ptr, i32 } %l
}

; Something throws that has got the block: the handler finds it as it was.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}thrown_with
define ptr @thrown_with(i64 %n) personality ptr @pers {
; CHECK-LABEL: @thrown_with(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @use(ptr %p) to label %zero unwind label %lp
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  call void @look(ptr %p)
  resume { ptr, i32 } %l
}

; A zeroed block all of whose bytes are set, but something may throw in between
; to a handler that looks at it.
; WHY:      Name: {{ *}}InlineZeroing
; WHY-NEXT: Function: {{ *}}half_set_when_thrown
define void @half_set_when_thrown(i64 %x) personality ptr @pers {
; CHECK-LABEL: @half_set_when_thrown(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
entry:
  %p = call ptr @calloc(i64 1, i64 16)
  store i64 %x, ptr %p
  invoke void @opaque() to label %rest unwind label %lp
rest:
  %second = getelementptr i8, ptr %p, i64 8
  store i64 %x, ptr %second
  call void @use(ptr %p)
  ret void
lp:
  %l = landingpad { ptr, i32 } cleanup
  call void @look(ptr %p)
  resume { ptr, i32 } %l
}

declare void @note(i32) nounwind

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)
declare void @look(ptr nocapture) memory(argmem: read)
declare void @opaque()
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
