/* What people do with GDB, after the attach: registers, memory, threads, steps, breakpoints, the end.
 * Each looks at what GDB would show, as tools/dev/at_work/gdb.py looks at what it printed.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

enum {
    STEPS = 3,
    HITS = 2,
    PIECE = 300,
    ODD_AT = 17,
    ODD_BYTES = 3,
    SCRATCH_BYTES = 4,
    TEST_VALUE = 0x5a,
    TRAP = 5,              /* the signal that debuggers keep to themselves */
    MAGIC_PROCESS = 42000, /* GDB's name for the process of a stub without processes */
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

/* Code that is there, and does not change: what lies around pc. */
static bool readable_at(gdb *g, uint64_t *out_at) {
    uint64_t pc;
    if (!gdb_fetch(g, g->pc, &pc))
        return false;
    *out_at = pc;
    return true;
}

rsp_prediction gdb_act_memory(player *p) {
    gdb *g = gdb_of(p);
    uint64_t at;
    rsp_buf whole = {.mem = p->options->mem};
    rsp_buf odd = {.mem = p->options->mem};
    rsp_buf small = {.mem = p->options->mem};
    if (!readable_at(g, &at))
        return RSP_PREDICTION_BREAKS;
    if (!gdb_read_memory(g, at, ODD_AT, &small)) {
        rsp_buf_free(&small);
        return p->manners->memory_at_pc == RSP_HABIT_NO ? RSP_PREDICTION_UNKNOWN : RSP_PREDICTION_BREAKS;
    }
    uint64_t len = gdb_read_memory(g, at, PIECE, &whole) ? PIECE : ODD_AT;
    if (len == ODD_AT)
        p->why = NULL; /* memory may end there */
    bool same = len == PIECE ? memcmp(whole.ptr, small.ptr, ODD_AT) == 0 : true;
    const uint8_t *end = len == PIECE ? whole.ptr + PIECE : small.ptr + ODD_AT;
    bool read = gdb_read_memory(g, at + len - ODD_BYTES, ODD_BYTES, &odd);
    same = same && read && memcmp(odd.ptr, end - ODD_BYTES, ODD_BYTES) == 0;
    rsp_buf_free(&whole);
    rsp_buf_free(&odd);
    rsp_buf_free(&small);
    if (read && !same)
        return player_says(p, RSP_PREDICTION_BREAKS, "the same memory read in other pieces has other bytes");
    return result(read);
}

rsp_prediction gdb_act_write_memory(player *p) {
    gdb *g = gdb_of(p);
    uint64_t at;
    uint8_t other[SCRATCH_BYTES] = {0x7d, 0x2a, 0x24, 0x23};
    rsp_buf before = {.mem = p->options->mem};
    rsp_buf after = {.mem = p->options->mem};
    bool writes = (p->options->allowed & RSP_REHEARSE_WRITES) != 0;
    if (!gdb_fetch(g, g->sp, &at) || !gdb_read_memory(g, at, SCRATCH_BYTES, &before)) {
        rsp_buf_free(&before);
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that may be written");
    }
    rsp_bytes data = writes ? rsp_bytes_make(other, sizeof other) : rsp_buf_bytes(&before);
    bool worked = gdb_write_memory(g, at, data) && gdb_read_memory(g, at, SCRATCH_BYTES, &after);
    bool kept = worked && rsp_bytes_equal(rsp_buf_bytes(&after), data);
    if (worked && writes)
        worked = gdb_write_memory(g, at, rsp_buf_bytes(&before));
    rsp_buf_free(&before);
    rsp_buf_free(&after);
    /* What M said nothing about may be there all the same: other bytes tell. */
    if (worked && g->written == GDB_UNKNOWN && !(writes && kept))
        return player_says(p, RSP_PREDICTION_ABSENT, "no M");
    if (worked && !kept)
        return player_says(p, RSP_PREDICTION_BREAKS, "what is read at 0x%llx is not what was written",
                           (unsigned long long)at);
    if (worked && !writes)
        p->why = "memory was only overwritten with its own bytes; --allow-writes tries others";
    return result(worked);
}

rsp_prediction gdb_act_threads(player *p) {
    gdb *g = gdb_of(p);
    unsigned count = 0;
    gdb_ask(g, "qfThreadInfo");
    while (g->reply.len > 0 && g->reply.ptr[0] == 'm' && count < GDB_THREADS_MOST) {
        rsp_bytes rest = gdb_reply(g);
        for (count++; rest.len > 0; count += rest.len > 0)
            (void)rsp_bytes_split(&rest, ',');
        gdb_ask(g, "qsThreadInfo");
    }
    if (count >= GDB_THREADS_MOST)
        return player_says(p, RSP_PREDICTION_BREAKS, "the list of threads never ends: %s", gdb_exchange(g));
    return result(stage_open_still(&p->stage));
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
    unsigned behind = g->architecture ? g->architecture->after_trap : 0;
    if (!gdb_fetch(g, g->pc, &pc))
        return false;
    if (behind > 0 && pc == at + behind && !g->announces_swbreak) {
        if (!gdb_store(g, g->pc, at))
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

/* A place to which the program comes again: the look's, else one where it is interrupted, which need not come
 * again. */
static bool find_place(gdb *g, uint64_t *out, bool *sure) {
    const rsp_manners *m = g->base.manners;
    stage *s = &g->base.stage;
    *sure = m->num_loop > 0;
    if (*sure) {
        *out = m->loop[m->num_loop / 2];
        return true;
    }
    if (m->program == RSP_PROGRAM_ENDS)
        return false;
    gdb_resume(g, false, false);
    if (gdb_wait_for(g, stage_long(s)) != GDB_RUNS)
        return false;
    stage_send(s, RSP_LIT("\x03"));
    return gdb_wait_for(g, stage_patience(s)) == GDB_STOPPED && gdb_fetch(g, g->pc, out);
}

rsp_prediction gdb_act_breakpoints(player *p) {
    gdb *g = gdb_of(p);
    uint64_t at;
    bool sure;
    if (!find_place(g, &at, &sure)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no place is known to which the program comes again");
    }
    for (unsigned i = 0; i < HITS; i++)
        if (!run_to(g, at))
            return sure || i > 0 ? RSP_PREDICTION_BREAKS : RSP_PREDICTION_UNKNOWN;
    return result(runs_on(g));
}

rsp_prediction gdb_act_interrupt(player *p) {
    gdb *g = gdb_of(p);
    stage *s = &p->stage;
    uint64_t pc;
    if (p->manners->program == RSP_PROGRAM_ENDS)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
    for (unsigned i = 0; i < HITS; i++) {
        gdb_resume(g, false, false);
        gdb_wait wait = gdb_wait_for(g, stage_long(s));
        if (wait == GDB_EXITED)
            return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
        if (wait == GDB_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "it stops by itself: %s", gdb_exchange(g));
        stage_send(s, RSP_LIT("\x03"));
        if (gdb_wait_for(g, patience(p)) != GDB_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "0x03 does not stop the program");
        if (!gdb_fetch(g, g->pc, &pc))
            return RSP_PREDICTION_BREAKS;
    }
    return RSP_PREDICTION_WORKS;
}

/* --- watchpoints --- */

/* Whether the stub has watchpoints: nothing is watched. */
static bool has_watchpoints(gdb *g) {
    uint64_t at = 0;
    (void)gdb_fetch(g, g->sp, &at);
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
    for (size_t i = 0; g->architecture && i < RSP_ARRAY_LEN(before); i++)
        stops_before = stops_before || strcmp(g->architecture->ours, before[i]) == 0;
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
    if (!gdb_written_place(g, &word))
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
    if (g->multiprocess && *g->process)
        gdb_ask(g, "D;%.*s", (int)(strcspn(g->process, ".") - 1), g->process + 1);
    else
        gdb_ask(g, "D");
    if (rsp_bytes_equal(gdb_reply(g), RSP_LIT("OK")))
        return RSP_PREDICTION_WORKS;
    if (g->reply.len == 0)
        return player_says(p, RSP_PREDICTION_BREAKS, "Remote doesn't know how to detach");
    return player_says(p, RSP_PREDICTION_BREAKS, "Can't detach process: %s", gdb_exchange(g));
}

rsp_prediction gdb_act_kill(player *p) {
    gdb *g = gdb_of(p);
    if (!(p->options->allowed & RSP_REHEARSE_KILL))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program is somebody else's");
    if (g->multiprocess && *g->process)
        gdb_ask(g, "vKill;%.*s", (int)(strcspn(g->process, ".") - 1), g->process + 1);
    else
        gdb_ask(g, "vKill;%x", MAGIC_PROCESS);
    if (gdb_answer_of(g) == GDB_ERROR)
        return player_says(p, RSP_PREDICTION_BREAKS, "Can't kill process: %s", gdb_exchange(g));
    if (gdb_answer_of(g) == GDB_UNKNOWN)
        gdb_put(g, RSP_LIT("k"));
    return RSP_PREDICTION_WORKS;
}
