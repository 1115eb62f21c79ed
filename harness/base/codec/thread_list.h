/* The list of threads with their names: qXfer:threads:read.
 * A thread that has no name may have a text that describes it.
 * Source: GDB manual, Thread List Format. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_THREAD_LIST_H
#define RSP_THREAD_LIST_H

#include "core/arena.h"
#include <rsp/payload.h>

RSP_BEGIN_DECLS

/* One thread. */
typedef struct rsp_listed_thread {
    rsp_ptid id;
    const char *name; /* in the arena; "" without one */
} rsp_listed_thread;

/* The threads in the document's order, at most `cap`; those whose id is none are left out. *out_num is how
 * many were stored. RSP_MALFORMED: no such document; RSP_NO_MEMORY. */
rsp_status rsp_thread_list_read(rsp_bytes document, rsp_arena *arena, rsp_listed_thread *out, size_t cap,
                                size_t *out_num) RSP_MUST_USE;

RSP_END_DECLS

#endif
