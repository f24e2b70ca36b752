; What the options ask of the pages, by form and size: how is a set of
; runtime/src/how.h (2 huge, 4 no huge, 8 prefault, 16 no mincore).
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   | FileCheck %s --check-prefix=PLAIN
; RUN: %loadopt -passes='zeropass<runtime=library;huge=auto>' -S %s \
; RUN:   | FileCheck %s --check-prefix=PLAIN
; RUN: %loadopt -passes='zeropass<runtime=library;huge=always>' -S %s \
; RUN:   | FileCheck %s --check-prefix=ALWAYS
; RUN: %loadopt -passes='zeropass<runtime=library;huge=never>' -S %s \
; RUN:   | FileCheck %s --check-prefix=NEVER
; RUN: %loadopt -passes='zeropass<runtime=library;prefault>' -S %s \
; RUN:   | FileCheck %s --check-prefix=PREFAULT
; RUN: %loadopt -passes='zeropass<runtime=library;residency=off>' -S %s \
; RUN:   | FileCheck %s --check-prefix=OFF
; RUN: %loadopt -S %s \
; RUN:   -passes='zeropass<runtime=library;huge=always;prefault;residency=off>' \
; RUN:   | FileCheck %s --check-prefix=ALL
; RUN: %loadopt -passes='zeropass<huge=always;prefault>' -disable-output %s \
; RUN:   -pass-remarks=zeropass 2>&1 | FileCheck %s --check-prefix=SAID
; each-once: huge=always
;
; SAID: #1 malloc of %n bytes: {{.*}}(zalloc), rewrite 1, 1 zeroing deleted, pages huge, and there from the start, saves
; SAID: #2 {{.*}}(zalloc), rewrite 2, 1 zeroing deleted, saves
; SAID: #3 {{.*}}(zalloc_large), rewrite 3, 1 zeroing deleted, pages there from the start, saves
; SAID: #6 {{.*}}: calloc became the form that gives the block the pages that an option asks for (calloc), rewrite {{.*}}, pages huge, and there from the start, saves

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A size that is not known may be any.
; PLAIN-LABEL:    @unknown(
; PLAIN:          call ptr @__zp_zalloc(i64 %n)
; ALWAYS-LABEL:   @unknown(
; ALWAYS:         call ptr @__zp_zalloc_how(i64 %n, i32 2)
; NEVER-LABEL:    @unknown(
; NEVER:          call ptr @__zp_zalloc_how(i64 %n, i32 4)
; PREFAULT-LABEL: @unknown(
; PREFAULT:       call ptr @__zp_zalloc_how(i64 %n, i32 8)
; OFF-LABEL:      @unknown(
; OFF:            call ptr @__zp_zalloc_how(i64 %n, i32 16)
; ALL-LABEL:      @unknown(
; ALL:            call ptr @__zp_zalloc_how(i64 %n, i32 26)
define ptr @unknown(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Less than a page: there is nothing to ask for.
; PLAIN-LABEL:    @under_a_page(
; PLAIN:          call ptr @__zp_zalloc(i64 3000)
; ALWAYS-LABEL:   @under_a_page(
; ALWAYS:         call ptr @__zp_zalloc(i64 3000)
; NEVER-LABEL:    @under_a_page(
; NEVER:          call ptr @__zp_zalloc(i64 3000)
; PREFAULT-LABEL: @under_a_page(
; PREFAULT:       call ptr @__zp_zalloc(i64 3000)
; OFF-LABEL:      @under_a_page(
; OFF:            call ptr @__zp_zalloc(i64 3000)
; ALL-LABEL:      @under_a_page(
; ALL:            call ptr @__zp_zalloc(i64 3000)
define ptr @under_a_page() {
  %p = call ptr @malloc(i64 3000)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 3000, i1 false)
  ret ptr %p
}

; Less than a huge page.
; PLAIN-LABEL:    @pages(
; PLAIN:          call ptr @__zp_zalloc_large(i64 65536)
; ALWAYS-LABEL:   @pages(
; ALWAYS:         call ptr @__zp_zalloc_large(i64 65536)
; NEVER-LABEL:    @pages(
; NEVER:          call ptr @__zp_zalloc_large(i64 65536)
; PREFAULT-LABEL: @pages(
; PREFAULT:       call ptr @__zp_zalloc_large_how(i64 65536, i32 8)
; OFF-LABEL:      @pages(
; OFF:            call ptr @__zp_zalloc_large_how(i64 65536, i32 16)
; ALL-LABEL:      @pages(
; ALL:            call ptr @__zp_zalloc_large_how(i64 65536, i32 24)
define ptr @pages() {
  %p = call ptr @malloc(i64 65536)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 65536, i1 false)
  ret ptr %p
}

; PLAIN-LABEL:    @sized(
; PLAIN:          call ptr @__zp_calloc(i64 %n, i64 8)
; ALWAYS-LABEL:   @sized(
; ALWAYS:         call ptr @__zp_calloc_how(i64 %n, i64 8, i32 2)
; NEVER-LABEL:    @sized(
; NEVER:          call ptr @__zp_calloc_how(i64 %n, i64 8, i32 4)
; PREFAULT-LABEL: @sized(
; PREFAULT:       call ptr @__zp_calloc_how(i64 %n, i64 8, i32 8)
; OFF-LABEL:      @sized(
; OFF:            call ptr @__zp_calloc_how(i64 %n, i64 8, i32 16)
; ALL-LABEL:      @sized(
; ALL:            call ptr @__zp_calloc_how(i64 %n, i64 8, i32 26)
define ptr @sized(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; For size a calloc stays, but for what only the runtime can do.
; PLAIN-LABEL:    @for_size(
; PLAIN:          call ptr @calloc(i64 %n, i64 8)
; ALWAYS-LABEL:   @for_size(
; ALWAYS:         call ptr @__zp_calloc_how(i64 %n, i64 8, i32 2)
; NEVER-LABEL:    @for_size(
; NEVER:          call ptr @calloc(i64 %n, i64 8)
; PREFAULT-LABEL: @for_size(
; PREFAULT:       call ptr @__zp_calloc_how(i64 %n, i64 8, i32 8)
; OFF-LABEL:      @for_size(
; OFF:            call ptr @calloc(i64 %n, i64 8)
define ptr @for_size(i64 %n) optsize {
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; So with a calloc that is large for certain.
; PLAIN-LABEL:    @kept(
; PLAIN:          call ptr @calloc(i64 1024, i64 2048)
; ALWAYS-LABEL:   @kept(
; ALWAYS:         call ptr @__zp_calloc_how(i64 1024, i64 2048, i32 2)
; NEVER-LABEL:    @kept(
; NEVER:          call ptr @calloc(i64 1024, i64 2048)
; PREFAULT-LABEL: @kept(
; PREFAULT:       call ptr @__zp_calloc_how(i64 1024, i64 2048, i32 8)
; OFF-LABEL:      @kept(
; OFF:            call ptr @calloc(i64 1024, i64 2048)
define ptr @kept() {
  %p = call ptr @calloc(i64 1024, i64 2048)
  ret ptr %p
}

; And where it is zeroed again.
; PLAIN-LABEL:    @zeroed_again(
; PLAIN:          call ptr @calloc(i64 1, i64 65536)
; PLAIN-NOT:      memset
; PLAIN:          ret ptr
; ALWAYS-LABEL:   @zeroed_again(
; ALWAYS:         call ptr @calloc(i64 1, i64 65536)
; ALWAYS-NOT:     memset
; ALWAYS:         ret ptr
; PREFAULT-LABEL: @zeroed_again(
; PREFAULT:       call ptr @__zp_calloc_how(i64 1, i64 65536, i32 8)
; PREFAULT-NOT:   memset
; PREFAULT:       ret ptr
define ptr @zeroed_again() {
  %p = call ptr @calloc(i64 1, i64 65536)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 65536, i1 false)
  ret ptr %p
}

; Small blocks and blocks that are not zeroed want nothing.
; ALL-LABEL: @small(
; ALL:       call ptr @malloc(i64 24)
; ALL-LABEL: @raw(
; ALL:       call ptr @malloc(i64 %n)
define ptr @small() {
  %p = call ptr @calloc(i64 3, i64 8)
  ret ptr %p
}
define ptr @raw(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; A product that overflows is the C library's own affair, whatever is asked.
; ALL-LABEL: @fails(
; ALL:       call ptr @calloc(i64 -1, i64 16)
define ptr @fails() {
  %p = call ptr @calloc(i64 -1, i64 16)
  ret ptr %p
}

; What takes how is declared as its twin is.
; ALWAYS: declare noalias ptr @__zp_zalloc_how(i64, i32) [[MALLOC:#[0-9]+]]
; ALWAYS: declare noalias ptr @__zp_calloc_how(i64, i64, i32) [[CALLOC:#[0-9]+]]
; ALWAYS-DAG: attributes [[MALLOC]] = { nounwind willreturn allockind("alloc,zeroed") allocsize(0) memory(write, inaccessiblemem: readwrite) "alloc-family"="malloc" }
; ALWAYS-DAG: attributes [[CALLOC]] = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
