// Shortest walks on a large grid map: a small program that allocates the way
// many do, and clears what it allocates.
//
//   routes [queries] [side]
//
// Each query sees only the neighbourhood of its start, but its tables span the
// map. They are allocated and cleared per query:
//   - distance and origin: two mallocs, one joint check, two memsets;
//   - visited: a malloc and a loop that clears it, count known only at run
//   time.
// How often each place was reached is kept in a tree of small calloc'd nodes.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 20000 }; // a query gives up after so many places

struct place {
  struct place *left, *right;
  uint32_t key, count;
};

static uint64_t random_state = 88172645463325252u;

static uint32_t random_next(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 32);
}

// A quarter of the map is wall, decided by the place alone.
static bool is_wall(uint32_t at) {
  at = (at ^ at >> 16) * 2246822519u;
  at = (at ^ at >> 13) * 3266489917u;
  return (at ^ at >> 16) % 4 == 0;
}

static bool place_reached(struct place **tree, uint32_t key) {
  while (*tree) {
    if ((*tree)->key == key) {
      (*tree)->count++;
      return true;
    }
    tree = key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
  }
  struct place *fresh = calloc(1, sizeof *fresh);
  if (!fresh)
    return false;
  fresh->key = key;
  fresh->count = 1;
  *tree = fresh;
  return true;
}

static uint64_t tree_sum(const struct place *tree) {
  uint64_t sum = 0;
  for (; tree; tree = tree->right)
    sum += tree_sum(tree->left) + (uint64_t)tree->key * tree->count;
  return sum;
}

static void tree_free(struct place *tree) {
  while (tree) {
    struct place *right = tree->right;
    tree_free(tree->left);
    free(tree);
    tree = right;
  }
}

// The length of the shortest walk from start to goal, 0 when there is none
// within reach, -1 when memory ran out.
static long route(uint32_t side, uint32_t start, uint32_t goal,
                  struct place **tree) {
  size_t places = (size_t)side * side;
  size_t words = places / 64 + 1;

  uint32_t *distance = malloc(places * sizeof *distance);
  uint32_t *origin = malloc(places * sizeof *origin);
  if (!distance || !origin) {
    free(distance);
    free(origin);
    return -1;
  }
  memset(distance, 0, places * sizeof *distance);
  memset(origin, 0, places * sizeof *origin);

  uint64_t *visited = malloc(words * sizeof *visited);
  uint32_t *queue = malloc(REACH * sizeof *queue);
  if (!visited || !queue) {
    free(distance);
    free(origin);
    free(visited);
    free(queue);
    return -1;
  }
  for (size_t i = 0; i < words; i++)
    visited[i] = 0;

  const int step[] = {1, -1, (int)side, -(int)side};
  size_t head = 0, tail = 0;
  queue[tail++] = start;
  visited[start / 64] |= 1ull << (start % 64);
  long found = 0;
  while (head < tail && !found) {
    uint32_t at = queue[head++];
    for (int i = 0; i < 4; i++) {
      uint32_t next = at + (uint32_t)step[i];
      if (next >= places || is_wall(next) || tail == REACH ||
          (visited[next / 64] >> (next % 64) & 1))
        continue;
      visited[next / 64] |= 1ull << (next % 64);
      distance[next] = distance[at] + 1;
      origin[next] = at;
      if (next == goal)
        found = distance[next];
      queue[tail++] = next;
    }
  }
  // Walk back, and count every place on the way.
  for (uint32_t at = goal; found > 0 && at != start; at = origin[at])
    if (!place_reached(tree, at))
      found = -1;

  free(distance);
  free(origin);
  free(visited);
  free(queue);
  return found;
}

int main(int argc, char **argv) {
  unsigned long queries = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
  unsigned long side = argc > 2 ? strtoul(argv[2], NULL, 10) : 4096;
  if (queries == 0 || side < 129 || side > 32768) {
    fprintf(stderr, "usage: routes [queries >= 1] [side 129 to 32768]\n");
    return 2;
  }
  struct place *tree = NULL;
  long total = 0, reached = 0;
  for (unsigned long i = 0; i < queries; i++) {
    uint32_t row = 64 + random_next() % (uint32_t)(side - 128);
    uint32_t column = 64 + random_next() % (uint32_t)(side - 128);
    uint32_t start = row * (uint32_t)side + column;
    uint32_t goal =
        start + random_next() % 32 + random_next() % 32 * (uint32_t)side;
    long length = route((uint32_t)side, start, goal, &tree);
    if (length < 0) {
      fprintf(stderr, "routes: out of memory\n");
      return 1;
    }
    reached += length > 0;
    total += length;
  }
  printf("%lu queries, %ld reached, %ld steps, checksum %016llx\n", queries,
         reached, total, (unsigned long long)tree_sum(tree));
  tree_free(tree);
  return 0;
}
