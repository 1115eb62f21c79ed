/* The queue of threads that can run, and whose turn it is.
 * A turn lasts a quantum that the seed perturbs; nothing but instructions, system calls and the
 * embedder's calls moves it, so the same seed gives the same interleaving. */
/* SPDX-License-Identifier: MIT */
#include "kernel.h"

static void enqueue(rsp_machine *m, rsp_thread *t) {
    t->ready = true;
    t->ready_next = NULL;
    t->ready_prev = m->ready_last;
    if (m->ready_last)
        m->ready_last->ready_next = t;
    else
        m->ready_first = t;
    m->ready_last = t;
}

static void dequeue(rsp_machine *m, rsp_thread *t) {
    if (t->ready_prev)
        t->ready_prev->ready_next = t->ready_next;
    else
        m->ready_first = t->ready_next;
    if (t->ready_next)
        t->ready_next->ready_prev = t->ready_prev;
    else
        m->ready_last = t->ready_prev;
    t->ready = false;
    if (m->current == t)
        m->current = NULL;
}

void sched_update(rsp_thread *t) {
    bool waits = t->wait.kind != WAIT_NONE;
    bool should = !t->held && !t->process->stopped && !t->process->doom && (!waits || t->attention);
    if (should && !t->ready)
        enqueue(t->machine, t);
    if (!should && t->ready)
        dequeue(t->machine, t);
    if (waits && !t->held && t->wait.deadline_ns != RSP_NEVER_NS)
        timer_set(t);
    else
        timer_clear(t);
}

void sched_remove(rsp_thread *t) {
    if (t->ready)
        dequeue(t->machine, t);
    timer_clear(t);
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value;
    hash = hash << 27 | hash >> 37;
    return hash * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

void sched_trace(rsp_machine *m, uint64_t what, const rsp_thread *t) {
    uint64_t hash = mix(m->trace_hash, what);
    hash = mix(hash, now_ns(m));
    hash = mix(hash, tid_of(t));
    hash = mix(hash, t->x[RSP_REG_PC]);
    hash = mix(hash, t->x[RSP_REG_SP]);
    hash = mix(hash, t->x[RSP_REG_A0]);
    hash = mix(hash, t->x[RSP_REG_A7]);
    m->trace_hash = hash;
}

/* Between half a quantum and one and a half. */
static uint64_t draw_quantum(rsp_machine *m) {
    uint64_t quantum = m->options.quantum_insns;
    return quantum / 2 + 1 + rsp_rng_below(&m->rng, quantum);
}

rsp_thread *sched_pick(rsp_machine *m) {
    rsp_thread *t = m->current;
    if (t && m->quantum_left > 0)
        return t;
    if (t) {
        dequeue(m, t);
        enqueue(m, t);
    }
    m->current = m->ready_first;
    if (!m->current)
        return NULL;
    m->quantum_left = draw_quantum(m);
    sched_trace(m, m->quantum_left, m->current);
    return m->current;
}
