/* The registers of a thread as variables: general ones first, all others as a group.
 * In the frame of a caller they are what the called functions have saved, as far as that is known.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_REGISTER_SCOPE_H
#define RSP_DAP_ADAPTER_REGISTER_SCOPE_H

#include "look/state.h"

/* Appends a page of them to the array. */
rsp_status view_tell_registers(adapter_call *call, view_state *state, view_item *item, uint64_t first,
                               size_t count, json_t *out) RSP_MUST_USE;

/* Sets one, and the body of the response. */
rsp_status view_set_register(adapter_call *call, view_state *state, view_item *item, const char *name,
                             const char *text) RSP_MUST_USE;

/* Appends the register of a name that the stub gives one, "eflags", or of a role: pc, sp, fp. RSP_NOT_FOUND:
 * there is none. */
rsp_status view_register_text(view_thread *thread, rsp_bytes name, rsp_buf *out) RSP_MUST_USE;

#endif
