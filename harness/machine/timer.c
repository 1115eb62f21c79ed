/* Threads that wait for a time, in a binary heap by deadline and then by thread id.
 * timer_slot of a thread is its place in the heap; slot 0 means that it has none.
 * Held threads are not in it: their time does not count until they are resumed. */
/* SPDX-License-Identifier: MIT */
#include "kernel.h"

bool timer_reserve(rsp_machine *m) {
    size_t need = m->threads.num + 2;
    if (need <= m->cap_timers)
        return true;
    size_t cap = need * 2;
    rsp_thread **grown = rsp_mem_realloc(m->options.mem, m->timers, cap * sizeof(rsp_thread *));
    if (!grown)
        return false;
    m->timers = grown;
    m->cap_timers = cap;
    return true;
}

static bool earlier(const rsp_thread *a, const rsp_thread *b) {
    if (a->wait.deadline_ns != b->wait.deadline_ns)
        return a->wait.deadline_ns < b->wait.deadline_ns;
    return tid_of(a) < tid_of(b);
}

static void place(rsp_machine *m, rsp_thread *t, size_t slot) {
    m->timers[slot] = t;
    t->timer_slot = slot;
}

static void sift_up(rsp_machine *m, rsp_thread *t, size_t slot) {
    while (slot > 1 && earlier(t, m->timers[slot / 2])) {
        place(m, m->timers[slot / 2], slot);
        slot /= 2;
    }
    place(m, t, slot);
}

static void sift_down(rsp_machine *m, rsp_thread *t, size_t slot) {
    for (;;) {
        size_t child = slot * 2;
        if (child > m->num_timers)
            break;
        if (child < m->num_timers && earlier(m->timers[child + 1], m->timers[child]))
            child++;
        if (!earlier(m->timers[child], t))
            break;
        place(m, m->timers[child], slot);
        slot = child;
    }
    place(m, t, slot);
}

void timer_set(rsp_thread *t) {
    timer_clear(t);
    sift_up(t->machine, t, ++t->machine->num_timers);
}

void timer_clear(rsp_thread *t) {
    rsp_machine *m = t->machine;
    size_t slot = t->timer_slot;
    if (slot == NO_TIMER)
        return;
    t->timer_slot = NO_TIMER;
    rsp_thread *last = m->timers[m->num_timers--];
    if (last == t)
        return;
    if (slot > 1 && earlier(last, m->timers[slot / 2]))
        sift_up(m, last, slot);
    else
        sift_down(m, last, slot);
}

uint64_t timer_next_ns(const rsp_machine *m) {
    return m->num_timers ? m->timers[1]->wait.deadline_ns : RSP_NEVER_NS;
}

void timer_fire(rsp_machine *m) {
    while (timer_next_ns(m) <= now_ns(m))
        wait_timeout(m->timers[1]);
}
