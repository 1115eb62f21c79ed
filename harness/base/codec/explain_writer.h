/* The writer of the explainer, and values made readable.
 * A writer puts items one after another on one line, or each on a line of its own.
 * Private to layer codec. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXPLAIN_WRITER_H
#define RSP_EXPLAIN_WRITER_H

#include "codec/explain.h"
#include <rsp/packets.h>
#include <rsp/payload.h>

typedef struct explain_writer {
    rsp_buf *out;
    bool lines;
    size_t max_bytes; /* of data shown */
    size_t num_items;
} explain_writer;

/* Starts an item: ": " or ", " on one line, a new indented line else. False when enough were written; the
 * caller then still counts them by calling on, and explain_end_items tells how many were left out. */
bool explain_item(explain_writer *w);
void explain_end_items(explain_writer *w);

/* Values. Data is shown as text when it all prints, else as hex digits, cut at max_bytes. */
void explain_id(explain_writer *w, rsp_ptid id, bool multiprocess);
void explain_signal(explain_writer *w, unsigned number);
/* An address; what LLDB means by it where it is one of WebAssembly code. */
void explain_address(explain_writer *w, uint64_t address);
void explain_data(explain_writer *w, rsp_bytes data);
void explain_hex_data(explain_writer *w, rsp_bytes digits);
void explain_escaped_data(explain_writer *w, rsp_bytes wire);
void explain_features(explain_writer *w, rsp_bytes list);
void explain_breakpoint(explain_writer *w, rsp_bytes request);

/* " [what is wrong at byte N]" */
void explain_problem(explain_writer *w, const rsp_error *error);

/* A payload without run-length coding; escapes are still in it. */
void explain_request(explain_writer *w, rsp_bytes payload);
void explain_reply(explain_writer *w, rsp_bytes payload, rsp_bytes request);
void explain_notification(explain_writer *w, rsp_bytes payload);

#endif
