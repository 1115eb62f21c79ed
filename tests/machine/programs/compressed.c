/* Every encoding of 16 bits, each executed alone with chosen registers: where it ends and with what in them.
 * Loads and stores find a buffer in every register, jumps by register a place between two others; all
 * around is c.ebreak. Printed is the hash of registers, pc and signal after each 256, and of the buffer. */
/* SPDX-License-Identifier: MIT */
#include "bare.h"

enum { STEP = 64, PAD = 4096, NUM = 0x10000 / 4 * 3 };

static u32 arena[(PAD + NUM * STEP + PAD) / 4] __attribute__((aligned(4096))); /* a place for each */
static u32 lone[3 * PAD / 4] __attribute__((aligned(4096)));                   /* a place for one */
static unsigned char buffer[8192] __attribute__((aligned(4096)));
static u64 state = 88172645463325252UL;
static u64 hash;

static u64 next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dUL;
}

/* Loads and stores stand in the same rows of quadrants 0 and 2. */
static int touches_memory(unsigned half) {
    unsigned row = half >> 13;
    return (half & 3) != 1 && row != 0 && row != 4;
}

static int jumps_by_register(unsigned half) {
    return half >> 13 == 4 && (half & 3) == 2 && (half >> 2 & 31) == 0;
}

/* Jumps by a multiple of STEP would lead to another one. */
static int meets_others(unsigned half) {
    if ((half & 3) != 1 || half >> 13 < 5)
        return 0;
    return (half & (half >> 13 == 5 ? 0x083c : 0x0c1c)) == 0;
}

/* Jumps to themselves would not end. */
static int stays(unsigned half) {
    return (half & (half >> 13 == 5 ? 0x1ffc : 0x1c7c)) == 0;
}

static void choose_registers(unsigned half) {
    for (int i = 1; i < BARE_FCSR; i++) {
        if (i >= BARE_F)
            before[i] = next();
        else if (touches_memory(half))
            before[i] = (u64)buffer + 2048 + (next() & 0x3ff);
        else if (jumps_by_register(half))
            before[i] = (u64)arena + PAD + (next() & 0xff) * STEP + 2 + next() % 62;
        else
            before[i] = next() & 1 ? edges[next() % COUNT(edges)] : next();
    }
}

static void run(unsigned half, const void *at) {
    choose_registers(half);
    bare_run(at);
    hash = fold(fold(hash, (u64)ended_by), (u64)ended_code);
    for (int i = 0; i < BARE_REGS; i++)
        hash = fold(hash, after[i]);
}

static void run_all(void) {
    for (unsigned half = 0, at = PAD / 4; half < 0x10000; half++) {
        if ((half & 3) == 3)
            continue;
        if (!meets_others(half))
            run(half, arena + at);
        if (half % 256 == 254)
            print_hash("so far", hash);
        at += STEP / 4;
    }
}

int main(void) {
    const u32 pads = C_EBREAK << 16 | C_EBREAK;
    mprotect(arena, sizeof arena, PROT_READ | PROT_WRITE | PROT_EXEC);
    mprotect(lone, sizeof lone, PROT_READ | PROT_WRITE | PROT_EXEC);
    bare_init();
    for (unsigned i = 0; i < COUNT(arena); i++)
        arena[i] = pads;
    for (unsigned i = 0; i < COUNT(lone); i++)
        lone[i] = pads;
    for (unsigned half = 0, at = PAD / 4; half < 0x10000; half++)
        if ((half & 3) != 3) {
            arena[at] = C_EBREAK << 16 | half;
            at += STEP / 4;
        }
    run_all();
    for (unsigned half = 0; half < 0x10000; half++) {
        if (!meets_others(half) || stays(half))
            continue;
        lone[PAD / 4] = C_EBREAK << 16 | half;
        __asm__ volatile("fence.i" ::: "memory");
        run(half, lone + PAD / 4);
    }
    for (unsigned i = 0; i < sizeof buffer; i++)
        hash = fold(hash, buffer[i]);
    print_hash("end", hash);
    return 0;
}
