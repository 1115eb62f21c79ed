/* Commands of the editor's console: monitor TEXT for the stub, sleep SECONDS.
 * Everything else there is an expression or an assignment.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_CONSOLE_H
#define RSP_DAP_ADAPTER_CONSOLE_H

#include "serve/handler.h"

/* *out_done: it was a command, and the response says what came of it. */
rsp_status view_console_command(adapter_call *call, const char *text, bool *out_done) RSP_MUST_USE;

/* Adds the commands that begin so to the targets of a completion. */
void view_console_offer(json_t *targets, rsp_bytes word);

#endif
