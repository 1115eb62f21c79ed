/* Three threads, one after the other: each calls `brief` and ends, then the main thread calls `work`.
 * What a debugger has selected is gone when the next stop comes.
 * See nonstop.py. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>

static volatile long calls;

__attribute__((noinline)) void work(long i) {
    calls += i;
}

__attribute__((noinline)) void brief(long i) {
    calls += i;
}

static void *run(void *number) {
    brief(*(long *)number);
    return NULL;
}

int main(void) {
    for (long i = 0; i < 3; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, run, &i) != 0 || pthread_join(thread, NULL) != 0)
            return 1;
        work(i);
    }
    return 0;
}
