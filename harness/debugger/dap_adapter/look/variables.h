/* The requests for variables: pages of scopes and of values, and setting one of them.
 * Also a value as the bodies of several responses have it.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_VARIABLES_H
#define RSP_DAP_ADAPTER_VARIABLES_H

#include "look/state.h"

adapter_handler view_variables;
adapter_handler view_set_variable;

/* Most parts that one response has. */
enum { LOOK_PARTS_MAX = 65536 };

/* Sets in `o` what variables and evaluations have in common: type, counts, memory, and the reference, for
 * which the value gets an id if it has parts. `known` (may be NULL) is the item that it has already, or NULL,
 * and then the one that it has got. */
rsp_status view_describe(adapter_call *call, view_state *state, view_thread *thread, size_t frame,
                         const view_scratch *scratch, const rsp_value *value, json_t *o,
                         view_item **known) RSP_MUST_USE;

/* The part with that name of what has the reference; an error in the reply where there is none. */
rsp_status view_find_named(adapter_call *call, int64_t reference, const char *name,
                           const rsp_value **out) RSP_MUST_USE;

/* Whether the request wants integers in hexadecimal. */
bool view_wants_hex(const adapter_call *call);

/* Sets a value, and the body of the response that says so. */
rsp_status view_set_value(adapter_call *call, view_state *state, view_thread *thread, size_t frame,
                          const rsp_value *value, const char *text) RSP_MUST_USE;

#endif
