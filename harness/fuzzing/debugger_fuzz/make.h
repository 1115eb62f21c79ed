/* Makes lies: of replies that stubs have given, with bytes changed as a fuzzer changes
 * requests; of documents, with their elements changed; and of a list of what is known to
 * be hard, a recipe for each packet. All by a seeded generator. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_MAKE_H
#define RSP_DEBUGGER_MAKE_H

#include "debugger_fuzz/lie.h"
#include "debugger_fuzz/sample.h"

#include "grammar/grammar.h"

/* Lends its bytes until the next lie is made. */
typedef struct maker {
    rsp_grammar grammar;
    const rsp_samples *samples; /* what was seen so far */
    rsp_messages *list;         /* for the mutators of the grammar */
    rsp_buf bytes;
} maker;

/* NULL memory: false. Free it in either case. */
bool maker_init(maker *m, uint64_t seed, const rsp_samples *samples);
void maker_free(maker *m);

/* Adds a few new lies. False: there is nothing to lie about yet. */
bool maker_add(maker *m, rsp_lies *out);

/* A lie from the recipes, preferably about a packet that was seen; its bytes are in `bytes`. */
void make_recipe(maker *m, rsp_lie *out);

/* Changes a document of elements: appends another one. */
void make_document(maker *m, rsp_buf *out, rsp_bytes document);

/* A number below `bound`. */
static inline size_t maker_below(maker *m, size_t bound) {
    return (size_t)rsp_rng_below(&m->grammar.rng, bound);
}

#endif
