/* Expressions of the source at a stop, for log points and for conditions that share a place.
 * The same language as that of conditional breakpoints.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_EXPRESSION_H
#define RSP_DAP_ADAPTER_EXPRESSION_H

#include "serve/adapter_object.h"

/* The value of a translated condition in the thread of the last stop. */
rsp_status control_decide(adapter *a, const char *condition, uint64_t *out);

/* Appends the value of an expression there, `pc` being where the thread stands, or why it has none. Names of
 * the `inner` innermost scopes are not meant. */
void control_append_value(adapter *a, rsp_bytes source, uint64_t pc, uint32_t inner, rsp_buf *out);

#endif
