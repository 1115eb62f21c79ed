/* What the two halves of varying.h share: a place in a payload, and takers that move it.
 * Each taker stops in front of the first byte that is not its own.
 * See varying.c and varying_reply.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VARYING_SCAN_H
#define RSP_VARYING_SCAN_H

#include "capture/varying.h"

typedef struct varying_scan {
    rsp_varying_values *marks;
    rsp_bytes payload;
    size_t at;
    bool met; /* a field with a meaning of its own was found: it is the first of its name */
} varying_scan;

typedef enum varying_class {
    VARYING_HEX,
    VARYING_DECIMAL,
    VARYING_REGISTER, /* hex digits, and x for what is not available */
} varying_class;

void varying_add(varying_scan *s, rsp_varying_kind kind, size_t offset, size_t len);
rsp_bytes varying_rest(const varying_scan *s);

/* Passes over `text`, if it is there. */
bool varying_literal(varying_scan *s, rsp_bytes text);

/* Passes over digits; returns how many. */
size_t varying_run(varying_scan *s, varying_class class_);

/* Digits with a mark; a thread-id, or several with commas, with marks for its particular parts. */
void varying_number(varying_scan *s, rsp_varying_kind kind, varying_class class_);
void varying_id(varying_scan *s);
void varying_ids(varying_scan *s);

/* Numbers behind known keys, and long hex strings, in JSON text up to the end of the payload. */
void varying_json(varying_scan *s);

#endif
