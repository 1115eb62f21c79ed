/* Which operations are constants or registers; libdw has read their operands.
 * The short forms have the operand in the operation itself.
 * See operation.h. */
/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <dwarf.h>

bool operation_is_constant(const Dwarf_Op *op, uint64_t *out_value) {
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31) {
        *out_value = op->atom - DW_OP_lit0;
        return true;
    }
    switch (op->atom) {
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        *out_value = op->number;
        return true;
    default:
        return false;
    }
}

bool operation_is_register(const Dwarf_Op *op, uint64_t *out_number, uint64_t *out_offset) {
    bool is_short = op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31;
    if (!is_short && op->atom != DW_OP_bregx)
        return false;
    *out_number = is_short ? (uint64_t)op->atom - DW_OP_breg0 : op->number;
    *out_offset = is_short ? op->number : op->number2;
    return true;
}
