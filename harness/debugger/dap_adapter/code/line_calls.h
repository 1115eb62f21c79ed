/* The calls that are left of a line: those in its code from where a thread stands.
 * Each function that is called stands once, and only those whose source is known: others cannot be entered.
 * Private to this room and those above it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LINE_CALLS_H
#define RSP_DAP_ADAPTER_LINE_CALLS_H

#include "code/call.h"
#include "debuggee/modules.h"

enum { LINE_CALLS_MAX = 64 };

/* RSP_OK, and none where the line of `pc` is not known; else what reading its code said. At most
 * LINE_CALLS_MAX are stored. The target of a call into another module is the function there. */
rsp_status line_calls_find(const rsp_modules *modules, const rsp_debug_thread *thread, uint64_t pc,
                           machine_call *out, size_t *out_num) RSP_MUST_USE;

#endif
