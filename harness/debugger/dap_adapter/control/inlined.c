/* A step knows its frame by the functions around it: the copy that it began in, and those that this one is
 * inlined into. What is around the thread besides is a call that the step did not begin in.
 * See inlined.h. Source: DWARF 5, section 3.3.8. */
/* SPDX-License-Identifier: MIT */
#include "control/inlined.h"

#include "control/breakpoint.h"

void inlined_look(const rsp_debuggee *d, uint64_t pc, inlined_place *out) {
    out->num = rsp_debug_function_at(d->file, pc - d->bias, out->functions, INLINED_MAX);
    out->ahead = rsp_debug_functions_ahead(out->functions, out->num);
}

/* --- breakpoints --- */

static size_t level_of(const breakpoint *b, const inlined_place *at) {
    switch (b->kind) {
    case BREAK_SOURCE:
        return rsp_debug_level_of_line(at->functions, at->ahead, b->place, b->actual_line);
    case BREAK_FUNCTION:
        return rsp_debug_level_of_function(at->functions, at->ahead, b->place);
    case BREAK_INSTRUCTION:
    case BREAK_DATA:
    default:
        return 0;
    }
}

size_t inlined_before(const breakpoint *b, const rsp_debuggee *d, uint64_t pc, uint32_t *out_inner) {
    inlined_place at;
    inlined_look(d, pc, &at);
    const size_t level = level_of(b, &at);
    *out_inner = level > 0 ? at.functions[level - 1].depth + 1 : 0;
    return level;
}

/* --- steps --- */

/* The code of one of the functions around the thread. */
static void take_stretch(step_plan *plan, const step_place *s, const rsp_debug_function *f) {
    const uint64_t bias = s->debuggee->bias;
    uint64_t low = 0;
    uint64_t high = 0;
    if (!rsp_debug_function_stretch(s->debuggee->file, f->id, s->pc - bias, &low, &high))
        return;
    plan->low = low + bias;
    plan->high = high + bias;
}

static void take_home(step_plan *plan, const step_place *s, const inlined_place *at, size_t first) {
    step_home *home = &plan->inlined.home;
    *home = (step_home){.file = s->debuggee->file};
    for (size_t i = first; i < at->num && home->num < RSP_ARRAY_LEN(home->ids); i++)
        home->ids[home->num++] = at->functions[i].id;
}

static void take_call(step_plan *plan, const rsp_debug_function *f) {
    plan->path = f->call_path;
    plan->line = f->call_line;
}

void inlined_begin(step_plan *plan, const step_place *s, size_t ahead) {
    inlined_place at;
    inlined_look(s->debuggee, s->pc, &at);
    if (ahead > at.ahead)
        ahead = at.ahead;
    take_home(plan, s, &at, ahead);
    if (plan->by_instruction)
        return;
    if (ahead == 0) {
        inlined_clip(plan, s);
        return;
    }
    take_call(plan, &at.functions[ahead - 1]);
    take_stretch(plan, s, &at.functions[ahead - 1]);
}

bool inlined_leave(step_plan *plan, const step_place *s) {
    inlined_place at;
    size_t own = 0;
    inlined_look(s->debuggee, s->pc, &at);
    while (own < at.num && at.functions[own].id != plan->inlined.home.ids[0])
        own++;
    if (plan->inlined.home.num == 0 || own + 1 >= at.num || !at.functions[own].inlined)
        return false;
    plan->by_instruction = false;
    plan->inlined.leaving = true;
    take_home(plan, s, &at, own + 1);
    take_call(plan, &at.functions[own]);
    take_stretch(plan, s, &at.functions[own]);
    return true;
}

static bool is_of_home(const step_home *home, const rsp_debug_function *f) {
    for (size_t i = 0; i < home->num; i++)
        if (home->ids[i] == f->id)
            return true;
    return false;
}

/* The innermost function around the thread that is around the step's frame as well; num: none is. */
static size_t find_own(const step_plan *plan, const step_place *s, const inlined_place *at) {
    size_t own = 0;
    if (plan->inlined.home.file != s->debuggee->file)
        return at->num;
    while (own < at->num && !is_of_home(&plan->inlined.home, &at->functions[own]))
        own++;
    return own;
}

/* A loop may lead back to where the function begins: that is no new call of it. */
static size_t num_ahead(const step_plan *plan, const step_place *s, const inlined_place *at, size_t own) {
    uint64_t low = 0;
    uint64_t high = 0;
    if (own < at->ahead && rsp_debug_function_stretch(s->debuggee->file, at->functions[own].id,
                                                      plan->low - s->debuggee->bias, &low, &high))
        return own;
    return at->ahead;
}

/* At the beginning of a call in line: on another line the step is complete, else it goes in, or over it. */
static void arrive(step_plan *plan, const step_place *s, const rsp_debug_function *f, bool goes_in,
                   bool *out_done) {
    const bool same =
        !f->call_path || (plan->path && f->call_line == plan->line && strcmp(f->call_path, plan->path) == 0);
    *out_done = plan->inlined.leaving || !same || goes_in;
    plan->inlined.entered += same && goes_in;
    if (!*out_done)
        take_stretch(plan, s, f);
}

/* Out of the function: where a statement begins, or the rest of the one that called it. */
static void come_out(step_plan *plan, const step_place *s, bool *out_done) {
    const rsp_debuggee *d = s->debuggee;
    rsp_debug_line line;
    bool statement = false;
    if (rsp_debug_line_at(d->file, s->pc - d->bias, &line) != RSP_OK ||
        rsp_debug_line_extent(d->file, s->pc - d->bias, &plan->low, &plan->high, &statement) != RSP_OK) {
        *out_done = true;
        return;
    }
    *out_done = statement || (plan->path && line.line == plan->line && strcmp(line.path, plan->path) == 0);
    plan->low += d->bias;
    plan->high += d->bias;
    inlined_clip(plan, s);
}

bool inlined_go_on(step_plan *plan, const step_place *s, bool *out_done) {
    const bool goes_in = plan->enters && !plan->goal;
    inlined_place at;
    inlined_look(s->debuggee, s->pc, &at);
    const size_t own = find_own(plan, s, &at);
    if (own == at.num)
        return false;
    const size_t ahead = num_ahead(plan, s, &at, own);
    plan->inlined.entered = at.ahead - ahead;
    if (own > ahead && !goes_in)
        take_stretch(plan, s, &at.functions[own - 1]);
    else if (ahead > 0)
        arrive(plan, s, &at.functions[ahead - 1], goes_in, out_done);
    else if (plan->inlined.leaving)
        come_out(plan, s, out_done);
    else
        return false;
    return true;
}

void inlined_clip(step_plan *plan, const step_place *s) {
    const uint64_t bias = s->debuggee->bias;
    inlined_place at;
    uint64_t low = 0;
    uint64_t high = 0;
    inlined_look(s->debuggee, s->pc, &at);
    if (at.num == 0 || !at.functions[0].inlined ||
        !rsp_debug_function_stretch(s->debuggee->file, at.functions[0].id, s->pc - bias, &low, &high))
        return;
    if (plan->low < low + bias)
        plan->low = low + bias;
    if (plan->high > high + bias)
        plan->high = high + bias;
}

size_t inlined_end(const step_plan *plan, const step_place *s) {
    inlined_place at;
    if (plan->by_instruction || plan->kind == STEP_BACK)
        return 0;
    inlined_look(s->debuggee, s->pc, &at);
    return at.ahead > plan->inlined.entered ? at.ahead - plan->inlined.entered : 0;
}
