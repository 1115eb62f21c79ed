/* Which message of a list has the blame for what a fresh stub has shown.
 * See blame.c for lists whose messages were sent without waiting.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CULPRIT_H
#define RSP_NETFUZZ_CULPRIT_H

#include "hunt/hunt.h"

/* The message of h->best that the stub was at when it came to a bad end in the last replay: the first without
 * all its answers, or the last one where the end was only seen after all was played. Later messages were
 * never sent. SIZE_MAX: unknown, as it is for rules, after which a list is played on. */
size_t culprit_end(const hunt *h);

/* That one (for rules: each with the same request), or one that went out unanswered right before it. */
bool culprit_has(const hunt *h, size_t end, size_t at);

/* Whether silence at the end of h->best is a reply that is missing to a request sent unanswered before it.
 * Then h->want and h->best are about that. */
bool culprit_find_lost_reply(hunt *h);

#endif
