/* What people do with GDB, after the attach: registers, memory, threads, steps, breakpoints, the end.
 * Each looks at what GDB would show, as tools/dev/at_work/gdb.py looks at what it printed.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

enum {
    STEPS = 3,
    HITS = 2,
    TEST_VALUE = 0x5a,
    BEHIND_DEVICES = 0x100,
    TRAP = 5, /* the signal that debuggers keep to themselves */
};

static rsp_prediction result(bool works) {
    return works ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

static uint64_t patience(const player *p) {
    return stage_patience(&p->stage);
}

rsp_prediction gdb_act_registers(player *p) {
    gdb *g = gdb_of(p);
    uint64_t told;
    uint64_t pc;
    uint64_t sp;
    bool expedited = g->pc >= 0 && g->registers[g->pc].state == GDB_READ;
    if (expedited && !gdb_fetch(g, g->pc, &told))
        return RSP_PREDICTION_BREAKS;
    gdb_forget(g);
    if (!gdb_fetch(g, g->pc, &pc) || !gdb_fetch(g, g->sp, &sp))
        return RSP_PREDICTION_BREAKS;
    if (expedited && told != pc)
        return player_says(p, RSP_PREDICTION_BREAKS, "pc is 0x%llx in the stop reply and 0x%llx in g",
                           (unsigned long long)told, (unsigned long long)pc);
    return RSP_PREDICTION_WORKS;
}

rsp_prediction gdb_act_write_registers(player *p) {
    gdb *g = gdb_of(p);
    uint64_t before;
    uint64_t after;
    if (g->spare < 0)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no register is known that may be written");
    if (!gdb_fetch(g, g->spare, &before))
        return RSP_PREDICTION_BREAKS;
    uint64_t want = before == TEST_VALUE ? TEST_VALUE + 1 : TEST_VALUE;
    if (!gdb_store(g, g->spare, want))
        return RSP_PREDICTION_BREAKS;
    gdb_forget(g);
    if (!gdb_fetch(g, g->spare, &after))
        return RSP_PREDICTION_BREAKS;
    if (after != want)
        return player_says(p, RSP_PREDICTION_BREAKS, "0x%llx was written to register %u, and 0x%llx is read",
                           (unsigned long long)want, (unsigned)g->registers[g->spare].number,
                           (unsigned long long)after);
    return result(gdb_store(g, g->spare, before));
}

rsp_prediction gdb_act_memory(player *p) {
    uint64_t pc;
    return gdb_fetch(gdb_of(p), gdb_of(p)->pc, &pc) ? player_compare_memory(p, pc) : RSP_PREDICTION_BREAKS;
}

/* Where sp leads to: AVR's data is not at the address that sp has. */
static bool stack(gdb *g, uint64_t *out) {
    if (!gdb_fetch(g, g->sp, out))
        return false;
    *out = g->layout.architecture ? rsp_arch_stack_address(g->layout.architecture->ours, *out) : *out;
    return true;
}

rsp_prediction gdb_act_write_memory(player *p) {
    gdb *g = gdb_of(p);
    uint64_t at;
    if (!stack(g, &at)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that may be written");
    }
    while (g->layout.architecture && rsp_arch_has_devices_at(g->layout.architecture->ours, at))
        at += BEHIND_DEVICES; /* sp is 0 until the program sets it */
    const rsp_prediction prediction = player_write_memory(p, at);
    const bool shown = (p->options->allowed & RSP_REHEARSE_WRITES) && prediction == RSP_PREDICTION_WORKS;
    /* What M said nothing about may be there all the same: other bytes tell. */
    if (prediction == RSP_PREDICTION_UNKNOWN || g->written != GDB_UNKNOWN || shown)
        return prediction;
    p->why = NULL;
    return player_says(p, RSP_PREDICTION_ABSENT, "no M");
}

rsp_prediction gdb_act_threads(player *p) {
    rsp_buf first = {.mem = p->options->mem};
    const bool told = gdb_list_threads(gdb_of(p), &first) && gdb_ask_about_thread(gdb_of(p));
    rsp_buf_free(&first);
    return result(told && stage_open_still(&p->stage));
}

rsp_prediction gdb_act_step(player *p) {
    gdb *g = gdb_of(p);
    uint64_t before;
    uint64_t after;
    for (unsigned i = 0; i < STEPS; i++) {
        if (!gdb_fetch(g, g->pc, &before) || !gdb_read_frame(g) || !gdb_step(g) ||
            !gdb_fetch(g, g->pc, &after))
            return RSP_PREDICTION_BREAKS;
        if (after == before)
            return player_says(p, RSP_PREDICTION_BREAKS, "pc stays at 0x%llx in a step",
                               (unsigned long long)before);
    }
    return RSP_PREDICTION_WORKS;
}

/* --- breakpoints --- */

/* Off the place where it stands, with the other threads standing: as GDB does before it inserts. */
static bool step_off(gdb *g) {
    if (gdb_steps_itself(g))
        return gdb_step(g);
    gdb_resume(g, true, true);
    gdb_wait wait = gdb_wait_for(g, stage_patience(&g->base.stage));
    return wait == GDB_STOPPED ||
           gdb_fails(g, "the step off the breakpoint never stopped: %s", gdb_exchange(g));
}

/* GDB takes pc back to the trap where the architecture leaves it behind. */
static bool stands_at(gdb *g, uint64_t at, bool *out) {
    uint64_t pc;
    unsigned behind = g->layout.architecture ? g->layout.architecture->after_trap : 0;
    if (!gdb_fetch(g, g->pc, &pc))
        return false;
    if (behind > 0 && pc == at + behind && !g->announced.swbreak) {
        if (!gdb_store_pc(g, at))
            return false;
        pc = at;
    }
    *out = pc == at;
    if (!*out)
        return gdb_fails(g, "it stops at 0x%llx, not at the breakpoint 0x%llx", (unsigned long long)pc,
                         (unsigned long long)at);
    return true;
}

/* Continues to the breakpoint: off it first where the program stands there. */
static bool run_to(gdb *g, uint64_t at) {
    gdb_breakpoint b = {0};
    uint64_t pc;
    bool there = false;
    if (!gdb_fetch(g, g->pc, &pc) || !gdb_read_frame(g) || (pc == at && !step_off(g)) ||
        !gdb_insert(g, &b, at))
        return false;
    gdb_resume(g, false, false);
    gdb_wait wait = gdb_wait_for(g, stage_patience(&g->base.stage));
    if (wait == GDB_RUNS)
        return gdb_fails(g, "the breakpoint at 0x%llx is never hit", (unsigned long long)at);
    if (wait == GDB_EXITED)
        return gdb_fails(g, "the program ended, and the breakpoint at 0x%llx was not hit",
                         (unsigned long long)at);
    return wait == GDB_STOPPED && stands_at(g, at, &there) && gdb_remove(g, &b);
}

/* Whether it runs on without breakpoints. It is stopped again, or has ended. */
static bool runs_on(gdb *g) {
    stage *s = &g->base.stage;
    uint64_t pc;
    gdb_resume(g, false, false);
    gdb_wait wait = gdb_wait_for(g, stage_long(s));
    if (wait == GDB_EXITED)
        return true;
    if (wait == GDB_STOPPED)
        return gdb_fetch(g, g->pc, &pc) &&
               gdb_fails(g, "it stops at 0x%llx, where no breakpoint is", (unsigned long long)pc);
    stage_send(s, RSP_LIT("\x03"));
    return gdb_wait_for(g, stage_patience(s)) != GDB_LOST;
}

rsp_prediction gdb_act_breakpoints(player *p) {
    gdb *g = gdb_of(p);
    uint64_t at;
    bool sure;
    if (!player_find_place(p, &at, &sure)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no place is known to which the program comes again");
    }
    for (unsigned i = 0; i < HITS; i++)
        if (!run_to(g, at))
            return sure || i > 0 ? RSP_PREDICTION_BREAKS : RSP_PREDICTION_UNKNOWN;
    return result(runs_on(g));
}

/* --- watchpoints --- */

/* Whether the stub has watchpoints: nothing is watched. */
static bool has_watchpoints(gdb *g) {
    uint64_t at = 0;
    (void)stack(g, &at);
    g->base.why = NULL;
    at = gdb_address(g, at & ~UINT64_C(3));
    gdb_ask(g, "Z2,%llx,4", (unsigned long long)at);
    if (gdb_answer_of(g) == GDB_UNKNOWN)
        return false;
    if (gdb_answer_of(g) == GDB_DONE)
        gdb_ask(g, "z2,%llx,4", (unsigned long long)at);
    return true;
}

/* Some architectures stop before the write. There GDB goes past it before it looks at the value, by a
 * breakpoint and with the signal that came. */
static bool goes_past(gdb *g, unsigned signal) {
    static const char *const before[] = {"arm", "aarch64", "mips", "mips64", "alpha"};
    bool stops_before = false;
    for (size_t i = 0; g->layout.architecture && i < RSP_ARRAY_LEN(before); i++)
        stops_before = stops_before || strcmp(g->layout.architecture->ours, before[i]) == 0;
    if (!stops_before || signal == TRAP || signal == 0 || g->vcont == GDB_HAS)
        return true;
    gdb_ask(g, "C%02x", signal);
    return g->reply.len > 0 || gdb_fails(g, "Can't send signals to this remote system: %s", gdb_exchange(g));
}

rsp_prediction gdb_act_watchpoints(player *p) {
    gdb *g = gdb_of(p);
    written_word word;
    if (!has_watchpoints(g))
        return player_says(p, RSP_PREDICTION_ABSENT, "no Z2");
    if (!written_place(p, &word))
        return player_says(p, p->stage.gone ? RSP_PREDICTION_BREAKS : RSP_PREDICTION_UNKNOWN,
                           "no memory is known that the program writes");
    const unsigned long long at = gdb_address(g, word.at);
    gdb_ask(g, "Z2,%llx,4", at);
    if (gdb_answer_of(g) == GDB_ERROR)
        return player_says(p, RSP_PREDICTION_BREAKS, "Could not insert hardware watchpoint: %s",
                           gdb_exchange(g));
    gdb_resume(g, false, false);
    gdb_wait wait = gdb_wait_for(g, patience(p));
    const gdb_stop stop = g->stop;
    if (wait == GDB_RUNS) {
        stage_send(&p->stage, RSP_LIT("\x03"));
        (void)gdb_wait_for(g, patience(p));
    }
    gdb_ask(g, "z2,%llx,4", at);
    if (wait == GDB_RUNS)
        return written_never_fires(p, &word);
    if (wait == GDB_STOPPED && !stop.watch)
        return player_says(p, RSP_PREDICTION_BREAKS, "the stop does not say that it is a watchpoint's");
    return result(wait == GDB_STOPPED && goes_past(g, stop.signal));
}

/* --- the end --- */

rsp_prediction gdb_act_detach(player *p) {
    gdb *g = gdb_of(p);
    if (g->multiprocess && *g->threads.process)
        gdb_ask(g, "D;%.*s", (int)(strcspn(g->threads.process, ".") - 1), g->threads.process + 1);
    else
        gdb_ask(g, "D");
    if (rsp_bytes_equal(gdb_reply(g), RSP_LIT("OK")))
        return RSP_PREDICTION_WORKS;
    if (g->reply.len == 0)
        return player_says(p, RSP_PREDICTION_BREAKS, "Remote doesn't know how to detach");
    return player_says(p, RSP_PREDICTION_BREAKS, "Can't detach process: %s", gdb_exchange(g));
}

rsp_prediction gdb_act_kill(player *p) {
    if (!(p->options->allowed & RSP_REHEARSE_KILL))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program is somebody else's");
    return result(gdb_kill(gdb_of(p)));
}

/* --- for shared actions --- */

static bool resume(player *p) {
    gdb *g = gdb_of(p);
    return gdb_resume(g, false, false) || gdb_fails(g, "the stub closed the connection: %s", gdb_exchange(g));
}

static player_wait wait_for(player *p, uint64_t ns) {
    const gdb_wait wait = gdb_wait_for(gdb_of(p), ns);
    return wait == GDB_STOPPED && !gdb_pass_trap(gdb_of(p)) ? PLAYER_LOST : (player_wait)wait;
}

static bool step(player *p) {
    return gdb_step(gdb_of(p));
}

static bool where(player *p, uint64_t *out_pc) {
    return gdb_fetch(gdb_of(p), gdb_of(p)->pc, out_pc);
}

static player_registers registers(const player *p) {
    const gdb *g = (const gdb *)p;
    return (player_registers){.num = g->num_registers, .pc = g->pc, .sp = g->sp};
}

static bool value(player *p, int index, uint64_t *out_value) {
    return gdb_fetch(gdb_of(p), index, out_value);
}

static bool read_memory(player *p, uint64_t at, uint64_t len, rsp_buf *out) {
    return gdb_read_memory(gdb_of(p), at, len, out);
}

static bool write_memory(player *p, uint64_t at, rsp_bytes data) {
    return gdb_write_memory(gdb_of(p), at, data);
}

static const char *exchange(player *p) {
    return gdb_exchange(gdb_of(p));
}

const player_moves gdb_moves = {.resume = resume,
                                .wait = wait_for,
                                .step = step,
                                .where = where,
                                .registers = registers,
                                .value = value,
                                .read = read_memory,
                                .write = write_memory,
                                .exchange = exchange};
