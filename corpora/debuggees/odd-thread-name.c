/* A thread whose name holds the separators of the protocol's lists: "a;b:c".
 * Prints nothing and ends with 0.
 * Break in: named. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int names;

NOINLINE void named(void) {
    names++;
}

int main(void) {
    thread_name("a;b:c");
    named();
    return 0;
}
