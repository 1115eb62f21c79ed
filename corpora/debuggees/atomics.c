/* Four threads that add to the same counters, by atomic addition and by compare and swap.
 * Prints totals that are only right when no update is lost.
 * Break in: add_some. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { ROUNDS = 2000 };

static long added;
static int swapped;
static int lock;
static long guarded;

static void add_by_swap(int *to) {
    int old = __atomic_load_n(to, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(to, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        ;
}

NOINLINE void add_some(void) {
    __atomic_add_fetch(&added, 3, __ATOMIC_SEQ_CST);
    add_by_swap(&swapped);
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        sched_yield();
    guarded++;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < ROUNDS; i++)
        add_some();
    return NULL;
}

int main(void) {
    thread threads[4];
    for (int i = 0; i < 4; i++)
        thread_start(&threads[i], worker, NULL);
    for (int i = 0; i < 4; i++)
        thread_join(&threads[i]);
    print_line("added", added);
    print_line("swapped", swapped);
    print_line("guarded", guarded);
    return 0;
}
