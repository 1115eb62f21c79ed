/* Prints, then has three threads, of which the second and the third raise SIGSTOP one after the other.
 * The first waits for both, and the status is 0.
 * Break in: stops. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

static barrier all_there;
static volatile int turn;

NOINLINE void stops(void) {
    raise(SIGSTOP);
}

static void *stopper(void *arg) {
    const int *number = arg;
    barrier_wait(&all_there);
    while (turn != *number)
        sched_yield();
    stops();
    turn++;
    return NULL;
}

int main(void) {
    static const int numbers[] = {0, 1};
    thread threads[2];
    print("hello world\r\n");
    barrier_init(&all_there, 3);
    for (int i = 0; i < 2; i++)
        if (thread_start(&threads[i], stopper, (void *)&numbers[i]) < 0)
            return 1;
    barrier_wait(&all_there);
    for (int i = 0; i < 2; i++)
        thread_join(&threads[i]);
    return turn == 2 ? 0 : 1;
}
