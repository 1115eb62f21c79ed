/* A second thread writes to address 16 and the program dies of SIGSEGV.
 * The first thread waits for it in vain.
 * Break in: crash. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

static volatile uintptr_t target = 16;

NOINLINE void crash(void) {
    *(volatile long *)target = 1;
}

static void *second(void *arg) {
    (void)arg;
    crash();
    return NULL;
}

int main(void) {
    thread t;
    if (thread_start(&t, second, NULL) < 0)
        return 1;
    thread_join(&t);
    return 0;
}
