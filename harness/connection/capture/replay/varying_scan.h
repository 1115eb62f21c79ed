/* A walk through a payload that collects the values in it: the place where it is, and takers that move it.
 * Each taker stops in front of the first byte that is not its own.
 * See varying_scan.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VARYING_SCAN_H
#define RSP_VARYING_SCAN_H

#include "capture/varying.h"

/* A walk under way. */
typedef struct varying_scan {
    rsp_varying_values *values; /* what was found so far */
    rsp_bytes payload;
    size_t at;
    bool met; /* a field with a meaning of its own was found: it is the first of its name */
} varying_scan;

/* Which bytes are digits. */
typedef enum varying_class {
    VARYING_HEX,
    VARYING_DECIMAL,
    VARYING_REGISTER, /* hex digits, and x for what is not available */
} varying_class;

/* Begins at the front of a payload; `values` is empty then. */
void varying_begin(varying_scan *s, rsp_varying_values *values, rsp_bytes payload);

/* Adds the `len` bytes at `offset`. Without room or memory the list's status says so. */
void varying_add(varying_scan *s, rsp_varying_kind kind, size_t offset, size_t len);

/* The bytes that are left. */
rsp_bytes varying_rest(const varying_scan *s);

/* Passes over `text`; false if it is not there. */
bool varying_literal(varying_scan *s, rsp_bytes text);

/* Passes over digits; returns how many. */
size_t varying_run(varying_scan *s, varying_class class_);

/* Takes digits as a value. */
void varying_number(varying_scan *s, rsp_varying_kind kind, varying_class class_);

/* Takes an id in hexadecimal as a value, unless it is 0 or -1, which mean the same to every stub. */
void varying_particular(varying_scan *s, rsp_varying_kind kind);

/* Takes a thread-id, or several with commas between them. */
void varying_id(varying_scan *s);
void varying_ids(varying_scan *s);

/* Takes numbers behind known keys, and long hex strings, in JSON text up to the end of the payload. */
void varying_json(varying_scan *s);

#endif
