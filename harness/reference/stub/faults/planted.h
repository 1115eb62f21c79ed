/* The breakpoints that the target holds, as faults remember them.
 * Filled only when a fault needs it.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_PLANTED_H
#define STUB_FAULTS_PLANTED_H

#include "faults/target.h"

typedef struct stub_planted {
    int64_t pid;
    rsp_breakpoint_type type;
    uint64_t addr;
    uint64_t kind;
    unsigned times; /* asked for */
    unsigned hits;  /* by the program */
    bool lifted;    /* out of memory, and nobody knows */
    uint8_t original[STUB_TRAP_BYTES];
} stub_planted;

stub_planted *stub_find_planted(const rsp_stub *s, int64_t pid, unsigned type, uint64_t addr);

/* The traps of a process into the memory of another; out of memory, for good. */
void stub_planted_copy(rsp_stub *s, int64_t from, int64_t to);
void stub_planted_lift(rsp_stub *s, int64_t pid);

#endif
