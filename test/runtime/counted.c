/* Counted allocation: the counts are exact, the budget's hook is called once.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -pthread -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: env ZEROPASS_STATS=%t.json %t
 * RUN: %valgrind -q --error-exitcode=9 %t
 * RUN: %clang -O2 %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -lcmocka -pthread -o %t.shared
 * RUN: %t.shared
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc, valgrind
 */
#include <zeropass/zeropass.h>

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct zp_counted counts(void) {
  struct zp_counted now;
  zp_counted_get(&now);
  return now;
}

/* What was counted since `from`. */
static void check_since(struct zp_counted from, int64_t live, uint64_t total) {
  const struct zp_counted now = counts();
  assert_int_equal(now.live - from.live, live);
  assert_int_equal(now.total - from.total, total);
}

static void check_zero(const char *p, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i)
    assert_int_equal(p[i], 0);
}

static void every_form_counts_what_was_asked_for(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  void *a = zp_counted_malloc(100);
  check_since(from, 100, 100);
  char *b = zp_counted_zalloc(33);
  check_zero(b, 0, 33);
  check_since(from, 133, 133);
  char *c = zp_counted_calloc(7, 11);
  check_zero(c, 0, 77);
  check_since(from, 210, 210);
  zp_counted_free(a, 100);
  zp_counted_free(b, 33);
  check_since(from, 77, 210);
  zp_counted_free(c, 77);
  check_since(from, 0, 210);
}

static void resizing_counts_the_difference(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  char *p = zp_counted_malloc(100);
  memset(p, 1, 100);
  p = zp_counted_realloc(p, 100, 5000);
  check_since(from, 5000, 5000);
  p = zp_counted_realloc(p, 5000, 50);
  check_since(from, 50, 5000);
  p = zp_counted_rezalloc(p, 50, 300000);
  check_since(from, 300000, 304950);
  assert_int_equal(p[49], 1);
  check_zero(p, 50, 300000);
  p = zp_counted_rezalloc(p, 300000, 10);
  check_since(from, 10, 304950);
  zp_counted_free(p, 10);
  check_since(from, 0, 304950);
}

static void null_is_resized_from_nothing(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  void *p = zp_counted_realloc(NULL, 0, 40);
  char *q = zp_counted_rezalloc(NULL, 0, 60);
  check_zero(q, 0, 60);
  check_since(from, 100, 100);
  zp_counted_free(p, 40);
  zp_counted_free(q, 60);
  check_since(from, 0, 100);
}

static void size_zero_frees(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  void *p = zp_counted_malloc(40), *q = zp_counted_malloc(60);
  errno = 4321;
  assert_null(zp_counted_realloc(p, 40, 0));
  assert_null(zp_counted_rezalloc(q, 60, 0));
  assert_int_equal(errno, 4321);
  check_since(from, 0, 100);
}

static void null_may_be_freed(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  zp_counted_free(NULL, 100);
  check_since(from, 0, 0);
}

static void failure_counts_nothing(void **state) {
  (void)state;
  volatile size_t huge = PTRDIFF_MAX / 2;
  const struct zp_counted from = counts();
  void *p = zp_counted_malloc(10);
  assert_null(zp_counted_malloc(huge));
  assert_null(zp_counted_zalloc(huge));
  assert_null(zp_counted_calloc(huge, 16));
  assert_null(zp_counted_realloc(p, 10, huge));
  assert_null(zp_counted_rezalloc(p, 10, huge));
  check_since(from, 10, 10);
  assert_true(counts().peak < huge / 2);
  zp_counted_free(p, 10);
}

static void peak_is_the_most_that_lived(void **state) {
  (void)state;
  const uint64_t live = counts().live;
  void *a = zp_counted_malloc(6000000), *b = zp_counted_malloc(7000000);
  zp_counted_free(a, 6000000);
  void *c = zp_counted_malloc(5000000);
  assert_int_equal(counts().peak, live + 13000000);
  zp_counted_free(b, 7000000);
  zp_counted_free(c, 5000000);
  assert_int_equal(counts().peak, live + 13000000);
}

/*--- The budget -------------------------------------------------------------*/

struct call {
  int calls;
  uint64_t live;
  pthread_t thread;
};

static void note(void *data, uint64_t live) {
  struct call *call = data;
  __atomic_fetch_add(&call->calls, 1, __ATOMIC_RELAXED);
  call->live = live;
  call->thread = pthread_self();
  errno = ERANGE;
}

static void hook_is_called_when_the_budget_is_passed(void **state) {
  (void)state;
  struct call call = {0};
  const uint64_t live = counts().live;
  zp_counted_budget(live + 1000, note, &call);
  void *a = zp_counted_malloc(1000);
  assert_int_equal(call.calls, 0); /* reached, not passed */
  errno = 4321;
  void *b = zp_counted_malloc(1);
  assert_int_equal(errno, 4321);
  assert_int_equal(call.calls, 1);
  assert_int_equal(call.live, live + 1001);
  assert_true(pthread_equal(call.thread, pthread_self()));
  void *c = zp_counted_malloc(1000);
  assert_int_equal(call.calls, 1); /* once */
  zp_counted_free(a, 1000);
  zp_counted_free(b, 1);
  zp_counted_free(c, 1000);
}

static void growth_passes_the_budget(void **state) {
  (void)state;
  struct call call = {0};
  const uint64_t live = counts().live;
  void *p = zp_counted_zalloc(1000);
  zp_counted_budget(live + 2000, note, &call);
  p = zp_counted_realloc(p, 1000, 2000);
  assert_int_equal(call.calls, 0);
  p = zp_counted_rezalloc(p, 2000, 3000);
  assert_int_equal(call.calls, 1);
  assert_int_equal(call.live, live + 3000);
  zp_counted_free(p, 3000);
}

static void failure_passes_no_budget(void **state) {
  (void)state;
  struct call call = {0};
  volatile size_t huge = PTRDIFF_MAX / 2;
  zp_counted_budget(counts().live + 1000, note, &call);
  assert_null(zp_counted_malloc(huge));
  assert_int_equal(call.calls, 0);
  zp_counted_budget(0, NULL, NULL);
}

static void a_null_hook_takes_it_away(void **state) {
  (void)state;
  struct call call = {0};
  zp_counted_budget(counts().live, note, &call);
  zp_counted_budget(counts().live, NULL, &call);
  void *p = zp_counted_malloc(1);
  assert_int_equal(call.calls, 0);
  zp_counted_free(p, 1);
}

/* A collector: frees, allocates, and sets the next budget. */
static char *garbage;
static void collect(void *data, uint64_t live) {
  int *calls = data;
  ++*calls;
  zp_counted_free(garbage, 5000);
  garbage = NULL;
  void *scratch = zp_counted_malloc(9000);
  zp_counted_free(scratch, 9000);
  zp_counted_budget(live, collect, data);
}

static void hook_may_allocate_free_and_set_the_next_budget(void **state) {
  (void)state;
  int calls = 0;
  const uint64_t live = counts().live;
  garbage = zp_counted_malloc(5000);
  zp_counted_budget(live + 6000, collect, &calls);
  void *a = zp_counted_malloc(2000);
  assert_int_equal(calls, 1);
  assert_null(garbage);
  void *b = zp_counted_malloc(5000); /* as much as lived then */
  assert_int_equal(calls, 1);
  zp_counted_budget(0, NULL, NULL);
  zp_counted_free(a, 2000);
  zp_counted_free(b, 5000);
}

/*--- Threads ----------------------------------------------------------------*/

enum { THREADS = 4, ROUNDS = 3000 };
static pthread_barrier_t start;

static void *churn(void *arg) {
  const size_t size = 16 + (size_t)(uintptr_t)arg;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; ++i) {
    void *p = zp_counted_malloc(size);
    p = zp_counted_realloc(p, size, 2 * size);
    void *q = zp_counted_zalloc(size);
    zp_counted_free(p, 2 * size);
    zp_counted_free(q, size);
  }
  return NULL;
}

static void threads_are_counted_exactly(void **state) {
  (void)state;
  const struct zp_counted from = counts();
  pthread_t threads[THREADS];
  uint64_t total = 0;
  pthread_barrier_init(&start, NULL, THREADS);
  for (uintptr_t i = 0; i < THREADS; ++i) {
    pthread_create(&threads[i], NULL, churn, (void *)i);
    total += ROUNDS * 3 * (16 + i);
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&start);
  check_since(from, 0, total);
}

static void *allocate(void *arg) {
  pthread_barrier_wait(&start);
  *(void **)arg = zp_counted_malloc(1000);
  return NULL;
}

/* All of them pass the budget; one calls the hook. */
static void threads_that_pass_it_together_call_once(void **state) {
  (void)state;
  pthread_barrier_init(&start, NULL, THREADS);
  for (int round = 0; round < 100; ++round) {
    struct call call = {0};
    pthread_t threads[THREADS];
    void *blocks[THREADS];
    zp_counted_budget(counts().live + 999, note, &call);
    for (int i = 0; i < THREADS; ++i)
      pthread_create(&threads[i], NULL, allocate, &blocks[i]);
    for (int i = 0; i < THREADS; ++i)
      pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; ++i)
      zp_counted_free(blocks[i], 1000);
    assert_int_equal(call.calls, 1);
  }
  pthread_barrier_destroy(&start);
}

static void *set_budgets(void *stop) {
  struct call call = {0};
  while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
    zp_counted_budget(UINT64_MAX - 1, note, &call);
  return NULL;
}

/* A fork in the middle of setting a budget leaves the child no lock. */
static void a_child_can_set_a_budget(void **state) {
  (void)state;
  int stop = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, set_budgets, &stop);
  for (int i = 0; i < 50; ++i) {
    pid_t child = fork();
    if (!child) {
      struct call call = {0};
      alarm(20);
      zp_counted_budget(counts().live, note, &call);
      zp_counted_free(zp_counted_malloc(8), 8);
      _exit(call.calls != 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(thread, NULL);
  zp_counted_budget(0, NULL, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_form_counts_what_was_asked_for),
      cmocka_unit_test(resizing_counts_the_difference),
      cmocka_unit_test(null_is_resized_from_nothing),
      cmocka_unit_test(size_zero_frees),
      cmocka_unit_test(null_may_be_freed),
      cmocka_unit_test(failure_counts_nothing),
      cmocka_unit_test(peak_is_the_most_that_lived),
      cmocka_unit_test(hook_is_called_when_the_budget_is_passed),
      cmocka_unit_test(growth_passes_the_budget),
      cmocka_unit_test(failure_passes_no_budget),
      cmocka_unit_test(a_null_hook_takes_it_away),
      cmocka_unit_test(hook_may_allocate_free_and_set_the_next_budget),
      cmocka_unit_test(threads_are_counted_exactly),
      cmocka_unit_test(threads_that_pass_it_together_call_once),
      cmocka_unit_test(a_child_can_set_a_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
