/* Is killed from outside while it runs: its child sends SIGKILL.
 * The child ends with 0.
 * Break in: nothing to break in. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

int main(void) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        kill(parent, SIGKILL);
        _exit(0);
    }
    for (;;)
        sleep_ms(100);
}
