/* A variable of a function that calls itself, also in another thread meanwhile.
 * Another function uses its memory afterwards.
 * See ../dap_frames.py. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>

static volatile int global;

static int work(int depth, void *(*beside)(void *)) {
    pthread_t thread;
    volatile int local = depth; /* @local */
    if (depth > 0)
        local += work(depth - 1, 0); /* @call */
    if (beside && pthread_create(&thread, 0, beside, 0) == 0)
        pthread_join(thread, 0); /* which goes through the same code */
    local++;                     /* @change */
    return local;                /* @last */
}

static void *other(void *unused) {
    for (int i = 0; i < 5; i++)
        global += work(2, 0);
    return unused;
}

static int again(int depth) {
    volatile int used[16];
    for (int i = 0; i < 16; i++)
        used[i] = depth + i;
    return used[depth] + (depth > 0 ? again(depth - 1) : 0);
}

int main(void) {
    global = work(2, 0);     /* @main */
    global += again(8);      /* @again */
    global = work(1, other); /* @threads */
    global += again(8);      /* @threads-again */
    return 0;                /* @end */
}
