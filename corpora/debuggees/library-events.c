/* Loads libraries, in a manner of speaking: calls library_loaded as often as its argument says (default 100).
 * The four places below are where a debugger has breakpoints of its own while that happens; they are reached
 * once, afterwards. Break in: library_loaded; loaded counts its calls. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile long loaded;
volatile long entered;

NOINLINE long library_loaded(long index) {
    loaded = index;
    return loaded;
}

NOINLINE void thread_starts(void) {
    entered = entered + 1;
}

NOINLINE void exception_thrown(void) {
    entered = entered + 2;
}

NOINLINE void task_switched(void) {
    entered = entered + 4;
}

NOINLINE void code_generated(void) {
    entered = entered + 8;
}

int main(int argc, char **argv) {
    long num = argument(argc, argv, 1, 100);
    long sum = 0;
    for (long i = 1; i <= num; i++)
        sum += library_loaded(i);
    thread_starts();
    exception_thrown();
    task_switched();
    code_generated();
    return sum == num * (num + 1) / 2 && entered == 15 ? 0 : 1;
}
