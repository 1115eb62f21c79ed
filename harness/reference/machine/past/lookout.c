/* The replay's questions at each turn: is this the place, was something met, whose tick was it.
 * Breakpoints are met before their instruction, watchpoints after the access; both belong to that tick.
 * See lookout.h. */
/* SPDX-License-Identifier: MIT */
#include "lookout.h"

#include "stops.h"

bool lookout_lands(rsp_machine *m, const rsp_thread *t) {
    lookout *l = m->lookout;
    if (!l)
        return false;
    if (l->step_due && tid_of(t) == l->stepping)
        l->landed = LANDED_STEPPED;
    else if (m->insns >= l->target.at && (m->insns > l->target.at || tid_of(t) == l->target.tid))
        l->landed = LANDED_AT_TICK;
    return l->landed != LANDED_NOT;
}

uint64_t lookout_bound(const rsp_machine *m, const rsp_thread *t, uint64_t num) {
    const lookout *l = m->lookout;
    if (!l)
        return num;
    if (tid_of(t) == l->stepping)
        return 1;
    if (m->insns < l->target.at && num > l->target.at - m->insns)
        return l->target.at - m->insns;
    return num;
}

static void sight(lookout *l, const rsp_thread *t, uint64_t at, const rsp_machine_event *event) {
    if (at >= l->before)
        return;
    l->pending = (sighting){.tick = {.at = at, .tid = tid_of(t)}, .event = *event};
    l->pending.event.pid = pid_of(t->process);
    l->pending.event.tid = tid_of(t);
    if (!l->stops)
        return;
    l->last = l->pending;
    l->landed = LANDED_AT_HIT;
}

bool lookout_breakpoint(rsp_machine *m, const rsp_thread *t) {
    lookout *l = m->lookout;
    uint64_t pc = t->x[RSP_REG_PC];
    if (!l)
        return false;
    bool passes = l->passed.tid == tid_of(t) || l->passed.tid == ANY_THREAD;
    if (l->passed.at == m->insns && passes)
        return false;
    for (size_t i = 0; i < l->probes->num; i++) {
        const probe *p = &l->probes->items[i];
        if (probe_is_watch(p) || p->address != pc || p->pid != pid_of(t->process))
            continue;
        bool soft = p->kind == RSP_STOP_BREAK_SW;
        rsp_machine_event event = {.kind = soft ? RSP_MACHINE_BREAK_SW : RSP_MACHINE_BREAK_HW, .address = pc};
        sight(l, t, m->insns, &event);
        break;
    }
    return l->landed == LANDED_AT_HIT;
}

void lookout_watch(rsp_machine *m, const rsp_thread *t) {
    lookout *l = m->lookout;
    if (!l)
        return;
    for (size_t i = 0; i < l->probes->num; i++) {
        const probe *p = &l->probes->items[i];
        stop_point w = {.kind = p->kind, .address = p->address, .len = p->len};
        rsp_machine_event event = {.kind = RSP_MACHINE_WATCH};
        if (!probe_is_watch(p) || p->pid != pid_of(t->process) ||
            !stop_point_hit(&w, t->process->space, &event))
            continue;
        sight(l, t, m->insns - 1, &event);
        break;
    }
}

/* The last tick of the turn: a system call, the last instruction, or the last handler that began. */
static uint64_t last_tick(const rsp_machine *m, const turn_note *note) {
    if (m->insns > note->executed)
        return note->executed;
    return m->insns > note->start ? m->insns - 1 : NO_TICK;
}

/* A thread that waits has done its system call only when it goes on. */
static void note_step(lookout *l, const rsp_machine *m) {
    const rsp_thread *t = (const rsp_thread *)(const void *)id_map_find(&m->threads, l->stepping);
    if (t && t->wait.kind == WAIT_NONE && t->call.phase != CALL_ENTERED && l->landed == LANDED_NOT)
        l->landed = LANDED_STEPPED;
    else
        l->step_due = true;
}

void lookout_turn_over(rsp_machine *m, const turn_note *note) {
    lookout *l = m->lookout;
    uint64_t at = l ? last_tick(m, note) : NO_TICK;
    if (at == NO_TICK)
        return;
    if (l->pending.tick.tid == note->tid && at >= l->pending.tick.at &&
        l->pending.event.kind != RSP_MACHINE_NONE) {
        l->last = l->pending;
        l->pending = (sighting){0};
    }
    if (at < l->before) {
        l->last_any = (tick){.at = at, .tid = note->tid};
        if (note->tid == l->followed)
            l->last_followed = l->last_any;
    }
    if (note->tid == l->stepping)
        note_step(l, m);
}
