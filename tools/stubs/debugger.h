/* Links to debuggers, for scenarios in which Stubborn plays the stub.
 * Where to connect is printed to standard error.
 * See stub_config.h for --listen and --debugger. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEBUGGER_H
#define STUBBORN_DEBUGGER_H

#include "stubs/stub_config.h"

#include "link/listener.h"

/* Waits for a debugger to connect, or starts one, as `s` says. *listener is NULL at first, is kept between
 * calls, and belongs to the caller. RSP_CONNECT when none came; RSP_CANCELLED; what starting it gave. */
rsp_status debugger_open(const stub_config *s, rsp_listener **listener, rsp_link **out_link,
                         const rsp_stub_request *request, rsp_error *error) RSP_MUST_USE;

#endif
