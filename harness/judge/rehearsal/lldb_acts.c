/* What people do with LLDB, after the attach.
 * Each looks at what LLDB would show, as tools/dev/at_work/lldb.py looks at what it printed.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include <string.h>

enum { STEPS = 3, HITS = 2, TEST_VALUE = 0x5a };

static rsp_prediction result(bool works) {
    return works ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

/* What the stub does not know is no defect of it. */
static rsp_prediction broken(const player *p) {
    return ((const lldb *)p)->failed == LLDB_EMPTY ? RSP_PREDICTION_ABSENT : RSP_PREDICTION_BREAKS;
}

bool lldb_no_registers(player *p, rsp_prediction *out) {
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
    if (lldb_no_registers(p, &none))
        return none;
    if (!lldb_sees_frame(l))
        return RSP_PREDICTION_BREAKS;
    uint64_t told = l->told.pc;
    bool has_told = l->told.has_pc;
    /* A machine of WebAssembly has no stack pointer to show. */
    if (!lldb_read_register(l, l->pc, &pc) || (l->sp >= 0 && !lldb_read_register(l, l->sp, &sp)))
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
    if (lldb_no_registers(p, &none))
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
    if (l->told.has_pc) {
        *out = l->told.pc;
        return true;
    }
    if (p->manners->runs.num_loop > 0)
        *out = p->manners->runs.loop[0];
    return p->manners->runs.num_loop > 0;
}

rsp_prediction lldb_act_memory(player *p) {
    uint64_t at;
    if (!readable_at(p, &at))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that can be read");
    return player_compare_memory(p, at);
}

rsp_prediction lldb_act_write_memory(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t at;
    if (lldb_no_registers(p, &none) || !lldb_read_register(l, l->sp, &at)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that may be written");
    }
    return player_write_memory(p, at);
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
    if (!l->told.has_pc)
        return lldb_fails(l, "pc cannot be read after a step");
    *out_pc = l->told.pc;
    return true;
}

rsp_prediction lldb_act_step(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t before = 0;
    uint64_t after = 0;
    if (lldb_no_registers(p, &none))
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
    uint64_t pc = 0;
    if (!insert(l, at, false) || !step(l, &pc))
        return false;
    if (pc == at)
        return lldb_fails(l, "pc stays at 0x%llx in the step off the breakpoint", (unsigned long long)at);
    return insert(l, at, true);
}

static bool run_to(lldb *l, uint64_t at) {
    stage *s = &l->base.stage;
    if (l->told.has_pc && l->told.pc == at && !step_off(l, at))
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
    return (l->told.has_pc && l->told.pc == at) ||
           lldb_fails(l, "it stops at 0x%llx, not at the breakpoint 0x%llx", (unsigned long long)l->told.pc,
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

rsp_prediction lldb_act_breakpoints(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    uint64_t at;
    bool sure;
    if (lldb_no_registers(p, &none))
        return none;
    if (!player_find_place(p, &at, &sure)) {
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
    rsp_prediction none;
    if (lldb_no_registers(p, &none))
        return none;
    const rsp_prediction prediction = player_interrupt(p);
    return prediction == RSP_PREDICTION_BREAKS ? broken(p) : prediction;
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
    if (!lldb_get(l, stage_long(&p->stage)) && l->connected && l->strayed)
        return player_says(p, RSP_PREDICTION_BREAKS,
                           "k is answered by '+' alone, in no-ack mode: LLDB asks qC without end");
    return RSP_PREDICTION_WORKS;
}

/* --- for shared actions --- */

static bool resume(player *p) {
    return lldb_resume(lldb_of(p), false);
}

static player_wait wait_for(player *p, uint64_t ns) {
    return (player_wait)lldb_wait_for(lldb_of(p), ns);
}

static bool step_once(player *p) {
    uint64_t pc;
    return step(lldb_of(p), &pc);
}

static bool where(player *p, uint64_t *out_pc) {
    lldb *l = lldb_of(p);
    if (!lldb_after_stop(l) || !l->told.has_pc)
        return lldb_fails(l, "pc cannot be read");
    *out_pc = l->told.pc;
    return true;
}

static player_registers registers(const player *p) {
    const lldb *l = (const lldb *)p;
    return (player_registers){.num = l->num_registers, .pc = l->pc, .sp = l->sp};
}

static bool value(player *p, int index, uint64_t *out_value) {
    lldb *l = lldb_of(p);
    return l->registers[index].bytes <= sizeof *out_value && lldb_read_register(l, index, out_value);
}

static bool read_memory(player *p, uint64_t at, uint64_t len, rsp_buf *out) {
    return lldb_read_memory(lldb_of(p), at, len, out);
}

static bool write_memory(player *p, uint64_t at, rsp_bytes data) {
    return lldb_write_memory(lldb_of(p), at, data);
}

static const char *exchange(player *p) {
    return lldb_exchange(lldb_of(p));
}

const player_moves lldb_moves = {.resume = resume,
                                 .wait = wait_for,
                                 .step = step_once,
                                 .where = where,
                                 .registers = registers,
                                 .value = value,
                                 .read = read_memory,
                                 .write = write_memory,
                                 .exchange = exchange};
