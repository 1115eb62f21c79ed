/* Threads that share everything but their stack: sums, exits in any order, signals to one of them.
 * The process lives until exit_group, whoever calls it.
 * Exit status 21 from a thread that is not the first. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static volatile long sums[8];
static volatile pid_t got;
static volatile int ready;

static void *adds(void *arg) {
    long me = (long)arg;
    for (long i = 0; i < 5000; i++)
        sums[me] += i ^ me;
    if (me % 2)
        thread_end((int)me);
    return NULL;
}

static void on_signal(int number) {
    (void)number;
    got = gettid();
}

static void *is_signalled(void *arg) {
    (void)arg;
    ready = gettid();
    while (!got)
        sched_yield();
    return NULL;
}

static void *leaves(void *arg) {
    (void)arg;
    sleep_ms(50);
    print("leaving\n");
    _exit(21);
}

int main(void) {
    thread threads[8], other;
    for (long i = 0; i < 8; i++)
        thread_start(&threads[i], adds, (void *)i);
    u64 hash = 0;
    for (int i = 0; i < 8; i++) {
        thread_join(&threads[i]);
        hash = fold(hash, (u64)sums[i]);
    }
    print_hash("sums", hash);
    act(SIGUSR1, (void *)on_signal, 0, 0);
    thread_start(&other, is_signalled, NULL);
    while (!ready)
        sched_yield();
    print_line("tgkill", syscall(131, (long)getpid(), (long)ready, (long)SIGUSR1, 0L, 0L, 0L));
    thread_join(&other);
    print_line("the right one", got == ready);
    while (syscall(131, (long)getpid(), (long)ready, 0L, 0L, 0L, 0L) == 0)
        sched_yield(); /* the wake-up of the joiner comes a little before the end */
    print("gone\n");
    thread_start(&other, leaves, NULL);
    for (;;)
        sleep_ms(1000);
}
