/* The guest of a run: loaded once before the scenarios, entered by each of them, put back after the last.
 * Loading and putting back are done on connections that are nobody's result.
 * See scenario/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "needs/guest_visit.h"
#include "run/probe.h"

#include "core/text.h"
#include <inttypes.h>

/* Connects, and does with the guest what `visit` says. */
static rsp_status connect_for(rsp_runner *r, guest_errand visit, rsp_error *error) {
    rsp_run run = {.arena = {.mem = r->options.mem}};
    r->visit = visit;
    rsp_status status = probe_connect(r, &run, error);
    r->visit = GUEST_PLAYS;
    rsp_run_free(&run);
    return status;
}

static void tell_loaded(const rsp_guest_load *load, rsp_buf *out) {
    rsp_text_printf(out,
                    "loaded: the guest %s, %zu bytes at 0x%" PRIx64 " (%s), by %s%s; %" PRIu64
                    " bytes behind it are scratch memory%s",
                    load->guest->name, load->guest->image.len, load->at, load->from,
                    load->flash_block ? "vFlash and " : "", load->by_x ? "X" : "M", load->scratch_bytes,
                    load->by_steps ? "; checked in steps, for no breakpoint was taken" : "");
}

static void tell_failed(const rsp_runner *r, rsp_buf *out) {
    const rsp_guest_load *load = &r->guest;
    rsp_text_printf(out, "not loaded: %s failed: %s. %s", rsp_guest_step_text(load->step), load->why,
                    rsp_guest_step_gdb(load->step));
    if (r->guest_left.len > 0)
        rsp_text_printf(out, ". Not put back: %s", rsp_buf_cstr((rsp_buf *)(uintptr_t)&r->guest_left));
}

/* The program is ours now, and goes on for ever. */
static void learn(rsp_runner *r) {
    r->manners.runs.steps = RSP_HABIT_YES;
    r->manners.runs.kind = RSP_PROGRAM_RUNS;
    r->manners.runs.num_loop = 0;
}

/* What a lost connection has left there is put back on another one; after Ctrl-C it is rsp_runner_unload that
 * does so. */
static void try_again_to_put_back(rsp_runner *r) {
    rsp_buf left = {.mem = r->guest_left.mem};
    if (r->guest_left.len == 0)
        return;
    (void)rsp_runner_unload(r, &left);
    rsp_buf_clear(&r->guest_left);
    rsp_buf_append(&r->guest_left, rsp_buf_bytes(&left));
    rsp_buf_free(&left);
}

bool rsp_runner_load(rsp_runner *runner, rsp_buf *out) {
    rsp_bytes elf;
    rsp_error error = {0};
    const rsp_stub_provider *from = &runner->provider;
    if (from->image && from->image(from->ctx, RSP_PROGRAM_DEFAULT, &elf) == RSP_OK) {
        rsp_buf_str(out, "not loaded: the stub runs programs of ours");
        return false;
    }
    const rsp_status status = connect_for(runner, GUEST_BEGINS, &error);
    if (!runner->stub.guest)
        try_again_to_put_back(runner);
    if (status != RSP_OK)
        rsp_text_printf(out, "not loaded: %s", error.msg[0] ? error.msg : rsp_status_text(status));
    else if (runner->stub.guest)
        tell_loaded(&runner->guest, out);
    else
        tell_failed(runner, out);
    if (runner->stub.guest)
        learn(runner);
    return runner->stub.guest != NULL;
}

const rsp_guest_load *rsp_runner_guest(const rsp_runner *runner) {
    return runner->stub.guest;
}

const rsp_tdesc *rsp_runner_target(const rsp_runner *runner) {
    return &runner->stub.layout.target;
}

bool rsp_runner_unload(rsp_runner *runner, rsp_buf *left) {
    rsp_error error = {0};
    if (!runner->stub.guest && runner->guest_left.len == 0)
        return true;
    rsp_buf_clear(&runner->guest_left);
    const rsp_status status = connect_for(runner, GUEST_ENDS, &error);
    runner->stub.guest = NULL;
    if (status != RSP_OK)
        rsp_text_printf(left, "%" PRIu64 " bytes of memory at 0x%" PRIx64 " and the registers (%s)",
                        runner->guest.bytes, runner->guest.at,
                        error.msg[0] ? error.msg : rsp_status_text(status));
    else
        rsp_buf_append(left, rsp_buf_bytes(&runner->guest_left));
    return status == RSP_OK && runner->guest_left.len == 0;
}
