/* Travelling: backwards by scans from checkpoint to checkpoint, forwards by replay, and changes of the past.
 * A scan runs from a checkpoint to where the journey began and keeps the last stop it met; a second run lands
 * there. See travel.h and reverse.h. */
/* SPDX-License-Identifier: MIT */
#include "travel.h"

#include "event.h"
#include "run.h"

#include "core/mem.h"

enum { NEAR_INSNS = 100 * 1000 }; /* checkpoints on the way halve what is left until it is as little */
static const moment never = {.seq = UINT64_MAX, .insns = UINT64_MAX};

travel *travel_new(const rsp_mem *mem) {
    return rsp_mem_calloc(mem, 1, sizeof(travel));
}

void travel_free(travel *t, const rsp_mem *mem) {
    if (!t)
        return;
    rsp_mem_free(mem, t->probes.items);
    rsp_mem_free(mem, t->wishes);
    rsp_mem_free(mem, t);
}

bool rsp_machine_in_past(const rsp_machine *machine) {
    return history_in_past(machine);
}

bool travel_holds(const rsp_machine *m) {
    return m->history->travel->phase == TRAVEL_NOT;
}

void travel_hold(rsp_machine *m) {
    m->history->travel->phase = TRAVEL_NOT;
}

/* --- back to live --- */

static void leave_past(rsp_machine *m) {
    history *h = m->history;
    m->lookout = NULL;
    m->pool.probes = NULL;
    machine_forget_caches(m);
    h->state = HISTORY_LIVE;
    h->travel->phase = TRAVEL_NOT;
    h->due = m->insns + history_interval(m);
}

/* The recording goes on from a state that it did not lead to. */
static void jump(rsp_machine *m) {
    history *h = m->history;
    segment *s = history_add(m, h->num, (moment){.seq = h->next_seq, .insns = m->insns});
    if (s)
        s->jump = true;
    else
        history_drop_from(m, 0);
}

void travel_change_past(rsp_machine *m) {
    history *h = m->history;
    travel *t = h->travel;
    replay_cut(m, NULL);
    history_drop_from(m, t->at + 1);
    h->state = HISTORY_SILENT;
    m->num_events = 0;
    for (rsp_process *p = m->first_process; p; p = p->next)
        if (p->watch.traced)
            rsp_process_hold(p);
    (void)wanted_put_back(m, t);
    leave_past(m);
    h->traced_until = least(h->traced_until, m->insns);
    jump(m);
}

/* Where the recording ends the machine is as it was when it went back. */
static void arrive_at_end(rsp_machine *m) {
    history *h = m->history;
    h->state = HISTORY_SILENT;
    bool changed = wanted_put_back(m, h->travel);
    leave_past(m);
    if (changed)
        jump(m);
}

/* --- going --- */

static bool lives(const rsp_machine *m, uint32_t tid) {
    const rsp_thread *t = rsp_machine_thread(m, tid);
    return t && t->process->watch.traced;
}

/* The thread that an event without one of its own is about: the debugger's, or the first that there is. */
static uint32_t some_thread(const rsp_machine *m, uint32_t tid) {
    const rsp_process *p = lives(m, tid) ? NULL : m->first_process;
    while (p && (!p->watch.traced || !p->first_thread))
        p = p->next;
    return p ? tid_of(p->first_thread) : tid;
}

static void tell(rsp_machine *m, rsp_machine_ran *out, const rsp_machine_event *event) {
    travel *t = m->history->travel;
    t->phase = TRAVEL_NOT;
    out->ended = RSP_RAN_EVENT;
    out->event = *event;
    const rsp_thread *thread = rsp_machine_thread(m, event->tid);
    if (thread)
        out->event.pid = pid_of(thread->process);
}

static void tell_kind(rsp_machine *m, rsp_machine_ran *out, rsp_machine_event_kind kind, uint32_t tid) {
    rsp_machine_event event = {.kind = kind, .tid = tid};
    tell(m, out, &event);
}

/* The recording does not repeat itself: nothing of it can be trusted but where it ends. */
static void lose(rsp_machine *m, rsp_machine_ran *out) {
    history *h = m->history;
    h->travel->num_lost++;
    replay_return_to(m, h->num - 1);
    arrive_at_end(m);
    history_drop_from(m, 0);
    tell_kind(m, out, RSP_MACHINE_HISTORY_BEGIN, some_thread(m, h->travel->tid));
}

/* Signals that the debugger wants to hear of. */
static bool is_signal_stop(const rsp_machine *m, const rsp_machine_event *event) {
    if (event->kind != RSP_MACHINE_SIGNAL)
        return false;
    const wishes *w = travel_wishes(m, event->pid);
    return w && !(w->pass_signals >> (event->code - 1) & 1);
}

/* --- forwards --- */

rsp_status travel_resume(rsp_thread *thread, const rsp_resume *how) {
    rsp_machine *m = thread->machine;
    travel *t = m->history->travel;
    if (t->phase != TRAVEL_NOT && !t->fresh)
        return RSP_UNEXPECTED;
    if (!t->fresh) {
        t->lookout = (lookout){.probes = &t->probes,
                               .stops = true,
                               .before = NO_TICK,
                               .target = {.at = NO_TICK},
                               .passed = {.at = NO_TICK}};
        t->tid = tid_of(thread);
    }
    if (how->kind != RSP_RESUME_CONTINUE && !t->lookout.stepping) {
        t->lookout.stepping = tid_of(thread);
        t->how = *how;
    }
    if (!how->hit_here) {
        bool second = t->lookout.passed.at != NO_TICK;
        t->lookout.passed = (tick){.at = m->insns, .tid = second ? ANY_THREAD : tid_of(thread)};
    }
    t->phase = TRAVEL_FORWARD;
    t->fresh = true;
    return RSP_OK;
}

/* False for a range step that is still within its range. */
static bool step_is_over(const rsp_machine *m, const travel *t) {
    const rsp_thread *thread = rsp_machine_thread(m, t->lookout.stepping);
    uint64_t pc = thread ? thread->x[RSP_REG_PC] : 0;
    return !thread || t->how.kind == RSP_RESUME_STEP || pc < t->how.start || pc >= t->how.end;
}

/* Where nothing is left to be executed the recording is over: a stop there is one of the live machine.
 * Processes that the debugger has left may have run on since; nobody stops them. */
static void tell_forward(rsp_machine *m, rsp_machine_ran *out, rsp_machine_event event) {
    const history *h = m->history;
    if (m->insns >= h->traced_until) {
        replay_return_to(m, h->num - 1);
        arrive_at_end(m);
    }
    tell(m, out, &event);
}

static void landed_forward(rsp_machine *m, rsp_machine_ran *out) {
    travel *t = m->history->travel;
    bool range = t->how.kind == RSP_RESUME_RANGE_STEP;
    if (t->lookout.landed == LANDED_AT_HIT) {
        tell_forward(m, out, t->lookout.last.event);
    } else if (step_is_over(m, t)) {
        rsp_machine_event event = {.kind = range ? RSP_MACHINE_RANGE_STEP : RSP_MACHINE_STEP,
                                   .tid = t->lookout.stepping};
        tell_forward(m, out, event);
    } else {
        t->lookout.landed = LANDED_NOT;
        t->lookout.step_due = false;
    }
}

static void go_forward(rsp_machine *m, uint64_t *budget, rsp_machine_ran *out) {
    travel *t = m->history->travel;
    rsp_machine_event event;
    switch (replay(m, never, budget, &event)) {
    case REPLAY_LANDED:
        landed_forward(m, out);
        break;
    case REPLAY_EVENT:
        if (is_signal_stop(m, &event))
            tell_forward(m, out, event);
        break;
    case REPLAY_AT_END:
    case REPLAY_AT_UNTIL:
        arrive_at_end(m);
        tell_kind(m, out, RSP_MACHINE_HISTORY_END, some_thread(m, t->tid));
        break;
    case REPLAY_LOST:
        lose(m, out);
        break;
    case REPLAY_PAUSED:
        break;
    }
}

/* --- backwards --- */

static void set_mark(rsp_machine *m) {
    travel *t = m->history->travel;
    uint64_t left = t->until.insns > m->insns ? t->until.insns - m->insns : 0;
    bool near = !moment_before(t->until, t->from);
    t->mark = near && left > UINT64_C(2) * NEAR_INSNS ? m->insns + left / 2 : UINT64_MAX;
}

static void begin_scan(rsp_machine *m, size_t at, moment until) {
    history *h = m->history;
    travel *t = h->travel;
    t->lookout = (lookout){.probes = &t->probes,
                           .before = t->from.insns,
                           .followed = t->tid,
                           .target = {.at = NO_TICK},
                           .passed = {.at = NO_TICK},
                           .last_followed = {.at = NO_TICK},
                           .last_any = {.at = NO_TICK}};
    t->phase = TRAVEL_SCAN;
    t->until = until;
    t->low = h->segments[at];
    t->stop_at = (moment){0};
    replay_return_to(m, at);
    t->born = !rsp_machine_thread(m, t->tid);
    set_mark(m);
}

/* Near where the journey begins there will be more of them. */
static void take_mark(rsp_machine *m) {
    history *h = m->history;
    travel *t = h->travel;
    moment now = replay_now(m);
    bool room = history_bytes(h) < h->limit && moment_before(h->segments[t->at]->start, now);
    segment *s = room ? history_add(m, t->at + 1, now) : NULL;
    if (s) {
        replay_cut(m, s);
        travel_is_at_begin(t, t->at + 1);
    }
    set_mark(m);
}

static void begin_landing(rsp_machine *m, uint64_t insns) {
    const history *h = m->history;
    travel *t = h->travel;
    size_t at = t->at;
    while (at > 0 && (h->segments[at]->start.insns > insns ||
                      (t->stop_at.seq && moment_before(t->stop_at, h->segments[at]->start))))
        at--;
    t->lookout = (lookout){.probes = &t->probes, .target = t->lookout.target, .passed = {.at = NO_TICK}};
    t->phase = TRAVEL_LAND;
    replay_return_to(m, at);
}

static void land_at_tick(rsp_machine *m, tick at, rsp_machine_event event) {
    travel *t = m->history->travel;
    t->stop = event;
    t->stop.tid = at.tid;
    t->stop_at = (moment){0};
    t->lookout.target = at;
    begin_landing(m, at.at);
}

/* An instruction that touched a watched place is told as that. */
static bool scan_found_step(rsp_machine *m) {
    travel *t = m->history->travel;
    tick at = t->lookout.last_followed;
    const sighting *last = &t->lookout.last;
    rsp_machine_event event = {.kind = RSP_MACHINE_STEP};
    if (at.at == NO_TICK && t->born)
        at = t->lookout.last_any;
    if (at.at == NO_TICK)
        return false;
    if (last->event.kind == RSP_MACHINE_WATCH && last->tick.at == at.at)
        event = last->event;
    land_at_tick(m, at, event);
    return true;
}

static bool scan_found_stop(rsp_machine *m) {
    travel *t = m->history->travel;
    sighting last = t->lookout.last;
    bool met = last.event.kind != RSP_MACHINE_NONE;
    if (met && (!t->stop_at.seq || last.tick.at >= t->stop_at.insns)) {
        land_at_tick(m, last.tick, last.event);
    } else if (t->stop_at.seq) {
        t->lookout.target = (tick){.at = NO_TICK};
        begin_landing(m, t->stop_at.insns);
    } else {
        return false;
    }
    return true;
}

static size_t index_of(const history *h, const segment *s) {
    size_t at = 0;
    while (h->segments[at] != s)
        at++;
    return at;
}

static void end_scan(rsp_machine *m) {
    const history *h = m->history;
    travel *t = h->travel;
    if (t->back == RSP_BACK_STEP ? scan_found_step(m) : scan_found_stop(m))
        return;
    size_t low = index_of(h, t->low);
    if (low > 0) {
        begin_scan(m, low - 1, t->low->start);
        return;
    }
    replay_return_to(m, 0);
    t->phase = TRAVEL_BEGIN;
}

static void note_signal(const rsp_machine *m, const rsp_machine_event *event) {
    travel *t = m->history->travel;
    moment now = replay_now(m);
    if (t->back == RSP_BACK_STEP || !is_signal_stop(m, event) || now.insns >= t->from.insns)
        return; /* nothing was executed since: it is the stop of now */
    t->stop = *event;
    t->stop_at = now;
}

static void scan(rsp_machine *m, uint64_t *budget, rsp_machine_ran *out) {
    const travel *t = m->history->travel;
    rsp_machine_event event;
    if (m->insns >= t->mark)
        take_mark(m);
    uint64_t slice = *budget < t->mark - m->insns ? *budget : t->mark - m->insns;
    uint64_t left = slice;
    replay_end end = replay(m, t->until, &left, &event);
    *budget -= slice - left;
    if (end == REPLAY_EVENT)
        note_signal(m, &event);
    else if (end == REPLAY_AT_UNTIL || end == REPLAY_AT_END)
        end_scan(m);
    else if (end != REPLAY_PAUSED)
        lose(m, out);
}

static void land(rsp_machine *m, uint64_t *budget, rsp_machine_ran *out) {
    const travel *t = m->history->travel;
    rsp_machine_event event;
    replay_end end = replay(m, t->stop_at.seq ? t->stop_at : never, budget, &event);
    if (end == REPLAY_LANDED || (end == REPLAY_AT_UNTIL && t->stop_at.seq))
        tell(m, out, &t->stop);
    else if (end != REPLAY_PAUSED && end != REPLAY_EVENT)
        lose(m, out);
}

/* The live end is a checkpoint, too, so that the way back to it is short. */
static rsp_status enter_past(rsp_machine *m) {
    history *h = m->history;
    travel *t = h->travel;
    bool at_checkpoint = h->num && h->segments[h->num - 1]->log.len == 0;
    if (!wanted_take(m, t))
        return RSP_NO_MEMORY;
    if (!at_checkpoint && !history_add(m, h->num, (moment){.seq = h->next_seq, .insns = m->insns}))
        return RSP_NO_MEMORY;
    h->state = HISTORY_PAST;
    m->lookout = &t->lookout;
    m->pool.probes = &t->probes;
    machine_forget_caches(m);
    travel_is_at_begin(t, h->num - 1);
    return RSP_OK;
}

rsp_status rsp_machine_go_back(rsp_machine *machine, uint32_t tid, rsp_machine_back how) {
    history *h = machine->history;
    if (!h)
        return RSP_UNSUPPORTED;
    if (!lives(machine, tid))
        return RSP_NOT_FOUND;
    rsp_status status = h->state == HISTORY_PAST ? RSP_OK : enter_past(machine);
    if (status != RSP_OK)
        return status;
    travel *t = h->travel;
    t->tid = tid;
    t->back = how;
    t->from = replay_now(machine);
    size_t at = t->at;
    if (at > 0 && !moment_before(h->segments[at]->start, t->from))
        at--;
    if (moment_before(h->segments[at]->start, t->from))
        begin_scan(machine, at, t->from);
    else
        t->phase = TRAVEL_BEGIN;
    return RSP_OK;
}

void travel_run(rsp_machine *m, rsp_machine_ran *out, const rsp_machine_run_limits *limits) {
    travel *t = m->history->travel;
    uint64_t budget = limits->budget_insns;
    *out = (rsp_machine_ran){.ended = RSP_RAN_IDLE};
    t->fresh = false;
    while (t->phase != TRAVEL_NOT && budget > 0) {
        if (t->phase == TRAVEL_FORWARD)
            go_forward(m, &budget, out);
        else if (t->phase == TRAVEL_SCAN)
            scan(m, &budget, out);
        else if (t->phase == TRAVEL_LAND)
            land(m, &budget, out);
        else
            tell_kind(m, out, RSP_MACHINE_HISTORY_BEGIN, some_thread(m, t->tid));
    }
    if (t->phase != TRAVEL_NOT)
        out->ended = RSP_RAN_BUDGET;
    out->insns = limits->budget_insns - budget;
}
