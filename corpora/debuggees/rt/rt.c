/* The few library functions that debuggees use, on plain Linux system calls of RISC-V.
 * Each is a line or two; nothing is buffered and nothing is allocated.
 * See rt.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

#include <stdarg.h>

char **environ;
int main(int argc, char **argv);

static long call6(long n, long a, long b, long c, long d, long e, long f) {
    register long a7 __asm__("a7") = n;
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    register long a3 __asm__("a3") = d;
    register long a4 __asm__("a4") = e;
    register long a5 __asm__("a5") = f;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5) : "memory");
    return a0;
}

static long call3(long n, long a, long b, long c) {
    return call6(n, a, b, c, 0, 0, 0);
}

long syscall(long number, ...) {
    va_list ap;
    long a[6];
    va_start(ap, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(ap, long);
    va_end(ap);
    return call6(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void rt_start(long *sp) {
    int argc = (int)sp[0];
    char **argv = (char **)(sp + 1);
    environ = argv + argc + 1;
    exit(main(argc, argv));
}

ssize_t write(int fd, const void *bytes, size_t len) {
    return call3(64, fd, (long)bytes, (long)len);
}

ssize_t read(int fd, void *bytes, size_t len) {
    return call3(63, fd, (long)bytes, (long)len);
}

int open(const char *path, int flags, ...) {
    return (int)call6(56, -100, (long)path, flags, 0, 0, 0);
}

int close(int fd) {
    return (int)call3(57, fd, 0, 0);
}

long lseek(int fd, long offset, int whence) {
    return call3(62, fd, offset, whence);
}

char *getcwd(char *out, size_t cap) {
    return call3(17, (long)out, (long)cap, 0) < 0 ? NULL : out;
}

ssize_t readlink(const char *path, char *out, size_t cap) {
    return call6(78, -100, (long)path, (long)out, (long)cap, 0, 0);
}

void *mmap(void *at, size_t len, int prot, int flags, int fd, long offset) {
    long result = call6(222, (long)at, (long)len, prot, flags, fd, offset);
    return result < 0 && result > -4096 ? MAP_FAILED : (void *)result;
}

int munmap(void *at, size_t len) {
    return (int)call3(215, (long)at, (long)len, 0);
}

int mprotect(void *at, size_t len, int prot) {
    return (int)call3(226, (long)at, (long)len, prot);
}

pid_t getpid(void) {
    return (pid_t)call3(172, 0, 0, 0);
}

pid_t getppid(void) {
    return (pid_t)call3(173, 0, 0, 0);
}

pid_t gettid(void) {
    return (pid_t)call3(178, 0, 0, 0);
}

pid_t fork(void) {
    return (pid_t)call6(220, SIGCHLD, 0, 0, 0, 0, 0);
}

int execve(const char *path, char *const argv[], char *const envp[]) {
    return (int)call3(221, (long)path, (long)argv, (long)envp);
}

pid_t waitpid(pid_t pid, int *status, int options) {
    return (pid_t)call6(260, pid, (long)status, options, 0, 0, 0);
}

void _exit(int code) {
    for (;;)
        call3(94, code, 0, 0);
}

void exit(int code) {
    _exit(code);
}

/* struct sigaction of the kernel: handler, flags (SA_RESTART), mask; a fourth word because qemu's user
 * mode (7.2) believes in a restorer before the mask. */
rt_handler signal(int number, rt_handler handler) {
    unsigned long action[4] = {(unsigned long)handler, 0x10000000, 0, 0};
    unsigned long old[4] = {0, 0, 0, 0};
    call6(134, number, (long)action, (long)old, 8, 0, 0);
    return (rt_handler)old[0];
}

int kill(pid_t pid, int number) {
    return (int)call3(129, pid, number, 0);
}

int raise(int number) {
    return (int)call3(131, getpid(), gettid(), number);
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    return (int)call3(101, (long)time, (long)left, 0);
}

int sched_yield(void) {
    return (int)call3(124, 0, 0, 0);
}

size_t strlen(const char *s) {
    size_t len = 0;
    while (s[len])
        len++;
    return len;
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

void *memcpy(void *to, const void *from, size_t len) {
    for (size_t i = 0; i < len; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int value, size_t len) {
    for (size_t i = 0; i < len; i++)
        ((volatile char *)to)[i] = (char)value;
    return to;
}

long rt_clone(long flags, void *stack, int *ptid, void *tls, int *ctid, void *fn, void *arg);

/* CLONE_VM FS FILES SIGHAND THREAD SYSVSEM, PARENT_SETTID, CHILD_CLEARTID */
int thread_start(thread *t, void *(*fn)(void *), void *arg) {
    enum { STACK = 32 * 1024 };
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return -1;
    t->tid = 1;
    long tid = rt_clone(0x350f00, stack + STACK, &t->tid, NULL, &t->tid, (void *)fn, arg);
    return tid < 0 ? -1 : 0;
}

void thread_join(thread *t) {
    int tid;
    while ((tid = __atomic_load_n(&t->tid, __ATOMIC_ACQUIRE)) != 0)
        call6(98, (long)&t->tid, 0, tid, 0, 0, 0);
}

void thread_end(int code) {
    for (;;)
        call3(93, code, 0, 0);
}

void thread_name(const char *name) {
    call3(167, 15, (long)name, 0);
}

void barrier_init(barrier *b, int num) {
    *b = (barrier){.num = num};
}

void barrier_wait(barrier *b) {
    int round = __atomic_load_n(&b->round, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&b->waiting, 1, __ATOMIC_ACQ_REL) == b->num) {
        b->waiting = 0;
        __atomic_add_fetch(&b->round, 1, __ATOMIC_RELEASE);
        call3(98, (long)&b->round, 1, 0x7fffffff);
        return;
    }
    while (__atomic_load_n(&b->round, __ATOMIC_ACQUIRE) == round)
        call6(98, (long)&b->round, 0, round, 0, 0, 0);
}
