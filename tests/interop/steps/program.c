/* Threads that go through the same lines, with calls, as fast as they can, until a debugger ends the program.
 * SIGALRM is counted.
 * usage: program   Lines are labelled for dap_steps.py: a comment with @NAME. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

enum { NUM_THREADS = 4 };

volatile long results[NUM_THREADS];
long signals;

__attribute__((noinline)) long inner(long x);
__attribute__((noinline)) long outer(long x, long number);

long inner(long x) { /* @inner */
    long y = x * 3;  /* @first */
    y ^= x >> 1;     /* @second */
    return y + 1;    /* @third */
} /* @inner-end */

long outer(long x, long number) { /* @outer */
    long a = x + number;          /* @one */
    a = inner(a);                 /* @two */
    a += number;                  /* @three */
    a = inner(a) ^ x;             /* @four */
    return a;                     /* @five */
} /* @outer-end */

static void *work(void *argument) {
    long number = (long)argument;
    for (;;) {                                    /* @loop */
        long x = results[number];                 /* @load */
        results[number] = outer(x, number) % 997; /* @turn */
    }
    return NULL;
}

static void count(int signal) {
    (void)signal;
    (void)__atomic_fetch_add(&signals, 1, __ATOMIC_SEQ_CST); /* @counted */
}

int main(void) {
    pthread_t threads[NUM_THREADS];
    (void)signal(SIGALRM, count);
    for (long i = 0; i < NUM_THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
            return 2;
    for (size_t i = 0; i < NUM_THREADS; i++)
        (void)pthread_join(threads[i], NULL);
    return 0;
}
