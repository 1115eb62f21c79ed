/* One thread counts for ever while the other forks; the child ends with 3 at once.
 * The parent waits for it and ends with 0.
 * Break in: forks. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long count;

static void *counter(void *arg) {
    (void)arg;
    for (;;)
        count++;
    return NULL;
}

NOINLINE int forks(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3 ? 0 : 1;
}

int main(void) {
    thread t;
    if (thread_start(&t, counter, NULL) < 0)
        return 2;
    while (count < 1000)
        sched_yield();
    _exit(forks());
}
