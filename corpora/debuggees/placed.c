/* A program that runs wherever it is loaded, with an offset to the addresses in its file.
 * Built position independent for the machine, too, so it holds no address that would have to be relocated.
 * Break in: placed; runs to its end with status 0. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int calls;

NOINLINE void placed(void) {
    calls = calls + 1;
}

int main(void) {
    placed();
    return calls == 1 ? 0 : 1;
}
