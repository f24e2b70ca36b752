/*===- Bodies.S - the runtime's bitcode, carried in the plugin ----------------===
 *
 * CMakeLists.txt defines the two file names. RuntimeLink.cpp reads the bytes.
 *
 *===----------------------------------------------------------------------===*/
        .section .rodata.zeropass_bodies, "a", @progbits

        .macro bodies arch, file
        .balign 16
        .globl  zp_bodies_\arch
        .hidden zp_bodies_\arch
        .type   zp_bodies_\arch, @object
zp_bodies_\arch:
        .incbin "\file"
        .globl  zp_bodies_\arch\()_end
        .hidden zp_bodies_\arch\()_end
zp_bodies_\arch\()_end:
        .size   zp_bodies_\arch, . - zp_bodies_\arch
        .byte   0
        .endm

        bodies  x86_64, ZEROPASS_BODIES_X86_64
        bodies  aarch64, ZEROPASS_BODIES_AARCH64

        .section .note.GNU-stack, "", @progbits
