/* LLDB's watchpoints: Z2 at memory that the program writes, and a stop that says so.
 * How LLDB looks for such memory: its reads, steps and interrupts are those of a session.
 * See written.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "written.h"

static bool value(player *p, size_t index, uint64_t *out) {
    const lldb *l = lldb_of(p);
    return l->registers[index].bytes <= 8 && lldb_read_register(lldb_of(p), (int)index, out);
}

static bool read_memory(player *p, uint64_t at, uint64_t len, rsp_buf *out) {
    return lldb_read_memory(lldb_of(p), at, len, out);
}

static bool step(player *p) {
    lldb *l = lldb_of(p);
    return lldb_resume(l, true) && lldb_wait_for(l, stage_patience(&p->stage)) == LLDB_STOPPED &&
           lldb_after_stop(l);
}

static bool stop_it(lldb *l) {
    stage *s = &l->base.stage;
    stage_send(s, RSP_LIT("\x03"));
    return lldb_wait_for(l, stage_patience(s)) == LLDB_STOPPED && lldb_after_stop(l);
}

static bool run(player *p, uint64_t ns) {
    lldb *l = lldb_of(p);
    return lldb_resume(l, false) && lldb_wait_for(l, ns) == LLDB_RUNS && stop_it(l);
}

/* Sets or removes it. */
static lldb_answer watch(lldb *l, uint64_t at, bool in) {
    return lldb_ask(l, "%c2,%llx,4", in ? 'Z' : 'z', (unsigned long long)at);
}

/* Whether the stub has watchpoints: nothing is watched. */
static bool has_watchpoints(lldb *l) {
    uint64_t at = 0;
    (void)lldb_read_register(l, l->sp, &at);
    l->base.why = NULL;
    at &= ~UINT64_C(3);
    lldb_answer came = watch(l, at, true);
    if (came == LLDB_REPLY)
        (void)watch(l, at, false);
    return came != LLDB_EMPTY;
}

static rsp_prediction fires(lldb *l, const written_word *word) {
    player *p = &l->base;
    const uint64_t at = word->at;
    if (!lldb_resume(l, false))
        return RSP_PREDICTION_BREAKS;
    lldb_wait wait = lldb_wait_for(l, stage_patience(&p->stage));
    const bool says = l->watch;
    if (wait == LLDB_RUNS)
        (void)stop_it(l);
    (void)watch(l, at, false);
    p->why = NULL;
    if (wait == LLDB_RUNS)
        return written_never_fires(p, word);
    if (wait != LLDB_STOPPED)
        return player_says(p, RSP_PREDICTION_BREAKS, "the program does not stop at the watchpoint: %s",
                           lldb_exchange(l));
    if (!says)
        return player_says(p, RSP_PREDICTION_BREAKS, "the stop does not say that it is a watchpoint's");
    return RSP_PREDICTION_WORKS;
}

rsp_prediction lldb_watch_memory(lldb *l) {
    player *p = &l->base;
    const written_ways ways = {.num_registers = l->num_registers,
                               .pc = l->pc,
                               .sp = l->sp,
                               .value = value,
                               .read = read_memory,
                               .step = step,
                               .run = run};
    written_word word;
    (void)lldb_ask(l, "qWatchpointSupportInfo:");
    if (!has_watchpoints(l))
        return player_says(p, RSP_PREDICTION_ABSENT, "no Z2");
    if (!written_place(p, &ways, &word))
        return player_says(p, p->stage.gone ? RSP_PREDICTION_BREAKS : RSP_PREDICTION_UNKNOWN,
                           "no memory is known that the program writes");
    if (watch(l, word.at, true) != LLDB_REPLY)
        return player_says(p, RSP_PREDICTION_BREAKS, "the watchpoint cannot be set: %s", lldb_exchange(l));
    return fires(l, &word);
}
