/* One end of a conversation: decoding, acknowledgments, resends, no-ack mode. No I/O and no clock.
 * Both roles, the client's and the stub's. Policy is data: it says what an end does by itself.
 * Source: GDB manual, Overview; Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ENDPOINT_H
#define RSP_ENDPOINT_H

#include <rsp/frame.h>

RSP_BEGIN_DECLS

/* Who we are. */
typedef enum rsp_endpoint_role {
    RSP_ENDPOINT_CLIENT,
    RSP_ENDPOINT_STUB,
} rsp_endpoint_role;

/* When a good packet gets its '+'. */
typedef enum rsp_acknowledge {
    RSP_ACKNOWLEDGE_AT_ONCE,     /* as it comes */
    RSP_ACKNOWLEDGE_ACCEPTED,    /* with rsp_endpoint_accept */
    RSP_ACKNOWLEDGE_BEFORE_NEXT, /* likewise, but held until something else is sent or rsp_endpoint_release */
    RSP_ACKNOWLEDGE_BY_HAND,     /* never: the caller handles acks, received ones, too */
} rsp_acknowledge;

/* All-zero acknowledges at once, never refuses, never resends. */
typedef struct rsp_endpoint_policy {
    rsp_endpoint_role role;
    rsp_acknowledge acknowledge;
    unsigned max_resent;      /* resends of a packet on '-'; UINT_MAX is without end */
    unsigned max_refused;     /* damaged packets in a row that are answered with '-'; likewise */
    bool trusts_without_acks; /* in no-ack mode a damaged packet counts as good: there is no resend */
    bool follows_no_ack; /* QStartNoAckMode answered by OK switches the mode; else only set_no_ack does */
    size_t max_packet;   /* longest payload kept; 0 is RSP_LIMIT_PACKET_BYTES */
    const rsp_mem *mem;  /* NULL is malloc */
} rsp_endpoint_policy;

/* What an event was. */
typedef enum rsp_reception {
    RSP_RECEPTION_NONE,     /* no event */
    RSP_RECEPTION_GOOD,     /* a packet that counts: acknowledged as the policy says */
    RSP_RECEPTION_DAMAGED,  /* a bad checksum, no resend requested */
    RSP_RECEPTION_REFUSED,  /* a bad checksum, answered with '-' */
    RSP_RECEPTION_OVERLONG, /* a packet beyond max_packet: acknowledged, without a payload */
    RSP_RECEPTION_ACKED,    /* '+' for a packet of ours */
    RSP_RECEPTION_RESENT,   /* '-' for a packet of ours, which was sent again */
    RSP_RECEPTION_GIVEN_UP, /* '-' for a packet of ours, after the last resend */
    RSP_RECEPTION_STRAY,    /* '+' or '-' for nothing of ours */
    RSP_RECEPTION_OTHER,    /* notifications, interrupts, junk, packets without an end */
} rsp_reception;

/* Whether both ends acknowledge. */
typedef enum rsp_ack_mode {
    RSP_ACK_MODE_ACKS,
    RSP_ACK_MODE_ASKED,  /* QStartNoAckMode has no reply yet; until then there are acks */
    RSP_ACK_MODE_NO_ACK, /* no end acknowledges from the next packet on */
} rsp_ack_mode;

/* Fields are private, but for policy fields changed with rsp_endpoint_set_policy. */
typedef struct rsp_endpoint {
    rsp_endpoint_policy policy;
    rsp_decoder decoder; /* of what comes in */
    rsp_buf *out;        /* bytes to send are appended here; borrowed */
    rsp_buf last;        /* the packet sent last, while a '-' may ask for it */
    rsp_ack_mode mode;
    size_t unacked;   /* sent packets without a '+' */
    unsigned resent;  /* times that `last` was sent again */
    unsigned refused; /* damaged packets in a row that were answered with '-' */
    unsigned held;    /* '+' waiting for the next bytes */
} rsp_endpoint;

/* Holds no memory yet. `out` is borrowed; it may be replaced (e->out), and be NULL while nothing is received
 * or sent. Cannot fail; a failure of `out` is its sticky status. */
void rsp_endpoint_init(rsp_endpoint *e, const rsp_endpoint_policy *policy, rsp_buf *out);

/* A new connection: acks are on, nothing is unfinished or unacknowledged. */
void rsp_endpoint_reset(rsp_endpoint *e);

/* The same connection, out of step: forgets unfinished bytes and unacknowledged packets, keeps the mode. */
void rsp_endpoint_resync(rsp_endpoint *e);

/* NULL is fine. */
void rsp_endpoint_free(rsp_endpoint *e);

/* Another policy from now on. Role, max_packet and mem stay. */
void rsp_endpoint_set_policy(rsp_endpoint *e, const rsp_endpoint_policy *policy);

/* --- receiving: each event is decoded, and then taken ------------------------------------------------------
 */

/* As rsp_decode. A caller may look at the event, or change it, before it is taken. */
static inline size_t rsp_endpoint_decode(rsp_endpoint *e, rsp_bytes in, rsp_wire_event *out_event) {
    return rsp_decode(&e->decoder, in, out_event);
}

/* Acknowledges, refuses or resends as the policy says, and returns what the event was. */
rsp_reception rsp_endpoint_take(rsp_endpoint *e, const rsp_wire_event *event);

/* Acknowledges a packet, if the policy leaves that to the caller. Does nothing in no-ack mode. */
void rsp_endpoint_accept(rsp_endpoint *e);

/* --- sending -----------------------------------------------------------------------------------------------
 */

/* Sends a whole packet, `$` to checksum, and keeps it until it is acknowledged. */
void rsp_endpoint_put(rsp_endpoint *e, rsp_bytes frame);

/* The same for a packet that the caller has appended to `out`, at offset `from`. */
void rsp_endpoint_put_done(rsp_endpoint *e, size_t from);

/* Frames and sends a payload that is already escaped. */
void rsp_endpoint_put_payload(rsp_endpoint *e, rsp_bytes payload);

/* Sends other bytes: acks by hand, interrupts, notifications, half packets. */
void rsp_endpoint_put_raw(rsp_endpoint *e, rsp_bytes bytes);

/* Begins a connection as debuggers do: by '+', for what the stub may have sent before. */
void rsp_endpoint_open(rsp_endpoint *e);

/* Sends held acknowledgments. The calls above do that, except put_done. */
void rsp_endpoint_release(rsp_endpoint *e);

/* Forgets a sent packet: its '+' would be stray. */
void rsp_endpoint_forget(rsp_endpoint *e);

/* --- no-ack mode -------------------------------------------------------------------------------------------
 */

/* For callers that negotiate themselves. */
void rsp_endpoint_set_no_ack(rsp_endpoint *e, bool on);

/* Whether no-ack mode is on; it is not while QStartNoAckMode has no reply. */
static inline bool rsp_endpoint_is_no_ack(const rsp_endpoint *e) {
    return e->mode == RSP_ACK_MODE_NO_ACK;
}

RSP_END_DECLS

#endif
