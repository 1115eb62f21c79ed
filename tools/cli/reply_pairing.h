/* Which request a reply is read by: the one that it answers, wherever that stands.
 * Others may have been sent since.
 * One conversation, of a recording or typed by hand. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_REPLY_PAIRING_H
#define STUBBORN_REPLY_PAIRING_H

#include "trace/exchange.h"
#include <rsp/transcript.h>

/* All-zero is a conversation that is seen from its start, for reply_pairing_entry. */
typedef struct reply_pairing {
    rsp_exchanges exchanges;
    rsp_buf answered;     /* the request whose reply came last */
    rsp_buf request;      /* of the last reply; empty: none is known */
    rsp_transcript *list; /* of reply_pairing_list; else NULL */
    rsp_status status;
} reply_pairing;

/* Packets come one by one, from anywhere within a session: see reply_pairing_packet. */
rsp_status reply_pairing_list(reply_pairing *p) RSP_MUST_USE;

/* Frees what is held. */
void reply_pairing_free(reply_pairing *p);

/* The next entry of the conversation. For a reply `request` is what it answers. RSP_NO_MEMORY. */
rsp_status reply_pairing_entry(reply_pairing *p, const rsp_transcript *transcript, const rsp_entry *entry);

/* The next packet of a list, its payload as transmitted. A reply to nothing that is there is taken for
 * another one to the request before. */
rsp_status reply_pairing_packet(reply_pairing *p, rsp_direction direction, rsp_bytes payload) RSP_MUST_USE;

#endif
