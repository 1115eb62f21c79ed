/* Steps that hold steps: groups, loops over given values, trying until something holds; and those that only
 * set names or end the scenario.
 * Loop variables are names like any other; the body is run by play_steps. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "link/link_control.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/names.h"
#include "steps/compare.h"
#include "steps/step.h"

static bool name_all(play *p, const value_entry *entries, size_t num) {
    for (size_t i = 0; i < num; i++) {
        value v = {0};
        if (!play_value(p, entries[i].is, &v) || !play_name(p, entries[i].name, v))
            return false;
    }
    return true;
}

STEP(set) {
    return name_all(p, step->set->entries, step->set->num_entries) ? STEP_OK : STEP_FAILED;
}

STEP(skip) {
    p->skipping.why = spec_text(step->skip);
    return STEP_SKIP;
}

STEP(group) {
    return play_steps(p, step->steps);
}

/* --- loops --- */

static const char *loop_name(const step_spec *step, const char *fallback) {
    return step->as ? spec_text(step->as) : fallback;
}

STEP(repeat) {
    uint64_t times = 0;
    if (!play_number(p, step->repeat, &times))
        return STEP_FAILED;
    step_end end = STEP_OK;
    for (uint64_t i = 0; i < times && end == STEP_OK; i++) {
        (void)play_name(p, loop_name(step, "i"), value_int(i));
        end = play_steps(p, step->steps);
    }
    return end;
}

static step_end for_range(play *p, const step_spec *step) {
    const loop_spec *range = step->for_each;
    uint64_t from = 0;
    uint64_t to = 0;
    uint64_t by = 1;
    if (!play_number(p, range->from, &from) || !play_number(p, range->to, &to) ||
        !play_number_or(p, range->step, &by))
        return STEP_FAILED;
    step_end end = STEP_OK;
    for (uint64_t i = from; i <= to && end == STEP_OK; i += by) {
        (void)play_name(p, loop_name(step, "item"), value_int(i));
        end = play_steps(p, step->steps);
        if (by == 0 || i > UINT64_MAX - by)
            break;
    }
    return end;
}

/* One item of a list: a value, or a row that gives several names. */
static bool bind_item(play *p, const step_spec *step, const row_spec *row) {
    value v = {0};
    if (!row->value)
        return name_all(p, row->entries, row->num_entries);
    return play_value(p, row->value, &v) && play_name(p, loop_name(step, "item"), v);
}

static step_end for_rows(play *p, const step_spec *step) {
    const loop_spec *rows = step->for_each;
    step_end end = STEP_OK;
    for (size_t i = 0; i < rows->num && end == STEP_OK; i++) {
        (void)play_name(p, "i", value_int(i));
        end = bind_item(p, step, rows->items[i]) ? play_steps(p, step->steps) : STEP_FAILED;
    }
    return end;
}

/* The items of a value that is a list. */
static step_end for_items(play *p, const step_spec *step) {
    const expr_spec *of = step->for_each->list;
    value list = {0};
    expr_error error;
    expr_env env = play_env(p);
    if (expr_evaluate(of->e, &env, &list, &error) != RSP_OK || list.kind != VALUE_LIST)
        return play_fail(p, &of->w, RSP_VERDICT_ERROR, "'%s' is no list", spec_text(&of->w));
    step_end end = STEP_OK;
    for (size_t i = 0; i < list.num && end == STEP_OK; i++) {
        (void)play_name(p, "i", value_int(i));
        (void)play_name(p, loop_name(step, "item"), list.items[i]);
        end = play_steps(p, step->steps);
    }
    return end;
}

STEP(for_each) {
    if (step->what->form == FORM_MAP)
        return for_range(p, step);
    return step->what->form == FORM_LIST ? for_rows(p, step) : for_items(p, step);
}

/* --- until something holds --- */

/* Told like the check that did not hold, with how long it was tried. */
static step_end never_held(play *p, uint64_t timeout_ns) {
    p->failed.failure.message = rsp_arena_printf(&p->room.arena, "%s, tried again for %.0f ms",
                                                 p->failed.failure.message, (double)timeout_ns / 1e6);
    return STEP_FAILED;
}

STEP(until) {
    static const uint64_t first_pause_ns = RSP_NS_PER_MS;
    static const uint64_t longest_pause_ns = 50 * RSP_NS_PER_MS;
    uint64_t timeout_ns = p->t.timeout_ns;
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), timeout_ns);
    uint64_t pause_ns = first_pause_ns;
    for (;;) {
        step_end end = play_steps(p, step->steps);
        if (end != STEP_OK)
            return end;
        p->at.step = step;
        end = check_holds(p, step->until);
        if (end == STEP_OK || p->failed.failure.verdict != RSP_VERDICT_FAIL)
            return end;
        if (rsp_link_now(p->t.link) >= deadline)
            return never_held(p, timeout_ns);
        p->failed.failure = (failure){0};
        rsp_link_wait(p->t.link,
                      rsp_deadline(rsp_link_now(p->t.link), client_end_time_left(&p->t, pause_ns)));
        pause_ns = pause_ns < longest_pause_ns / 2 ? 2 * pause_ns : longest_pause_ns;
    }
}
