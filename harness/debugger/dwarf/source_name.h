/* Names of a source condition as operands: variables where they live, enumerators, members of `this`.
 * The innermost meaning wins, as in C.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_NAME_H
#define RSP_SOURCE_NAME_H

#include "source_condition.h"
#include "source_operand.h"

/* What a name means at the place; *out_variable: it is a value of the program. RSP_NOT_FOUND, RSP_UNSUPPORTED
 * with the name and the reason. */
rsp_status source_name_find(const operand_maker *m, const rsp_source_place *place, rsp_bytes name,
                            operand *out, bool *out_variable);

#endif
