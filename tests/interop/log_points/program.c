/* A loop with places for log points, of which two are copies of an inlined function.
 * The global is another unit's: all units are looked through for its name.
 * See dap_log_points.py. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

extern int distant;
extern const char *const word;

static volatile long sum;

static inline __attribute__((always_inline)) void twice(long part) {
    sum += part; /* inlined */
}

__attribute__((noinline)) static void work(long i) {
    sum += i + distant + word[0]; /* work */
    twice(i + 1);
    distant++;
    twice(i + 2);
}

int main(int argc, char **argv) {
    const long hits = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    for (long i = 0; i < hits; i++)
        work(i);
    return 0;
}
