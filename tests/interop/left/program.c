/* Counts and tells each number until its standard input ends; then it ends with a status of its own. So it is
 * seen whether a debugger has left it whole. Between two numbers it waits a millisecond.
 * Built by CMakeLists.txt for dap_left.py. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdio.h>

static volatile long sum;

int main(void) {
    struct pollfd end = {.fd = 0, .events = POLLIN};
    for (long i = 1; poll(&end, 1, 1) == 0; i++) {
        sum = sum + i; /* @round */
        if (printf("%ld\n", i) < 0 || fflush(stdout) != 0)
            return 1;
    }
    return 7; /* @last */
}
