/* Makes the same few system calls in a known order.
 * getpid, getppid, write, sched_yield, a bad descriptor, nanosleep, exit_group.
 * Break in: calls. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE int calls(void) {
    int good = getpid() > 0;
    good += getppid() >= 0;
    good += write(1, "system calls\n", 13) == 13;
    good += sched_yield() == 0;
    good += close(99) < 0;
    sleep_ms(1);
    return good;
}

int main(void) {
    return calls() == 5 ? 0 : 1;
}
