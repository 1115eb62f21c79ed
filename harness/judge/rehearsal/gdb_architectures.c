/* What GDB knows of architectures: from `maint print remote-registers` of gdb-multiarch 13.1, and its
 * breakpoints. Architectures of gdb-avr and gdb-msp430 stand beside those of gdb-multiarch. See
 * gdb_architectures.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb_architectures.h"

#include "rehearsal.h"

#include <string.h>

#define RISCV_NEEDS                                                                                        \
    "x0|zero x1|ra x2|sp x3|gp x4|tp x5|t0 x6|t1 x7|t2 x8|fp|s0 x9|s1 x10|a0 x11|a1 x12|a2 x13|a3 x14|a4 " \
    "x15|a5 "                                                                                              \
    "x16|a6 x17|a7 x18|s2 x19|s3 x20|s4 x21|s5 x22|s6 x23|s7 x24|s8 x25|s9 x26|s10 x27|s11 x28|t3 x29|t4 " \
    "x30|t5 "                                                                                              \
    "x31|t6 pc"
#define ARM_NEEDS "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 sp|r13 lr|r14 pc|r15"
#define A64_NEEDS                                                                                            \
    "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 x24 x25 x26 x27 " \
    "x28 "                                                                                                   \
    "x29 x30 sp pc cpsr"
#define I386_NEEDS "eax ecx edx ebx esp ebp esi edi eip eflags cs ss ds es fs gs"
#define AMD64_NEEDS \
    "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip eflags cs ss ds es fs gs"
#define M68K_NEEDS "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5 fp sp ps pc"
#define PPC_NEEDS                                                                                            \
    "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 " \
    "r28 "                                                                                                   \
    "r29 r30 r31 pc msr cr lr ctr xer"
#define MIPS_NEEDS                                                                                           \
    "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 " \
    "r28 "                                                                                                   \
    "r29 r30 r31 status lo hi badvaddr cause pc "                                                            \
    "f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 " \
    "f28 f29 f30 f31 fcsr fir"
#define AVR_NAMES                                                                                            \
    "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 " \
    "r28 r29 r30 r31 sreg|SREG sp|SP"
#define ARM_NAMES                                                                                            \
    "arm arm_any armv2 armv2a armv3 armv3m armv4 armv4t armv5 armv5t armv5te armv5tej armv6 armv6-m armv6k " \
    "armv6kz armv6s-m armv6t2 armv7 armv7e-m armv8-a armv8-m.base armv8-m.main armv8-r armv8.1-m.main "      \
    "armv9-a "                                                                                               \
    "xscale ep9312 iwmmxt iwmmxt2"

static const gdb_architecture rows[] = {
    {"riscv32",
     "riscv:rv32 riscv",
     "33x4",
     32,
     2,
     12,
     32,
     4,
     "org.gnu.gdb.riscv.cpu",
     RISCV_NEEDS,
     true,
     4,
     {0x00, 0x10, 0x00, 0x73},
     true,
     0},
    {"riscv64",
     "riscv:rv64 riscv",
     "33x8",
     32,
     2,
     12,
     64,
     4,
     "org.gnu.gdb.riscv.cpu",
     RISCV_NEEDS,
     true,
     4,
     {0x00, 0x10, 0x00, 0x73},
     true,
     0},
    {"arm",
     ARM_NAMES,
     "16x4 8x12 2x4",
     15,
     13,
     4,
     32,
     4,
     "org.gnu.gdb.arm.",
     ARM_NEEDS,
     false,
     4,
     {0xef, 0x9f, 0x00, 0x01},
     true,
     0},
    {"aarch64",
     "aarch64 aarch64:*",
     "33x8 1x4 32x16 2x4",
     32,
     31,
     9,
     64,
     4,
     "org.gnu.gdb.aarch64.core",
     A64_NEEDS,
     false,
     4,
     {0xd4, 0x20, 0x00, 0x00},
     true,
     0},
    {"i386",
     "i386 i386:intel i8086",
     "16x4 8x10 8x4 8x16 2x4",
     8,
     4,
     3,
     32,
     1,
     "org.gnu.gdb.i386.core",
     I386_NEEDS,
     false,
     1,
     {0xcc},
     false,
     1},
    {"x86-64",
     "i386:x86-64 i386:x86-64:intel i386:x64-32 i386:x64-32:intel",
     "17x8 7x4 8x10 8x4 16x16 1x4 3x8",
     16,
     7,
     1,
     64,
     1,
     "org.gnu.gdb.i386.core",
     AMD64_NEEDS,
     false,
     1,
     {0xcc},
     false,
     1},
    {"mips",
     "mips mips:*",
     "90x4",
     37,
     29,
     8,
     32,
     4,
     "org.gnu.gdb.mips.cpu",
     MIPS_NEEDS,
     true,
     4,
     {0x00, 0x05, 0x00, 0x0d},
     true,
     0},
    {"mips64",
     "mips:isa64*",
     "90x8",
     37,
     29,
     8,
     64,
     4,
     "org.gnu.gdb.mips.cpu",
     MIPS_NEEDS,
     true,
     4,
     {0x00, 0x05, 0x00, 0x0d},
     true,
     0},
    {"powerpc",
     "powerpc:common powerpc:403 powerpc:601 powerpc:603 powerpc:604 powerpc:7400 powerpc:750 "
     "powerpc:EC603e powerpc:MPC8XX powerpc:e500 powerpc:e500mc powerpc:titan powerpc:vle rs6000:*",
     "32x4 32x8 7x4 32x16 2x4",
     64,
     1,
     5,
     32,
     4,
     "org.gnu.gdb.power.core",
     PPC_NEEDS,
     false,
     4,
     {0x7d, 0x82, 0x10, 0x08},
     true,
     0},
    {"powerpc64",
     "powerpc:common64 powerpc:620 powerpc:630 powerpc:a35 powerpc:e500mc64 powerpc:e5500 "
     "powerpc:e6500 powerpc:rs64*",
     "66x8 1x4 2x8 2x4 32x16 2x4",
     64,
     1,
     5,
     64,
     4,
     "org.gnu.gdb.power.core",
     PPC_NEEDS,
     false,
     4,
     {0x7d, 0x82, 0x10, 0x08},
     true,
     0},
    {"m68k",
     "m68k m68k:*",
     "18x4 8x12 3x4",
     17,
     15,
     3,
     32,
     2,
     "org.gnu.gdb.m68k.core",
     M68K_NEEDS,
     false,
     2,
     {0x4e, 0x4f},
     false,
     2},
    {"sparc",
     "sparc sparc:sparc* sparc:v8*",
     "72x4",
     68,
     14,
     9,
     32,
     4,
     "org.gnu.gdb.sparc.cpu",
     NULL,
     true,
     4,
     {0x91, 0xd0, 0x20, 0x01},
     false,
     0},
    {"sparc64",
     "sparc:v9*",
     "32x8 32x4 22x8",
     80,
     14,
     9,
     64,
     4,
     "org.gnu.gdb.sparc.cpu",
     NULL,
     false,
     4,
     {0x91, 0xd0, 0x20, 0x01},
     false,
     0},
    {"sh", "sh sh*", "59x4", 16, 15, 4, 32, 2, NULL, NULL, false, 2, {0xc3, 0xc3}, false, 0},
    {"s390",
     "s390:64-bit s390:31-bit",
     "18x8 17x4 17x8",
     1,
     17,
     5,
     64,
     2,
     "org.gnu.gdb.s390.core",
     NULL,
     false,
     2,
     {0x00, 0x01},
     false,
     2},
    {"alpha",
     "alpha alpha:*",
     "65x8 1x0 1x8",
     64,
     30,
     1,
     64,
     4,
     NULL,
     NULL,
     true,
     4,
     {0x00, 0x00, 0x00, 0x80},
     true,
     0},
    {"avr",
     "avr avr:*",
     "32x1 1x1 1x2 1x4",
     34,
     33,
     16,
     32,
     2,
     NULL,
     AVR_NAMES,
     false,
     2,
     {0x95, 0x98},
     true,
     0},
    {"msp430",
     "msp430 MSP430 MSP430X MSP430*",
     "16x2",
     0,
     1,
     8,
     16,
     2,
     NULL,
     NULL,
     false,
     2,
     {0x43, 0x43},
     true,
     2},
};

/* Whether a word of `list` is `name`; a word that ends with '*' stands for all that begin so. */
static bool lists(const char *list, rsp_bytes name) {
    rsp_bytes rest = rsp_bytes_str(list);
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ' ');
        bool open = word.len > 0 && word.ptr[word.len - 1] == '*';
        if (open ? rsp_bytes_starts(name, rsp_bytes_sub(word, 0, word.len - 1)) : rsp_bytes_equal(word, name))
            return true;
    }
    return false;
}

const gdb_architecture *gdb_architecture_named(const char *ours) {
    for (size_t i = 0; ours && i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(rows[i].ours, ours) == 0)
            return &rows[i];
    return NULL;
}

const gdb_architecture *gdb_architecture_at(size_t index) {
    return index < RSP_ARRAY_LEN(rows) ? &rows[index] : NULL;
}

const gdb_architecture *gdb_architecture_described(const char *name) {
    for (size_t i = RSP_ARRAY_LEN(rows); i-- > 0;)
        if (lists(rows[i].names, rsp_bytes_str(name)))
            return &rows[i];
    return NULL;
}

bool rsp_gdb_architecture(rsp_buf *out, const char *ours) {
    const gdb_architecture *a = gdb_architecture_named(ours);
    if (!a)
        return false;
    rsp_bytes rest = rsp_bytes_str(a->names);
    const rsp_bytes first = rsp_bytes_split(&rest, ' ');
    rsp_buf_append(out, rsp_bytes_sub(first, 0, rsp_bytes_index(first, '*')));
    return true;
}

const char *rsp_gdb_having(const char *ours) {
    if (!ours || strcmp(ours, "i386") == 0 || strcmp(ours, "x86-64") == 0)
        return NULL;
    if (strcmp(ours, "avr") == 0)
        return "avr-gdb (package gdb-avr)";
    return strcmp(ours, "msp430") == 0 ? "msp430-elf-gdb (package gdb-msp430)" : "gdb-multiarch";
}

const char *rsp_gdb_build(const char *ours) {
    static const char *const builds[][2] = {{"avr", "avr-gdb"}, {"msp430", "msp430-elf-gdb"}};
    for (size_t i = 0; ours && i < RSP_ARRAY_LEN(builds); i++)
        if (strcmp(ours, builds[i][0]) == 0)
            return builds[i][1];
    return NULL;
}
