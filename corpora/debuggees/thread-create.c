/* Creates three threads one after the other; each ends before the next starts.
 * Prints how many have run.
 * Break in: born. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int births;

NOINLINE void *born(void *arg) {
    (void)arg;
    __atomic_add_fetch(&births, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        thread t;
        if (thread_start(&t, born, NULL) < 0)
            return 1;
        thread_join(&t);
    }
    print_line("births", births);
    return births == 3 ? 0 : 1;
}
