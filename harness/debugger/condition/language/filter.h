/* What the stub and the inferior can decide of a condition that asks for its thread: a weaker condition,
 * which holds wherever the whole one does. What passes it is decided here, by the whole one. Private to this
 * room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_FILTER_H
#define RSP_CONDITION_FILTER_H

#include "program.h"

/* Who knows threads: the register that is a thread's own pointer, and its value in the thread with this id.
 * False: there is no such thread, or none can tell. */
typedef struct filter_threads {
    void *ctx;
    bool (*find_pointer)(void *ctx, uint64_t id, uint64_t *out_number, uint64_t *out_value);
} filter_threads;

/* The condition itself where it asks nothing of its thread. NULL where nothing is left that others could
 * decide, or without memory. *out_part: something was left out. */
const rsp_condition *condition_filter(rsp_arena *arena, const rsp_condition *condition,
                                      const filter_threads *threads, bool *out_part);

#endif
