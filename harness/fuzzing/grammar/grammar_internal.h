/* What the files of the grammar share: random choices, and changes of one message's bytes.
 * Nothing here is public.
 * See grammar.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GRAMMAR_INTERNAL_H
#define RSP_GRAMMAR_INTERNAL_H

#include "grammar/grammar.h"

/* A number from 0 to `bound` - 1; 0 for a bound of 0. */
static inline uint64_t below(rsp_grammar *g, uint64_t bound) {
    return rsp_rng_below(&g->rng, bound);
}

/* Position of the next run of hex digits at or behind `from`, and its length; bytes.len and 0 for none. */
size_t next_hex_run(rsp_bytes bytes, size_t from, size_t *out_len);

/* A kind for a message that has bytes or not; mostly PACKET. */
rsp_message_kind pick_kind(rsp_grammar *g);

/* Inserts a generated request. */
void insert_request(rsp_grammar *g, rsp_messages *list, size_t at, rsp_message_kind kind);

/* Appends to `out` the changed form of `bytes`. For the mutations from ARGUMENTS on. */
void change_bytes(rsp_grammar *g, rsp_buf *out, rsp_mutation mutation, rsp_bytes bytes);

#endif
