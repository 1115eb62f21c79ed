/* The phases of a play: setup, steps, teardown, and a look for a death that nobody has noticed.
 * Failures of the setup are our trouble; failures of the teardown count for nothing.
 * The other role has no teardown: the debugger ends by itself. */
/* SPDX-License-Identifier: MIT */
#include "run/phases.h"
#include "link/link_control.h"

#include "core/arena.h"
#include "play/failure.h"
#include "run/prepare.h"
#include "steps/step.h"
#include "steps/stub_role.h"

#define DEBUGGER_POLL_NS (10 * RSP_NS_PER_MS)

static step_end run_setup_and_steps(play *p) {
    p->mode.in_setup = true;
    step_end end = play_steps(p, p->script.spec->setup);
    p->mode.in_setup = false;
    if (end == STEP_FAILED && p->failed.failure.verdict == RSP_VERDICT_FAIL) {
        p->failed.failure.verdict = RSP_VERDICT_ERROR;
        p->failed.failure.message = rsp_arena_printf(&p->room.arena, "setup: %s", p->failed.failure.message);
    }
    if (end != STEP_OK)
        return end;
    p->budget_start = client_end_exchanges(&p->t)->metrics;
    end = play_steps(p, p->script.spec->steps);
    /* What was to be captured by a step that failed, and was noted only, is missing later on. */
    if (end == STEP_FAILED && p->failed.failure.verdict == RSP_VERDICT_ERROR &&
        p->failed.noted.verdict != RSP_VERDICT_PASS)
        p->failed.failure = p->failed.noted;
    return end;
}

static void run_teardown(play *p) {
    if (!p->script.spec->teardown || rsp_session_state(p->t.session) != RSP_OK)
        return;
    failure kept = p->failed.failure;
    failure noted = p->failed.noted;
    p->failed.failure = (failure){0};
    (void)play_steps(p, p->script.spec->teardown);
    p->failed.failure = kept;
    p->failed.noted = noted;
}

/* A debugger of ours that has done its work ends by itself when the connection does; one that crashes then,
 * or did while it was talked to, has failed whatever else it did. */
static void look_for_debugger(play *p) {
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), p->times.timeout_ns);
    if (rsp_link_pid(p->t.link) <= 0)
        return;
    rsp_link_shut(p->t.link);
    rsp_link_end end = rsp_link_ended(p->t.link);
    while (end.kind == RSP_END_RUNNING && rsp_link_now(p->t.link) < deadline &&
           !(p->options->stop && *p->options->stop)) {
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), DEBUGGER_POLL_NS));
        end = rsp_link_ended(p->t.link);
    }
    if (end.kind != RSP_END_SIGNALED && !*end.sanitizer)
        return;
    p->failed.failure = (failure){.end = end};
    p->at.step = NULL;
    (void)play_fail(p, &p->script.spec->w, RSP_VERDICT_CRASH, "the debugger died: %s", end.text);
}

step_end play_to_debugger(play *p) {
    step_end end = prepare_names(p) ? stub_role_play(p) : STEP_FAILED;
    look_for_debugger(p);
    return p->failed.failure.verdict == RSP_VERDICT_CRASH ? STEP_FAILED : end;
}

step_end play_to_stub(play *p, step_end prepared) {
    step_end end = prepared == STEP_OK ? run_setup_and_steps(p) : prepared;
    run_teardown(p);
    return end;
}
