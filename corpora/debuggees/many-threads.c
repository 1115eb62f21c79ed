/* As many threads as its argument says (default 100), all alive at once, waiting.
 * When all are there all_here is called; then they are let go and joined.
 * Break in: all_here; set stay to keep them waiting. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { MOST = 20000 };

static thread threads[MOST];
static barrier gate;
volatile int stay;
volatile int alive;

static void *waiter(void *arg) {
    (void)arg;
    __atomic_add_fetch(&alive, 1, __ATOMIC_SEQ_CST);
    barrier_wait(&gate);
    while (stay)
        sleep_ms(1000);
    return NULL;
}

NOINLINE void all_here(void) {
}

int main(int argc, char **argv) {
    long num = argument(argc, argv, 1, 100);
    if (num > MOST)
        return 1;
    barrier_init(&gate, (int)num + 1);
    for (long i = 0; i < num; i++)
        if (thread_start(&threads[i], waiter, NULL) < 0)
            return 2;
    while (alive < num)
        sched_yield();
    all_here();
    barrier_wait(&gate);
    for (long i = 0; i < num; i++)
        thread_join(&threads[i]);
    print_line("threads", num);
    return 0;
}
