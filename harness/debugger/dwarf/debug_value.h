/* Values of a program as text: numbers, characters, texts, enumerators, structures, arrays, pointers.
 * Memory is read through the stopped thread; what is long is cut and says so.
 * See debug_type.h for what a value looks like. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_VALUE_H
#define RSP_DEBUG_VALUE_H

#include "dwarf/debug_register.h"
#include "dwarf/debug_type.h"

RSP_BEGIN_DECLS

/* Appends the value of `type` at `address`: "120 'x'", "0x4a2010 \"abc\"", "{x = 1, y = 2}". Parts that
 * cannot be read say so in their place. RSP_FAULT when nothing could be read, and nothing is appended then.
 */
rsp_status rsp_debug_value_append(rsp_buf *out, const rsp_debug_file *file, const rsp_debug_type *type,
                                  const rsp_debug_thread *thread, uint64_t address) RSP_MUST_USE;

/* The same for a number that is known already: of a register or an expression, extended as the type says. */
void rsp_debug_number_append(rsp_buf *out, const rsp_debug_file *file, const rsp_debug_type *type,
                             const rsp_debug_thread *thread, uint64_t number);

/* A number's low bits, as many as the type has, extended as it says: of a register, whose upper bits are
 * anybody's. */
uint64_t rsp_debug_number_cut(const rsp_debug_type *type, uint64_t number);

RSP_END_DECLS

#endif
