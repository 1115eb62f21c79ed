/* Threads with a task each, as a concurrency runtime has them: two words per thread that a debugger wants to
 * see at every stop. The first argument is the number of threads (default 10, main among them), the second how
 * often stopped is called while all of them live (default 10). */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { MOST = 4096 };

/* One per thread, in a cache line of its own. */
struct task {
    volatile unsigned long job;
    volatile unsigned long executor;
    unsigned long padding[6];
};

struct task tasks[MOST];
static thread threads[MOST];
static barrier gate;
volatile int alive;
volatile long stops;

static void *run(void *arg) {
    struct task *task = arg;
    task->job = 0x1000 + (unsigned long)(task - tasks);
    task->executor = 0x2000 + (unsigned long)(task - tasks);
    __atomic_add_fetch(&alive, 1, __ATOMIC_SEQ_CST);
    barrier_wait(&gate);
    return NULL;
}

NOINLINE void stopped(void) {
    stops = stops + 1;
}

int main(int argc, char **argv) {
    long num = argument(argc, argv, 1, 10);
    long rounds = argument(argc, argv, 2, 10);
    if (num < 1 || num > MOST)
        return 1;
    barrier_init(&gate, (int)num);
    tasks[0].job = 0x1000;
    tasks[0].executor = 0x2000;
    for (long i = 1; i < num; i++)
        if (thread_start(&threads[i], run, &tasks[i]) < 0)
            return 2;
    while (alive < num - 1)
        sched_yield();
    for (long i = 0; i < rounds; i++)
        stopped();
    barrier_wait(&gate);
    for (long i = 1; i < num; i++)
        thread_join(&threads[i]);
    return stops == rounds ? 0 : 3;
}
