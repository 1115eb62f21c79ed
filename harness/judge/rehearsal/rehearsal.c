/* The plan: all actions in one session as far as they work; what fails gets a session of its own.
 * An attach that fails leaves nothing else to do; a detach and a kill end a session.
 * See rehearsal.h. */
/* SPDX-License-Identifier: MIT */
#include "rehearsal.h"

#include "core/arena.h"
#include "core/mem.h"
#include "player.h"
#include <assert.h>
#include <string.h>

/* Under way: the debugger's row, and which actions are still to be done. */
typedef struct rehearsal {
    const player_kind *kind;
    rsp_forecast *forecast;
    rsp_forecast_cell *row;
    unsigned todo; /* a bit for each action */
    unsigned sessions;
    unsigned newer;    /* as player.newer */
    bool turned_away;  /* a session has ended before the stub said a byte */
    uint64_t until_ns; /* of the budget; 0: none, or no session was opened */
    bool late;         /* it is used up */
    player *p;         /* of kind->bytes */
    const rsp_rehearsal_options *options;
    rsp_arena *arena;
} rehearsal;

enum { SESSIONS_MOST = 2 * RSP_DEBUGGER_ACTION_COUNT };

static unsigned bit(unsigned action) {
    return 1u << action;
}

static const player_kind *kind_of(rsp_debugger debugger) {
    return debugger == RSP_DEBUGGER_GDB ? &rsp_player_gdb : &rsp_player_lldb;
}

const char *rsp_rehearsal_versions(rsp_debugger debugger) {
    return (unsigned)debugger < RSP_DEBUGGER_COUNT ? kind_of(debugger)->versions : "?";
}

static bool session_begin(rehearsal *r) {
    memset(r->p, 0, r->kind->bytes);
    r->p->kind = r->kind;
    r->p->forecast = r->forecast;
    r->p->arena = r->arena;
    r->p->manners = r->options->manners;
    r->p->options = r->options;
    r->p->newer = r->newer;
    stage_begin(&r->p->stage, r->arena, r->options);
    player_no_ack(r->p, r->options->shared_no_ack && *r->options->shared_no_ack);
    r->kind->begin(r->p);
    r->sessions++;
    if (!stage_open(&r->p->stage))
        return false;
    if (r->options->budget_ns && !r->until_ns)
        r->until_ns = rsp_deadline(stage_now(&r->p->stage), r->options->budget_ns);
    return true;
}

static void session_end(rehearsal *r) {
    if (r->options->shared_no_ack)
        *r->options->shared_no_ack = r->p->no_ack;
    r->kind->end(r->p);
    stage_end(&r->p->stage);
}

/* A set of actions, a bit for each. */
enum {
    ENDS_SESSION = 1u << RSP_DEBUGGER_ACTION_DETACH | 1u << RSP_DEBUGGER_ACTION_KILL,
    NEEDS_OTHERS = ENDS_SESSION | 1u << RSP_DEBUGGER_ACTION_RECONNECT | 1u << RSP_DEBUGGER_ACTION_RUN_AGAIN,
};

static rsp_prediction act(rehearsal *r, unsigned action) {
    assert(action < RSP_DEBUGGER_ACTION_COUNT);
    player *p = r->p;
    p->why = NULL;
    stage_scene(&p->stage);
    rsp_prediction prediction = r->kind->acts[action](p);
    if (prediction == RSP_PREDICTION_WORKS && p->stage.gone && !(bit(action) & ENDS_SESSION))
        prediction = player_says(p, RSP_PREDICTION_BREAKS, "the stub closed the connection");
    if (action == RSP_DEBUGGER_ACTION_BREAKPOINTS && prediction == RSP_PREDICTION_WORKS)
        r->forecast->place = p->place;
    r->row[action] = (rsp_forecast_cell){.prediction = prediction,
                                         .requirement = "",
                                         .why = p->why ? p->why : "",
                                         .evidence = stage_evidence(&p->stage)};
    return prediction;
}

/* The action that goes on where another one ends the session: the next client, the next start. */
static unsigned after_end(unsigned action) {
    return action == RSP_DEBUGGER_ACTION_DETACH ? RSP_DEBUGGER_ACTION_RECONNECT
                                                : RSP_DEBUGGER_ACTION_RUN_AGAIN;
}

/* Whether nothing more can be done in this session. */
static bool is_over(rehearsal *r, unsigned action, rsp_prediction prediction) {
    if (prediction == RSP_PREDICTION_BREAKS)
        return !r->options->shared_no_ack;
    if (action == RSP_DEBUGGER_ACTION_RECONNECT || action == RSP_DEBUGGER_ACTION_RUN_AGAIN)
        return prediction != RSP_PREDICTION_WORKS;
    r->p->detached = action == RSP_DEBUGGER_ACTION_DETACH && prediction == RSP_PREDICTION_WORKS;
    return (bit(action) & ENDS_SESSION) && !(r->todo & bit(after_end(action)));
}

/* Whether the budget is used up. What is left then, with what failed once and was to be tried alone, is not
 * judged. */
static bool is_late(rehearsal *r) {
    if (!r->until_ns || stage_now(&r->p->stage) < r->until_ns)
        return false;
    for (unsigned a = 1; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        if (r->todo & bit(a))
            r->row[a] = (rsp_forecast_cell){.requirement = "", .why = RSP_FORECAST_LATE};
    r->todo = 0;
    r->late = true;
    return true;
}

/* The actions in their order, until one fails that was not the first: it gets a session of its own. */
static void play_on(rehearsal *r) {
    bool fresh = true;
    for (unsigned a = 1; a < RSP_DEBUGGER_ACTION_COUNT && r->p->stage.trouble == RSP_OK; a++) {
        if (!(r->todo & bit(a)) || is_late(r))
            continue;
        if (r->options->shared_no_ack && (bit(a) & NEEDS_OTHERS)) {
            r->row[a] = (rsp_forecast_cell){.requirement = "", .why = "the stub serves one connection only"};
            continue;
        }
        const rsp_prediction prediction = act(r, a);
        if (prediction != RSP_PREDICTION_BREAKS || fresh)
            r->todo &= ~bit(a);
        if (is_over(r, a, prediction))
            return;
        fresh = false;
    }
}

/* Nothing works without the attach; the others have its reason. */
static void spread_attach(rehearsal *r) {
    for (unsigned a = 1; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        r->row[a] = r->row[RSP_DEBUGGER_ACTION_ATTACH];
    r->todo = 0;
}

/* A stub may close on a client that comes before it has seen the last one go. Once is no answer. */
static bool is_turned_away(rehearsal *r) {
    const bool again = r->p->stage.gone && !r->p->stage.answers && !r->turned_away && r->todo;
    r->turned_away = r->turned_away || again;
    return again;
}

static void play_session(rehearsal *r) {
    if (!session_begin(r)) {
        if (r->sessions == 1)
            r->row[RSP_DEBUGGER_ACTION_ATTACH] =
                (rsp_forecast_cell){.requirement = "", .why = "it could not be reached"};
        r->todo = 0;
        return;
    }
    rsp_prediction attached = act(r, RSP_DEBUGGER_ACTION_ATTACH);
    if (is_turned_away(r))
        return; /* the next session tries again */
    if (attached != RSP_PREDICTION_WORKS)
        spread_attach(r);
    else
        play_on(r);
}

static void note_newer(rsp_forecast_cell *cell, rsp_prediction prediction, const player_newer *newer) {
    if (cell->prediction == prediction || cell->newer_versions)
        return;
    cell->newer = prediction;
    cell->newer_versions = newer->versions;
}

/* What became of the session, where it is something else. Without an attach nothing works. */
static void note_session(rehearsal *r, const rsp_forecast_cell *row, const player_newer *newer) {
    const rsp_prediction attached = row[RSP_DEBUGGER_ACTION_ATTACH].prediction;
    const rsp_prediction done = row[newer->action].prediction;
    const bool worse =
        done == RSP_PREDICTION_BREAKS && r->row[newer->action].prediction == RSP_PREDICTION_WORKS;
    if (attached == RSP_PREDICTION_WORKS)
        note_newer(&r->row[newer->action], done, newer);
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
        if (r->row[a].prediction != RSP_PREDICTION_WORKS)
            continue;
        if (attached != RSP_PREDICTION_WORKS)
            note_newer(&r->row[a], attached, newer);
        else if (worse && (newer->ends_with & bit(a)))
            note_newer(&r->row[a], done, newer);
    }
}

/* One session as newer versions, with its own rows. */
static rsp_status play_newer(rehearsal *r, unsigned which) {
    rsp_forecast_cell row[RSP_DEBUGGER_ACTION_COUNT] = {0};
    rehearsal newer = *r;
    newer.row = row;
    newer.newer = which + 1;
    newer.todo = bit(r->kind->newer[which].action);
    newer.sessions = 1;
    play_session(&newer);
    const rsp_status status = newer.p->stage.trouble;
    session_end(&newer);
    note_session(r, row, &r->kind->newer[which]);
    return status;
}

/* Versions do the same but for what was seen to differ, so that most is played once. */
static rsp_status play_versions(rehearsal *r) {
    rsp_status status = RSP_OK;
    const player_newer *newer = r->options->shared_no_ack ? NULL : r->kind->newer;
    for (unsigned i = 0; newer && newer[i].versions && status == RSP_OK && !r->late; i++)
        if (newer[i].may_differ(r->p, r->row))
            status = play_newer(r, i);
    return status;
}

rsp_status rsp_rehearse(rsp_forecast *out, rsp_arena *arena, rsp_debugger debugger,
                        const rsp_rehearsal_options *options) {
    assert(out && arena && options->open && options->manners);
    rehearsal r = {.kind = kind_of(debugger),
                   .forecast = out,
                   .row = out->cells[debugger],
                   .todo = bit(RSP_DEBUGGER_ACTION_COUNT) - 1u,
                   .options = options,
                   .arena = arena};
    rsp_status status = RSP_OK;
    r.todo &= ~bit(RSP_DEBUGGER_ACTION_ATTACH);
    r.p = rsp_mem_alloc(options->mem, r.kind->bytes);
    if (!r.p)
        return RSP_NO_MEMORY;
    while (r.todo && status == RSP_OK && r.sessions < SESSIONS_MOST) {
        play_session(&r);
        r.todo = options->shared_no_ack ? 0 : r.todo;
        status = r.p->stage.trouble;
        session_end(&r);
    }
    if (status == RSP_OK)
        status = play_versions(&r);
    rsp_mem_free(options->mem, r.p);
    out->made = out->made || status == RSP_OK;
    return status == RSP_OK ? arena->status : status;
}
