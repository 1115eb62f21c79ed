/* What the generator of trampolines and the program that runs them agree on: addresses, registers, the file.
 * A case is an instruction at the site, run as it is and behind its trampoline, or a condition with its
 * truth. Both are little-endian; a case is followed by its code. */
/* SPDX-License-Identifier: MIT */
#ifndef AARCH64_CASE_H
#define AARCH64_CASE_H

#include <stdint.h>

#define CASE_SITE UINT64_C(0x10020000)
#define CASE_CODE UINT64_C(0x10030000)
#define CASE_TEXT UINT64_C(0x10000000) /* all else there is udf */
#define CASE_DATA UINT64_C(0x10100000)
#define CASE_SP (CASE_DATA + 0x18000)

enum { CASE_TEXT_BYTES = 0x40000, CASE_DATA_BYTES = 0x24000, CASE_POINTERS = 0x10000 };

/* What is to come of a condition. */
typedef enum case_outcome { CASE_FALSE, CASE_TRUE, CASE_DIVISION, CASE_FAULT } case_outcome;

typedef struct trampoline_case {
    uint64_t seed;
    uint64_t stop; /* of a condition: where it traps; 0: the case is an instruction */
    uint64_t error;
    uint32_t insn;
    uint32_t jump;
    uint32_t num_words; /* of code */
    uint32_t outcome;
} trampoline_case;

static inline uint64_t case_mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* x0 to x30 at the start: addresses for an instruction, some of them equal; numbers of all sizes for a
 * condition. */
static inline uint64_t case_register(const trampoline_case *c, unsigned number) {
    uint64_t random = case_mixed(c->seed * 64 + number + 1);
    return c->stop ? random >> (case_mixed(random) & 63) : CASE_DATA + CASE_POINTERS + 8 * (random & 7);
}

static inline uint64_t case_data(uint64_t word) {
    return case_mixed(word + 1);
}

#endif
