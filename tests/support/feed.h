/* Any split, any merge: feeds the same bytes to a stream consumer in many ways and compares the results.
 * A consumer turns what it is fed into text (its transcript); the text must never depend on the cuts.
 * Source: docs/conventions.md, idiom 2. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FEED_H
#define RSP_FEED_H

#include "rsp_test.h"

#include "core/rng.h"
#include <stdlib.h>

/* begin starts anew, input takes one piece (never empty), finish appends what came of it to `out`. A piece
 * is a copy of its own on the heap, so that ASan sees reads past it and use after input returned. */
typedef struct rsp_feed {
    void (*begin)(void *ctx);
    void (*input)(void *ctx, rsp_bytes piece);
    void (*finish)(void *ctx, rsp_buf *out);
    void *ctx;
} rsp_feed;

static inline void rsp_feed_piece(const rsp_feed *feed, rsp_bytes piece) {
    if (piece.len == 0)
        return;
    uint8_t *copy = malloc(piece.len);
    assert_non_null(copy);
    memcpy(copy, piece.ptr, piece.len);
    feed->input(feed->ctx, rsp_bytes_make(copy, piece.len));
    free(copy);
}

static inline void rsp_feed_compare(const rsp_feed *feed, rsp_bytes expected, rsp_bytes whole,
                                    const char *how, size_t where) {
    rsp_buf got = {0};
    feed->finish(feed->ctx, &got);
    if (!rsp_bytes_equal(rsp_buf_bytes(&got), expected)) {
        print_error("input of %zu bytes, %s %zu, gives\n%.*s\nbut as a whole\n%.*s\ninput:", whole.len, how,
                    where, (int)got.len, (const char *)got.ptr, (int)expected.len,
                    (const char *)expected.ptr);
        for (size_t i = 0; i < whole.len && i < 256; i++)
            print_error(" %02x", whole.ptr[i]);
        print_error("\n");
        fail();
    }
    rsp_buf_free(&got);
}

/* In one piece; its transcript is appended to `out`. */
static inline void rsp_feed_whole(const rsp_feed *feed, rsp_bytes whole, rsp_buf *out) {
    feed->begin(feed->ctx);
    rsp_feed_piece(feed, whole);
    feed->finish(feed->ctx, out);
}

/* In pieces of `size` bytes. */
static inline void rsp_feed_sized(const rsp_feed *feed, rsp_bytes whole, size_t size, rsp_bytes expected) {
    feed->begin(feed->ctx);
    for (size_t at = 0; at < whole.len; at += size)
        rsp_feed_piece(feed, rsp_bytes_sub(whole, at, size));
    rsp_feed_compare(feed, expected, whole, "in pieces of", size);
}

/* In two pieces, cut at each place; and byte by byte. */
static inline void rsp_feed_splits(const rsp_feed *feed, rsp_bytes whole) {
    rsp_buf expected = {0};
    rsp_feed_whole(feed, whole, &expected);
    for (size_t cut = 1; cut < whole.len; cut++) {
        feed->begin(feed->ctx);
        rsp_feed_piece(feed, rsp_bytes_sub(whole, 0, cut));
        rsp_feed_piece(feed, rsp_bytes_from(whole, cut));
        rsp_feed_compare(feed, rsp_buf_bytes(&expected), whole, "cut at", cut);
    }
    rsp_feed_sized(feed, whole, 1, rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
}

/* Every one of the 2^(n-1) ways to cut n bytes; n is small. */
static inline void rsp_feed_all_cuts(const rsp_feed *feed, rsp_bytes whole) {
    rsp_buf expected = {0};
    rsp_feed_whole(feed, whole, &expected);
    for (size_t mask = 1; whole.len > 1 && mask < (size_t)1 << (whole.len - 1); mask++) {
        feed->begin(feed->ctx);
        size_t from = 0;
        for (size_t at = 1; at <= whole.len; at++) {
            if (at < whole.len && !(mask >> (at - 1) & 1))
                continue;
            rsp_feed_piece(feed, rsp_bytes_sub(whole, from, at - from));
            from = at;
        }
        rsp_feed_compare(feed, rsp_buf_bytes(&expected), whole, "cut mask", mask);
    }
    rsp_buf_free(&expected);
}

/* In pieces of random sizes up to `most`, `rounds` times. */
static inline void rsp_feed_random(const rsp_feed *feed, rsp_bytes whole, size_t most, size_t rounds,
                                   uint64_t seed) {
    rsp_buf expected = {0};
    rsp_rng rng;
    rsp_rng_seed(&rng, seed);
    rsp_feed_whole(feed, whole, &expected);
    for (size_t round = 0; round < rounds; round++) {
        feed->begin(feed->ctx);
        for (size_t at = 0; at < whole.len;) {
            size_t size = 1 + (size_t)rsp_rng_below(&rng, most);
            rsp_feed_piece(feed, rsp_bytes_sub(whole, at, size));
            at += size;
        }
        rsp_feed_compare(feed, rsp_buf_bytes(&expected), whole, "random round", round);
    }
    rsp_buf_free(&expected);
}

#endif
