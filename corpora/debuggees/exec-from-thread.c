/* A thread that is not the first one becomes the program hello.
 * The process keeps its id, the thread takes it over, and the others are gone.
 * Break in: other_thread. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void *other_thread(void *arg) {
    const char *path = sibling("hello");
    char *args[] = {(char *)path, "6", NULL};
    (void)arg;
    execve(path, args, environ);
    _exit(127);
}

static void *idle(void *arg) {
    while (!arg)
        sleep_ms(1000);
    return NULL;
}

int main(void) {
    thread a, b;
    thread_start(&a, idle, NULL);
    thread_start(&b, other_thread, NULL);
    thread_join(&a);
    return 1;
}
