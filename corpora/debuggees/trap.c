/* Runs into a compiled-in breakpoint, at trap_at, and dies of SIGTRAP.
 * Passed over, to trap_next, it ends with status 0.
 * Break in: trap. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void trap(void) {
    __asm__ volatile(".globl trap_at\ntrap_at:\n");
    TRAP();
    __asm__ volatile(".globl trap_next\ntrap_next:\n");
}

int main(void) {
    trap();
    return 0;
}
