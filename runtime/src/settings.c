/*===- settings.c - the library's environment ------------------------------===*
 *
 * Read once, by a constructor, before the program's own. What is wrong with it
 * is said in one line, and the program runs on. A process with privileges that
 * its user has not reads nothing.
 *
 *===----------------------------------------------------------------------===*/
#include "settings.h"
#include "heap.h"
#include "os.h"
#include "stats.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

extern char **environ;

unsigned ZP_FN(settings_clears);
unsigned ZP_FN(settings_how);

void ZP_FN(say)(const char *format, ...) {
  const int error = errno;
  char line[1024] = "zeropass: ";
  const size_t start = strlen(line), room = sizeof line - start - 1;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line + start, room, format, arguments);
  va_end(arguments);
  size_t end = start + (length < 0               ? 0
                        : (size_t)length >= room ? room - 1
                                                 : (size_t)length);
  line[end++] = '\n';
  /* Not through stdio: the program may have closed or redirected that. */
  ssize_t written = write(STDERR_FILENO, line, end);
  (void)written;
  errno = error;
}

struct zp_word {
  const char *variable, *word;
  unsigned clears, sets;
};

static const struct zp_word zp_words[] = {
#define ZP_WORD(name, word, clears, sets) {name, word, clears, sets},
#include "variables.def"
};
enum { ZP_WORDS = sizeof zp_words / sizeof *zp_words };

static const char *zp_take_word(const char *name, const char *value) {
  static char remedy[128];
  size_t end = (size_t)snprintf(remedy, sizeof remedy, "give it one of");
  for (int i = 0; i < ZP_WORDS; ++i) {
    const struct zp_word *w = &zp_words[i];
    if (strcmp(w->variable, name))
      continue;
    if (!strcmp(w->word, value)) {
      ZP_FN(settings_clears) |= w->clears;
      ZP_FN(settings_how) |= w->sets;
      return NULL;
    }
    if (end < sizeof remedy)
      end +=
          (size_t)snprintf(remedy + end, sizeof remedy - end, " %s", w->word);
  }
  return remedy;
}

static const char *zp_take_stats(const char *name, const char *value) {
  (void)name;
  if (!strcmp(value, "0"))
    return NULL;
  return ZP_FN(stats_start)(strcmp(value, "1") ? value : NULL);
}

struct zp_variable {
  const char *name;
  const char *(*take)(const char *name, const char *value);
};

static const struct zp_variable zp_variables[] = {
#define ZP_VARIABLE(name, take) {name, take},
#define ZP_OTHERS_VARIABLE(name) {name, NULL},
#include "variables.def"
};
enum { ZP_VARIABLES = sizeof zp_variables / sizeof *zp_variables };

/* How many letters must be put in, left out or changed to make `a` of `b`. */
static unsigned zp_distance(const char *a, size_t length, const char *b) {
  enum { LONGEST = 63 };
  unsigned row[LONGEST + 1]; /* of the table, for the letters of `a` so far */
  const size_t columns = strlen(b);
  for (size_t j = 0; j <= columns; ++j)
    row[j] = (unsigned)j;
  for (size_t i = 0; i < length; ++i) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i + 1;
    for (size_t j = 0; j < columns; ++j) {
      unsigned best = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (diagonal + 1 < best)
        best = diagonal + 1;
      row[j + 1] = best;
    }
  }
  return row[columns];
}

static const char *zp_nearest(const char *name, size_t length) {
  const char *best = zp_variables[0].name;
  for (int i = 1; i < ZP_VARIABLES; ++i)
    if (zp_distance(name, length, zp_variables[i].name) <
        zp_distance(name, length, best))
      best = zp_variables[i].name;
  return best;
}

static const struct zp_variable *zp_find_variable(const char *name,
                                                  size_t length) {
  for (int i = 0; i < ZP_VARIABLES; ++i)
    if (!strncmp(zp_variables[i].name, name, length) &&
        !zp_variables[i].name[length])
      return &zp_variables[i];
  return NULL;
}

/* Also by file capabilities, which leave the user's number as it is. */
static int zp_is_privileged(void) {
#ifdef __linux__
  if (getauxval(AT_SECURE))
    return 1;
#endif
  return zp_os_privileged();
}

/* 101 is the first that a program may have: calls from other constructors are
 * served as asked already. */
__attribute__((constructor(101))) static void zp_read_environment(void) {
  if (!environ || zp_is_privileged())
    return;
  for (char **entry = environ; *entry; ++entry) {
    const char *name = *entry, *equals = strchr(name, '=');
    if (strncmp(name, "ZEROPASS_", 9) || !equals)
      continue;
    const size_t length = (size_t)(equals - name);
    const struct zp_variable *variable = zp_find_variable(name, length);
    if (!variable) {
      ZP_FN(say)
      ("unknown environment variable '%.*s'; did you mean '%s'?",
       (int)(length < 200 ? length : 200), name, zp_nearest(name, length));
    } else if (variable->take && equals[1]) {
      const char *wrong = variable->take(variable->name, equals + 1);
      if (wrong)
        ZP_FN(say)
      ("%s: '%.200s' is no value of it; %s", variable->name, equals + 1, wrong);
    }
  }
}
