/* The first call of a function that is bound lazily leads through the loader, which looks the function up and
 * jumps there. The thread steps through both, over calls of the loader's own, and not for ever.
 * See step.h. Source: System V ABI, AMD64 supplement, Procedure Linkage Table. */
/* SPDX-License-Identifier: MIT */
#include "control/step.h"

#include "dwarf/debug_symbol.h"

/* The entry of a table has some four instructions, the loader's way there and back some fifty. */
enum { MOVES_MAX = 200, LONGEST_INSTRUCTION = 15 };

static bool is_linkage(const step_place *s) {
    return rsp_debug_symbol_is_linkage(s->debuggee->file, s->pc - s->debuggee->bias);
}

/* By the address alone: the loader's file need not be here. */
static bool is_loader(adapter *a, const step_place *s) {
    const rsp_modules *modules = adapter_modules(a);
    const uint64_t bias = adapter_debuggee(a)->loader_bias;
    uint64_t nearest = 0;
    for (size_t i = 0; i < modules->num; i++) {
        const rsp_module *module = modules->items[i];
        if (module->is_loaded && module->bias <= s->pc && module->bias > nearest)
            nearest = module->bias;
    }
    return bias != 0 && nearest == bias;
}

static void move(step_plan *plan, const step_place *s, rsp_move *out) {
    plan->through.pc = s->pc;
    plan->through.moves++;
    *out = (rsp_move){.action = RSP_MOVE_STEP, .thread = plan->thread, .others = !plan->alone};
}

bool step_through_begin(adapter *a, step_plan *plan, const step_place *s, uint64_t back, rsp_move *out_move) {
    (void)a;
    if (!is_linkage(s))
        return false;
    plan->through.under_way = true;
    plan->through.sp = s->sp;
    plan->through.back = back;
    plan->through.moves = 0;
    move(plan, s, out_move);
    return true;
}

/* The instruction at which the thread stood last has called what it stands at now. */
static bool has_called(const step_plan *plan, const step_place *s, uint64_t *out_return) {
    const uint64_t from = plan->through.pc;
    if (s->pc >= from && s->pc <= from + LONGEST_INSTRUCTION)
        return false;
    return step_return_address(s, out_return) == RSP_OK && *out_return > from &&
           *out_return <= from + LONGEST_INSTRUCTION;
}

bool step_through_go_on(adapter *a, step_plan *plan, const step_place *s, bool *out_done,
                        rsp_move *out_move) {
    const bool loader = is_loader(a, s);
    const bool has_line = !loader && step_has_line(s);
    uint64_t back = 0;
    if (s->pc == plan->through.back && s->sp >= plan->through.sp) {
        plan->through.under_way = false;
        return false;
    }
    if (has_line && (!plan->goal || plan->goal == s->pc)) {
        plan->through.under_way = false;
        step_into(a, plan, s, out_done, out_move);
    } else if (has_line || plan->through.moves >= MOVES_MAX || !(loader || is_linkage(s))) {
        plan->through.under_way = false;
        step_await(a, plan, plan->through.back, plan->through.sp, out_move);
    } else if (has_called(plan, s, &back)) {
        plan->through.pc = s->pc;
        step_await(a, plan, back, s->sp, out_move);
    } else {
        move(plan, s, out_move);
    }
    return true;
}
