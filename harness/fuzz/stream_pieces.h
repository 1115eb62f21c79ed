/* A stream that goes to a TCP reassembly in pieces, and what comes out of it, for the fuzz target of
 * reassembly. Pieces come in any order, doubled, cut short, or not at all.
 * See capture/reassembly.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_STREAM_PIECES_H
#define FUZZ_STREAM_PIECES_H

#include "fuzz.h"

#include "capture/reassembly.h"

enum { STREAM_BYTES = 4096 };

typedef struct stream_pieces {
    uint32_t start;    /* sequence number of the first byte */
    uint64_t position; /* of the next byte that can come out */
    bool ended;
} stream_pieces;

/* Each byte that comes out is the one that was sent in its place; gaps are as long as what never came. */
rsp_reassembly_sink stream_pieces_sink(stream_pieces *s);

/* The segment that begins the connection, and one for three bytes of the input. */
rsp_segment stream_pieces_begin(const stream_pieces *s);
rsp_segment stream_pieces_take(const stream_pieces *s, rsp_bytes *in);

#endif
