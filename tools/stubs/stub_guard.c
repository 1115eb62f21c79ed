/* What runs here runs in the guard's process, but for the beginning.
 * A SIGSTOP stops any program under gdbserver, and is not delivered to it: the stub is told so.
 * See stub_guard.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_guard.h"

#include "link/between.h"
#include "link/link_control.h"
#include "link/tracer.h"
#include "proxy/guard.h"

#include <rsp/clock.h>
#include <signal.h>
#include <sys/types.h>

typedef struct guarded {
    rsp_guard *guard;
    rsp_link *far;
    int64_t traced; /* known before; else 0 */
} guarded;

/* A process of this machine that is to be stopped, or to go on; 0: none. */
static pid_t process_of(const guarded *g, int64_t process) {
    const int64_t known = g->traced > 0 ? g->traced : rsp_link_traces(g->far, process) ? process : 0;
    return known <= INT32_MAX ? (pid_t)known : 0;
}

static bool stop_traced(void *ctx, int64_t process) {
    guarded *g = ctx;
    g->traced = process_of(g, process);
    return g->traced > 0 && kill((pid_t)g->traced, SIGSTOP) == 0;
}

/* One that is still to come would stop it for good. */
static void go_on_traced(void *ctx, int64_t process) {
    const guarded *g = ctx;
    (void)process; /* nobody traces it any more */
    (void)kill((pid_t)g->traced, SIGCONT);
}

static void stand(void *ctx, rsp_link *near, rsp_link *far) {
    guarded *g = ctx;
    g->far = far;
    rsp_guard_run(g->guard, near, far);
}

/* What the guard would have passed. */
static rsp_status tell_past(rsp_guard *guard, const rsp_transcript *past) {
    rsp_buf passed = {0};
    rsp_status status = RSP_OK;
    for (uint64_t i = rsp_transcript_first(past); i < rsp_transcript_end(past) && status == RSP_OK; i++) {
        rsp_entry entry;
        if (!rsp_transcript_get(past, i, &entry) || entry.kind != RSP_ENTRY_PACKET)
            continue;
        rsp_buf_clear(&passed);
        if (entry.direction == RSP_TO_STUB)
            status = rsp_guard_to_stub(guard, entry.raw, &passed);
        else
            rsp_guard_from_stub(guard, entry.raw);
    }
    rsp_buf_free(&passed);
    return status;
}

rsp_status stub_guard_begin(rsp_link *stub, const rsp_transcript *past, int64_t traced, bool *out_there,
                            rsp_error *error) {
    guarded g = {.traced = traced};
    const rsp_guard_options options = {.stop = stop_traced, .go_on = go_on_traced, .ctx = &g};
    rsp_guard *guard = g.guard = rsp_guard_new(&options);
    rsp_status status = guard && past ? tell_past(guard, past) : RSP_OK;
    if (!guard || status != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory for a guard");
    else
        status = rsp_link_put_between(stub, stand, &g, error);
    rsp_guard_free(guard);
    if (out_there)
        *out_there = status == RSP_OK;
    return status == RSP_UNSUPPORTED ? RSP_OK : status;
}

void stub_guard_end(rsp_link *stub) {
    rsp_link_ignore_stop(stub);
    (void)!rsp_link_await_between(stub, rsp_deadline(rsp_link_now(stub), STUB_GUARD_END_NS));
}
