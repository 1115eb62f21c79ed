/* Waits for a line, then calls `work` many times, and prints a line after each hundred calls: who reads them
 * knows that it goes on. Half way it waits for the end of its input. The last line is the sum that it has
 * computed. See killed_ways.py. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

enum { HUNDREDS = 300 };

static volatile long total;

__attribute__((noinline)) void work(long i) {
    total += i;
}

int main(void) {
    (void)getchar(); /* until somebody is attached */
    for (long i = 0; i < HUNDREDS * 100L; i++) {
        if (i == HUNDREDS * 50L)
            (void)getchar(); /* until the debugger has ended: it must not see the end of the program */
        work(i);
        if (i % 100 == 99) {
            puts("on");
            (void)fflush(stdout);
        }
    }
    printf("%ld\n", total);
    return 0;
}
