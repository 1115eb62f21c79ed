/* Floating-point instructions between registers, and the registers of control and status.
 * Loads and stores of floating-point registers are the interpreter's.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_FLOAT_OPS_H
#define RSP_MACHINE_FLOAT_OPS_H

#include "code.h"

/* The upper half of a register that holds a single. */
#define FLOAT_BOX UINT64_C(0xffffffff00000000)

/* Executes one of FLOAT_OPS; x is indexed by what code_decode gave. False: its rounding mode is reserved, and
 * nothing was done. */
bool float_execute(uint64_t *x, const insn *i);

#endif
