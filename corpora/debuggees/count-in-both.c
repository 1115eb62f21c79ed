/* A parent and a child that count for ever, each in a variable of its own at the same address.
 * For stops of two processes that both run.
 * Break in: nothing; look at count. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long count;

int main(void) {
    if (fork() < 0)
        return 1;
    for (;;)
        count++;
}
