/* A program whose own functions happen to have the names by which allocators
 * are known. With -DDATA they are no functions at all. */
#ifdef DATA
#define OWN(name) int name = 1;
#else
#define OWN(name)                                                              \
  void name(void);                                                             \
  void name(void) { __builtin_trap(); }
#endif

OWN(mi_malloc)
OWN(mi_calloc)
OWN(mi_heap_new)
OWN(tc_malloc)
OWN(tc_calloc)
OWN(tc_version)
OWN(mallocx)
OWN(sdallocx)
OWN(malloc_stats_print)
