/* What people do with LLDB, after the attach.
 * Each looks at what LLDB would show, as tools/dev/at_work/lldb.py looks at what it printed.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include <string.h>

enum { STEPS = 3, HITS = 2, PIECE = 256, ODD_AT = 17, ODD_BYTES = 3, SCRATCH_BYTES = 4, TEST_VALUE = 0x5a };

static rsp_prediction result(bool works) {
    return works ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

/* What the stub does not know is no defect of it. */
static rsp_prediction broken(const player *p) {
    return ((const lldb *)p)->failed == LLDB_EMPTY ? RSP_PREDICTION_ABSENT : RSP_PREDICTION_BREAKS;
}

/* Without registers LLDB has no frame, and nothing that needs one. */
static bool no_registers(player *p, rsp_prediction *out) {
    const lldb *l = lldb_of(p);
    if (l->num_registers > 0 && l->pc >= 0)
        return false;
    *out = l->num_registers == 0
               ? player_says(p, RSP_PREDICTION_ABSENT, "neither target.xml with registers nor qRegisterInfo")
               : player_says(p, RSP_PREDICTION_ABSENT, "nothing says which register is pc (generic=\"pc\")");
    return true;
}

rsp_prediction lldb_act_registers(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t pc;
    uint64_t sp;
    if (no_registers(p, &none))
        return none;
    uint64_t told = l->told_pc;
    bool has_told = l->has_told_pc;
    if (!lldb_read_register(l, l->pc, &pc) || !lldb_read_register(l, l->sp, &sp))
        return RSP_PREDICTION_BREAKS;
    if (has_told && told != pc)
        return player_says(p, RSP_PREDICTION_BREAKS, "pc is 0x%llx in the stop reply and 0x%llx by %s",
                           (unsigned long long)told, (unsigned long long)pc, l->way == LLDB_BY_P ? "p" : "g");
    return RSP_PREDICTION_WORKS;
}

rsp_prediction lldb_act_write_registers(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t before = 0;
    uint64_t after = 0;
    if (no_registers(p, &none))
        return none;
    if (l->spare < 0)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no register is known that may be written");
    if (!lldb_read_register(l, l->spare, &before))
        return RSP_PREDICTION_BREAKS;
    uint64_t want = before == TEST_VALUE ? TEST_VALUE + 1 : TEST_VALUE;
    if (!lldb_write_register(l, l->spare, want) || !lldb_read_register(l, l->spare, &after))
        return broken(p);
    if (after != want)
        return player_says(p, RSP_PREDICTION_BREAKS, "0x%llx was written to register %s, and 0x%llx is read",
                           (unsigned long long)want, l->registers[l->spare].name, (unsigned long long)after);
    return result(lldb_write_register(l, l->spare, before));
}

/* A place that can be read: pc, else what the look knows. */
static bool readable_at(player *p, uint64_t *out) {
    lldb *l = lldb_of(p);
    if (l->has_told_pc) {
        *out = l->told_pc;
        return true;
    }
    if (p->manners->num_loop > 0)
        *out = p->manners->loop[0];
    return p->manners->num_loop > 0;
}

rsp_prediction lldb_act_memory(player *p) {
    lldb *l = lldb_of(p);
    uint64_t at;
    rsp_buf small = {.mem = p->options->mem};
    rsp_buf whole = {.mem = p->options->mem};
    if (!readable_at(p, &at))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that can be read");
    bool read = lldb_read_memory(l, at, ODD_AT, &small);
    bool more = read && lldb_read_memory(l, at, PIECE, &whole);
    bool same = !more || memcmp(whole.ptr, small.ptr, ODD_AT) == 0;
    rsp_buf_free(&small);
    rsp_buf_free(&whole);
    if (read)
        p->why = NULL; /* memory may end behind it */
    if (!read && p->manners->memory_at_pc == RSP_HABIT_NO)
        return RSP_PREDICTION_UNKNOWN;
    if (!same)
        return player_says(p, RSP_PREDICTION_BREAKS, "the same memory read in other pieces has other bytes");
    return result(read);
}

rsp_prediction lldb_act_write_memory(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t at;
    uint8_t other[SCRATCH_BYTES] = {0x7d, 0x2a, 0x24, 0x23};
    rsp_buf before = {.mem = p->options->mem};
    rsp_buf after = {.mem = p->options->mem};
    bool writes = (p->options->allowed & RSP_REHEARSE_WRITES) != 0;
    if (no_registers(p, &none) || !lldb_read_register(l, l->sp, &at) ||
        !lldb_read_memory(l, at, SCRATCH_BYTES, &before)) {
        rsp_buf_free(&before);
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that may be written");
    }
    rsp_bytes data = writes ? rsp_bytes_make(other, sizeof other) : rsp_buf_bytes(&before);
    bool worked = lldb_write_memory(l, at, data) && lldb_read_memory(l, at, SCRATCH_BYTES, &after);
    bool kept = worked && rsp_bytes_equal(rsp_buf_bytes(&after), data);
    if (worked && writes)
        worked = lldb_write_memory(l, at, rsp_buf_bytes(&before));
    rsp_buf_free(&before);
    rsp_buf_free(&after);
    if (worked && !kept)
        return player_says(p, RSP_PREDICTION_BREAKS, "what is read at 0x%llx is not what was written",
                           (unsigned long long)at);
    if (worked && !writes)
        p->why = "memory was only overwritten with its own bytes; --allow-writes tries others";
    return result(worked);
}

rsp_prediction lldb_act_threads(player *p) {
    return result(lldb_after_stop(lldb_of(p)));
}

/* --- running --- */

/* One step of the thread, and what LLDB asks behind it. */
static bool step(lldb *l, uint64_t *out_pc) {
    stage *s = &l->base.stage;
    if (!lldb_resume(l, true))
        return false;
    lldb_wait wait = lldb_wait_for(l, stage_patience(s));
    if (wait == LLDB_RUNS)
        return lldb_fails(l, "the step never stopped: %s", rsp_buf_cstr(&l->request));
    if (wait != LLDB_STOPPED || !lldb_after_stop(l))
        return lldb_fails(l, "the program ended in a step");
    if (!l->has_told_pc)
        return lldb_fails(l, "pc cannot be read after a step");
    *out_pc = l->told_pc;
    return true;
}

rsp_prediction lldb_act_step(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t before = 0;
    uint64_t after = 0;
    if (no_registers(p, &none))
        return none;
    if (!lldb_read_register(l, l->pc, &before))
        return RSP_PREDICTION_BREAKS;
    for (unsigned i = 0; i < STEPS; i++, before = after) {
        if (!step(l, &after))
            return broken(p);
        if (after == before)
            return player_says(p, RSP_PREDICTION_BREAKS, "pc stays at 0x%llx in a step",
                               (unsigned long long)before);
    }
    return RSP_PREDICTION_WORKS;
}

static unsigned kind_of(const lldb *l) {
    unsigned kind = l->architecture ? rsp_arch_bp_kind(l->architecture) : 0;
    return kind ? kind : 4;
}

static bool insert(lldb *l, uint64_t at, bool in) {
    lldb_answer came = lldb_ask(l, "%c0,%llx,%x", in ? 'Z' : 'z', (unsigned long long)at, kind_of(l));
    l->failed = came;
    return (came == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"))) ||
           lldb_fails(l, "the breakpoint cannot be %s: %s", in ? "set" : "removed", lldb_exchange(l));
}

/* Off the breakpoint: it is taken out, a step, and it is set again. */
static bool step_off(lldb *l, uint64_t at) {
    uint64_t pc;
    if (!insert(l, at, false) || !step(l, &pc))
        return false;
    if (pc == at)
        return lldb_fails(l, "pc stays at 0x%llx in the step off the breakpoint", (unsigned long long)at);
    return insert(l, at, true);
}

static bool run_to(lldb *l, uint64_t at) {
    stage *s = &l->base.stage;
    if (l->has_told_pc && l->told_pc == at && !step_off(l, at))
        return false;
    if (!lldb_resume(l, false))
        return false;
    lldb_wait wait = lldb_wait_for(l, stage_patience(s));
    if (wait == LLDB_RUNS)
        return lldb_fails(l, "the breakpoint at 0x%llx is never hit", (unsigned long long)at);
    if (wait == LLDB_EXITED)
        return lldb_fails(l, "the program ended, and the breakpoint at 0x%llx was not hit",
                          (unsigned long long)at);
    if (wait != LLDB_STOPPED || !lldb_after_stop(l))
        return false;
    return (l->has_told_pc && l->told_pc == at) ||
           lldb_fails(l, "it stops at 0x%llx, not at the breakpoint 0x%llx", (unsigned long long)l->told_pc,
                      (unsigned long long)at);
}

static bool runs_on(lldb *l) {
    stage *s = &l->base.stage;
    if (!lldb_resume(l, false))
        return false;
    lldb_wait wait = lldb_wait_for(l, stage_long(s));
    if (wait == LLDB_EXITED)
        return true;
    if (wait == LLDB_LOST)
        return false;
    if (wait == LLDB_STOPPED)
        return lldb_fails(l, "it stops where no breakpoint is");
    stage_send(s, RSP_LIT("\x03"));
    return lldb_wait_for(l, stage_patience(s)) != LLDB_LOST;
}

/* As GDB's rehearsal: the look's place, else one where the program is interrupted. */
static bool find_place(lldb *l, uint64_t *out, bool *sure) {
    const rsp_manners *m = l->base.manners;
    stage *s = &l->base.stage;
    *sure = m->num_loop > 0;
    if (*sure) {
        *out = m->loop[m->num_loop / 2];
        return true;
    }
    if (m->program == RSP_PROGRAM_ENDS || !lldb_resume(l, false) ||
        lldb_wait_for(l, stage_long(s)) != LLDB_RUNS)
        return false;
    stage_send(s, RSP_LIT("\x03"));
    bool stopped =
        lldb_wait_for(l, stage_patience(s)) == LLDB_STOPPED && lldb_after_stop(l) && l->has_told_pc;
    *out = l->told_pc;
    return stopped;
}

rsp_prediction lldb_act_breakpoints(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t at;
    bool sure;
    if (no_registers(p, &none))
        return none;
    if (!find_place(l, &at, &sure)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no place is known to which the program comes again");
    }
    if (!insert(l, at, true)) {
        if (l->failed != LLDB_EMPTY)
            return RSP_PREDICTION_BREAKS;
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN,
                           "no Z0: LLDB writes its trap to memory, which is not rehearsed");
    }
    for (unsigned i = 0; i < HITS; i++)
        if (!run_to(l, at))
            return sure || i > 0 ? broken(p) : RSP_PREDICTION_UNKNOWN;
    if (!insert(l, at, false))
        return RSP_PREDICTION_BREAKS;
    return result(runs_on(l));
}

rsp_prediction lldb_act_interrupt(player *p) {
    lldb *l = lldb_of(p);
    stage *s = &p->stage;
    rsp_prediction none;
    if (no_registers(p, &none))
        return none;
    if (p->manners->program == RSP_PROGRAM_ENDS)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
    for (unsigned i = 0; i < HITS; i++) {
        if (!lldb_resume(l, false))
            return RSP_PREDICTION_BREAKS;
        lldb_wait wait = lldb_wait_for(l, stage_long(s));
        if (wait == LLDB_EXITED)
            return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
        if (wait == LLDB_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "it stops by itself: %s", lldb_exchange(l));
        if (wait == LLDB_LOST)
            return broken(p);
        stage_send(s, RSP_LIT("\x03"));
        if (lldb_wait_for(l, stage_patience(s)) != LLDB_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "0x03 does not stop the program");
        if (!lldb_after_stop(l) || !l->has_told_pc)
            return player_says(p, RSP_PREDICTION_BREAKS, "pc cannot be read after the interrupt");
    }
    return RSP_PREDICTION_WORKS;
}

rsp_prediction lldb_act_watchpoints(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    if (no_registers(p, &none))
        return none;
    return lldb_watch_memory(l);
}

/* --- the end --- */

rsp_prediction lldb_act_detach(player *p) {
    lldb *l = lldb_of(p);
    lldb_answer came;
    if (l->multiprocess && l->thread[0] == 'p')
        came = lldb_ask(l, "D;%.*s", (int)(strcspn(l->thread, ".") - 1), l->thread + 1);
    else
        came = lldb_ask(l, "D");
    /* Whatever the reply says. */
    if (came != LLDB_SILENT && came != LLDB_GONE)
        return RSP_PREDICTION_WORKS;
    return player_says(p, RSP_PREDICTION_BREAKS, "Sending disconnect packet failed: %s", lldb_exchange(l));
}

rsp_prediction lldb_act_kill(player *p) {
    lldb *l = lldb_of(p);
    if (!(p->options->allowed & RSP_REHEARSE_KILL))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program is somebody else's");
    rsp_buf_clear(&l->request);
    rsp_buf_str(&l->request, "k");
    (void)lldb_send(l);
    (void)lldb_get(l, stage_long(&p->stage));
    return RSP_PREDICTION_WORKS;
}
