/* How waiting in a system call begins and ends: completed, repeated, interrupted or timed out.
 * While a thread waits its pc is at the ecall; only completion moves it.
 * Futexes wait in hash buckets in order of arrival. */
/* SPDX-License-Identifier: MIT */
#include "waiting.h"

#include "scheduler.h"

#include "core/limits.h"

#include <assert.h>

static rsp_thread **bucket(rsp_machine *m, const futex_place *at) {
    uint64_t hash = ((uint64_t)(uintptr_t)at->key ^ at->offset * UINT64_C(0x9e3779b97f4a7c15)) >> 7;
    return &m->futexes[hash % FUTEX_BUCKETS];
}

static rsp_thread **list_of(rsp_thread *t) {
    const wait *w = &t->wait;
    if (w->kind == WAIT_READ || w->kind == WAIT_POLL)
        return &t->machine->readers;
    return w->kind == WAIT_FUTEX ? bucket(t->machine, &w->place) : NULL;
}

/* A ring through `prev` of the first one, so that the tail is found at once. */
static void list_add(rsp_thread **list, rsp_thread *t) {
    rsp_thread *first = *list;
    t->wait.next = NULL;
    t->wait.prev = first ? first->wait.prev : t;
    if (first) {
        first->wait.prev->wait.next = t;
        first->wait.prev = t;
    } else {
        *list = t;
    }
}

static void list_remove(rsp_thread **list, rsp_thread *t) {
    assert(*list);
    rsp_thread *first = *list;
    if (t == first) {
        *list = t->wait.next;
        if (*list)
            (*list)->wait.prev = t->wait.prev;
        return;
    }
    t->wait.prev->wait.next = t->wait.next;
    if (t->wait.next)
        t->wait.next->wait.prev = t->wait.prev;
    else
        first->wait.prev = t->wait.prev;
}

void wait_begin(rsp_thread *t, const wait *w) {
    assert(w->kind != WAIT_NONE);
    assert(t->wait.kind == WAIT_NONE);
    t->wait = *w;
    t->wait.pc = t->x[RSP_REG_PC];
    rsp_thread **list = list_of(t);
    if (list)
        list_add(list, t);
    sched_update(t);
}

void wait_end(rsp_thread *t) {
    rsp_thread **list = list_of(t);
    if (list)
        list_remove(list, t);
    t->wait = (wait){.deadline_ns = RSP_NEVER_NS};
    t->signals.wanted = 0;
    sched_update(t);
}

void wait_complete(rsp_thread *t, int64_t result) {
    const rsp_process *p = t->process;
    bool elsewhere = t->wait.kind != WAIT_NONE && t->wait.pc != t->x[RSP_REG_PC];
    wait_end(t);
    if (elsewhere)
        return;
    t->x[RSP_REG_A0] = (uint64_t)result;
    t->x[RSP_REG_PC] += 4;
    t->call.phase = CALL_NONE;
    t->call.deadline_ns = 0;
    t->way.over_break = false;
    if (p->watch.traced) {
        bool caught =
            t->call.number < RSP_LIMIT_MACHINE_SYSCALLS &&
            (p->watch.catch_all || (p->watch.caught[t->call.number / 32] >> (t->call.number % 32) & 1));
        t->call.phase = caught ? CALL_RETURN_DUE : CALL_NONE;
        t->way.done = is_stepping(t) && !t->held;
    }
}

/* The time left goes where nanosleep was told to put it. */
static void tell_remaining(rsp_thread *t) {
    uint64_t now = now_ns(t->machine);
    uint64_t left = t->wait.deadline_ns > now ? t->wait.deadline_ns - now : 0;
    uint8_t bytes[16];
    le_store(bytes, 8, left / RSP_NS_PER_S);
    le_store(bytes + 8, 8, left % RSP_NS_PER_S);
    if (t->wait.remain_ptr)
        (void)space_copy_out(t->process->space, t->wait.remain_ptr, bytes, sizeof bytes);
}

/* Linux restarts by itself what SA_RESTART asks for, save calls with a time and sigsuspend. Taking a lock
 * always goes on. */
void wait_interrupt(rsp_thread *t, bool restart) {
    wait_kind kind = t->wait.kind;
    if (kind == WAIT_NONE)
        return;
    bool timed = t->wait.deadline_ns != RSP_NEVER_NS;
    if (kind == WAIT_SLEEP)
        tell_remaining(t);
    if (t->wait.pi || (restart && !timed && kind != WAIT_SIGNAL && kind != WAIT_POLL)) {
        wait_end(t);
        t->call.phase = CALL_NONE;
        return;
    }
    wait_complete(t, -L_EINTR);
    forget_return(t);
    t->way.done = false;
}

/* Who reads or polls looks once more. */
void wait_timeout(rsp_thread *t) {
    assert(t->wait.kind != WAIT_NONE);
    wait_kind kind = t->wait.kind;
    if (kind == WAIT_READ || kind == WAIT_POLL)
        wait_end(t);
    else
        wait_complete(t, kind == WAIT_FUTEX ? -L_ETIMEDOUT : kind == WAIT_SIGNAL ? -L_EAGAIN : 0);
}

void wake_readers(rsp_machine *m) {
    while (m->readers)
        wait_end(m->readers);
}

/* Shared memory is known by its page, private memory by its space. */
void futex_key(space *s, uint64_t address, const void **out_key, uint64_t *out_offset) {
    const pte *entry = space_pte(s, address);
    bool shared = entry && entry->page && entry->shared;
    *out_key = shared ? (const void *)entry->page : (const void *)s;
    *out_offset = shared ? address & (PAGE_BYTES - 1) : address;
}

static bool waits_at(const rsp_thread *t, const futex_place *at, bool pi) {
    return t->wait.place.key == at->key && t->wait.place.offset == at->offset && t->wait.pi == pi;
}

uint32_t futex_wake(rsp_machine *m, const futex_place *at, uint32_t num, uint32_t bitset) {
    rsp_thread *t = *bucket(m, at);
    uint32_t woken = 0;
    while (t && woken < num) {
        rsp_thread *next = t->wait.next;
        if (waits_at(t, at, false) && (t->wait.bitset & bitset)) {
            wait_complete(t, 0);
            woken++;
        }
        t = next;
    }
    return woken;
}

/* Those that are moved may come to stand in the same bucket once more, behind all others. */
uint32_t futex_requeue(rsp_machine *m, const futex_place *from, const futex_place *to, uint32_t num) {
    rsp_thread **list = bucket(m, from);
    rsp_thread *t = *list;
    uint32_t moved = 0;
    bool same = from->key == to->key && from->offset == to->offset;
    while (t && moved < num) {
        rsp_thread *next = t->wait.next;
        if (waits_at(t, from, false)) {
            moved++;
            if (!same) {
                list_remove(list, t);
                t->wait.place = *to;
                list_add(bucket(m, to), t);
            }
        }
        t = next;
    }
    return moved;
}

uint32_t futex_hand_over(rsp_machine *m, const futex_place *at) {
    rsp_thread *heir = NULL;
    for (rsp_thread *t = *bucket(m, at); t; t = t->wait.next) {
        if (!waits_at(t, at, true))
            continue;
        if (heir) {
            wait_complete(heir, 0);
            return tid_of(heir) | L_FUTEX_WAITERS;
        }
        heir = t;
    }
    if (!heir)
        return 0;
    wait_complete(heir, 0);
    return tid_of(heir);
}
