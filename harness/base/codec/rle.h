/* Run-length coding of replies: a byte, `*`, and a character that is 29 plus the further repetitions.
 * Legal counts are the characters 32..126 without `#` and `$`; `+` and `-` are accepted, never made.
 * Source: GDB manual, Overview (run-length encoding). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RLE_H
#define RSP_RLE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* How counts are written. */
enum {
    RSP_RLE_BIAS = 29,        /* count character = repetitions + bias */
    RSP_RLE_MIN_REPEATS = 3,  /* fewer would be unprintable */
    RSP_RLE_MAX_REPEATS = 97, /* more would leave printable ASCII */
};

/* Whether `c` may follow `*`. */
static inline bool rsp_rle_count_legal(uint8_t c) {
    return c >= 32 && c <= 126 && c != '#' && c != '$';
}

/* Appends the coded payload. Binary data must be escaped first; a bare `*` in the payload is copied as
 * it is (and never part of a run). No run starts at the second half of an escape pair, so that clients
 * which undo both codings in one pass read the same bytes. */
void rsp_rle_compress(rsp_buf *out, rsp_bytes payload);

/* The same within the payload's own memory: it never grows. Returns the new length. */
size_t rsp_rle_compress_in_place(uint8_t *payload, size_t len);

/* Appends the expanded payload. RSP_MALFORMED, with the offset in *error (NULL is fine), for `*` as first
 * byte, right after a count, or at the end, and for an illegal count; nothing is appended then.
 * RSP_LIMIT where `out` may not hold the result. */
rsp_status rsp_rle_expand(rsp_buf *out, rsp_bytes wire, rsp_error *error) RSP_MUST_USE;

/* What a lenient expansion met. */
typedef struct rsp_rle_report {
    size_t num_tokens;       /* well-formed or not */
    size_t num_illegal;      /* tokens that the strict form refuses */
    size_t num_beyond;       /* of these, counts above 126: GDB takes them like any other */
    size_t first_illegal_at; /* offset of the `*` of the first of them */
    size_t num_avoidable;    /* counts `+` and `-`: legal, better avoided */
} rsp_rle_report;

/* Expands what can be understood, as GDB would: any count of 32 or more repeats the byte before it; other
 * tokens are copied as they stand. Never RSP_MALFORMED; RSP_LIMIT and RSP_NO_MEMORY as above. */
rsp_status rsp_rle_expand_lenient(rsp_buf *out, rsp_bytes wire, rsp_rle_report *report) RSP_MUST_USE;

RSP_END_DECLS

#endif
