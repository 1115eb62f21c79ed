/* Parts: conversations of which each has some of a capture's connections, so that threads share the work.
 * They are joined now and then, in the order of the capture, and the sum is what one would have been.
 * Private to conversation.c and parallel.c. */
/* SPDX-License-Identifier: MIT */
#ifndef CONVERSATION_PART_H
#define CONVERSATION_PART_H

#include "capture/conversation.h"

enum { MOST_PARTS = 4 };

/* How many threads may read a file into `c`: 1 unless it was just made and nobody observes. */
unsigned conversations_most_parts(const rsp_conversations *c);

/* How much of a file they read at a time; a smaller file is left to one. */
size_t conversations_window_bytes(const rsp_conversations *c);

/* Makes the parts of `whole`, which owns them. False without memory. */
bool conversations_divide(rsp_conversations *whole, unsigned num);
rsp_conversations *conversations_part(const rsp_conversations *whole, unsigned i);

/* Adds what has ended in the parts since the last time, by the frames that ended it. All parts have been fed
 * the same frames. False where the sum would not be that of one: a part gave something up. */
bool conversations_join(rsp_conversations *whole);

/* Everything is as after rsp_conversations_new: what the parts came to is forgotten. */
void conversations_start_over(rsp_conversations *whole);

/* All parts are complete and joined: what they counted of all connections. */
void conversations_end_parts(rsp_conversations *whole);

#endif
