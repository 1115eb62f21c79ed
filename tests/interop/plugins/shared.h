/* What the program and its libraries share: an inline function, so that each has a copy of its own.
 * Compiled with -g and without optimization.
 * See program.c. */
/* SPDX-License-Identifier: MIT */
#ifndef PLUGINS_SHARED_H
#define PLUGINS_SHARED_H

static inline long doubled(long n) {
    return 2 * n; /* shared */
}

/* The linked library's. */
long linked_sum(long a, long b);
long linked_each(long (*each)(long), long n);

#endif
