/* Threads with names that do the same work, on floating-point values in registers. They begin when a byte
 * comes on the input, so that a debugger can attach to them first.
 * usage: program; prints the sum of what all have done. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { NUM_THREADS = 3, NUM_TURNS = 300 };

static pthread_barrier_t named; /* all threads have their names */
static pthread_barrier_t begun; /* and may begin */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double total;

__attribute__((noinline)) double scale(double x, float y, long i);

double scale(double x, float y, long i) {
    __asm__ volatile("" ::: "memory");
    return x * 2 + (double)y + (double)i;
}

static void *work(void *argument) {
    char name[16];
    double sum = 0;
    long number = (long)argument;
    (void)snprintf(name, sizeof name, "worker-%ld", number);
    (void)pthread_setname_np(pthread_self(), name);
    (void)pthread_barrier_wait(&named);
    (void)pthread_barrier_wait(&begun);
    for (long i = 0; i < NUM_TURNS; i++)
        sum += scale((double)i, (float)number, i);
    (void)pthread_mutex_lock(&lock);
    total += sum;
    (void)pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[NUM_THREADS];
    char byte = 0;
    (void)pthread_barrier_init(&named, NULL, NUM_THREADS + 1);
    (void)pthread_barrier_init(&begun, NULL, NUM_THREADS + 1);
    for (long i = 0; i < NUM_THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
            return 2;
    (void)pthread_barrier_wait(&named);
    (void)printf("named\n");
    (void)fflush(stdout);
    if (read(STDIN_FILENO, &byte, 1) != 1)
        return 1;
    (void)pthread_barrier_wait(&begun);
    for (size_t i = 0; i < NUM_THREADS; i++)
        (void)pthread_join(threads[i], NULL);
    (void)printf("%.0f\n", total);
    return 0;
}
