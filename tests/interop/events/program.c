/* A program whose run is no straight line: it sends itself signals, forks, executes itself, and has threads
 * that come to one place together. It checks its own results: exit status 0 says that all was as without a
 * debugger. See ../events.py. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 40, THREADS = 24 };

static volatile int passed;
static sigjmp_buf back;
static pthread_barrier_t start;

static __attribute__((noinline)) long work(long number, int round) {
    long result = number * 3 + round;
    __atomic_fetch_add(&passed, 1, __ATOMIC_SEQ_CST); /* the place */
    return result;
}

static void on_first(int signal) {
    (void)signal;
    work(1000, 0);
}

static void on_second(int signal) {
    (void)signal;
    siglongjmp(back, 1);
}

static int signals(void) {
    long sum = 0;
    volatile int left = 0;
    signal(SIGUSR1, on_first);
    signal(SIGUSR2, on_second);
    for (volatile int round = 0; round < ROUNDS; round++) {
        sum += work(1, round);
        raise(SIGUSR1);
        if (sigsetjmp(back, 1))
            left++;
        else
            raise(SIGUSR2);
    }
    return sum == 3 * ROUNDS + ROUNDS * (ROUNDS - 1) / 2 && left == ROUNDS && passed == 2 * ROUNDS;
}

/* A child comes to the place, too, and nobody debugs it. */
static int forks(void) {
    int good = 1;
    for (int child = 0; child < 3; child++) {
        int status = 0;
        pid_t pid = fork();
        if (pid == 0) {
            long sum = 0;
            for (int round = 0; round < ROUNDS; round++)
                sum += work(1, round);
            _exit(sum == 3 * ROUNDS + ROUNDS * (ROUNDS - 1) / 2 ? 7 : 8);
        }
        work(2, child);
        good = good && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 7;
    }
    return good && passed == 3;
}

static void *run_thread(void *number) {
    for (int round = 0; round < 3; round++) {
        pthread_barrier_wait(&start);
        work((long)number, round);
    }
    return NULL;
}

static int together(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run_thread, (void *)i);
    for (long i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return passed == 3 * THREADS;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "signals") == 0)
        return !signals();
    if (strcmp(mode, "forks") == 0)
        return !forks();
    if (strcmp(mode, "together") == 0)
        return !together();
    if (strcmp(mode, "fault") == 0)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
        return *(volatile int *)work(0, 0); /* the fault */
    work(5, 0);
    if (strcmp(mode, "exec") == 0)
        execl("/proc/self/exe", argv[0], "executed", (char *)0);
    return 0;
}
