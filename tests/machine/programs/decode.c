/* Thousands of random instruction words, each executed alone: result registers or signal are hashed.
 * Finds every encoding that one side accepts and the other refuses.
 * System instructions and jumps are left out; memory accesses go to a buffer. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

#ifndef SEED
#define SEED 1
#endif

static unsigned char buffer[16384] __attribute__((aligned(4096)));
static u64 saved[2];
static u64 outcome;
u64 regs[32];

/* Loads x5..x31 from regs, runs the word, stores them back. */
static u32 code[1024] __attribute__((aligned(4096))); /* auipc shows its address: the same on both sides */
static int words;

static void emit(u32 word) {
    code[words++] = word;
}

static void on_signal(int number, void *info, void *context) {
    outcome = fold((u64)number, (u64)info_code(info));
    for (int i = 0; i < 3; i++)
        outcome = fold(outcome, i);
    context_regs(context)[0] = saved[0];
    u64 *x = context_regs(context);
    for (int i = 5; i < 32; i++)
        regs[i] = x[i];
}

static u64 state = SEED;
static u64 next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dUL;
}

static u32 ld(int rd, int offset) {
    return (u32)offset << 20 | 3u << 15 | 3u << 12 | (u32)rd << 7 | 0x03;
}
static u32 sd(int rs, int offset) {
    return (u32)(offset >> 5) << 25 | (u32)rs << 20 | 3u << 15 | 3u << 12 | (u32)(offset & 31) << 7 | 0x23;
}
/* The same with sp as base: s1 and s2 to s11 belong to the caller. */
static u32 on_stack(u32 word) {
    return (word & ~(31u << 15)) | 2u << 15;
}
static int kept_reg(int i) {
    return i == 0 ? 9 : 17 + i;
}

/* gp (x3) holds the address of regs and tp is not used; ra, sp, s0 are kept on the side. */
static int tested;
static void prepare(void) {
    emit(0x00050193); /* mv gp, a0 */
    emit(0xfa010113); /* addi sp, sp, -96 */
    for (int i = 0; i < 11; i++)
        emit(on_stack(sd(kept_reg(i), 8 * i)));
    emit(sd(1, 8));
    emit(sd(2, 16));
    emit(sd(8, 0));
    for (int i = 5; i < 32; i++)
        if (i != 8)
            emit(ld(i, 8 * i));
    tested = words;
    emit(0x13);
    saved[0] = (u64)(code + words);
    for (int i = 5; i < 32; i++)
        if (i != 8)
            emit(sd(i, 8 * i));
    emit(ld(8, 0));
    emit(ld(1, 8));
    emit(ld(2, 16));
    for (int i = 0; i < 11; i++)
        emit(on_stack(ld(kept_reg(i), 8 * i)));
    emit(0x06010113); /* addi sp, sp, 96 */
    emit(0x00008067);
}

/* rd, rs1 and rs2 among x5..x31 but s0, and a kind of word that may be executed. */
static u32 random_word(void) {
    u32 word = (u32)next() | 3;
    u32 opcode = word & 0x7f;
    if (next() & 3) { /* more often a known opcode */
        static const u32 known[] = {0x13, 0x33, 0x1b, 0x3b, 0x03, 0x23, 0x2f, 0x0f, 0x37, 0x17};
        opcode = known[next() % COUNT(known)];
        word = (word & ~0x7fu) | opcode;
    }
    if (opcode == 0x73 || opcode == 0x63 || opcode == 0x67 || opcode == 0x6f)
        return 0;
    u32 rd = word >> 7 & 31;
    if (opcode != 0x23 && (rd < 5 || rd == 8) && rd != 0)
        return 0;
    u32 rs1 = word >> 15 & 31, rs2 = word >> 20 & 31;
    if (rs1 < 5 || rs1 == 8 || rs2 == 8 || (rs2 > 0 && rs2 < 5)) /* these hold addresses of the stack */
        return 0;
    return word;
}

int main(void) {
    mprotect(code, sizeof code, PROT_READ | PROT_WRITE | PROT_EXEC);
    prepare();
    for (int number = 4; number < 12; number++)
        if (number != 9)
            act(number, (void *)on_signal, SA_SIGINFO_, 0);
    u64 kept[32];
    void (*run)(u64 *) = (void (*)(u64 *))code;
    u64 hash = 0;
    for (int i = 0; i < 4000; i++) {
        u32 word = random_word();
        if (!word)
            continue;
        for (int r = 5; r < 32; r++)
            kept[r] = regs[r] = (word & 0x7f) == 0x2f || (word & 0x5f) == 0x03
                                    ? (u64)buffer + 8192 + (next() & 0xff) * 8
                                    : next();
        code[tested] = word;
        __asm__ volatile("fence.i" ::: "memory");
        outcome = 0;
        run(regs);
        hash = fold(hash, outcome);
        for (int r = 5; r < 32; r++)
            if (r != 8 && regs[r] != kept[r])
                hash = fold(fold(hash, regs[r]), (u64)r);
        if (i % 100 == 0)
            print_hash("so far", hash);
    }
    for (unsigned i = 0; i < sizeof buffer; i++)
        hash = fold(hash, buffer[i]);
    print_hash("end", hash);
    return 0;
}
