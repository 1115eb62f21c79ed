/* Forks; only the child calls child_only, and the parent checks how it ended.
 * A breakpoint there that is copied into a child which nobody follows would kill it: then the status is 1.
 * Break in: child_only. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int calls;

NOINLINE int child_only(int value) {
    calls++;
    return value + calls;
}

int main(void) {
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0)
        _exit(child_only(41));
    int status = 0;
    waitpid(child, &status, 0);
    int good = WIFEXITED(status) && WEXITSTATUS(status) == 42;
    print_line("child was undisturbed", good);
    return good ? 0 : 1;
}
