/*===- HostCheck.c - refuses a host of another LLVM major -------------------===
 *
 * A plugin for one LLVM major crashes inside another: the classes differ under
 * the same names. The loader runs this constructor before anything else of the
 * plugin, so it is plain C, touches nothing of LLVM, and only then lets the
 * options register themselves (clang 16 and 19 parse -mllvm options after
 * -fplugin= has been loaded and before -fpass-plugin= is).
 *
 * For the constructor to run at all in a foreign host no reference to LLVM may
 * be missing there in a way that stops the loader: CMakeLists.txt makes them
 * weak.
 *
 *===----------------------------------------------------------------------===*/
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void zp_register_options(void); /* Options.cpp */

/* 101 is the highest priority that is not the implementation's own. */
static void zp_check_host(void) __attribute__((constructor(101)));

static _Noreturn void zp_refuse(void) {
  /* What LLVM's own fatal errors do first: removes half-written outputs. */
  void (*clean_up)(void);
  *(void **)&clean_up =
      dlsym(RTLD_DEFAULT, "_ZN4llvm3sys20RunInterruptHandlersEv");
  if (clean_up)
    clean_up();
  /* Not exit(): lld's exit handlers join threads that wait for the loader's
     lock, which is held here. */
  _exit(1);
}

static void zp_check_host(void) {
  void (*version)(unsigned *, unsigned *, unsigned *);
  *(void **)&version = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
  if (!version) {
    fprintf(stderr,
            "zeropass: this plugin is for LLVM %d, the host is older than LLVM "
            "16 or hides its version; use a clang, opt or lld of LLVM %d\n",
            ZEROPASS_LLVM_MAJOR, ZEROPASS_LLVM_MAJOR);
    zp_refuse();
  }
  unsigned major = 0, minor = 0, patch = 0;
  version(&major, &minor, &patch);
  if (major != ZEROPASS_LLVM_MAJOR) {
    fprintf(stderr,
            "zeropass: this plugin is for LLVM %d, the host is LLVM %u; use "
            "the libZeroPass.so built for LLVM %u\n",
            ZEROPASS_LLVM_MAJOR, major, major);
    zp_refuse();
  }
  zp_register_options();
}
