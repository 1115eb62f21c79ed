/* Prints a line, calls between(), prints another line, to both streams.
 * For output that arrives while a debugger holds the program.
 * Break in: between. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int crossings;

NOINLINE void between(void) {
    crossings++;
}

int main(void) {
    print("first\n");
    between();
    print("second\n");
    (void)!write(2, "third\n", 6);
    return 0;
}
