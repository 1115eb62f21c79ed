/* Where an instruction of ARM or Thumb leads to, as far as its word tells: branches without a condition,
 * and all that does not write pc.
 * Source: ARM Architecture Reference Manual, ARMv7-A. See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

enum { PSR = 25, THUMB_BIT = 5 };

static int64_t extend(uint64_t value, unsigned bits) {
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((value ^ sign) - sign);
}

/* The M profile has xPSR, and no other code than Thumb, whatever that register says (gdb/arm-tdep.c,
 * arm_pc_is_thumb). */
bool gdb_arm_is_thumb(gdb *g) {
    int at = -1;
    uint64_t psr;
    for (size_t i = 0; i < g->num_registers; i++) {
        const char *name = g->registers[i].name;
        if (strcmp(name, "xpsr") == 0)
            return true;
        at = strcmp(name, "cpsr") == 0 ? (int)i : at;
    }
    if (at < 0 && g->num_registers > PSR && !*g->registers[PSR].name)
        at = PSR;
    return at >= 0 && gdb_fetch(g, at, &psr) && (psr >> THUMB_BIT & 1) != 0;
}

/* Thumb's jumps: conditional, B, BX and BLX, CBZ, POP with pc, ADD and MOV to pc, and what has two halves. */
static bool next_thumb(uint64_t pc, uint64_t w, uint64_t *out) {
    w &= 0xffff;
    *out = pc + 2;
    if (w >> 11 == 0x1c) {
        *out = pc + 4 + (uint64_t)(extend(w & 0x7ff, 11) * 2);
        return true;
    }
    return w >> 12 != 0xd && w >> 11 < 0x1d && (w & 0xff00) != 0x4700 && (w & 0xff00) != 0xbd00 &&
           (w & 0xf500) != 0xb100 && !((w & 0xfc00) == 0x4400 && (w & 0x87) == 0x87);
}

static bool writes_pc(uint64_t w) {
    const bool is_block = (w >> 25 & 7) == 4;
    const bool has_pc = (w >> 12 & 15) == 15;
    return is_block ? (w >> 15 & 1) != 0 : has_pc || (w & 0x0fffffc0) == 0x012fff00;
}

static bool next_arm(uint64_t pc, uint64_t w, uint64_t *out) {
    enum { ALWAYS = 14 };
    *out = pc + 4;
    if ((w >> 25 & 7) != 5)
        return !writes_pc(w);
    *out = pc + 8 + (uint64_t)(extend(w & 0xffffff, 24) * 4);
    return w >> 28 == ALWAYS;
}

bool gdb_arm_next(gdb *g, uint64_t pc, uint64_t word, uint64_t *out) {
    const bool known = gdb_arm_is_thumb(g) ? next_thumb(pc, word, out) : next_arm(pc, word, out);
    *out = gdb_address(g, *out);
    return known;
}
