/* One header for every debuggee: the C library on the host, the tiny runtime of rt/ on RISC-V.
 * POSIX names mean the same on both; threads and barriers have small names of their own.
 * Include it first; it asks for the features it needs. */
/* SPDX-License-Identifier: MIT */
#ifndef DEBUGGEE_H
#define DEBUGGEE_H

#if !defined(DEBUGGEE_RT)
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
extern char **environ;
typedef struct thread {
    pthread_t id;
} thread;
typedef struct barrier {
    pthread_barrier_t b;
} barrier;
#else
#include "rt/rt.h"
typedef struct thread {
    int tid; /* 0 when it has ended */
} thread;
typedef struct barrier {
    int num;
    int waiting;
    int round;
} barrier;
#endif

#define NOINLINE __attribute__((noinline))

/* 0, or below 0 when there is no room for another thread. */
int thread_start(thread *t, void *(*fn)(void *), void *arg);
void thread_join(thread *t);
void thread_end(int code) __attribute__((noreturn)); /* of the calling thread alone */
void thread_name(const char *name);
void barrier_init(barrier *b, int num);
void barrier_wait(barrier *b);

#if !defined(DEBUGGEE_RT)
int thread_start(thread *t, void *(*fn)(void *), void *arg) {
    return pthread_create(&t->id, NULL, fn, arg) ? -1 : 0;
}
void thread_join(thread *t) {
    pthread_join(t->id, NULL);
}
void thread_end(int code) {
    for (;;)
        syscall(SYS_exit, code);
}
void thread_name(const char *name) {
    prctl(PR_SET_NAME, name);
}
void barrier_init(barrier *b, int num) {
    pthread_barrier_init(&b->b, NULL, (unsigned)num);
}
void barrier_wait(barrier *b) {
    pthread_barrier_wait(&b->b);
}
#endif

/* The compiled-in breakpoint of each machine. */
#if defined(__riscv)
#define TRAP() __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop")
#elif defined(__x86_64__) || defined(__i386__)
#define TRAP() __asm__ volatile("int3")
#else
#define TRAP() __builtin_trap()
#endif

static inline void print(const char *text) {
    (void)!write(1, text, strlen(text));
}

static inline void print_number(long value) {
    char digits[24];
    size_t at = sizeof digits;
    unsigned long rest = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    (void)!write(1, digits + at, sizeof digits - at);
}

static inline void print_line(const char *label, long value) {
    print(label);
    print(" ");
    print_number(value);
    print("\n");
}

/* A number of decimal digits; `otherwise` when there is no such argument. */
static inline long argument(int argc, char **argv, int index, long otherwise) {
    if (index >= argc)
        return otherwise;
    long value = 0;
    for (const char *p = argv[index]; *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (*p - '0');
    return value;
}

/* The path of another debuggee: in the folder of this one. */
static inline const char *sibling(const char *name) {
    static char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 64);
    while (len > 0 && path[len - 1] != '/')
        len--;
    if (len < 0)
        len = 0;
    memcpy(path + len, name, strlen(name) + 1);
    return path;
}

static inline void sleep_ms(long ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

#endif
