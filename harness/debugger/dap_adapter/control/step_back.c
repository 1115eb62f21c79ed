/* Back by line: instruction by instruction to where the line that was executed before began, and one on again
 * once the way back has left it. A return that is met means a call: the way back goes on at that call, by a
 * breakpoint there. See step.h. Source: DAP specification, StepBack; GDB manual, Reverse Execution. */
/* SPDX-License-Identifier: MIT */
#include "code/call.h"
#include "control/control.h"
#include "core/mem.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

enum { FUNCTION_MAX = 1024 * 1024, RETURN_BYTES = 4 };

static bool find_line(adapter *a, uint64_t pc, rsp_debug_line *out) {
    const rsp_debuggee *d = adapter_debuggee_at(a, pc);
    return rsp_debug_line_at(d->file, pc - d->bias, out) == RSP_OK;
}

static void note_function(adapter *a, step_plan *plan, uint64_t pc) {
    const rsp_debuggee *d = adapter_debuggee_at(a, pc);
    uint64_t low = 0;
    uint64_t bytes = 0;
    const bool known = rsp_debug_function_extent(d->file, pc - d->bias, &low, &bytes);
    plan->frame.start = known ? low + d->bias : 0;
    plan->frame.end = known ? plan->frame.start + bytes : 0;
}

/* One instruction back from where the thread stands. */
static void go_back(step_plan *plan, const step_place *place, rsp_move *out) {
    plan->back.pc = place->pc;
    plan->back.sp = place->sp;
    *out = (rsp_move){.action = RSP_MOVE_BACK_STEP, .thread = plan->thread};
}

/* Forward again, to the beginning of the line that was just left. */
static void land(step_plan *plan, rsp_move *out) {
    plan->back.landing = true;
    *out = (rsp_move){.action = RSP_MOVE_STEP, .thread = plan->thread};
}

void step_back_begin(adapter *a, step_plan *plan, const step_place *place, rsp_move *out_move) {
    const rsp_debuggee *d = place->debuggee;
    rsp_debug_line line;
    uint64_t low = 0;
    uint64_t high = 0;
    bool statement = false;
    note_function(a, plan, place->pc);
    const bool known = find_line(a, place->pc, &line) &&
                       rsp_debug_line_extent(d->file, place->pc - d->bias, &low, &high, &statement) == RSP_OK;
    if (known && !statement) { /* in the midst of a line: to its own beginning */
        plan->path = line.path;
        plan->line = line.line;
    }
    go_back(plan, place, out_move);
}

static bool is_line(const step_plan *plan, const rsp_debug_line *line) {
    return line->line == plan->line && strcmp(line->path, plan->path) == 0;
}

/* --- calls --- */

static rsp_status stands_at_return(const step_place *place, bool *out) {
    uint8_t bytes[RETURN_BYTES] = {0};
    size_t len = sizeof bytes;
    rsp_status status = RSP_FAULT;
    while (len > 0 && status == RSP_FAULT) { /* memory may end behind it */
        status = place->thread.read_memory(place->thread.ctx, place->pc, bytes, len);
        len -= status == RSP_FAULT ? 1 : 0;
    }
    *out = status == RSP_OK && machine_is_return(place->machine, rsp_bytes_make(bytes, len));
    return status == RSP_FAULT ? RSP_OK : status;
}

/* The call that returned to where the thread stood before. RSP_NOT_FOUND. */
static rsp_status find_call(const adapter *a, const step_plan *plan, const step_place *place,
                            machine_call *out) {
    const uint64_t len = plan->back.pc - plan->frame.start;
    if (plan->frame.start == 0 || plan->back.pc < plan->frame.start || len == 0 || len > FUNCTION_MAX)
        return RSP_NOT_FOUND;
    uint8_t *code = rsp_mem_alloc(a->options.mem, (size_t)len);
    if (!code)
        return RSP_NO_MEMORY;
    rsp_status status = place->thread.read_memory(place->thread.ctx, plan->frame.start, code, (size_t)len);
    if (status == RSP_OK &&
        !machine_call_before(place->machine, plan->frame.start, rsp_bytes_make(code, (size_t)len), out))
        status = RSP_NOT_FOUND;
    rsp_mem_free(a->options.mem, code);
    return status == RSP_FAULT ? RSP_NOT_FOUND : status;
}

/* The thread has gone back into a function that had returned: over it, unless its call is of another line. */
static rsp_status skip_call(adapter *a, step_plan *plan, const step_place *place, bool *out_done,
                            rsp_move *out_move) {
    machine_call call = {0};
    rsp_debug_line line;
    rsp_status status = find_call(a, plan, place, &call);
    if (status == RSP_NOT_FOUND)
        *out_done = true;
    if (status != RSP_OK)
        return status == RSP_NOT_FOUND ? RSP_OK : status;
    if (plan->path && (!find_line(a, call.address, &line) || !is_line(plan, &line))) {
        land(plan, out_move);
        return RSP_OK;
    }
    step_set_target(a, plan, AWAITS_PLACE, call.address);
    *out_move = (rsp_move){.action = RSP_MOVE_BACK_CONTINUE};
    return RSP_OK;
}

/* --- lines --- */

/* At an instruction of the function, or of its caller. */
static void judge(adapter *a, step_plan *plan, const step_place *place, bool *out_done, rsp_move *out_move) {
    rsp_debug_line line;
    const bool left = plan->back.pc == plan->frame.start;
    const bool known = find_line(a, place->pc, &line);
    const bool other = plan->path && (left || (known && !is_line(plan, &line)));
    if (other) {
        land(plan, out_move);
        return;
    }
    if (left)
        note_function(a, plan, place->pc);
    if (!plan->path && known) {
        plan->path = line.path;
        plan->line = line.line;
    }
    *out_done = left && !known; /* the caller has no source */
    go_back(plan, place, out_move);
}

rsp_status step_back_go_on(adapter *a, step_plan *plan, const step_place *place, bool *out_done,
                           rsp_move *out_move) {
    bool returns = false;
    *out_done = plan->by_instruction || plan->back.landing;
    if (*out_done)
        return RSP_OK;
    const bool waits = plan->wait.awaits != AWAITS_NOTHING;
    if (waits && (place->pc != plan->wait.target || place->sp != plan->back.sp)) {
        *out_move = (rsp_move){.action = RSP_MOVE_BACK_CONTINUE}; /* a call within the call */
        return RSP_OK;
    }
    rsp_status status = waits ? RSP_OK : stands_at_return(place, &returns);
    step_set_target(a, plan, AWAITS_NOTHING, 0);
    if (status != RSP_OK)
        return status;
    if (returns)
        return skip_call(a, plan, place, out_done, out_move);
    judge(a, plan, place, out_done, out_move);
    return RSP_OK;
}
