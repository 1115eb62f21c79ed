/* Whether a known finding explains a list that shows a symptom under another name: by replays without it.
 * A list that shows nothing once the messages of a known finding are taken out is that finding again.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_EXPLAIN_H
#define RSP_NETFUZZ_EXPLAIN_H

#include "hunt/hunt.h"

typedef enum known_outcome {
    KNOWN_NOTHING, /* no known finding is in the list */
    KNOWN_LEFT,    /* h->best is without one now, and still shows it: something else does */
    KNOWN_AGAIN    /* without it nothing shows: it is that finding, under another name */
} known_outcome;

/* For h->best, which a fresh stub has just shown. */
known_outcome explain_by_known(hunt *h, const char **out_known_as);

/* A minimised list may be bytes that name no packet: two bugs of framing are told apart by them. */
void explain_name_by_bytes(hunt *h);

#endif
