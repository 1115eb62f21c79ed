/* Where a RISC-V instruction leads to, as GDB decodes it to step by breakpoints: jumps and branches.
 * Everything else goes to the instruction behind it.
 * Source: The RISC-V Instruction Set Manual, Volume I. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

static int64_t extend(uint64_t value, unsigned bits) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((value ^ sign) - sign);
}

static uint64_t field(uint64_t word, unsigned at, unsigned bits) {
    return word >> at & ((UINT64_C(1) << bits) - 1);
}

static bool taken(unsigned kind, uint64_t a, uint64_t b) {
    switch (kind) {
    case 0:
        return a == b;
    case 1:
        return a != b;
    case 4:
        return (int64_t)a < (int64_t)b;
    case 5:
        return (int64_t)a >= (int64_t)b;
    case 6:
        return a < b;
    default:
        return a >= b;
    }
}

/* A register by number, extended with its sign as branches compare it. */
static bool read_x(gdb *g, unsigned number, uint64_t *out) {
    *out = 0;
    if (number == 0)
        return true;
    if (!gdb_fetch(g, (int)number, out))
        return false;
    if (g->layout.architecture->bits == 32)
        *out = (uint64_t)extend(*out, 32);
    return true;
}

static bool full(gdb *g, uint64_t pc, uint64_t w, uint64_t *out) {
    uint64_t a = 0;
    uint64_t b = 0;
    *out = pc + 4;
    switch (field(w, 0, 7)) {
    case 0x6f:
        *out = pc + (uint64_t)extend(field(w, 31, 1) << 20 | field(w, 12, 8) << 12 | field(w, 20, 1) << 11 |
                                         field(w, 21, 10) << 1,
                                     21);
        return true;
    case 0x67:
        if (!read_x(g, (unsigned)field(w, 15, 5), &a))
            return false;
        *out = (a + (uint64_t)extend(field(w, 20, 12), 12)) & ~UINT64_C(1);
        return true;
    case 0x63:
        if (!read_x(g, (unsigned)field(w, 15, 5), &a) || !read_x(g, (unsigned)field(w, 20, 5), &b))
            return false;
        if (taken((unsigned)field(w, 12, 3), a, b))
            *out = pc + (uint64_t)extend(field(w, 31, 1) << 12 | field(w, 7, 1) << 11 | field(w, 25, 6) << 5 |
                                             field(w, 8, 4) << 1,
                                         13);
        return true;
    default:
        return true;
    }
}

static bool compressed(gdb *g, uint64_t pc, uint64_t w, uint64_t *out) {
    uint64_t a = 0;
    unsigned kind = (unsigned)(field(w, 13, 3) << 2 | field(w, 0, 2));
    *out = pc + 2;
    if (kind == (5u << 2 | 1u) || (kind == (1u << 2 | 1u) && g->layout.architecture->bits == 32)) {
        *out = pc + (uint64_t)extend(field(w, 12, 1) << 11 | field(w, 8, 1) << 10 | field(w, 9, 2) << 8 |
                                         field(w, 6, 1) << 7 | field(w, 7, 1) << 6 | field(w, 2, 1) << 5 |
                                         field(w, 11, 1) << 4 | field(w, 3, 3) << 1,
                                     12);
        return true;
    }
    if ((kind == (6u << 2 | 1u)) || kind == (7u << 2 | 1u)) {
        if (!read_x(g, (unsigned)field(w, 7, 3) + 8, &a))
            return false;
        if ((a == 0) == (kind == (6u << 2 | 1u)))
            *out = pc + (uint64_t)extend(field(w, 12, 1) << 8 | field(w, 5, 2) << 6 | field(w, 2, 1) << 5 |
                                             field(w, 10, 2) << 3 | field(w, 3, 2) << 1,
                                         9);
        return true;
    }
    if (kind == (4u << 2 | 2u) && field(w, 2, 5) == 0 && field(w, 7, 5) != 0)
        return read_x(g, (unsigned)field(w, 7, 5), out);
    return true;
}

bool gdb_riscv_next(gdb *g, uint64_t pc, uint64_t word, uint64_t *out) {
    if (strncmp(g->layout.architecture->ours, "riscv", 5) != 0) {
        *out = pc + g->layout.architecture->kind;
        return true;
    }
    return (word & 3) == 3 ? full(g, pc, word, out) : compressed(g, pc, word & 0xffff, out);
}
