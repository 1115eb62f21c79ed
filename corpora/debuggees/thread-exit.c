/* A thread that ends with status 9 while the process lives on.
 * Then the first thread ends too, with 0, and with it the process.
 * Break in: before_end, after_end. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

static thread other;

NOINLINE void before_end(void) {
}

NOINLINE void after_end(void) {
}

static void *ends(void *arg) {
    (void)arg;
    before_end();
    thread_end(9);
    return NULL;
}

int main(void) {
    thread_start(&other, ends, NULL);
    sleep_ms(50);
    after_end();
    print("the other thread has ended\n");
    return 0;
}
