/* Row A8: a struct is zeroed and some of its fields are set, in either order;
 * all of them are set. */
// RUN: %compare %s %preload %memcheck --expect "PlainAllocation>=1"
#include "zt.h"

struct item {
  struct item *next;
  int kind;
  char tag;
  double weight;
  char text[40];
};
struct point {
  int x, y, z, w;
};

CASE struct item *rw_then_fields(int kind) {
  struct item *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  memset(p, 0, sizeof *p);
  p->kind = kind;
  p->tag = 't';
  p->weight = 1.5;
  return p;
}

CASE struct item *rw_calloc_then_fields(int kind) {
  struct item *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->next = p;
  p->kind = kind;
  strcpy(p->text, "text");
  p->next = NULL;
  return p;
}

/* The stores before the memset are dead. */
CASE struct item *rw_fields_then_zeroed(size_t extra, int kind) {
  size_t bytes = sizeof(struct item) + extra;
  struct item *p = malloc(bytes);
  if (!p)
    return NULL;
  p->kind = kind;
  p->tag = 'x';
  memset(p, 0, bytes);
  p->weight = 2.5;
  return p;
}

/* Every byte is written: nothing needs to be zero. */
CASE struct point *rw_all_fields(int a, int b) {
  struct point *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->x = a;
  p->y = b;
  p->z = a + b;
  p->w = a - b;
  return p;
}

CASE struct point *rw_copied(const struct point *from) {
  struct point *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  memcpy(p, from, sizeof *p);
  return p;
}

/* All fields, but padding stays behind and must be zero. */
struct padded {
  char a;
  long b;
  short c;
};
CASE struct padded *rw_padding(int a) {
  struct padded *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->a = (char)a;
  p->b = a;
  p->c = (short)a;
  return p;
}

/* A field is read before it is set. */
CASE struct point *rw_read_first(int a) {
  struct point *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->x = a + p->w;
  p->y = p->z + 1;
  p->z = 3;
  p->w = 4;
  return p;
}

int main(void) {
  for (int i = 0; i < 40; ++i) {
    struct point from = {i, 2 * i, 3 * i, 4 * i};
    dirty(sizeof(struct item));
    dirty(sizeof(struct point));
    dirty(sizeof(struct padded));
    finish("then_fields", rw_then_fields(i), sizeof(struct item));
    finish("calloc_then", rw_calloc_then_fields(i), sizeof(struct item));
    finish("fields_then_zeroed", rw_fields_then_zeroed(opaque(i), i),
           sizeof(struct item) + i);
    finish("all_fields", rw_all_fields(i, 5), sizeof(struct point));
    finish("copied", rw_copied(&from), sizeof(struct point));
    finish("padding", rw_padding(i), sizeof(struct padded));
    finish("read_first", rw_read_first(i), sizeof(struct point));
  }
  return 0;
}
