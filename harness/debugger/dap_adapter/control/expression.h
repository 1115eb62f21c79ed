/* Expressions of the source at a stop, for log points and for conditions that share a place.
 * The same language as that of conditional breakpoints.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_EXPRESSION_H
#define RSP_DAP_ADAPTER_EXPRESSION_H

#include "serve/adapter_object.h"

/* The value of a translated condition in the thread of the last stop. */
rsp_status control_decide(adapter *a, const char *condition, uint64_t *out);

/* An expression of the source, translated for one place. */
typedef struct control_expression control_expression;

/* Translates `source` where `pc` is the place of a stop. Names of the `inner` innermost scopes are not meant.
 * It borrows from the arena, and holds while the same program and libraries are loaded. What has no meaning
 * there is an expression, too: its value is why. NULL without memory. */
const control_expression *control_translate(adapter *a, rsp_arena *arena, rsp_bytes source, uint64_t pc,
                                            uint32_t inner);

/* Appends the value in the thread of the last stop, which stands at `pc`, or why it has none. */
void control_append_value(adapter *a, const control_expression *expression, uint64_t pc, rsp_buf *out);

#endif
