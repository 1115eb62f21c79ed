/* Threads of the C library: a mutex, a condition variable, values of joined threads, thread-local storage.
 * Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * What it prints does not depend on the order of threads. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, ROUNDS = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int total;
static _Thread_local long own;

static void *count(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        total++;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&lock);
        own++;
    }
    return (void *)(own + (long)arg);
}

int main(void) {
    pthread_t threads[THREADS];
    long sum = 0;
    for (long i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, count, (void *)i) != 0)
            return 1;
    pthread_mutex_lock(&lock);
    while (total < THREADS * ROUNDS)
        pthread_cond_wait(&more, &lock);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    printf("%d %ld %.3f\n", total, sum, (double)sum / THREADS);
    return 0;
}
