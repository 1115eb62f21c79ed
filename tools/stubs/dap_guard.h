/* A guard for a process that `stubborn dap` is attached to: it takes the breakpoints out when the adapter is
 * killed. A process of its own, between the adapter and the stub.
 * See docs/decisions/0052-a-guard-lets-the-program-go.md. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DAP_GUARD_H
#define STUBBORN_DAP_GUARD_H

#include <rsp/link.h>

/* Puts a guard on the link to a stub, on which nothing was said yet. `traced` is the process of this machine
 * that a gdbserver of ours attaches to; 0: none. RSP_OK, also where no guard can stand; RSP_SPAWN with the
 * reason. */
rsp_status dap_guard_begin(rsp_link *stub, int64_t traced, rsp_error *error) RSP_MUST_USE;

#endif
