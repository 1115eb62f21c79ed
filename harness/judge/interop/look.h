/* What is learned of a stub before its cells are played: its manners, places in its program, and what the
 * rehearsed debuggers expect of it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_LOOK_H
#define RSP_INTEROP_LOOK_H

#include "interop/play.h"

#include "trace/forecast.h"
#include <pthread.h>

/* All-zero: nothing is known, and nothing open. */
typedef struct stub_look {
    void *worker;
    rsp_runner *runner;
    rsp_arena arena;
    rsp_forecast forecast;
    const char *program; /* for actions that name none, as in rsp_stub_request */
    const char *about;   /* "riscv:rv64"; "" */
    const char *trouble; /* why nothing can be tried; "" */
    rsp_act_known known; /* for actions that name no program */
} stub_look;

/* Looks, and rehearses the debuggers of which `which` has the bit. RSP_CANCELLED, RSP_NO_MEMORY; trouble of
 * the stub is in `trouble`. */
rsp_status stub_look_make(stub_look *look, const rsp_interop_stub *stub, unsigned which,
                          const volatile sig_atomic_t *stop) RSP_MUST_USE;
/* Closes it. All-zero is fine. */
void stub_look_free(stub_look *look, const rsp_interop_stub *stub);

/* What the rehearsal of the debugger with this script says of an action; NULL: nothing. */
const rsp_forecast_cell *stub_look_opinion(const stub_look *look, const char *debugger, const char *action);

#endif
