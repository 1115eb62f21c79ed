/* What the program of the machine does may break none of this, nor what a debugger asks for.
 * A thread that is held or waits is in no queue of those that run, but for one that has a signal to look at.
 * See valid.h. */
/* SPDX-License-Identifier: MIT */
#include "valid.h"

/* The slot that a thread knows is the one in which it is. */
static bool is_in_its_slot(const thread_heap *h, const rsp_thread *t) {
    const size_t slot = t->slots[h->kind];
    return slot == HEAP_NOWHERE || (slot <= h->num && h->threads[slot] == t);
}

static bool is_signal_or_none(int signal) {
    return signal >= 0 && signal <= SIGNALS;
}

bool thread_is_valid(const rsp_thread *t) {
    const rsp_machine *m = t->machine;
    const bool waits = t->wait.kind != WAIT_NONE;
    const bool alone = !t->prev || !t->next;
    return t->process && t->process->machine == m && is_in_its_slot(&m->ready, t) &&
           is_in_its_slot(&m->timers, t) && !(t->held && is_ready(t)) &&
           (!waits || !is_ready(t) || t->attention) && (waits || t->wait.deadline_ns == RSP_NEVER_NS) &&
           is_signal_or_none(t->signals.stop) && is_signal_or_none(t->signals.deliver) &&
           is_signal_or_none(t->signals.job_stop_due) &&
           (alone || (t->prev->next == t && t->next->prev == t));
}

bool process_is_valid(const rsp_process *p) {
    const bool some = p->first_thread != NULL;
    return p->machine && p->space && !p->end.exited && some == (p->last_thread != NULL) &&
           some == (p->num_threads > 0) && is_signal_or_none(p->end.doom) &&
           (p->files || p->num_files == 0) && (p->alarms || p->num_alarms == 0) &&
           (p->watch.stops || p->watch.num_stops == 0);
}

static bool heap_is_valid(const thread_heap *h, heap_kind kind) {
    return h->kind == kind && (h->num == 0 || (h->num < h->cap && h->threads[1]->slots[kind] == 1));
}

bool machine_is_valid(const rsp_machine *m) {
    const bool some = m->first_process != NULL;
    return heap_is_valid(&m->ready, HEAP_READY) && heap_is_valid(&m->timers, HEAP_TIMERS) &&
           some == (m->last_process != NULL) && m->num_events <= MAX_EVENTS &&
           m->ready.num <= m->threads.num && m->timers.num <= m->threads.num &&
           m->processes.num <= m->num_processes && (!m->turn.current || is_ready(m->turn.current));
}
