/* What the differential programs share beyond debuggee.h: hashes, kernel-level signals, raw calls.
 * Their output must be the same in the machine and under qemu-riscv64.
 * Numbers are those of Linux; nothing host-dependent may be printed. */
/* SPDX-License-Identifier: MIT */
#ifndef PROBE_H
#define PROBE_H

#include "debuggee.h"

typedef unsigned long u64;
typedef unsigned int u32;

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Operands at the edges of every width. */
static const u64 edges[] = {0,
                            1,
                            2,
                            0x7f,
                            0x80,
                            0x7fff,
                            0x8000,
                            0x7fffffff,
                            0x80000000,
                            0xffffffff,
                            1UL << 32,
                            ~0UL >> 1,
                            1UL << 63,
                            ~0UL,
                            ~1UL,
                            31,
                            32,
                            63,
                            64,
                            0x5555555555555555UL,
                            0xaaaaaaaaaaaaaaaaUL,
                            0x0123456789abcdefUL};

static inline u64 fold(u64 hash, u64 value) {
    return (hash ^ value) * 0x100000001b3UL + 0x9e3779b9UL;
}

static inline void print_hex(u64 value) {
    char digits[17];
    for (int i = 0; i < 16; i++)
        digits[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
    digits[16] = '\n';
    (void)!write(1, digits, sizeof digits);
}

static inline void print_hash(const char *label, u64 hash) {
    print(label);
    print(" ");
    print_hex(hash);
}

enum { SA_SIGINFO_ = 4, SA_ONSTACK_ = 0x08000000, SA_RESTART_ = 0x10000000, SA_NODEFER_ = 0x40000000 };
#define SA_RESETHAND_ 0x80000000UL

/* The mask stands twice: qemu 7.2 looks for it one word later than Linux does. */
static inline long act(int number, void *handler, u64 flags, u64 mask) {
    u64 action[4] = {(u64)handler, flags, mask, mask};
    return syscall(134, (long)number, (long)action, 0L, 8L, 0L, 0L);
}

static inline long block(int how, u64 mask, u64 *old) {
    return syscall(135, (long)how, (long)&mask, (long)old, 8L, 0L, 0L);
}
enum { BLOCK = 0, UNBLOCK = 1, SETMASK = 2 };
#define BIT(n) (1UL << ((n)-1))

/* Words of siginfo and of the saved registers behind a ucontext. */
static inline int info_code(const void *info) {
    return ((const int *)info)[2];
}
static inline u64 info_address(const void *info) {
    return ((const u64 *)info)[2];
}
static inline u64 *context_regs(void *context) {
    return (u64 *)((char *)context + 176);
}

#endif
