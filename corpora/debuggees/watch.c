/* Writes and reads variables in a known order, for watchpoints.
 * watched: write 1, read, write 2, write 2 again, read; then neighbour, array[3] and narrow.
 * Break in: start_watching, done_watching. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long watched;
volatile long neighbour;
volatile int array[8];
volatile struct { unsigned char a, b, c, d; } narrow;
volatile long sink;

NOINLINE void start_watching(void) {
}

NOINLINE void done_watching(void) {
}

NOINLINE void touch(void) {
    watched = 1;
    sink = watched;
    watched = 2;
    watched = 2;
    sink = watched;
    neighbour = 3;
    for (int i = 0; i < 8; i++)
        array[i] = i;
    narrow.a = 1;
    narrow.b = 2;
    narrow.c = 3;
    narrow.d = 4;
}

int main(void) {
    start_watching();
    touch();
    done_watching();
    return watched == 2 ? 0 : 1;
}
