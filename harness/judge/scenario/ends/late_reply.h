/* Requests of a conversation that had no reply in time, and whether what comes is the reply to one of them: a
 * stub answers in the order of the requests, so that the reply to the one that waits comes last.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_LATE_REPLY_H
#define RSP_SCENARIO_LATE_REPLY_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

enum { LATE_REPLY_MOST = 8 }; /* the oldest is forgotten then */

/* One of them: its packet, and when it was sent. */
typedef struct missed_reply {
    rsp_packet_id packet;
    uint64_t sent_ns;
} missed_reply;

/* All of them, in the order of sending. All-zero is none. */
typedef struct late_replies {
    missed_reply missed[LATE_REPLY_MOST];
    size_t num;
} late_replies;

/* Whose reply it is. */
typedef enum late_whose {
    LATE_OF_NONE, /* that of the request that waits */
    LATE_OF_ONE,  /* that of a missed one, and never that of the request that waits */
    LATE_OPEN,    /* either: it is late where another packet follows at once */
} late_whose;

/* Adds a request that had no reply in time. RSP_PACKET_UNKNOWN is not added: its replies have no form. */
void late_replies_miss(late_replies *late, rsp_packet_id packet, uint64_t sent_ns);

/* Whose `reply` is, where a request of `row` waits (NULL: one that nobody knows), and at which of the missed
 * ones it would be late. */
late_whose late_replies_whose(const late_replies *late, const rsp_packet_row *row, rsp_bytes reply,
                              size_t *out_at);

/* The late reply of the one at `at` has come: those before it are lost. Returns that one. */
missed_reply late_replies_take(late_replies *late, size_t at);

#endif
