/* Recursion without end runs off the stack and dies of SIGSEGV; a handler on its own stack sees it first.
 * Without an alternate stack the handler could not run.
 * The exit status tells the signal. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static char alternate[16384];

static void on_fault(int number) {
    print_line("signal", number);
    act(SIGSEGV, NULL, 0, 0);
}

NOINLINE int deeper(volatile int *p) {
    volatile int here[256];
    here[0] = *p + 1;
    return here[0] ? deeper(here) + here[0] : 0;
}

int main(void) {
    u64 stack[3] = {(u64)alternate, 0, sizeof alternate};
    syscall(132, (long)stack, 0L, 0L, 0L, 0L, 0L);
    act(SIGSEGV, (void *)on_fault, SA_ONSTACK_, 0);
    volatile int zero = 0;
    return deeper(&zero);
}
