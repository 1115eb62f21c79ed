/* Processes by clone that share the memory: with SIGCHLD, as a vfork, with no signal, and not to be traced.
 * The status is the sum of the children's.
 * Not for qemu-riscv64, which has no such processes. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

long rt_clone(long flags, void *stack, int *ptid, void *tls, int *ctid, void *fn, void *arg);

static char stack[8192] __attribute__((aligned(16)));
static volatile long shared;

static void *child(void *arg) {
    shared += (long)arg;
    return arg;
}

int main(void) {
    static const long flags[] = {0x100 | SIGCHLD, 0x4100 | SIGCHLD, 0x100, 0x800100 | SIGCHLD};
    for (long i = 0; i < 4; i++) {
        long pid = rt_clone(flags[i], stack + sizeof stack, NULL, NULL, NULL, (void *)child, (void *)(1L << i));
        if (pid <= 0 || waitpid((pid_t)pid, NULL, 0x40000000 /* __WALL */) != pid)
            return 100;
    }
    return (int)shared;
}
