/* Whether a list that shows a symptom is a known finding under another name: decided by replays without it.
 * If the list shows nothing without the messages of a known finding, it is that finding.
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

/* For h->best, which a fresh stub has just shown to fail. *out_known_as: the signature, if DUPLICATE_SURE. */
duplicate_outcome deduplicate(hunt *h, const char **out_known_as);

/* If the culprit of the minimised h->best names no packet, the signature gets its bytes: they tell bugs of
 * framing apart. */
void deduplicate_name_by_bytes(hunt *h);

#endif
