/* Futexes: values that differ, time-outs, waking one and all, bit sets, wrong addresses.
 * Threads pass a token around; the order is fixed by the program, not by the scheduler.
 * Thread ids end as 0 with a wake-up. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static volatile int turn;
static volatile int woken;
static int gate;

static long futex(void *at, int op, int value, void *time, int bits) {
    return syscall(98, (long)at, (long)op, (long)value, (long)time, 0L, (long)bits);
}

static void *passes(void *arg) {
    int me = (int)(long)arg;
    for (int round = 0; round < 3; round++) {
        while (turn % 3 != me)
            futex((void *)&turn, 0, turn % 3 == me ? -1 : turn, NULL, 0);
        print_line("turn of", me);
        turn++;
        futex((void *)&turn, 1, 100, NULL, 0);
    }
    return NULL;
}

static void *waits(void *arg) {
    long result = futex(&gate, 9, 0, NULL, (int)(long)arg);
    __atomic_add_fetch(&woken, result == 0 ? 1 : 100, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    int word = 5;
    struct timespec t = {0, 20000000}, bad = {0, -1};
    print_line("differs", futex(&word, 0, 4, NULL, 0));
    print_line("time-out", futex(&word, 0, 5, &t, 0));
    print_line("private", futex(&word, 128, 5, &t, 0));
    print_line("bad time", futex(&word, 0, 5, &bad, 0));
    print_line("misaligned", futex((char *)&word + 1, 0, 5, NULL, 0));
    print_line("no bits", futex(&word, 9, 5, NULL, 0));
    print_line("fault", futex((void *)64, 0, 5, NULL, 0));
    print_line("nobody", futex(&word, 1, 10, NULL, 0));
    print_line("unknown", futex(&word, 77, 1, NULL, 0));
    thread threads[3];
    for (long i = 0; i < 3; i++)
        thread_start(&threads[i], passes, (void *)i);
    for (int i = 0; i < 3; i++)
        thread_join(&threads[i]);
    for (long i = 0; i < 3; i++)
        thread_start(&threads[i], waits, (void *)(1L << i));
    sleep_ms(300);
    print_line("one", futex(&gate, 10, 100, NULL, 2));
    print_line("others", futex(&gate, 1, 100, NULL, 0));
    for (int i = 0; i < 3; i++)
        thread_join(&threads[i]);
    print_line("woken", woken);
    print_line("tid", threads[0].tid);
    return 0;
}
