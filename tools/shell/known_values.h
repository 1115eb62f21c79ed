/* What a conversation has named and later requests may name again: thread-ids, annexes of objects.
 * For completion at a keyboard; the oldest go first when there are too many.
 * Values are printable: others are not kept. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_KNOWN_VALUES_H
#define STUBBORN_KNOWN_VALUES_H

#include "codec/complete.h"

enum { KNOWN_VALUES_MAX = 64, KNOWN_VALUE_BYTES = 48 };

/* All-zero is empty. */
typedef struct known_values {
    rsp_known_value items[KNOWN_VALUES_MAX];
    char text[KNOWN_VALUES_MAX][KNOWN_VALUE_BYTES];
    size_t num;
    size_t next; /* the place that is taken next */
} known_values;

/* Keeps what a stop reply, or the reply to a request, names. Both expanded, escapes in place. */
void known_values_learn(known_values *known, rsp_bytes request, rsp_bytes reply);

/* Keeps one value of a field ("id"), unless it is known, not printable or too long. */
void known_values_add(known_values *known, const char *field, rsp_bytes value);

#endif
