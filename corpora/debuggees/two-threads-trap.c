/* Two threads that both run into a compiled-in breakpoint at the same time.
 * Without a debugger it dies of SIGTRAP.
 * Passed over by hand (pc += 4 on RISC-V) both threads end and the status is 0. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

static barrier ready;
volatile int passed;

NOINLINE void trap_here(void) {
    TRAP();
    __atomic_add_fetch(&passed, 1, __ATOMIC_SEQ_CST);
}

static void *second(void *arg) {
    (void)arg;
    thread_name("second");
    barrier_wait(&ready);
    trap_here();
    return NULL;
}

int main(void) {
    thread t;
    barrier_init(&ready, 2);
    thread_start(&t, second, NULL);
    barrier_wait(&ready);
    trap_here();
    thread_join(&t);
    return passed == 2 ? 0 : 1;
}
