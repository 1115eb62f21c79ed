/* A hash table with open addressing; 0 marks a free slot, and a state of 0 counts as 1.
 * The states are hashes already.
 * See core/state_set.h. */
/* SPDX-License-Identifier: MIT */
#include "core/state_set.h"

#include "core/limits.h"
#include "core/mem.h"

void rsp_state_set_free(rsp_state_set *s) {
    rsp_mem_free(s->mem, s->slots);
    *s = (rsp_state_set){.mem = s->mem};
}

static void put(uint64_t *table, size_t cap, uint64_t state) {
    size_t at = state % cap;
    while (table[at] != 0)
        at = (at + 1) % cap;
    table[at] = state;
}

static bool grow(rsp_state_set *s) {
    size_t cap = s->cap ? s->cap * 2 : 1024;
    uint64_t *bigger = rsp_mem_calloc(s->mem, cap, sizeof *bigger);
    if (!bigger)
        return false;
    for (size_t i = 0; i < s->cap; i++)
        if (s->slots[i] != 0)
            put(bigger, cap, s->slots[i]);
    rsp_mem_free(s->mem, s->slots);
    s->slots = bigger;
    s->cap = cap;
    return true;
}

bool rsp_state_set_add(rsp_state_set *s, uint64_t state) {
    state += state == 0;
    if (s->cap == 0 && !grow(s))
        return false;
    for (size_t at = state % s->cap; s->slots[at] != 0; at = (at + 1) % s->cap)
        if (s->slots[at] == state)
            return false;
    if (s->num == RSP_LIMIT_FUZZ_STATES || (s->num * 2 >= s->cap && !grow(s)))
        return false;
    put(s->slots, s->cap, state);
    s->num++;
    return true;
}
