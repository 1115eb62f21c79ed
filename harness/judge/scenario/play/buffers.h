/* Buffers for what a step works out: they live until the step ends, and nobody frees them.
 * Loops that take many are bounded by play_buffers_mark and play_buffers_release.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_BUFFERS_H
#define RSP_SCENARIO_BUFFERS_H

#include "play/play.h"

/* An empty buffer for one value, of at most RSP_LIMIT_VALUE_BYTES. Never NULL: without memory it has that
 * status. */
rsp_buf *play_buf(play *p);

/* What was taken since the mark is freed. Without a step under way the mark is NULL. */
struct play_buffer *play_buffers_mark(const play *p);
void play_buffers_release(play *p, const struct play_buffer *mark);

#endif
