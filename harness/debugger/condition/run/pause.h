/* Non-stop: threads that run stand still for a moment, and then go on.
 * Only those that ran are resumed; one that meets an event of its own meanwhile stays with it.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_PAUSE_H
#define RSP_CONDITION_PAUSE_H

#include <rsp/client.h>

/* All-zero is valid: nobody is paused. */
typedef struct condition_pause {
    unsigned depth;
    rsp_ptid *threads; /* that were running, and stand because they were asked to */
    size_t num;
    size_t cap;
} condition_pause;

/* Stops all threads of a process (0: of all) that run, and waits until they stand. Nothing in all-stop, and
 * within another pause. RSP_UNSUPPORTED without vCont;t, RSP_TIMEOUT, RSP_LIMIT, or the session's end: then
 * what was stopped runs again. Each RSP_OK is to be followed by a call of pause_end. */
rsp_status pause_begin(condition_pause *pause, rsp_client *client, int64_t pid, const rsp_mem *mem);

/* They go on. */
rsp_status pause_end(condition_pause *pause, rsp_client *client);

/* A trap that was reported for the thread and not fetched means nothing any more: it goes on with the others.
 * Within a pause. */
void pause_forgive(condition_pause *pause, rsp_client *client, rsp_ptid thread, const rsp_mem *mem);

/* Frees the account. */
void pause_free(condition_pause *pause, const rsp_mem *mem);

#endif
