/* A recursive function, for backtraces, finish and up/down.
 * factorial(10) goes ten frames deep; deepest() is called at the bottom.
 * Break in: factorial, deepest. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int depth;

NOINLINE long deepest(void) {
    depth++;
    return 1;
}

NOINLINE long factorial(long n) {
    if (n <= 1)
        return deepest();
    long below = factorial(n - 1);
    return n * below;
}

int main(int argc, char **argv) {
    long n = argument(argc, argv, 1, 10);
    print_line("factorial", factorial(n));
    return 0;
}
