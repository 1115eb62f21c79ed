/* Objects of C++'s standard library as operands of a condition: what they hold is meant.
 * A text is compared by its characters, a row has elements and a size, a pointer is followed.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_HOLDER_H
#define RSP_SOURCE_HOLDER_H

#include "debug_holder.h"
#include "source_operand.h"

/* What an operand holds; RSP_DEBUG_HOLDS_NOTHING for all that is no such class. */
rsp_debug_holder holder_of(const operand_maker *m, const operand *o);

/* The pointer to what it holds, or the array that it is. */
rsp_status holder_first(const operand_maker *m, const rsp_debug_holder *holder, operand *o);

/* `o.size()` and its like: the call is read, and `name` is the function. RSP_UNSUPPORTED: it is none that is
 * understood. */
rsp_status holder_call(const operand_maker *m, operand *o, rsp_bytes name);

/* A text beside it is equal: as long, and of the same characters. */
rsp_status holder_compare(const operand_maker *m, const rsp_debug_holder *holder, operand *o,
                          const token *string, bool negated);

#endif
