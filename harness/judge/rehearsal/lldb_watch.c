/* LLDB's watchpoints: set by Z2, and hit when the value at a stop is another than before.
 * Where a stub stops before the access, LLDB steps over it first.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "written.h"

#include "core/hex.h"
#include <string.h>

enum { WATCHED = 4, RESUMES_MOST = 4 };

/* "num:4;" LLDB refuses at zero, and takes no answer for as many as there may be. */
static bool has_slots(lldb *l) {
    uint64_t num;
    if (lldb_ask(l, "qWatchpointSupportInfo:") != LLDB_REPLY)
        return l->connected;
    rsp_bytes rest = lldb_reply(l);
    while (rest.len > 0) {
        rsp_bytes value = rsp_bytes_split(&rest, ';');
        const rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("num")) && rsp_decimal_u64(&num, value) == RSP_OK && num == 0)
            return lldb_fails(l, "Target supports (0) hardware watchpoint slots");
    }
    return true;
}

/* By qHostInfo; else most architectures that have watchpoints tell before the access. */
static bool stops_before(const lldb *l) {
    static const char *const before[] = {"mips", "powerpc64", "riscv", "aarch64", "arm", "loongarch"};
    if (l->watch_told != LLDB_WATCH_NOT_SAID)
        return l->watch_told == LLDB_WATCH_BEFORE;
    for (size_t i = 0; l->architecture && i < RSP_ARRAY_LEN(before); i++)
        if (strncmp(l->architecture, before[i], strlen(before[i])) == 0)
            return true;
    return false;
}

static lldb_answer put(lldb *l, uint64_t at, bool in) {
    return lldb_ask(l, "%c2,%llx,%x", in ? 'Z' : 'z', (unsigned long long)at, (unsigned)WATCHED);
}

/* The stop is looked at with the watchpoint out; it is in again afterwards. */
static bool look(lldb *l, uint64_t at, rsp_buf *value) {
    uint64_t pc;
    if (put(l, at, false) == LLDB_GONE)
        return false;
    if (stops_before(l) && !l->base.kind->moves->step(&l->base))
        return false;
    rsp_buf_clear(value);
    return l->base.kind->moves->where(&l->base, &pc) && lldb_read_memory(l, at, WATCHED, value) &&
           put(l, at, true) != LLDB_GONE;
}

static player_wait run(lldb *l) {
    stage *s = &l->base.stage;
    if (!lldb_resume(l, false))
        return PLAYER_LOST;
    const player_wait wait = (player_wait)lldb_wait_for(l, stage_patience(s));
    if (wait != PLAYER_RUNS)
        return wait;
    stage_send(s, RSP_LIT("\x03"));
    (void)lldb_wait_for(l, stage_patience(s));
    return wait;
}

/* Until the value is another. A hit that changes nothing is passed over. */
static rsp_prediction wait_for_change(lldb *l, const written_word *word, rsp_bytes before) {
    const uint64_t at = word->at;
    rsp_buf now = {.mem = l->base.options->mem};
    rsp_prediction prediction = RSP_PREDICTION_UNKNOWN;
    for (unsigned i = 0; i < RESUMES_MOST && prediction == RSP_PREDICTION_UNKNOWN; i++) {
        const player_wait wait = run(l);
        const bool hit = wait == PLAYER_STOPPED && l->told.watch;
        if (wait == PLAYER_RUNS) {
            l->base.why = NULL;
            rsp_buf_free(&now);
            return written_never_fires(&l->base, word);
        }
        if (wait == PLAYER_STOPPED && !hit)
            prediction = player_says(&l->base, RSP_PREDICTION_BREAKS,
                                     "the stop does not say that it is a watchpoint's");
        else if (!hit || !look(l, at, &now))
            prediction = player_says(&l->base, RSP_PREDICTION_BREAKS, "the program ended at a watchpoint");
        else if (!rsp_bytes_equal(rsp_buf_bytes(&now), before))
            prediction = RSP_PREDICTION_WORKS;
    }
    rsp_buf_free(&now);
    if (prediction == RSP_PREDICTION_UNKNOWN)
        return player_says(&l->base, RSP_PREDICTION_BREAKS,
                           "the watchpoint at 0x%llx fires and the value stays: LLDB runs on",
                           (unsigned long long)at);
    return prediction;
}

static rsp_prediction watch(lldb *l, const written_word *word) {
    const uint64_t at = word->at;
    rsp_buf before = {.mem = l->base.options->mem};
    rsp_prediction prediction = RSP_PREDICTION_BREAKS;
    if (lldb_read_memory(l, at, WATCHED, &before))
        switch (put(l, at, true)) {
        case LLDB_EMPTY:
            prediction = player_says(&l->base, RSP_PREDICTION_ABSENT, "no Z2");
            break;
        case LLDB_REPLY:
            prediction = wait_for_change(l, word, rsp_buf_bytes(&before));
            (void)put(l, at, false);
            break;
        case LLDB_ERROR:
        case LLDB_SILENT:
        case LLDB_GONE:
            prediction = player_says(&l->base, RSP_PREDICTION_BREAKS, "the watchpoint cannot be set: %s",
                                     lldb_exchange(l));
        }
    rsp_buf_free(&before);
    return prediction;
}

/* Whether the stub has watchpoints: nothing is watched. */
static bool has_watchpoints(lldb *l) {
    uint64_t at = 0;
    (void)lldb_read_register(l, l->sp, &at);
    l->base.why = NULL;
    at &= ~(uint64_t)(WATCHED - 1);
    const lldb_answer came = put(l, at, true);
    if (came == LLDB_REPLY)
        (void)put(l, at, false);
    return came != LLDB_EMPTY;
}

rsp_prediction lldb_act_watchpoints(player *p) {
    lldb *l = lldb_of(p);
    rsp_prediction none;
    written_word word;
    if (lldb_no_registers(p, &none))
        return none;
    if (!has_slots(l))
        return RSP_PREDICTION_BREAKS;
    if (!has_watchpoints(l))
        return player_says(p, RSP_PREDICTION_ABSENT, "no Z2");
    if (!written_place(p, &word))
        return player_says(p, l->connected ? RSP_PREDICTION_UNKNOWN : RSP_PREDICTION_BREAKS,
                           "no memory is known that the program writes");
    return watch(l, &word);
}
