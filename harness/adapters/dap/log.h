/* What went over one connection to a debug adapter: messages of both sides with times, in order.
 * An entry keeps its place, so that "before" and "after" are comparisons of numbers.
 * Bounded: beyond its limit a log takes nothing more and says so. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_LOG_H
#define RSP_DAP_LOG_H

#include "dap/frame.h"
#include "dap/message.h"

RSP_BEGIN_DECLS

/* One message, or what stood in its place. */
typedef struct rsp_dap_entry {
    bool sent;  /* by us */
    bool taken; /* a step of a scenario was about it */
    uint64_t time_ns;
    rsp_dap_frame_kind kind;
    unsigned flaws;          /* of its header */
    uint64_t offset;         /* of its frame in the adapter's stream */
    rsp_dap_message message; /* empty where the content is none */
    rsp_bytes raw;           /* content as it was, or the stray bytes; owned, cut where it is long */
    size_t num_bytes;        /* before it was cut */
    rsp_status status;       /* of reading the content */
    char why[160];           /* ... and what is wrong with it */
} rsp_dap_entry;

/* All-zero is an empty log. */
typedef struct rsp_dap_log {
    rsp_dap_entry *entries;
    size_t num;
    size_t cap;
    size_t num_bytes; /* that all messages take */
    bool full;
    uint64_t start_ns; /* of the first entry */
} rsp_dap_log;

/* Frees all; the log can be used again. */
void rsp_dap_log_free(rsp_dap_log *log);

/* Adds a frame of the adapter (or ours, `sent`). NULL at the limit (log->full) or without memory. The entry
 * is valid until the next one is added. */
rsp_dap_entry *rsp_dap_log_add(rsp_dap_log *log, bool sent, uint64_t time_ns, const rsp_dap_frame *frame);

/* Appends the entries from `first` to before `end`, each as one line of at most `columns` characters:
 * "   12.345 ms <- {...}". Events that print are one line together where they follow each other and have the
 * same category. Control characters come out harmless. */
void rsp_dap_log_render(const rsp_dap_log *log, size_t first, size_t end, size_t columns, rsp_buf *out);

/* The first of the entries that rsp_dap_log_render shows in `rows` lines before `entry`. */
size_t rsp_dap_log_rows_before(const rsp_dap_log *log, size_t entry, size_t rows);

RSP_END_DECLS

#endif
