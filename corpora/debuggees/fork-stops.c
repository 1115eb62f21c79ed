/* Prints, forks, and both processes raise SIGSTOP once before they end with status 0.
 * The parent waits for the child behind its own stop. With an argument it does not fork and stops alone.
 * Break in: parent_stops, child_stops. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void child_stops(void) {
    raise(SIGSTOP);
}

NOINLINE void parent_stops(void) {
    raise(SIGSTOP);
}

int main(int argc, char **argv) {
    (void)argv;
    print("hello world\r\n");
    if (argc > 1) {
        parent_stops();
        return 0;
    }
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        child_stops();
        _exit(0);
    }
    parent_stops();
    return waitpid(child, NULL, 0) == child ? 0 : 1;
}
