/* Writes an assembly program of random RV64IMA instructions to standard output: generate SEED.
 * After each block all registers go through probe_registers() in random_main.c, which prints their hash.
 * Same seed, same program; it runs on the host, as part of the build. */
/* SPDX-License-Identifier: MIT */
#include <rsp/status.h>
#include "core/rng.h"

#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 40, BLOCK_INSNS = 60, DUMP = 1024 };

static rsp_rng rng;

static unsigned below(unsigned bound) {
    return (unsigned)rsp_rng_below(&rng, bound);
}

/* x0 to x31 without sp, gp, tp, s0 (memory) and s11 (addresses and targets). */
static unsigned reg(void) {
    static const unsigned char regs[] = {0,  1,  5,  6,  7,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                         18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31};
    return regs[below(RSP_ARRAY_LEN(regs))];
}

static int imm12(void) {
    return (int)below(4096) - 2048;
}

static void emit_rr(void) {
    static const char *const names[] = {"add",  "sub",  "sll",    "slt",   "sltu",  "xor",  "srl",
                                        "sra",  "or",   "and",    "addw",  "subw",  "sllw", "srlw",
                                        "sraw", "mul",  "mulh",   "div",   "divu",  "rem",  "remu",
                                        "mulw", "divw", "mulhsu", "mulhu", "divuw", "remw", "remuw"};
    printf("    %s x%u, x%u, x%u\n", names[below(RSP_ARRAY_LEN(names))], reg(), reg(), reg());
}

static void emit_ri(void) {
    static const char *const names[] = {"addi", "slti", "sltiu", "xori", "ori", "andi", "addiw"};
    printf("    %s x%u, x%u, %d\n", names[below(RSP_ARRAY_LEN(names))], reg(), reg(), imm12());
}

static void emit_shift(void) {
    static const char *const names[] = {"slli", "srli", "srai", "slliw", "srliw", "sraiw"};
    unsigned which = below(RSP_ARRAY_LEN(names));
    printf("    %s x%u, x%u, %u\n", names[which], reg(), reg(), below(which < 3 ? 64 : 32));
}

static void emit_upper(void) {
    printf("    %s x%u, 0x%x\n", below(2) ? "lui" : "auipc", reg(), below(1U << 20));
}

static void emit_load(void) {
    static const char *const names[] = {"lb", "lh", "lw", "ld", "lbu", "lhu", "lwu"};
    printf("    %s x%u, %d(s0)\n", names[below(RSP_ARRAY_LEN(names))], reg(), (int)below(3060) - 2048);
}

static void emit_store(void) {
    static const char *const names[] = {"sb", "sh", "sw", "sd"};
    printf("    %s x%u, %d(s0)\n", names[below(RSP_ARRAY_LEN(names))], reg(), (int)below(3060) - 2048);
}

static void emit_amo(void) {
    static const char *const names[] = {"amoswap", "amoadd", "amoxor",  "amoand", "amoor",
                                        "amomin",  "amomax", "amominu", "amomaxu"};
    unsigned wide = below(2);
    printf("    addi s11, s0, %d\n", (int)below(256) * 8 - 1024 + (wide ? 0 : (int)below(2) * 4));
    printf("    %s.%c x%u, x%u, (s11)\n", names[below(RSP_ARRAY_LEN(names))], wide ? 'd' : 'w', reg(), reg());
}

static void emit_reserved(void) {
    char width = below(2) ? 'd' : 'w';
    printf("    addi s11, s0, %d\n", (int)below(128) * 8 - 1024);
    printf("    lr.%c x%u, (s11)\n", width, reg());
    if (below(4) == 0)
        printf("    addi s11, s11, 8\n");
    printf("    sc.%c x%u, x%u, (s11)\n", width, reg(), reg());
}

static void emit_branch(void) {
    static const char *const names[] = {"beq", "bne", "blt", "bge", "bltu", "bgeu"};
    printf("    %s x%u, x%u, 1f\n", names[below(RSP_ARRAY_LEN(names))], reg(), reg());
    emit_rr();
    emit_ri();
    printf("1:\n");
}

static void emit_jump(void) {
    if (below(2)) {
        printf("    jal x%u, 1f\n    .word 0\n1:\n", reg());
        return;
    }
    printf("    auipc s11, 0\n    jalr x%u, s11, 12\n    .word 0xffffffff\n", reg());
}

/* A constant at the edge of some width, so that carries, overflows and signs happen. */
static void emit_constant(void) {
    static const char *const values[] = {
        "0",          "-1",         "1",       "0x7fffffff",         "-0x80000000",
        "0xffffffff", "0x80000000", "1 << 63", "0x7fffffffffffffff", "0x100000000"};
    if (below(2))
        printf("    li x%u, %s\n", reg(), values[below(RSP_ARRAY_LEN(values))]);
    else
        printf("    li x%u, 0x%llx\n", reg(), (unsigned long long)rsp_rng_next(&rng));
}

static void emit_block(void) {
    static void (*const kinds[])(void) = {emit_rr,       emit_rr,     emit_rr,   emit_ri,      emit_ri,
                                          emit_shift,    emit_upper,  emit_load, emit_store,   emit_amo,
                                          emit_reserved, emit_branch, emit_jump, emit_constant};
    for (int i = 0; i < BLOCK_INSNS; i++)
        kinds[below(RSP_ARRAY_LEN(kinds))]();
}

/* All registers to memory behind s0, a call, and back. */
static void emit_probe(void) {
    for (int i = 1; i < 32; i++)
        printf("    sd x%d, %d(s0)\n", i, DUMP + 8 * i);
    printf("    addi a0, s0, %d\n    call probe_registers\n    la s0, middle\n", DUMP);
    for (int i = 1; i < 32; i++)
        if (i != 2 && i != 8)
            printf("    ld x%d, %d(s0)\n", i, DUMP + 8 * i);
}

int main(int argc, char **argv) {
    rsp_rng_seed(&rng, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    printf("    .text\n    .option norelax\n    .globl random_blocks\nrandom_blocks:\n");
    printf("    la t0, kept\n    sd ra, 0(t0)\n    sd sp, 8(t0)\n");
    for (int i = 0; i < 12; i++)
        printf("    sd s%d, %d(t0)\n", i, 16 + 8 * i);
    printf("    la s0, middle\n");
    for (int i = 1; i < 32; i++)
        if (i != 2 && i != 3 && i != 4 && i != 8)
            printf("    li x%d, 0x%llx\n", i, (unsigned long long)rsp_rng_next(&rng));
    for (int block = 0; block < BLOCKS; block++) {
        emit_block();
        emit_probe();
    }
    printf("    la t0, kept\n    ld ra, 0(t0)\n    ld sp, 8(t0)\n");
    for (int i = 0; i < 12; i++)
        printf("    ld s%d, %d(t0)\n", i, 16 + 8 * i);
    printf("    ret\n    .bss\n    .balign 4096\n    .space 2048\nmiddle: .space 2048\nkept: .space 128\n");
    printf("    .section .note.GNU-stack, \"\", @progbits\n");
    return 0;
}
