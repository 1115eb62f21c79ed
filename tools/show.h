/* Packets as `decode` and `send` show them: an arrow, the payload, and what it says in indented lines.
 * Remembers the last request, without which many replies can not be read.
 * What a peer sent is printable when it arrives here. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SHOW_H
#define STUBBORN_SHOW_H

#include <rsp/explain.h>

/* All-zero is a valid start. */
typedef struct show {
    rsp_buf request;    /* the payload that the next reply answers */
    rsp_buf junk;       /* junk bytes in a row, shown as one */
    size_t num_packets; /* packets and notifications shown */
    size_t num_bad;     /* of them, with a bad checksum; and junk, broken and over-long ones */
} show;

void show_free(show *s);

/* One event of a stream in its direction. Acks in step are left out unless `acks`. */
void show_event(show *s, rsp_buf *out, const rsp_event *event, rsp_direction direction, bool acks);

/* The end of a stream: shows what was held back. */
void show_end(show *s, rsp_buf *out, rsp_direction direction);

/* A payload as transmitted, shown with runs expanded and escapes undone; `right` stands behind it ("0.09
 * ms"), may be NULL. */
void show_payload(show *s, rsp_buf *out, rsp_bytes payload, rsp_direction direction, bool notification,
                  const char *right);

#endif
