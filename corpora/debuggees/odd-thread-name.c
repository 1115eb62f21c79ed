/* A thread whose name holds the separators of the protocol's lists: "a;b:c", or the name that is its argument.
 * Prints nothing and ends with 0.
 * Break in: named. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int names;

NOINLINE void named(void) {
    names++;
}

int main(int argc, char **argv) {
    thread_name(argc > 1 ? argv[1] : "a;b:c");
    named();
    return 0;
}
