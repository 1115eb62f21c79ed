/* The register blocks of debuggers' own layouts, as GDB assumes them without a description.
 * Source: GDB's default layouts of each architecture.
 * See register_block.h. */
/* SPDX-License-Identifier: MIT */
#include "register_block.h"

#include <string.h>

static const register_block register_blocks[] = {
    {"riscv32", 132, 4, 4, 32, 2, 128, 8, false},    {"riscv64", 264, 8, 8, 32, 2, 256, 16, false},
    {"arm", 168, 4, 4, 15, 13, 60, 52, false},       {"arm", 68, 4, 4, 15, 13, 60, 52, false},
    {"arm", 64, 4, 4, 15, 13, 60, 52, false},        {"i386", 64, 4, 4, 8, 4, 32, 16, false},
    {"i386", 176, 4, 4, 8, 4, 32, 16, false},        {"i386", 308, 4, 4, 8, 4, 32, 16, false},
    {"i386", 312, 4, 4, 8, 4, 32, 16, false},        {"x86-64", 164, 8, 8, 16, 7, 128, 56, false},
    {"x86-64", 276, 8, 8, 16, 7, 128, 56, false},    {"x86-64", 536, 8, 8, 16, 7, 128, 56, false},
    {"x86-64", 560, 8, 8, 16, 7, 128, 56, false},    {"x86-64", 608, 8, 8, 16, 7, 128, 56, false},
    {"aarch64", 268, 8, 8, 32, 31, 256, 248, false}, {"aarch64", 788, 8, 8, 32, 31, 256, 248, false},
    {"avr", 39, 1, 4, 34, 33, 35, 33, false},        {"msp430", 32, 2, 2, 0, 1, 0, 2, false},
    {"mips", 152, 4, 4, 37, 29, 148, 116, true},     {"mips", 152, 4, 4, 37, 29, 148, 116, false},
    {"mips", 288, 4, 4, 37, 29, 148, 116, true},     {"mips", 288, 4, 4, 37, 29, 148, 116, false},
    {"mips", 360, 4, 4, 37, 29, 148, 116, true},     {"mips", 360, 4, 4, 37, 29, 148, 116, false},
    {"m68k", 72, 4, 4, 17, 15, 68, 60, true},        {"m68k", 180, 4, 4, 17, 15, 68, 60, true},
    {"mips64", 304, 8, 8, 37, 29, 296, 232, true},   {"mips64", 304, 8, 8, 37, 29, 296, 232, false},
    {"mips64", 576, 8, 8, 37, 29, 296, 232, true},   {"mips64", 576, 8, 8, 37, 29, 296, 232, false},
    {"mips64", 584, 8, 8, 37, 29, 296, 232, true},   {"mips64", 584, 8, 8, 37, 29, 296, 232, false},
    {"mips64", 720, 8, 8, 37, 29, 296, 232, true},   {"mips64", 720, 8, 8, 37, 29, 296, 232, false},
    {"sparc", 288, 4, 4, 68, 14, 272, 56, true},     {"or1k", 140, 4, 4, 33, 1, 132, 4, true},
    {"sh", 236, 4, 4, 16, 15, 64, 60, false},        {"sh", 236, 4, 4, 16, 15, 64, 60, true},
    {"sparc64", 560, 8, 8, 80, 14, 512, 112, true},  {"xtensa", 200, 4, 4, 16, 1, 64, 4, false},
    {"z80", 26, 2, 2, 5, 4, 10, 8, false},           {"powerpc", 412, 4, 4, 64, 1, 384, 4, true},
    {"powerpc", 412, 4, 4, 64, 1, 384, 4, false},    {"powerpc64", 556, 8, 8, 64, 1, 512, 8, true},
    {"powerpc64", 556, 8, 8, 64, 1, 512, 8, false},
};

const register_block *register_block_next(const register_block *at, size_t g_bytes) {
    const register_block *end = register_blocks + RSP_ARRAY_LEN(register_blocks);
    for (at = at ? at + 1 : register_blocks; at < end; at++) {
        if (at->g_bytes == g_bytes)
            return at;
    }
    return NULL;
}

const register_block *register_block_beyond(const register_block *at, size_t g_bytes) {
    enum { MISSING = 2 }; /* registers, pc among them: RISC-V's without x0 */
    const register_block *end = register_blocks + RSP_ARRAY_LEN(register_blocks);
    for (at = at ? at + 1 : register_blocks; at < end; at++) {
        const size_t whole = (size_t)at->pc_offset + at->address;
        if (g_bytes < whole && whole - g_bytes <= (size_t)MISSING * at->width && g_bytes % at->width == 0)
            return at;
    }
    return NULL;
}

/* Blocks with floating point, or flags that are narrower. */
static const struct {
    const char *arch;
    uint16_t g_bytes;
    register_run runs[REGISTER_RUNS];
} mixed[] = {
    {"arm", 168, {{16, 4}, {8, 12}, {2, 4}}},
    {"i386", 176, {{16, 4}, {8, 10}, {8, 4}}},
    {"i386", 308, {{16, 4}, {8, 10}, {8, 4}, {8, 16}, {1, 4}}},
    {"i386", 312, {{16, 4}, {8, 10}, {8, 4}, {8, 16}, {2, 4}}},
    {"x86-64", 164, {{17, 8}, {7, 4}}},
    {"x86-64", 276, {{17, 8}, {7, 4}, {8, 10}, {8, 4}}},
    {"x86-64", 536, {{17, 8}, {7, 4}, {8, 10}, {8, 4}, {16, 16}, {1, 4}}},
    {"x86-64", 560, {{17, 8}, {7, 4}, {8, 10}, {8, 4}, {16, 16}, {1, 4}, {3, 8}}},
    {"x86-64", 608, {{17, 8}, {7, 4}, {9, 8}, {8, 10}, {8, 4}, {16, 16}, {1, 4}}},
    {"aarch64", 268, {{33, 8}, {1, 4}}},
    {"aarch64", 788, {{33, 8}, {1, 4}, {32, 16}, {2, 4}}},
    {"avr", 39, {{33, 1}, {1, 2}, {1, 4}}},
    {"m68k", 180, {{18, 4}, {8, 12}, {3, 4}}},
    {"sparc64", 560, {{32, 8}, {32, 4}, {22, 8}}},
    {"powerpc", 412, {{32, 4}, {32, 8}, {7, 4}}},
    {"powerpc64", 556, {{66, 8}, {1, 4}, {2, 8}, {2, 4}}},
};

const register_run *register_block_runs(const char *arch, size_t g_bytes) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(mixed); i++)
        if (arch && mixed[i].g_bytes == g_bytes && strcmp(mixed[i].arch, arch) == 0)
            return mixed[i].runs;
    return NULL;
}

/* Where only 4 bytes were looked at, a big-endian pc of 8 seems to begin with its low half. */
static bool has_pc_at(const register_block *b, unsigned offset) {
    const bool halves = b->big_endian && b->address == 8;
    return b->pc_offset == offset || (halves && b->pc_offset + b->address / 2u == offset);
}

const register_block *register_block_with_pc(size_t g_bytes, unsigned pc_offset) {
    const register_block *at = register_block_next(NULL, g_bytes);
    while (at && !has_pc_at(at, pc_offset))
        at = register_block_next(at, g_bytes);
    return at;
}
