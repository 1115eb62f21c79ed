/* A parent and a child with exit statuses of their own: 3 for the child, 5 for the parent.
 * The parent waits for the child and prints how it ended.
 * Break in: parent_work, child_work. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int shared_value = 1; /* each process has its own after the fork */

NOINLINE int child_work(void) {
    shared_value = 3;
    return shared_value;
}

NOINLINE int parent_work(void) {
    shared_value = 5;
    return shared_value;
}

int main(void) {
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0)
        _exit(child_work());
    int code = parent_work();
    int status = 0;
    if (waitpid(child, &status, 0) != child)
        return 1;
    print_line("child exited with", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return code;
}
