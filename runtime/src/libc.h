/*===- libc.h - what the runtime takes from the C library ------------------===*
 *
 * Declared here, because the bodies are compiled for targets whose headers this
 * machine need not have. Only names that the C standard reserves: any other
 * (mincore, getpid, write) may be a function of the user's own, and embedded
 * code would call that one. A test compares this list with the bitcode.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_LIBC_H
#define ZP_LIBC_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memset(void *p, int byte, size_t size);
int atexit(void (*fn)(void)) __attribute__((nothrow));
char *getenv(const char *name);

/* Where errno is, in glibc, musl and newlib. A name with two underscores is no
 * program's own. Weak: another C library lacks it. */
extern int *__errno_location(void) __attribute__((weak, nothrow));

#endif
