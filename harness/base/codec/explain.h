/* Packets in words, for people: one line, or several for lists.
 * What a peer sent is made printable: every byte that is not plain ASCII becomes \xNN.
 * Uses the packet table and the typed parsers; never fails but by the buffer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXPLAIN_H
#define RSP_EXPLAIN_H

#include "codec/deframer.h"

RSP_BEGIN_DECLS

/* Appends `bytes` with everything outside 0x20..0x7e and the backslash as \xNN; after `max` bytes of input
 * (0: no bound) stops and appends "... (N bytes)". Safe for any terminal, and no command of a build service
 * (core/text.h). */
void rsp_printable_append(rsp_buf *out, rsp_bytes bytes, size_t max);

/* What is known of a payload, and how much to say. */
typedef struct rsp_explain_options {
    rsp_direction direction;
    rsp_bytes request; /* towards the client: the request's payload that this answers, empty if unknown */
    bool notification; /* payload of a notification ("Stop:T05...") */
    bool lines;        /* several lines where that helps (features, pairs, actions, ranges), each but the
                        * first indented by two blanks; else one line */
    size_t max_bytes;  /* of any data shown, 0 is 64 */
} rsp_explain_options;

/* Appends what the payload (as transmitted) says, for instance "read 4 bytes at 0x1000" or
 * "stop: SIGTRAP, thread p1.2, swbreak". No newline at the end. A payload that does not follow its packet's
 * form is shown with what is wrong and where. */
void rsp_explain(rsp_buf *out, rsp_bytes payload, const rsp_explain_options *options);

/* The same for a whole event, acks and junk too. options->direction must be the deframer's. */
void rsp_explain_event(rsp_buf *out, const rsp_event *event, const rsp_explain_options *options);

RSP_END_DECLS

#endif
