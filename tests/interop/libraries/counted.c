/* A library whose function is reached many times. Its condition can be decided by anyone, but for the
 * thread-local variable.
 * Compiled with -g and without optimization. */
/* SPDX-License-Identifier: MIT */
#include "counted.h"

static __thread int depth;
static long limit = 7;

long counted_add(const counted_item *item, long n) {
    long sum = item->id + n;
    depth++;
    return sum > limit ? sum : limit; /* the place */
}
