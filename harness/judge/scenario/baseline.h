/* A baseline: failures that are known and explained, so that a run tells only what is new.
 * A matching failure becomes xfail, a listed scenario that passes xpass, an entry that nothing meets is
 * stale. rsp_baseline_update writes the file anew from what a run found. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BASELINE_H
#define RSP_BASELINE_H

#include "scenario/diagnostic.h"
#include "trace/result.h"

RSP_BEGIN_DECLS

/* One known failure: which results it describes, and why they fail. Texts are owned by the baseline. */
typedef struct rsp_baseline_entry {
    const char *scenario;    /* a name, or a glob with '*' for several, of which some may pass */
    const char *requirement; /* "" : any */
    const char *variant;     /* "" : any */
    const char *message;     /* the failure's message: whole, or a glob with '*'; "" : any */
    const char *verdict;     /* "" : any bad one; or "fail", "crash", "hang" */
    const char *reason;
    const char *link; /* "" for none */
    uint32_t line;
    bool sometimes; /* passes now and then, which is neither an xpass nor makes it stale */
    bool used;      /* set by rsp_baseline_apply */
} rsp_baseline_entry;

/* The known failures of one stub. */
typedef struct rsp_baseline rsp_baseline;

/* Loads a baseline from a file. NULL with diagnostics when there are errors, or without memory. */
rsp_baseline *rsp_baseline_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path in messages. */
rsp_baseline *rsp_baseline_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics);
rsp_baseline *rsp_baseline_new(const char *name, const rsp_mem *mem); /* no entries; NULL without memory */

/* Frees it with its entries. NULL is fine. */
void rsp_baseline_free(rsp_baseline *baseline);

/* The number of entries. */
size_t rsp_baseline_count(const rsp_baseline *baseline);

/* Entry `i` in the order of the file, borrowed; NULL past the end. */
const rsp_baseline_entry *rsp_baseline_get(const rsp_baseline *baseline, size_t i);

/* Looks at one result before it is added to a run: a bad verdict (or warn) with an entry becomes XFAIL with
 * the entry's reason; a PASS with an entry for just this becomes XPASS. Marks entries as used. */
void rsp_baseline_apply(rsp_baseline *baseline, rsp_result *result);

/* For a run that was judged elsewhere, such as in shards: marks the entries whose reasons its results have.
 */
void rsp_baseline_recognise(rsp_baseline *baseline, const rsp_run *run);

/* Entries that met no result although `run` ran their scenario or their scenario does not exist: one error
 * per entry, in `diagnostics`. Returns how many. `known` tells whether a scenario of that name exists in the
 * suite (NULL: everything exists). Skipped scenarios do not make an entry stale. */
size_t rsp_baseline_stale(const rsp_baseline *baseline, const rsp_run *run,
                          bool (*known)(void *ctx, const char *scenario), void *ctx,
                          rsp_diagnostics *diagnostics);

/* Writes the file anew: entries that were met stay with their reasons, stale ones and xpasses go, new
 * failures come with `reason` (e.g. "not looked at yet"). Scenarios that did not run keep their entries. */
void rsp_baseline_update(const rsp_baseline *baseline, const rsp_run *run, const char *reason, rsp_buf *out);

RSP_END_DECLS

#endif
