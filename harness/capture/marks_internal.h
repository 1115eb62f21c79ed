/* What the two halves of marks.h share: a place in a payload, and takers that move it.
 * Each taker stops in front of the first byte that is not its own.
 * See marks.c and marks_reply.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MARKS_INTERNAL_H
#define RSP_MARKS_INTERNAL_H

#include <rsp/marks.h>

typedef struct marks_scan {
    rsp_marks *marks;
    rsp_bytes payload;
    size_t at;
    bool met; /* a field with a meaning of its own was found: it is the first of its name */
} marks_scan;

typedef enum marks_class {
    MARKS_HEX,
    MARKS_DECIMAL,
    MARKS_REGISTER, /* hex digits, and x for what is not available */
} marks_class;

void marks_add(marks_scan *s, rsp_mark_kind kind, size_t offset, size_t len);
rsp_bytes marks_rest(const marks_scan *s);

/* Passes over `text`, if it is there. */
bool marks_literal(marks_scan *s, rsp_bytes text);

/* Passes over digits; returns how many. */
size_t marks_run(marks_scan *s, marks_class class_);

/* Digits with a mark; a thread-id, or several with commas, with marks for its particular parts. */
void marks_number(marks_scan *s, rsp_mark_kind kind, marks_class class_);
void marks_id(marks_scan *s);
void marks_ids(marks_scan *s);

/* Numbers behind known keys, and long hex strings, in JSON text up to the end of the payload. */
void marks_json(marks_scan *s);

#endif
