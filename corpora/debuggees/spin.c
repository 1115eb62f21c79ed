/* Counts for ever as fast as it can.
 * For interrupting a program that runs; set stop to let it end with status 0.
 * Break in: spin. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile unsigned long spins;
volatile int stop;

NOINLINE void spin(void) {
    while (!stop)
        spins++;
}

int main(void) {
    spin();
    return 0;
}
