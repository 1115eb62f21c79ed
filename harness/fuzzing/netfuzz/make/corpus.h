/* The corpus: sequences that showed something new, seeds first.
 * Each sequence is kept once.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CORPUS_H
#define RSP_NETFUZZ_CORPUS_H

#include "core/rng.h"
#include "grammar/messages.h"

/* All-zero is empty. */
typedef struct corpus {
    const rsp_mem *mem;
    rsp_messages **lists;
    uint64_t *hashes;
    size_t num;
    size_t cap;
} corpus;

void corpus_free(corpus *c);

/* False at RSP_LIMIT_FUZZ_CORPUS, or without memory. *out_new: it was not there yet. */
bool corpus_add(corpus *c, const rsp_messages *list, bool *out_new);

/* Adds sessions as GDB and LLDB begin them. */
bool corpus_add_builtin(corpus *c);

/* A sequence by chance. There must be one. */
const rsp_messages *corpus_pick(const corpus *c, rsp_rng *rng);

#endif
