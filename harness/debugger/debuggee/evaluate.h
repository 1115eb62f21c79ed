/* Expressions in the words of the source, evaluated in a frame of a stopped thread: the result has a type
 * and, where it can, a place that can be written. The language is dwarf/source_condition.h. Writing values as
 * people write them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EVALUATE_H
#define RSP_EVALUATE_H

#include "debuggee/value.h"

RSP_BEGIN_DECLS

/* What the source means in the frame. `out` is not shown yet. Errors have the offset in the source: those of
 * rsp_source_expression_compile; RSP_FAULT: memory that cannot be read; RSP_RANGE: division by zero; else
 * what ended reading. */
rsp_status rsp_evaluate(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                        rsp_value *out, rsp_error *error) RSP_MUST_USE;

/* The number that a translated text (rsp_source_value, rsp_source_condition) means for the registers and the
 * memory of `thread`. What is parsed stays in `arena`. Errors as above, without an offset. */
rsp_status rsp_evaluate_translated(uint64_t *out, const rsp_debug_thread *thread, const rsp_debug_file *file,
                                   rsp_bytes text, rsp_arena *arena, rsp_error *error) RSP_MUST_USE;

/* Changes the value to what `source` means in the frame: an expression, a number for floating point, an
 * enumerator, "a text" for an array of characters. RSP_RANGE: it does not fit; RSP_UNSUPPORTED: such a value
 * cannot be written, with the reason; RSP_SYNTAX and the rest as above; RSP_REFUSED: the stub will not. What
 * is known of memory is forgotten. */
rsp_status rsp_value_set(rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                         rsp_bytes source, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
