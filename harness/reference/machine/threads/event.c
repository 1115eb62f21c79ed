/* The few events that one turn of one thread can give, until the embedder takes them.
 * A run stops at each event, so that the queue is empty whenever a turn begins.
 * Also the names of the kinds. */
/* SPDX-License-Identifier: MIT */
#include "event.h"

#include "scheduler.h"

#include <assert.h>

const char *rsp_machine_event_text(rsp_machine_event_kind kind) {
    static const char *const texts[] = {
#define TEXT(name, text) [RSP_MACHINE_##name] = text,
        RSP_MACHINE_EVENT_LIST(TEXT)
#undef TEXT
    };
    return (size_t)kind < RSP_ARRAY_LEN(texts) ? texts[kind] : "?";
}

rsp_machine_event *event_add(rsp_thread *t, rsp_machine_event_kind kind) {
    rsp_machine *m = t->machine;
    assert(m->num_events < MAX_EVENTS);
    rsp_machine_event *event = &m->events[m->num_events++];
    *event = (rsp_machine_event){.kind = kind, .pid = pid_of(t->process), .tid = tid_of(t)};
    sched_trace(m, kind, t);
    return event;
}

rsp_machine_event *event_stop(rsp_thread *t, rsp_machine_event_kind kind) {
    thread_set_held(t, true);
    return event_add(t, kind);
}

bool event_take(rsp_machine *m, rsp_machine_event *out) {
    if (m->num_events == 0)
        return false;
    *out = m->events[0];
    m->num_events--;
    for (size_t i = 0; i < m->num_events; i++)
        m->events[i] = m->events[i + 1];
    return true;
}

void event_drop(rsp_machine *m, uint32_t pid) {
    size_t kept = 0;
    for (size_t i = 0; i < m->num_events; i++)
        if (m->events[i].pid != pid || m->events[i].kind == RSP_MACHINE_OUTPUT)
            m->events[kept++] = m->events[i];
    m->num_events = kept;
}

void thread_set_held(rsp_thread *t, bool held) {
    t->held = held;
    sched_update(t);
}

void thread_stop(rsp_thread *t) {
    if (t->held)
        return;
    t->signals.job_stop_due = 0;
    thread_set_held(t, true);
}

void step_finished(rsp_thread *t) {
    assert(is_stepping(t) || t->way.done);
    uint64_t pc = t->x[RSP_REG_PC];
    t->way.done = false;
    if (!t->process->watch.traced)
        return;
    if (t->way.mode == RSP_RESUME_STEP)
        (void)event_stop(t, RSP_MACHINE_STEP);
    else if (t->way.mode == RSP_RESUME_RANGE_STEP && (pc < t->way.range_start || pc >= t->way.range_end))
        (void)event_stop(t, RSP_MACHINE_RANGE_STEP);
}
