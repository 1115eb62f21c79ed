/* The search for a thread that runs.
 * Between two resumes threads only stop, and new ones come last: each search goes on where the one before
 * ended. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RUNNING_H
#define STUB_RUNNING_H

#include <rsp/payload.h>
#include <rsp/stub.h>

typedef struct stub_running {
    enum {
        STUB_RUNNING_UNKNOWN, /* nothing is known: look from the first thread on */
        STUB_RUNNING_FOUND,   /* `witness` ran a moment ago, and none before it does */
        STUB_RUNNING_NONE,    /* no thread runs */
    } state;
    rsp_ptid witness;
} stub_running;

/* Some thread that runs; false when none does. All the searches of a run together look at each thread once.
 */
bool stub_find_running(const rsp_stub *s, rsp_ptid *out);

/* A thread was resumed: what was found is void. */
void stub_running_forget(stub_running *running);

#endif
