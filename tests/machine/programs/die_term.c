/* Dies of SIGTERM that it sends to itself, after a line of output.
 * What comes after is never printed.
 * The exit status tells the signal. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

int main(void) {
    print("before\n");
    kill(getpid(), 15);
    print("after\n");
    return 0;
}
