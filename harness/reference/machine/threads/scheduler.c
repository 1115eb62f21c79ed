/* The threads that can run, and whose turn it is: the one whose last turn is longest ago. Between two turns
 * of a thread each other thread has at most one, whatever is held and resumed. A turn lasts a quantum that
 * the seed perturbs; only instructions, system calls and the embedder move it, so a seed repeats a run. */
/* SPDX-License-Identifier: MIT */
#include "scheduler.h"

#include "heap.h"
#include "timer.h"

#include <assert.h>

static void enqueue(rsp_machine *m, rsp_thread *t) {
    heap_add(&m->ready, t);
}

/* A turn that is cut short is over: a thread that stops at once and often does not keep the others waiting.
 */
static void dequeue(rsp_machine *m, rsp_thread *t) {
    heap_remove(&m->ready, t);
    if (m->turn.current == t)
        m->turn.current = NULL;
}

void sched_update(rsp_thread *t) {
    bool waits = t->wait.kind != WAIT_NONE;
    const rsp_process *p = t->process;
    bool stopped = t->held || p->end.doom || (p->end.stopped && !p->watch.traced);
    bool should = !stopped && (!waits || t->attention);
    if (should && !is_ready(t))
        enqueue(t->machine, t);
    if (!should && is_ready(t))
        dequeue(t->machine, t);
    if (waits && !t->held && t->wait.deadline_ns != RSP_NEVER_NS)
        timer_set(t);
    else
        timer_clear(t);
}

void sched_remove(rsp_thread *t) {
    if (is_ready(t))
        dequeue(t->machine, t);
    timer_clear(t);
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value;
    hash = hash << 27 | hash >> 37;
    return hash * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

void sched_trace(rsp_machine *m, uint64_t what, const rsp_thread *t) {
    assert(m && t->machine == m);
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
    if (m->turn.current && m->turn.quantum_left > 0)
        return m->turn.current;
    m->turn.current = heap_first(&m->ready);
    if (!m->turn.current)
        return NULL;
    assert(is_ready(m->turn.current) && !m->turn.current->held);
    m->turn.current->last_turn = ++m->turn.num;
    heap_moved(&m->ready, m->turn.current);
    m->turn.quantum_left = draw_quantum(m);
    sched_trace(m, m->turn.quantum_left, m->turn.current);
    return m->turn.current;
}
