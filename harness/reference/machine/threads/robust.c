/* Walks a robust list, which the program may have made of anything: so many entries and no more.
 * The list's head: the first entry, how far the lock lies behind its entry, and the entry of a lock that is
 * just being taken or released. */
/* SPDX-License-Identifier: MIT */
#include "robust.h"

#include "waiting.h"

enum { MOST_ENTRIES = 2048, POINTER_BYTES = 8, WORD_BYTES = 4, IS_PI = 1 };

static bool get_pointer(const rsp_thread *t, uint64_t address, uint64_t *out) {
    uint8_t bytes[POINTER_BYTES];
    if (!space_copy_in(t->process->space, bytes, address, sizeof bytes))
        return false;
    *out = le_load(bytes, sizeof bytes);
    return true;
}

/* The owner of the lock dies. */
static bool release(rsp_thread *t, uint64_t address, bool pi) {
    space *s = t->process->space;
    uint8_t bytes[WORD_BYTES];
    if ((address & 3) || !space_copy_in(s, bytes, address, sizeof bytes))
        return false;
    uint32_t word = (uint32_t)le_load(bytes, sizeof bytes);
    if ((word & L_FUTEX_TID_MASK) != tid_of(t))
        return true;
    futex_place place;
    futex_key(s, address, &place.key, &place.offset);
    uint32_t next = pi ? futex_hand_over(t->machine, &place) : word & L_FUTEX_WAITERS;
    le_store(bytes, sizeof bytes, next | L_FUTEX_OWNER_DIED);
    if (!space_copy_out(s, address, bytes, sizeof bytes))
        return false;
    if (!pi && (word & L_FUTEX_WAITERS))
        (void)futex_wake(t->machine, &place, 1, UINT32_MAX);
    return true;
}

static bool release_entry(rsp_thread *t, uint64_t entry, uint64_t offset) {
    return release(t, (entry & ~(uint64_t)IS_PI) + offset, entry & IS_PI);
}

void robust_release(rsp_thread *t) {
    uint64_t head = t->robust, entry, offset, pending;
    t->robust = 0;
    if (!head || !get_pointer(t, head, &entry) || !get_pointer(t, head + POINTER_BYTES, &offset) ||
        !get_pointer(t, head + 2 * (uint64_t)POINTER_BYTES, &pending))
        return;
    for (size_t i = 0; i < MOST_ENTRIES && (entry & ~(uint64_t)IS_PI) != head; i++) {
        uint64_t next;
        bool more = get_pointer(t, entry & ~(uint64_t)IS_PI, &next);
        if (entry != pending && !release_entry(t, entry, offset))
            return;
        if (!more)
            return;
        entry = next;
    }
    if (pending)
        (void)release_entry(t, pending, offset);
}
