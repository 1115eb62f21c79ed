/* Four named workers that each call work() five times: 20 hits. Then main joins them, calls tail(40) and ends.
 * With the argument 'spin' they count for ever in counts[]; when all four do, main calls settled().
 * Break in: work, tail, settled (by one thread, when nothing else is about to stop). */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

struct context {
    long id;
    long sum;
};

static struct context contexts[4];
static barrier started;
volatile long counts[4];
volatile long total;
static int spinning;

NOINLINE long work(struct context *c, int round) {
    c->sum += c->id * 10 + round;
    return c->sum;
}

NOINLINE void count(struct context *c) {
    for (;;)
        counts[c->id]++;
}

static void *worker(void *arg) {
    static const char *const names[] = {"worker-0", "worker-1", "worker-2", "worker-3"};
    struct context *c = arg;
    thread_name(names[c->id]);
    barrier_wait(&started);
    for (int round = 1; round <= 5; round++) {
        long value = work(c, round);
        __atomic_add_fetch(&total, value, __ATOMIC_SEQ_CST);
    }
    if (spinning)
        count(c);
    return NULL;
}

NOINLINE void settled(void) {
}

static void settle(void) {
    for (int i = 0; i < 4; i++)
        while (counts[i] == 0)
            sched_yield();
    settled();
}

NOINLINE int tail(int n) {
    volatile int acc = 0;
    for (int i = 0; i < n; i++) {
        acc += i;
        acc ^= 3;
        acc += n;
    }
    return acc;
}

int main(int argc, char **argv) {
    thread threads[4];
    spinning = argc > 1 && strcmp(argv[1], "spin") == 0;
    barrier_init(&started, 4);
    for (long i = 0; i < 4; i++) {
        contexts[i].id = i;
        thread_start(&threads[i], worker, &contexts[i]);
    }
    if (spinning)
        settle();
    for (int i = 0; i < 4; i++)
        thread_join(&threads[i]);
    int last = tail(40);
    print_line("total", total);
    return last ? 0 : 1;
}
