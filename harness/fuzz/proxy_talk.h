/* A good client and a good stub at the ends of a proxy, for the fuzz target of what it makes of a talk: the
 * client waits for each reply, the stub answers everything.
 * See proxy_ends.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PROXY_TALK_H
#define FUZZ_PROXY_TALK_H

#include "proxy_ends.h"

#include <rsp/frame.h>

typedef struct proxy_talker {
    rsp_deframer deframer;
    size_t taken; /* of what this end got */
    bool acks;
    size_t packets;
} proxy_talker;

typedef struct proxy_talk {
    proxy_ends *ends;
    proxy_talker talkers[RSP_PROXY_ENDS];
} proxy_talk;

void proxy_talk_begin(proxy_talk *t, proxy_ends *ends);
void proxy_talk_end(proxy_talk *t);

/* Whether a good client may say it: it fits, and no frame begins or ends in it. */
bool proxy_talk_is_request(rsp_bytes payload);

/* One request, until neither end has anything to say; how many packets the client got for it. */
size_t proxy_talk_ask(proxy_talk *t, rsp_bytes request);

#endif
