/* Two workers count rounds until main lets them end. The status says which signals have not come exactly once
 * when each worker has counted on after settled(): 1 for SIGUSR1, 2 for SIGUSR2, their sum for both.
 * Break in: settled, on_signal. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

static barrier all_there;
static volatile int over;
volatile long rounds[2];
volatile int received[2];

NOINLINE void on_signal(int number) {
    received[number == SIGUSR2]++;
}

static void *worker(void *arg) {
    volatile long *round = arg;
    barrier_wait(&all_there);
    while (!over)
        ++*round;
    return NULL;
}

NOINLINE void settled(void) {
}

/* Until both workers have counted on by one at least. */
static void wait_for_rounds(void) {
    for (int i = 0; i < 2; i++) {
        long before = rounds[i];
        while (rounds[i] == before)
            sched_yield();
    }
}

int main(void) {
    thread threads[2];
    signal(SIGUSR1, on_signal);
    signal(SIGUSR2, on_signal);
    barrier_init(&all_there, 3);
    for (int i = 0; i < 2; i++)
        thread_start(&threads[i], worker, (void *)&rounds[i]);
    barrier_wait(&all_there);
    wait_for_rounds();
    settled();
    wait_for_rounds();
    over = 1;
    for (int i = 0; i < 2; i++)
        thread_join(&threads[i]);
    return (received[0] != 1) | (received[1] != 1) << 1;
}
