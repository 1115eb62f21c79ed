/* Threads that wait in system calls, each kind of which the kernel restarts in its own way, and one that
 * works. Each call must come to the end that it would have without a debugger. usage: program KIND, what the
 * first thread waits in; a byte on its input ends it, with status 0 and "whole". */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { NUM_KINDS = 5, LONG_S = 3, LAST_S = 120 };

static time_t sleep_s; /* long in the first thread only */

typedef struct kind {
    const char *name;
    int (*wait)(int fd); /* 0: it ended as it had to */
} kind;

static atomic_int released;
static __thread uint64_t turns; /* what tests ask for, as a variable of each thread */
static uint32_t futex_word;
static int pipes[NUM_KINDS][2];

__attribute__((noinline)) uint64_t work(uint64_t x, uint64_t i);

uint64_t work(uint64_t x, uint64_t i) {
    i += x;
    i ^= i << 13;
    i ^= i >> 7;
    return i * UINT64_C(0x9e3779b97f4a7c15);
}

/* Restarted by restart_syscall: it sleeps what is left. */
static int wait_nanosleep(int fd) {
    struct timespec from;
    struct timespec to;
    struct timespec left = {.tv_sec = sleep_s};
    (void)fd;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    if (nanosleep(&left, NULL) != 0)
        return 1;
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    return to.tv_sec - from.tv_sec < sleep_s - 1;
}

static int wait_read(int fd) {
    char byte = 0;
    return read(fd, &byte, 1) != 1 || byte != 'x';
}

static int wait_futex(int fd) {
    (void)fd;
    long result = syscall(SYS_futex, &futex_word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return result != 0 && errno != EAGAIN; /* released before it began */
}

/* Without a handler it is restarted, too. */
static int wait_select(int fd) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    return select(fd + 1, &set, NULL, NULL, NULL) != 1;
}

/* The kernel never restarts it: a debugger's stop ends it with EINTR, whatever the debugger does. */
static int wait_epoll(int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    int epoll = epoll_create1(0);
    int num = 0;
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        return 1;
    do
        num = epoll_wait(epoll, &event, 1, -1);
    while (num < 0 && errno == EINTR);
    return num != 1 || event.data.fd != fd || close(epoll) != 0;
}

static const kind kinds[NUM_KINDS] = {
    {"nanosleep", wait_nanosleep}, {"read", wait_read},     {"futex", wait_futex},
    {"epoll_wait", wait_epoll},    {"select", wait_select},
};

static void *wait_in(void *arg) {
    size_t i = (size_t)(uintptr_t)arg;
    return (void *)(uintptr_t)kinds[i].wait(pipes[i][0]);
}

static void *release(void *arg) {
    char byte = 0;
    if (read(STDIN_FILENO, &byte, 1) != 1) { /* no input: a debugger ends it, or SIGALRM */
        (void)alarm(LAST_S);
        for (;;)
            (void)pause();
    }
    released = 1;
    __atomic_store_n(&futex_word, 1, __ATOMIC_SEQ_CST);
    (void)syscall(SYS_futex, &futex_word, FUTEX_WAKE_PRIVATE, 1 << 20, NULL, NULL, 0);
    for (size_t i = 0; i < NUM_KINDS; i++)
        (void)!write(pipes[i][1], "x", 1);
    return arg;
}

static void *work_on(void *arg) {
    uint64_t sum = 0;
    (void)arg;
    for (uint64_t i = 0; !released; i++) /* what the condition looks at */
        sum += work(++turns, i);
    return (void *)(uintptr_t)sum;
}

int main(int argc, char **argv) {
    pthread_t threads[NUM_KINDS + 2];
    void *result = NULL;
    size_t mine = 0;
    int wrong = 0;
    while (argc == 2 && mine < NUM_KINDS && strcmp(kinds[mine].name, argv[1]) != 0)
        mine++;
    if (argc != 2 || mine == NUM_KINDS)
        return 2;
    sleep_s = mine == 0 ? LONG_S : 0;
    for (size_t i = 0; i < NUM_KINDS; i++)
        if (pipe(pipes[i]) != 0)
            return 2;
    for (size_t i = 0; i < NUM_KINDS; i++)
        if (i != mine && pthread_create(&threads[i], NULL, wait_in, (void *)(uintptr_t)i) != 0)
            return 2;
    if (pthread_create(&threads[NUM_KINDS], NULL, work_on, NULL) != 0 ||
        pthread_create(&threads[NUM_KINDS + 1], NULL, release, NULL) != 0)
        return 2;
    wrong = kinds[mine].wait(pipes[mine][0]);
    for (size_t i = 0; i < NUM_KINDS; i++)
        if (i != mine && pthread_join(threads[i], &result) == 0 && result != NULL) {
            (void)printf("%s ", kinds[i].name);
            wrong++;
        }
    (void)pthread_join(threads[NUM_KINDS], NULL);
    (void)pthread_join(threads[NUM_KINDS + 1], NULL);
    puts(wrong ? "broken" : "whole");
    return wrong != 0;
}
