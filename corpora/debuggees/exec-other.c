/* Becomes the program print-args with arguments and an environment of its own.
 * The process id stays, memory and breakpoints do not.
 * Break in: before_exec. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void before_exec(void) {
    print("about to exec\n");
}

int main(void) {
    const char *path = sibling("print-args");
    char *args[] = {"print-args", "one", "two words", NULL};
    char *environment[] = {"COLOR=blue", NULL};
    before_exec();
    execve(path, args, environment);
    return 127;
}
