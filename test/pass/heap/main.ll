; heap=INITIAL+INCREMENT: main sizes the heap before it does anything else, once.
; RUN: %loadopt -passes='zeropass<runtime=library;heap=64M+16M>' -S %s \
; RUN:   | FileCheck %s
; RUN: %loadopt -S %s \
; RUN:   -passes='zeropass<runtime=library;heap=64M+16M>,zeropass<runtime=library;heap=1G+1G>' \
; RUN:   | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library;heap=65536k+16384K>' -S %s \
; RUN:   | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library;heap=67108864+16777216>' -S %s \
; RUN:   | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   | FileCheck %s --check-prefix=NONE
;
; It is no rewrite: limit, only and skip have no say, and it has no number.
; RUN: %loadopt -passes='zeropass<runtime=library;heap=64M+16M;limit=0;skip=*>' \
; RUN:   -S %s | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library;heap=1g+1m>' -disable-output %s \
; RUN:   -pass-remarks=zeropass -pass-remarks-missed=zeropass 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SAID
;
; CHECK:       define i32 @main(i32 %argc, ptr %argv) [[ATTRS:#[0-9]+]] !dbg
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %local = alloca i32
; CHECK-NEXT:    call void @__zp_heap(i64 67108864, i64 16777216) {{#[0-9]+}}, !dbg [[PLACE:![0-9]+]]
; CHECK-NEXT:    br label %loop
; CHECK-NOT:     @__zp_heap
; CHECK:       declare void @__zp_heap(i64, i64) [[DECLARED:#[0-9]+]]
; CHECK-DAG:   attributes [[ATTRS]] = { "zeropass-heap" }
; CHECK-DAG:   attributes [[DECLARED]] = { nounwind willreturn }
; CHECK-DAG:   [[PLACE]] = !DILocation(line: 7,
; NONE-NOT:    @__zp_heap
; NONE-NOT:    "zeropass-heap"
;
; SAID:     remark: heap.c:7:0: the heap gets its size at the start of the program: 1073741824 bytes, then steps of 1048576, saves
; SAID:     remark: {{.*}}#1 malloc of %n bytes: {{.*}}, rewrite 1,
; SAID-NOT: remark

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @main(i32 %argc, ptr %argv) !dbg !4 {
entry:
  %local = alloca i32, align 4
  br label %loop

loop:
  %more = call i1 @work(ptr %local), !dbg !7
  br i1 %more, label %loop, label %done

done:
  ret i32 0
}

define ptr @zeroed(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare i1 @work(ptr)
declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "heap.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !5, scopeLine: 7, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 8, column: 3, scope: !4)
