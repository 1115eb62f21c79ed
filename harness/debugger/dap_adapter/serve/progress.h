/* What an editor is told of a request that takes long: nothing at first, then a start, an update each second,
 * and an end before the response. Times are those of the editor's clock.
 * Source: DAP specification, Events: ProgressStart, ProgressUpdate, ProgressEnd. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_PROGRESS_H
#define RSP_DAP_ADAPTER_PROGRESS_H

#include <jansson.h>
#include <rsp/clock.h>

/* That of one request. */
typedef struct adapter_progress {
    uint64_t began_ns;
    uint64_t due_ns; /* when something is told next; RSP_NEVER_NS */
    int64_t number;  /* of its id; 0: nothing was told yet */
    uint64_t done;   /* of `total`, which is 0 where that is not known */
    uint64_t total;
} adapter_progress;

/* Work begins. `wanted`: the editor can be told of it. */
void progress_begin(adapter_progress *progress, uint64_t now_ns, bool wanted);

/* The body of progressStart, for the request `seq` with that command. NULL without memory, so below. */
json_t *progress_start(adapter_progress *progress, uint64_t now_ns, int64_t number, const char *command,
                       int64_t seq, bool cancellable);

/* The body of progressUpdate: how long it has taken, and how much is done where that is known. */
json_t *progress_update(adapter_progress *progress, uint64_t now_ns);

/* The body of progressEnd. */
json_t *progress_end(const adapter_progress *progress);

/* Whether the editor knows it under this id. */
bool progress_has_id(const adapter_progress *progress, const char *id);

#endif
