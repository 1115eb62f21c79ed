/* Writes to address 16 and dies of SIGSEGV.
 * target can be set to the address of harmless by a debugger, and the program lives.
 * Break in: crash. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long harmless;
volatile uintptr_t target = 16;

NOINLINE void crash(void) {
    *(volatile long *)target = 1;
}

int main(void) {
    crash();
    print("still alive\n");
    return 0;
}
