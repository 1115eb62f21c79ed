/* Runs instructions with all registers chosen, until a signal ends them, and shows the registers then.
 * A handler loads the registers, and the next one stores them: nothing is executed beside what is tested.
 * Included by one file of a program. */
/* SPDX-License-Identifier: MIT */
#ifndef BARE_H
#define BARE_H

#include "probe.h"

enum { C_EBREAK = 0x9002, BARE_F = 32, BARE_FCSR = 64, BARE_REGS };

static unsigned char alternate[16384];
static u64 before[BARE_REGS]; /* pc, x1 to x31, f0 to f31 and fcsr as they are loaded */
static u64 after[BARE_REGS];  /* the same as the signal found them */
static int ended_by;          /* number and code of the signal */
static int ended_code;
static u64 kept[BARE_REGS]; /* of the program */
static int entered;

static void bare_copy(u64 *to, const u64 *from) {
    for (int i = 0; i < BARE_FCSR; i++)
        to[i] = from[i];
    ((u32 *)to)[2 * BARE_FCSR] = ((const u32 *)from)[2 * BARE_FCSR]; /* has 32 bits in a context */
}

static void bare_signal(int number, void *info, void *context) {
    u64 *x = context_regs(context);
    entered = !entered;
    if (entered) {
        bare_copy(kept, x);
        bare_copy(x, before);
        return;
    }
    ended_by = number;
    ended_code = info_code(info);
    bare_copy(after, x);
    bare_copy(x, kept);
    x[0] += 4;
}

static void bare_init(void) {
    u64 stack[3] = {(u64)alternate, 0, sizeof alternate};
    syscall(132, (long)stack, 0L, 0L, 0L, 0L, 0L);
    for (int number = 4; number < 12; number++)
        if (number != 9)
            act(number, (void *)bare_signal, SA_SIGINFO_ | SA_ONSTACK_, 0);
}

/* Executes what stands at the address with the registers of `before`. */
static void bare_run(const void *code) {
    before[0] = (u64)code;
    __asm__ volatile(".option push\n .option norvc\n ebreak\n .option pop" ::: "memory");
}

#endif
