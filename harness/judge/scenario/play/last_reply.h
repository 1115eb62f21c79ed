/* The last reply that a step took, in each of its forms, and the request that it answers.
 * One noun: matchers, captures and steps all read it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_LAST_REPLY_H
#define RSP_SCENARIO_LAST_REPLY_H

#include <rsp/bytes.h>

struct play;

/* All-zero: none was taken. */
typedef struct last_reply {
    rsp_buf decoded;
    rsp_buf wire; /* the payload as sent */
    rsp_buf raw;  /* with its frame */
    rsp_buf request;
    uint64_t time_ns;
} last_reply;

/* Keeps the packet that the client's end received. */
void play_keep_reply(struct play *p);
/* Keeps another text in its place: an object, the console. */
void play_keep_text(struct play *p, rsp_bytes text);

void last_reply_free(last_reply *reply);

#endif
