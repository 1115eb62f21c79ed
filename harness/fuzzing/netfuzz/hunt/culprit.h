/* The culprit: the message of a list that made a fresh stub show the symptom.
 * Messages that were sent without waiting need replays to find it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CULPRIT_H
#define RSP_NETFUZZ_CULPRIT_H

#include "hunt/hunt.h"

/* The message of h->best at which the last replay ended badly: the first one without all its answers, or the
 * last one when the end was seen after the list. Later messages were never sent. SIZE_MAX: unknown, as for
 * rules, where the list goes on. */
size_t culprit_end(const hunt *h);

/* Whether message `at` may be the culprit: the message `end` (for rules: each with the same request), or one
 * that went out unanswered right before it. */
bool culprit_has(const hunt *h, size_t end, size_t at);

/* Whether the silence at the end of h->best is the missing reply to an earlier request that was sent without
 * waiting. Then h->want and h->best become that. Plays replays. */
bool culprit_find_lost_reply(hunt *h);

#endif
