/* The smallest program with something to see: prints a line and exits.
 * Its exit status is its first argument, 0 without one.
 * Break in: greet. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void greet(void) {
    print("hello, world\n");
}

int main(int argc, char **argv) {
    greet();
    return (int)argument(argc, argv, 1, 0);
}
