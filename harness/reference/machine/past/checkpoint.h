/* The state of a whole machine at one moment, cheap to take and to return to.
 * The state heap is copied; pages are shared with the running program until it writes to them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_CHECKPOINT_H
#define RSP_MACHINE_CHECKPOINT_H

#include "kernel.h"
#include "state_heap.h"

/* One moment. All-zero is none. */
typedef struct checkpoint {
    state_copy state;
    page **pages; /* that the program shows, once for each entry */
    size_t num_pages;
    uint8_t *shared; /* content of those that are never copied (MAP_SHARED), in their order */
    size_t num_shared;
} checkpoint;

/* Takes one; what is equal to `like` (NULL: none) is stored once. False without memory; `out` is empty then.
 */
bool checkpoint_take(checkpoint *out, rsp_machine *m, state_heap *heap, const checkpoint *like);
/* The machine is as it was then. Handles of processes and threads are void. */
void checkpoint_return_to(const checkpoint *c, rsp_machine *m, state_heap *heap);
/* Frees it. */
void checkpoint_free(checkpoint *c, rsp_machine *m, state_heap *heap);
/* Its own bytes, beside blocks and pages. */
size_t checkpoint_bytes(const checkpoint *c);

/* Caches of translations and decoded code are empty: something changes behind their back. */
void machine_forget_caches(rsp_machine *m);

#endif
