/* A program that knows what it must come to: threads mix numbers by `work`, in which the debugger stops them,
 * and by code of their own: a register or flag that a debugger leaves changed shows. usage: victim ROUNDS
 * [alone]; status 0 and "whole", 1 and "broken", 3 and the signal and place it died of. Alone: no threads. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

enum { THREADS = 3 };

static unsigned long rounds;

/* Flags, red zone and most registers are in use here. */
__attribute__((noinline)) uint64_t work(uint64_t x, uint64_t i);

uint64_t work(uint64_t x, uint64_t i) {
    x ^= i + (x << 7);
    x += x > i ? x >> 3 : i * 3;
    return x * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

static inline __attribute__((always_inline)) uint64_t same(uint64_t x, uint64_t i) {
    x ^= i + (x << 7);
    x += x > i ? x >> 3 : i * 3;
    return x * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

static void *mix(void *start) {
    uint64_t x = (uint64_t)(uintptr_t)start;
    uint64_t y = x;
    uint64_t bad = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        x = work(x, i);
        y = same(y, i);
        bad += x != y;
    }
    return bad ? start : NULL;
}

static unsigned long long pc_of(const ucontext_t *at) {
#if defined(__x86_64__)
    return (unsigned long long)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__riscv)
    return at->uc_mcontext.__gregs[REG_PC];
#else
    return at->uc_mcontext.pc;
#endif
}

/* A trap that nobody debugs, or a fault in code that a debugger left. */
static void die(int number, siginfo_t *info, void *context) {
    char text[96];
    const ucontext_t *at = context;
    (void)info;
    int len = snprintf(text, sizeof text, "signal %d at 0x%llx\n", number, pc_of(at));
    (void)!write(STDOUT_FILENO, text, len > 0 ? (size_t)len : 0);
    _exit(3);
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    int wrong = 0;
    const struct sigaction dying = {.sa_sigaction = die, .sa_flags = SA_SIGINFO};
    for (size_t i = 0; i < 4; i++)
        (void)sigaction((const int[]){SIGTRAP, SIGSEGV, SIGBUS, SIGILL}[i], &dying, NULL);
    rounds = strtoul(argc > 1 ? argv[1] : "1000000", NULL, 10);
    const size_t num = argc > 2 ? 0 : THREADS; /* alone: no thread but this one */
    if (num == 0)
        wrong += mix((void *)(uintptr_t)1) != NULL;
    for (size_t i = 0; i < num; i++)
        if (pthread_create(&threads[i], NULL, mix, (void *)(uintptr_t)(i + 1)) != 0)
            return 2;
    for (size_t i = 0; i < num; i++) {
        void *result = NULL;
        if (pthread_join(threads[i], &result) != 0)
            return 2;
        wrong += result != NULL;
    }
    puts(wrong ? "broken" : "whole");
    return wrong != 0;
}
