/* Faults of reverse execution: journeys that end elsewhere, stops that hide what they met, a past that is not
 * one. Journeys and accesses stand in front of the target's operations; stops are changed as texts. Only in
 * builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "run_state.h"
#include "stop.h"

static bool in_past(const rsp_stub *s) {
    return s->opt.ops->in_past && s->opt.ops->in_past(s->opt.target);
}

static rsp_status go_back(void *t, rsp_ptid thread, rsp_target_back how) {
    rsp_stub *s = t;
    if (stub_fault(s, RSP_FAULT_REV_CONTINUE_STEPS))
        how = RSP_TARGET_BACK_STEP;
    if (stub_fault(s, RSP_FAULT_REV_STEP_CONTINUES))
        how = RSP_TARGET_BACK_CONTINUE;
    if (stub_fault(s, RSP_FAULT_REV_STEP_GENERAL) && s->general.tid > 0)
        thread = s->general;
    return STUB_REAL(s, go_back, thread, how);
}

/* A cache that nobody empties: what was read before is read again. */
static size_t read_memory(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    rsp_buf *kept = &s->faults.objects.kept;
    bool same = kept->len == sizeof addr + len && memcmp(kept->ptr, &addr, sizeof addr) == 0;
    if (same && in_past(s)) {
        memcpy(dst, kept->ptr + sizeof addr, len);
        return len;
    }
    size_t num = STUB_REAL(s, read_memory, pid, addr, dst, len);
    if (in_past(s) || num != len)
        return num;
    rsp_buf_clear(kept);
    rsp_buf_append(kept, rsp_bytes_make(&addr, sizeof addr));
    rsp_buf_append(kept, rsp_bytes_make(dst, len));
    return num;
}

static size_t write_memory(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    return in_past(s) ? data.len : STUB_REAL(s, write_memory, pid, addr, data);
}

/* A register is changed and changed back, which makes another future of the past. */
static rsp_status resume(void *t, const rsp_target_resume *actions, size_t num) {
    rsp_stub *s = t;
    uint64_t pc = num ? stub_pc_of(s, actions[0].thread) : 0;
    if (num && in_past(s)) {
        stub_move_pc(s, actions[0].thread, pc + 4);
        stub_move_pc(s, actions[0].thread, pc);
    }
    return STUB_REAL(s, resume, actions, num);
}

static void signal_is_trap(const stub_stop_edit *t) {
    if (t->stop->kind == RSP_TARGET_SIGNALLED && in_past(t->s) && t->out->len >= t->start + 3)
        memcpy(t->out->ptr + t->start + 1, "05", 2);
}

static void watch_unnamed(const stub_stop_edit *t) {
    rsp_bytes text = rsp_bytes_from(rsp_buf_bytes(t->out), t->start);
    size_t at = t->start + rsp_bytes_search(text, RSP_LIT("watch:"));
    if (at < t->out->len && in_past(t->s))
        memcpy(t->out->ptr + at, "witch:", 6);
}

static const stub_fault_row rows[] = {
    TARGET(REV_CONTINUE_STEPS, .go_back = go_back),
    TARGET(REV_STEP_CONTINUES, .go_back = go_back),
    TARGET(REV_STEP_GENERAL, .go_back = go_back),
    TARGET(REV_MEMORY_STAYS, .read_memory = read_memory),
    TARGET(REV_WRITE_FORGOTTEN, .write_memory = write_memory),
    TARGET(REV_RESUME_CUTS, .resume = resume),
    STOP_CALL(REV_SIGNAL_IS_TRAP, signal_is_trap),
    STOP_CALL(REV_WATCH_UNNAMED, watch_unnamed),
    STOP_PLACES(REV_END_IS_BEGIN, "replaylog:end;", "replaylog:begin;"),
    STOP_PLACES(REV_REPLAYLOG_UNSAID, "replaylog:%*;", ""),
    INSTEAD_WHEN(REV_NONSTOP_OK, REVERSE_STEP, IN_NONSTOP, "", "OK"),
    INSTEAD_WHEN(REV_NONSTOP_OK, REVERSE_CONTINUE, IN_NONSTOP, "", "OK"),
};
STUB_FAULT_TABLE(stub_reverse_faults, rows);
