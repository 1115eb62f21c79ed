/* Sleeps for ever, 100 ms at a time, and counts.
 * For interrupting and attaching while the program waits in the kernel.
 * Break in: woke. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long wakeups;

NOINLINE void woke(void) {
    wakeups++;
}

int main(void) {
    for (;;) {
        sleep_ms(100);
        woke();
    }
}
