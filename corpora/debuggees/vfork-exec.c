/* vfork, then the child becomes the program hello with status 4.
 * The parent goes on when the child has left its memory, waits and prints the status.
 * Break in: after_vfork (the parent, after the child's exec). */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void after_vfork(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    print_line("child exited with", WEXITSTATUS(status));
}

int main(void) {
    const char *path = sibling("hello");
    char *args[] = {(char *)path, "4", NULL};
    pid_t child = vfork();
    if (child == 0) {
        execve(path, args, environ);
        _exit(127);
    }
    if (child < 0)
        return 1;
    after_vfork(child);
    return 0;
}
