/* Operations of expressions that need no stack to be understood: constants, and registers with an offset.
 * Locations and unwind rules begin with these.
 * Private to this layer. Source: DWARF 5, section 2.5.1. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_OPERATION_H
#define RSP_OPERATION_H

#include "debug_file_state.h"

/* Whether it pushes a constant. */
bool operation_is_constant(const Dwarf_Op *op, uint64_t *out_value);

/* Whether it pushes a register's value with an offset added. */
bool operation_is_register(const Dwarf_Op *op, uint64_t *out_number, uint64_t *out_offset);

#endif
