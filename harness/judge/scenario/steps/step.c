/* Plays steps: limits, conditions and timeouts that hold for each, then the function of its action.
 * A failed step of level should or may is noted and the play goes on; any other failure ends it.
 * The table has a row for every action of the language. */
/* SPDX-License-Identifier: MIT */
#include "steps/step.h"

#include "needs/needs.h"
#include "play/buffers.h"
#include "play/failure.h"

#include "core/arena.h"
#include "core/limits.h"
#include <assert.h>

typedef step_end step_fn(play *p, const step_spec *step);

static step_fn *const actions[STEP_KEY_COUNT] = {
#define ACTION(member, key, type, flags, text) [STEP_KEY_##member] = step_##member,
    STEP_KEYS(ACTION, ACTION, NOT_HERE)
#undef ACTION
};

static step_end run_action(play *p, const step_spec *step) {
    p->t.timeout_ns = step->timeout ? step->timeout->ns : p->times.timeout_ns;
    step_end end = actions[step->action](p, step);
    if (end == STEP_OK && p->failed.failure.verdict != RSP_VERDICT_PASS)
        end = STEP_FAILED;
    if (end == STEP_OK && client_end_is_over(&p->t)) /* silence that was cut short proves nothing */
        end = play_too_slow(p, "");
    return play_end_of_trouble(p, &step->w, end);
}

static step_end run_step(play *p, const step_spec *step) {
    const char *reason = NULL;
    assert(actions[step->action] != NULL);
    p->at.step = step;
    if (++p->at.num_steps > RSP_LIMIT_STEPS)
        return play_fail(p, &step->w, RSP_VERDICT_ERROR, "more than %d steps", (int)RSP_LIMIT_STEPS);
    if (p->options->stop && *p->options->stop)
        return STEP_STOP;
    if (client_end_is_over(&p->t))
        return play_too_slow(p, "");
    if (step->when && !needs_met(p, step->when, &reason))
        return p->failed.failure.verdict == RSP_VERDICT_PASS ? STEP_OK : STEP_FAILED;
    step_end end = run_action(p, step);
    return end == STEP_FAILED ? play_note_failure(p) : end;
}

step_end play_steps(play *p, const steps_spec *steps) {
    step_end end = STEP_OK;
    for (size_t i = 0; steps && i < steps->num && end == STEP_OK; i++) {
        const struct play_buffer *mark = play_buffers_mark(p);
        end = run_step(p, steps->items[i]);
        play_buffers_release(p, mark);
        rsp_arena_free(&p->room.scratch);
    }
    return end;
}
