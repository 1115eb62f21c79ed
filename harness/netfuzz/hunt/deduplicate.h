/* Whether a known finding explains a list that shows a symptom under another name: by replays without it.
 * A list that shows nothing once the messages of a known finding are taken out is that finding again.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_DEDUPLICATE_H
#define RSP_NETFUZZ_DEDUPLICATE_H

#include "hunt/hunt.h"

typedef enum duplicate_outcome {
    DUPLICATE_NOT,     /* no known finding is in the list */
    DUPLICATE_REMOVED, /* h->best is without one now, and still shows it: something else does */
    DUPLICATE_SURE     /* without it nothing shows: it is that finding, under another name */
} duplicate_outcome;

/* For h->best, which a fresh stub has just shown. */
duplicate_outcome deduplicate(hunt *h, const char **out_known_as);

/* A minimised list may be bytes that name no packet: two bugs of framing are told apart by them. */
void deduplicate_name_by_bytes(hunt *h);

#endif
