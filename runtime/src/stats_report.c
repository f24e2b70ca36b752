/*===- stats_report.c - the statistics as a table and as JSON --------------===*
 *
 * Written at exit, with no allocation, so that what is reported is the program.
 *
 *===----------------------------------------------------------------------===*/
#include "os.h"
#include "settings.h"
#include "stats.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <zeropass/zeropass.h>

struct zp_writer {
  int file, error;
  size_t used;
  char text[8192];
};

static void zp_flush(struct zp_writer *w) {
  size_t done = 0;
  while (done < w->used && !w->error) {
    ssize_t n = write(w->file, w->text + done, w->used - done);
    if (n >= 0)
      done += (size_t)n;
    else if (errno != EINTR)
      w->error = errno;
  }
  w->used = 0;
}

__attribute__((format(printf, 2, 3))) static void
zp_write(struct zp_writer *w, const char *format, ...) {
  enum { LONGEST = 512 }; /* piece of text below */
  if (w->used + LONGEST > sizeof w->text)
    zp_flush(w);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(w->text + w->used, LONGEST, format, arguments);
  va_end(arguments);
  if (length > 0)
    w->used += length < LONGEST ? (size_t)length : LONGEST - 1;
}

static uint64_t zp_calls(const struct zp_stats_variant *v) {
  uint64_t calls = v->failed;
  for (int c = 0; c < ZP_STATS_CLASSES; ++c)
    calls += v->calls[c];
  return calls;
}

/* The largest size of a class, in bytes; the last class has none. */
static uint64_t zp_largest(int c) { return (uint64_t)16 << c; }

static void zp_write_class_name(char name[24], int c) {
  static const char unit[][3] = {"B", "KB", "MB", "GB"};
  if (c == ZP_STATS_CLASSES - 1) {
    strcpy(name, "more");
    return;
  }
  uint64_t largest = zp_largest(c);
  int u = 0;
  for (; largest >= 1024 && u < 3; ++u)
    largest /= 1024;
  snprintf(name, 24, "%u %s", (unsigned)largest, unit[u]);
}

static void zp_write_table(struct zp_writer *w, const struct zp_stats *stats,
                           int parents_too) {
  zp_write(w, "zeropass: process %ld, allocator %s%s%s%s\n", zp_os_pid(),
           stats->allocator, *stats->allocator_version ? " " : "",
           stats->allocator_version,
           parents_too ? ", calls of the parent process included" : "");
  zp_write(w, "  %-26s %8s %12s %16s %8s\n", "variant", "up to", "calls",
           "bytes", "failed");
  for (size_t i = 0; i < stats->variants; ++i) {
    const struct zp_stats_variant *v = &stats->variant[i];
    if (!zp_calls(v))
      continue;
    uint64_t calls = 0, bytes = 0;
    for (int c = 0; c < ZP_STATS_CLASSES; ++c) {
      if (!v->calls[c])
        continue;
      char name[24];
      zp_write_class_name(name, c);
      zp_write(w, "  %-26s %8s %12" PRIu64 " %16" PRIu64 "\n", v->name, name,
               v->calls[c], v->bytes[c]);
      calls += v->calls[c];
      bytes += v->bytes[c];
    }
    zp_write(w, "  %-26s %8s %12" PRIu64 " %16" PRIu64 " %8" PRIu64 "\n",
             v->name, "all", calls, bytes, v->failed);
  }
  zp_write(w, "  bytes not cleared because fresh: %" PRIu64 "\n",
           stats->fresh_bytes);
  zp_write(w, "  page faults: %" PRIu64 " minor, %" PRIu64 " major\n",
           stats->minor_faults, stats->major_faults);
  zp_write(w, "  heap growths: %" PRIu64 " brk, %" PRIu64 " mmap\n",
           stats->brk_growths, stats->mmap_growths);
}

static void zp_write_json(struct zp_writer *w, const struct zp_stats *stats,
                          int parents_too) {
  zp_write(w, "{\n  \"process\": %ld,\n  \"parents_calls_included\": %s,\n",
           zp_os_pid(), parents_too ? "true" : "false");
  zp_write(w, "  \"allocator\": \"%s\",\n  \"allocator_version\": \"%s\",\n",
           stats->allocator, stats->allocator_version);
  zp_write(w, "  \"fresh_bytes\": %" PRIu64 ",\n", stats->fresh_bytes);
  zp_write(w,
           "  \"page_faults\": {\"minor\": %" PRIu64 ", \"major\": %" PRIu64
           "},\n",
           stats->minor_faults, stats->major_faults);
  zp_write(
      w, "  \"heap_growths\": {\"brk\": %" PRIu64 ", \"mmap\": %" PRIu64 "},\n",
      stats->brk_growths, stats->mmap_growths);
  zp_write(w, "  \"variants\": [");
  const char *comma = "";
  for (size_t i = 0; i < stats->variants; ++i) {
    const struct zp_stats_variant *v = &stats->variant[i];
    if (!zp_calls(v))
      continue;
    zp_write(
        w, "%s\n    {\"name\": \"%s\", \"failed\": %" PRIu64 ", \"classes\": [",
        comma, v->name, v->failed);
    comma = "";
    for (int c = 0; c < ZP_STATS_CLASSES; ++c) {
      if (!v->calls[c])
        continue;
      if (c == ZP_STATS_CLASSES - 1)
        zp_write(w, "%s\n      {\"up_to\": null", comma);
      else
        zp_write(w, "%s\n      {\"up_to\": %" PRIu64, comma, zp_largest(c));
      zp_write(w, ", \"calls\": %" PRIu64 ", \"bytes\": %" PRIu64 "}",
               v->calls[c], v->bytes[c]);
      comma = ",";
    }
    zp_write(w, "]}");
    comma = ",";
  }
  zp_write(w, "\n  ]\n}\n");
}

/* `pattern` with %p as the process's number and %% as %; 0: too long. */
static int zp_expand(char *name, size_t room, const char *pattern) {
  size_t used = 0;
  for (const char *p = pattern; *p; ++p) {
    if (used + 24 > room)
      return 0;
    if (*p == '%' && p[1] == 'p') {
      used += (size_t)snprintf(name + used, 24, "%ld", zp_os_pid());
      ++p;
    } else {
      name[used++] = *p;
      p += *p == '%' && p[1] == '%';
    }
  }
  name[used] = 0;
  return 1;
}

void ZP_FN(stats_report)(const struct zp_stats *stats, const char *file,
                         int parents_too) {
  static struct zp_writer writer;
  static char name[4096 + 64];
  struct zp_writer *w = &writer;
  w->file = STDERR_FILENO;
  if (!file) {
    zp_write_table(w, stats, parents_too);
    zp_flush(w);
    return;
  }
  if (!zp_expand(name, sizeof name, file)) {
    ZP_FN(say)("ZEROPASS_STATS: the name is too long; give it a shorter one");
    return;
  }
  /* Emptied under a lock only: processes that end at the same time and share
   * the name leave the file of one of them, whole. A device, or what
   * /dev/stdout leads to, is the program's: added to, never emptied. */
  const int device = !strncmp(name, "/dev/", 5);
  w->file = open(
      name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (device ? O_APPEND : 0),
      0666);
  if (w->file < 0) {
    w->error = errno;
  } else {
    if (!device) {
      int locked = flock(w->file, LOCK_EX), emptied = ftruncate(w->file, 0);
      (void)locked, (void)emptied; /* a pipe has neither */
    }
    zp_write_json(w, stats, parents_too);
    zp_flush(w);
    if (close(w->file) && !w->error)
      w->error = errno;
  }
  if (w->error)
    ZP_FN(say)
  ("ZEROPASS_STATS: cannot write '%.800s': %s; name a file that can "
   "be written",
   name, strerror(w->error));
}
