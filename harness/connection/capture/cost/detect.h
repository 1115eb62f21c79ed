/* Tells an RSP connection, and which end is the stub, by what the packets in it say.
 * Votes are collected piece by piece; nothing is kept but the counts.
 * Private to the capture layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_DETECT_H
#define RSP_CAPTURE_DETECT_H

#include <rsp/frame.h>

/* What was seen of one direction. */
typedef struct detect_votes {
    uint32_t packets; /* with a good checksum */
    int32_t to_stub;  /* for: these bytes travel towards the stub */
    bool first_seen;  /* a byte was seen, and ... */
    bool first_fits;  /* ... the first could begin RSP */
} detect_votes;

/* Looks at the packets that lie whole in `bytes`. */
void detect_piece(detect_votes *votes, rsp_bytes bytes);

/* Which end of a connection is the debugger's, or that it is no conversation of the protocol. */
typedef enum detect_verdict {
    DETECT_OPEN,
    DETECT_FIRST_IS_CLIENT,
    DETECT_FIRST_IS_STUB,
    DETECT_FOREIGN
} detect_verdict;

/* `final`: no more will come, decide with what is there; `first_opened`: the first end is known to have
 * opened the connection, which debuggers mostly do; `from_start`: the first bytes are the conversation's
 * first. */
detect_verdict detect_decide(const detect_votes votes[2], bool final, bool first_opened);

#endif
