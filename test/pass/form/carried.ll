; What the old call carried goes along: location, profile, metadata of any kind,
; tail call kind, what is said of the result and of the function.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @call(i64 %n) !dbg !5 {
; CHECK-LABEL: @call(
; CHECK-NEXT:    %p = tail call noalias noundef align 16 dereferenceable_or_null(16) ptr @__zp_zalloc(i64 %n) [[ATTRS:#[0-9]+]], !dbg [[LOC:![0-9]+]], !prof [[PROF:![0-9]+]], {{.*}}!heapallocsite
  %p = tail call noalias noundef align 16 dereferenceable_or_null(16) ptr @malloc(i64 noundef %n) #8, !dbg !8, !prof !9, !annotation !10, !heapallocsite !11, !memprof !12, !callsite !14
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false), !dbg !15
  ret ptr %p, !dbg !15
}

define ptr @annotated(i64 %n) {
; CHECK-LABEL: @annotated(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n){{.*}}, !annotation {{.*}}
  %p = call ptr @malloc(i64 %n), !annotation !10
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The names of the source's values stay, and so does a debugger's variable.
define ptr @variable(i64 %n) !dbg !16 {
; CHECK-LABEL: @variable(
; CHECK-NEXT:    %block = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    {{dbg.value|dbg_value}}({{(metadata )?}}ptr %block, {{(metadata )?}}
  %block = call ptr @malloc(i64 %n), !dbg !18
  call void @llvm.dbg.value(metadata ptr %block, metadata !17, metadata !DIExpression()), !dbg !18
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %n, i1 false), !dbg !18
  ret ptr %block, !dbg !18
}

; What is made new stands at the allocation's place in the source.
define ptr @small() !dbg !19 {
; CHECK-LABEL: @small(
; CHECK-NEXT:    %p = call dereferenceable_or_null(24) ptr @malloc(i64 24){{.*}}, !dbg [[HERE:![0-9]+]]
; CHECK-NEXT:    icmp ne ptr %p, null, !dbg [[HERE]]
; CHECK-NEXT:    br i1 {{.*}}, !dbg [[HERE]]
; CHECK:         store <16 x i8> zeroinitializer, ptr %p, align 1, !dbg [[HERE]]
; CHECK:         store i64 0, ptr {{.*}}, !dbg [[HERE]]
  %p = call dereferenceable_or_null(24) ptr @calloc(i64 1, i64 24), !dbg !20
  ret ptr %p, !dbg !20
}

; An allocation without a place in a function that has some: the verifier would
; refuse a call that could be inlined.
define ptr @no_place(i64 %n) !dbg !21 {
; CHECK-LABEL: @no_place(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p, !dbg !22
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

; What the old call said of its arguments does not hold of the new one.
; CHECK: attributes [[ATTRS]] = {
; CHECK-SAME: "note"="kept"
; CHECK-SAME: "zeropass"="done"
; CHECK-NOT: allockind
attributes #8 = { nounwind "note"="kept" }

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "source.c", directory: "/")
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "call", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!6 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !{!"branch_weights", i32 77}
!10 = !{!"remembered"}
!11 = !{}
!12 = !{!13}
!13 = !{!23, !"cold"}
!14 = !{i64 123}
!15 = !DILocation(line: 3, column: 3, scope: !5)
!16 = distinct !DISubprogram(name: "variable", file: !3, line: 5, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!17 = !DILocalVariable(name: "block", scope: !16, file: !3, line: 6, type: !6)
!18 = !DILocation(line: 6, column: 3, scope: !16)
!19 = distinct !DISubprogram(name: "small", file: !3, line: 8, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!20 = !DILocation(line: 9, column: 3, scope: !19)
!21 = distinct !DISubprogram(name: "no_place", file: !3, line: 11, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!22 = !DILocation(line: 12, column: 3, scope: !21)
!23 = !{i64 123}
