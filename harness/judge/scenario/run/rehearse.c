/* Rehearsals of debuggers with the runner's stub: fresh links from the provider, or the only connection there
 * is. What a session leaves behind is the next connection's to bring to rest, as after a scenario. See
 * scenario/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "connect/stub_link.h"
#include "run/fresh_link.h"

#include "rehearsal/rehearsal.h"
#include <string.h>

/* A debuggee of ours that never ends, where one can be chosen: there breakpoints are hit, and 0x03 stops
 * something. */
static bool has_endless(const rsp_runner *r) {
    rsp_bytes elf;
    const rsp_profile *profile = r->options.profile;
    const bool chosen =
        profile && *profile->default_program && strcmp(profile->default_program, RSP_PROGRAM_DEFAULT) != 0;
    return !chosen && r->provider.image &&
           r->provider.image(r->provider.ctx, RSP_PROGRAM_ENDLESS, &elf) == RSP_OK;
}

const char *rsp_runner_rehearsed_program(const rsp_runner *runner) {
    return has_endless(runner) ? RSP_PROGRAM_ENDLESS
                               : stub_default_program(&runner->provider, runner->options.profile);
}

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    return fresh_link_open(ctx, rsp_runner_rehearsed_program(ctx), out_link, error);
}

static rsp_status lend_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    const rsp_runner *r = ctx;
    *out_link = r->stub.kept->link;
    return *out_link ? RSP_OK : rsp_fail(error, RSP_CONNECT, "the only connection is gone");
}

static void take_back(void *ctx, rsp_link *link) {
    (void)ctx;
    (void)link;
}

rsp_status rsp_runner_rehearse(rsp_runner *runner, rsp_debugger debugger, bool starts, uint64_t budget_ns,
                               rsp_forecast *out, rsp_arena *arena) {
    kept_line *kept = runner->stub.kept;
    const uint32_t no_ack = UINT32_C(1) << RSP_MODE_NO_ACK;
    const bool shared = kept->state != KEPT_NONE;
    bool is_no_ack = shared && (kept->modes & no_ack);
    rsp_manners manners = *runner->stub.manners;
    if (!shared && has_endless(runner)) { /* another program than the look's */
        manners.runs.num_loop = 0;
        manners.runs.kind = RSP_PROGRAM_RUNS;
        manners.bytes.interrupt = RSP_HABIT_UNKNOWN;
    }
    const rsp_rehearsal_options options = {
        .open = shared ? lend_link : open_link,
        .close = shared ? take_back : fresh_link_close,
        .shared_no_ack = shared ? &is_no_ack : NULL,
        .ctx = runner,
        .manners = &manners,
        .allowed = (runner->options.allow_writes || starts ? RSP_REHEARSE_WRITES : 0u) |
                   (starts ? RSP_REHEARSE_KILL : 0u),
        .timeout_ns = runner->options.timeout_ns,
        .budget_ns = budget_ns,
        .stop = runner->options.stop,
        .mem = &runner->mem,
    };
    rsp_status status = rsp_rehearse(out, arena, debugger, &options);
    if (is_no_ack)
        kept->modes |= no_ack;
    return status;
}
