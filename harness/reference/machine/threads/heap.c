/* A binary heap of threads: the timers by deadline, the ready queue by last turn.
 * A thread knows its slot in each heap, so that it can be taken out of the middle.
 * Room is reserved when a thread is created, so that nothing else here can fail. */
/* SPDX-License-Identifier: MIT */
#include "heap.h"

#include "core/mem.h"

#include <assert.h>

bool heap_reserve(thread_heap *h, const rsp_mem *mem, size_t num) {
    size_t need = num + 1; /* slot 0 stays empty */
    if (need <= h->cap)
        return true;
    size_t cap = need * 2;
    rsp_thread **grown = rsp_mem_realloc(mem, h->threads, cap * sizeof(rsp_thread *));
    if (!grown)
        return false;
    h->threads = grown;
    h->cap = cap;
    return true;
}

void heap_free(thread_heap *h, const rsp_mem *mem) {
    rsp_mem_free(mem, h->threads);
    *h = (thread_heap){.kind = h->kind};
}

static bool earlier_deadline(const rsp_thread *a, const rsp_thread *b) {
    if (a->wait.deadline_ns != b->wait.deadline_ns)
        return a->wait.deadline_ns < b->wait.deadline_ns;
    return tid_of(a) < tid_of(b);
}

static bool before(const thread_heap *h, const rsp_thread *a, const rsp_thread *b) {
    return h->kind == HEAP_TIMERS ? earlier_deadline(a, b) : a->last_turn < b->last_turn;
}

static void place(thread_heap *h, rsp_thread *t, size_t slot) {
    assert(slot > 0 && slot <= h->num);
    h->threads[slot] = t;
    t->slots[h->kind] = slot;
}

static void sift_up(thread_heap *h, rsp_thread *t, size_t slot) {
    while (slot > 1 && before(h, t, h->threads[slot / 2])) {
        place(h, h->threads[slot / 2], slot);
        slot /= 2;
    }
    place(h, t, slot);
}

static void sift_down(thread_heap *h, rsp_thread *t, size_t slot) {
    for (;;) {
        size_t child = slot * 2;
        if (child > h->num)
            break;
        if (child < h->num && before(h, h->threads[child + 1], h->threads[child]))
            child++;
        if (!before(h, h->threads[child], t))
            break;
        place(h, h->threads[child], slot);
        slot = child;
    }
    place(h, t, slot);
}

/* To where it belongs from `slot`, which is free or its own. */
static void settle(thread_heap *h, rsp_thread *t, size_t slot) {
    if (slot > 1 && before(h, t, h->threads[slot / 2]))
        sift_up(h, t, slot);
    else
        sift_down(h, t, slot);
}

void heap_add(thread_heap *h, rsp_thread *t) {
    assert(t->slots[h->kind] == HEAP_NOWHERE);
    assert(h->num + 1 < h->cap);
    sift_up(h, t, ++h->num);
}

void heap_remove(thread_heap *h, rsp_thread *t) {
    size_t slot = t->slots[h->kind];
    if (slot == HEAP_NOWHERE)
        return;
    t->slots[h->kind] = HEAP_NOWHERE;
    rsp_thread *last = h->threads[h->num--];
    if (last != t)
        settle(h, last, slot);
}

void heap_moved(thread_heap *h, rsp_thread *t) {
    assert(t->slots[h->kind] != HEAP_NOWHERE);
    settle(h, t, t->slots[h->kind]);
}

rsp_thread *heap_first(const thread_heap *h) {
    return h->num ? h->threads[1] : NULL;
}
