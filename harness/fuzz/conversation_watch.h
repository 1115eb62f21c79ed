/* Who listens to the conversations of a capture, for the fuzz target of them: what begins also ends, and what
 * a conversation is made of comes from frames of the file.
 * See capture/conversation.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_CONVERSATION_WATCH_H
#define FUZZ_CONVERSATION_WATCH_H

#include "fuzz.h"

#include "capture/conversation.h"
#include "capture/pcap.h"

typedef struct conversation_watch {
    rsp_pcap *pcap;
    uint64_t begun;
    uint64_t ended;
} conversation_watch;

/* Options with `w` as the listener; bits of `choice` give a port to the stub, and limits. */
rsp_conversations_options conversation_watch_options(conversation_watch *w, uint8_t choice);

/* After the end: each that began has ended, and what was counted of them adds up. */
void conversation_watch_check(const conversation_watch *w, rsp_conversations *talk);

#endif
