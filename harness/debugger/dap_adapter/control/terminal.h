/* A program in a terminal of the editor: it is asked to run the stub there, and the adapter connects to it.
 * Source: DAP specification, Reverse Requests, RunInTerminal.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_TERMINAL_H
#define RSP_DAP_ADAPTER_TERMINAL_H

#include "control/control.h"

/* Whether the arguments of launch ask for a terminal. */
bool terminal_wanted(const json_t *arguments);

/* Opens the program in one; without a terminal where the editor or the stub cannot have one, and says so in
 * an output event. Status and error as of control_open; RSP_REFUSED when the editor refuses, RSP_TIMEOUT when
 * it does not answer, or nothing listens after it, RSP_CANCELLED. */
rsp_status terminal_open(adapter *a, const json_t *arguments, const rsp_dap_start *start, rsp_error *error);

#endif
