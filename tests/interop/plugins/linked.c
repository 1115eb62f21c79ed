/* A library that the program is linked with. Its constructor runs before main.
 * Compiled with -g and without optimization.
 * See program.c. */
/* SPDX-License-Identifier: MIT */
#include "shared.h"

static long ready;

__attribute__((constructor)) static void prepare(void) {
    ready = 7; /* constructor */
}

static long inner(long n) {
    return n + ready; /* inner */
}

long linked_sum(long a, long b) {
    long sum = inner(a); /* linked */
    sum += doubled(b);   /* second */
    return sum;          /* last */
}

long linked_each(long (*each)(long), long n) {
    long sum = each(n); /* callback */
    return sum;
}
