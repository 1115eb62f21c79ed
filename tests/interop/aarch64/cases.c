/* Writes trampolines for random AArch64 instructions and random conditions, for run.c to try.
 * usage: cases INSTRUCTIONS CONDITIONS >FILE
 * A condition's truth is what the host's evaluator says. */
/* SPDX-License-Identifier: MIT */
#include "case.h"

#include "condition/trampoline.h"
#include "core/arena.h"
#include "core/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../debugger/condition/random_condition.h"

/* Kinds of instructions; the bits that are not in the mask are random. */
static const struct {
    uint32_t match;
    uint32_t mask;
} kinds[] = {
    {0x14000000, 0xffff0000}, /* b, bl: near, and backwards */
    {0x17ff0000, 0xffff0000}, {0x94000000, 0xffff0000}, {0x97ff0000, 0xffff0000},
    {0x54000000, 0xfff80010},                                                     /* b.cond */
    {0x54ff8000, 0xfff80010}, {0x34000000, 0x7ef80000},                           /* cbz cbnz */
    {0x34ff8000, 0x7ef80000}, {0x36000000, 0x7e000000},                           /* tbz tbnz */
    {0xd61f0000, 0xfffffc1f},                                                     /* br blr ret */
    {0xd63f0000, 0xfffffc1f}, {0xd65f0000, 0xfffffc1f}, {0x10000000, 0x9f000000}, /* adr adrp */
    {0x90000000, 0x9f000000}, {0x18700000, 0xfff80000}, /* ldr literal: into the data */
    {0x58700000, 0xfff80000}, {0x98700000, 0xfff80000}, {0xd8700000, 0xfff80000}, /* prfm */
    {0x1c700000, 0xfff80000}, {0x5c700000, 0xfff80000}, {0x9c700000, 0xfff80000},
    {0xd503201f, 0xffffffff}, /* hints */
    {0xd503203f, 0xffffffff}, {0xd50320ff, 0xffffffff}, {0xd503211f, 0xffffffff},
    {0xd503219f, 0xffffffff}, {0xd50323bf, 0xffffffff}, {0xd503241f, 0xffffffff},
    {0xd53b4200, 0xffffffe0},                           /* mrs msr nzcv */
    {0xd51b4200, 0xffffffe0}, {0x11000000, 0x1f000000}, /* add, sub, with flags, too */
    {0x12000000, 0x1f000000},                           /* logic, mov */
    {0x13000000, 0x1f000000},                           /* fields */
    {0x0a000000, 0x0e000000},                           /* registers */
    {0x1a000000, 0x1e000000}, {0x39000000, 0x3b000000}, /* loads and stores */
    {0x38000000, 0x3b200000}, {0x28000000, 0x3a000000}, {0x38200000, 0x3b200c00}, /* atomic */
    {0x08800000, 0x3f800000}, /* acquire and release, cas */
    {0x0c000000, 0xbfe00000}, /* structures */
    {0x0e000000, 0x0e000000}, /* vectors */
    {0x1e200000, 0x5f200000},
};

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out) {
    *out = number == 32 ? CASE_SITE : number == 31 ? CASE_SP : case_register(ctx, (unsigned)number);
    return RSP_OK;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    (void)ctx;
    for (size_t i = 0; i < len; i++) {
        uint64_t at = address + i - CASE_DATA;
        if (at >= CASE_DATA_BYTES)
            return RSP_FAULT;
        dst[i] = (uint8_t)(case_data(at / 8) >> 8 * (at % 8));
    }
    return RSP_OK;
}

static case_outcome outcome_of(trampoline_case *c, const rsp_condition *condition) {
    const rsp_condition_host host = {.ctx = c, .read_register = read_register, .read_memory = read_memory};
    uint64_t value = 0;
    rsp_status status = rsp_condition_eval(&value, condition, &host, NULL);
    if (status != RSP_OK)
        return status == RSP_RANGE ? CASE_DIVISION : CASE_FAULT;
    return value != 0 ? CASE_TRUE : CASE_FALSE;
}

static bool write_case(trampoline_case *c, rsp_bytes text) {
    rsp_arena arena = {0};
    rsp_buf code = {0};
    rsp_trampoline map;
    const rsp_condition *condition = NULL;
    uint8_t insn[4];
    for (unsigned i = 0; i < 4; i++)
        insn[i] = (uint8_t)(c->insn >> 8 * i);
    const rsp_trampoline_site site = {.machine = RSP_KIND_AARCH64,
                                      .address = CASE_SITE,
                                      .text = rsp_bytes_make(insn, sizeof insn),
                                      .code = CASE_CODE};
    rsp_status status = rsp_condition_parse(&condition, &arena, text, NULL, NULL);
    if (status == RSP_OK)
        status = rsp_trampoline_build(&map, &code, NULL, condition, &site, NULL);
    if (status == RSP_OK) {
        bool is_condition = c->stop != 0;
        for (unsigned i = 4; i-- > 0;)
            c->jump = c->jump << 8 | map.jump[i];
        c->stop = is_condition ? map.stop : 0;
        c->error = is_condition ? map.error : 0;
        c->outcome = is_condition ? outcome_of(c, condition) : 0;
        c->num_words = (uint32_t)(code.len / 4);
        if (fwrite(c, sizeof *c, 1, stdout) != 1 || fwrite(code.ptr, 1, code.len, stdout) != code.len)
            status = RSP_IO;
    }
    rsp_buf_free(&code);
    rsp_arena_free(&arena);
    return status == RSP_OK;
}

/* A branch to itself never ends, and what the trampoline keeps below sp is not the program's. */
static bool is_fit(uint32_t insn) {
    const bool loads = (insn & 0x0a000000) == 0x08000000;
    const bool branches = (insn & 0x7c000000) == 0x14000000;
    const bool tests = (insn & 0x7e000000) == 0x36000000;
    const bool conditional = (insn & 0x7e000000) == 0x34000000 || (insn & 0xff000000) == 0x54000000;
    if (loads && (insn >> 5 & 31) == 31 && (insn & 0x3b000000) != 0x39000000)
        return (insn & 0x3b000000) == 0x18000000;
    return !(branches && (insn & 0x03ffffff) == 0) && !(tests && (insn >> 5 & 0x3fff) == 0) &&
           !(conditional && (insn >> 5 & 0x7ffff) == 0);
}

static bool write_instructions(rsp_rng *rng, size_t count) {
    static const char *const conditions[] = {"$0 == $1 && $2 <u $3", "u8[$5] & 1", "1 / ($7 - $8)",
                                             "$16 + ($17 + ($30 + ($29 * $31))) > $32"};
    bool all = true;
    for (size_t i = 0; i < count && all; i++) {
        const size_t kind = i % RSP_ARRAY_LEN(kinds);
        uint32_t insn = kinds[kind].match | ((uint32_t)rsp_rng_next(rng) & ~kinds[kind].mask);
        trampoline_case c = {.seed = rsp_rng_next(rng), .insn = insn};
        if (is_fit(insn))
            (void)write_case(&c, rsp_bytes_str(conditions[i / RSP_ARRAY_LEN(kinds) % 4]));
        all = !ferror(stdout);
    }
    return all;
}

static bool write_conditions(size_t count) {
    bool all = true;
    for (size_t i = 0; i < count && all; i++) {
        author a = {.data = CASE_DATA, .num_registers = 33};
        rsp_rng_seed(&a.rng, i);
        write_condition(&a);
        trampoline_case c = {.seed = i, .insn = 0xd503201f, .stop = 1};
        all = write_case(&c, rsp_buf_bytes(&a.text));
        rsp_buf_free(&a.text);
    }
    return all;
}

int main(int argc, char **argv) {
    rsp_rng rng;
    if (argc != 3)
        return 2;
    rsp_rng_seed(&rng, 7);
    bool all =
        write_instructions(&rng, strtoul(argv[1], NULL, 10)) && write_conditions(strtoul(argv[2], NULL, 10));
    return all && fflush(stdout) == 0 ? 0 : 1;
}
