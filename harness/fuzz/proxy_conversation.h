/* A good client and a good stub at the ends of a proxy, for the fuzz target of what it makes of a talk: the
 * client waits for each reply, the stub answers everything.
 * See proxy_ends.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PROXY_CONVERSATION_H
#define FUZZ_PROXY_CONVERSATION_H

#include "proxy_ends.h"

#include <rsp/frame.h>

typedef struct proxy_speaker {
    rsp_deframer deframer;
    size_t taken; /* of what this end got */
    bool acks;
    size_t packets;
} proxy_speaker;

typedef struct proxy_conversation {
    proxy_ends *ends;
    proxy_speaker talkers[RSP_PROXY_ENDS];
} proxy_conversation;

void proxy_conversation_begin(proxy_conversation *t, proxy_ends *ends);
void proxy_conversation_end(proxy_conversation *t);

/* Whether a good client may say it: it fits, and no frame begins or ends in it. */
bool proxy_conversation_is_request(rsp_bytes payload);

/* One request, until neither end has anything to say; how many packets the client got for it. */
size_t proxy_conversation_ask(proxy_conversation *t, rsp_bytes request);

#endif
