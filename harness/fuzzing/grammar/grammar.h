/* Sessions made from the packet table: generated, mutated in any message, spliced.
 * The same generator state and the same lists give the same result on every machine.
 * Schemas and states come from rsp/packets.h; numbers and ids that mean something can be given. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GRAMMAR_H
#define RSP_GRAMMAR_H

#include "core/rng.h"
#include "grammar/messages.h"
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* What the target has, so that addresses are mapped and ids exist. All may be NULL with a count of 0. */
typedef struct rsp_grammar_facts {
    const uint64_t *numbers; /* addresses, lengths, register numbers; taken for some numbers */
    size_t num_numbers;
    const rsp_bytes *words; /* whole payloads worth sending, as transmitted (from scenarios, captures) */
    size_t num_words;
} rsp_grammar_facts;

/* All-zero is usable. `facts` is not owned, may be NULL, outlives the grammar. */
typedef struct rsp_grammar {
    rsp_rng rng;
    const rsp_grammar_facts *facts;
    rsp_buf scratch; /* private */
} rsp_grammar;

/* Begins a sequence that depends on the seed and the facts only. */
void rsp_grammar_init(rsp_grammar *grammar, uint64_t seed, const rsp_grammar_facts *facts,
                      const rsp_mem *mem);
void rsp_grammar_free(rsp_grammar *grammar); /* NULL is fine */

/* A request that follows the table: mostly packets that the reference stub handles, now and then any row,
 * with facts in place of some numbers. Appends to `out`, as transmitted, without frame. */
void rsp_grammar_request(rsp_grammar *grammar, rsp_buf *out);

/* One of the rows with arguments of its schema. */
void rsp_grammar_request_of(rsp_grammar *grammar, rsp_buf *out, const rsp_packet_row *row);

/* Appends `num` messages: often a handshake first, then requests, with pauses, interrupts, broken and hurried
 * ones between. Fewer where the list is full. */
void rsp_grammar_generate(rsp_grammar *grammar, rsp_messages *list, size_t num);

/* The changes that rsp_grammar_mutate makes. The last ten change the bytes of one message. */
typedef enum rsp_mutation {
    RSP_MUTATION_DROP,      /* a message dropped */
    RSP_MUTATION_DUPLICATE, /* a message sent again */
    RSP_MUTATION_REPEAT,    /* a message sent many times */
    RSP_MUTATION_SWAP,      /* two messages swapped */
    RSP_MUTATION_INSERT,    /* a request inserted */
    RSP_MUTATION_KIND,      /* another kind of message */
    RSP_MUTATION_INTERRUPT, /* an interrupt inserted */
    RSP_MUTATION_PAUSE,     /* a pause inserted */
    RSP_MUTATION_RECONNECT, /* a new connection inserted */
    RSP_MUTATION_SPLIT,     /* a packet sent in two halves */
    RSP_MUTATION_MERGE,     /* two packets sent in one go */
    RSP_MUTATION_ACK,       /* an acknowledgment dropped, doubled or denied */
    RSP_MUTATION_ARGUMENTS, /* the same packet with other arguments */
    RSP_MUTATION_NUMBER,    /* a number changed */
    RSP_MUTATION_FACT,      /* a number that means something */
    RSP_MUTATION_BYTE,      /* a byte changed */
    RSP_MUTATION_SEPARATOR, /* a separator put in or changed */
    RSP_MUTATION_RESERVED,  /* a reserved byte or half an escape */
    RSP_MUTATION_ERASE,     /* bytes taken out */
    RSP_MUTATION_STRETCH,   /* bytes repeated, up to long */
    RSP_MUTATION_CUT,       /* the end cut off */
    RSP_MUTATION_TAIL,      /* bytes appended */
    RSP_MUTATION_COUNT,
} rsp_mutation;

/* Makes one change and says which; messages before *out_at (may be NULL) are as they were, unless two were
 * swapped. An empty list gets a request. At the limits of the list the change may have no effect. */
rsp_mutation rsp_grammar_mutate(rsp_grammar *grammar, rsp_messages *list, size_t *out_at);

/* One particular change, at message `at` (clamped). */
void rsp_grammar_apply(rsp_grammar *grammar, rsp_messages *list, rsp_mutation mutation, size_t at);

/* Replaces `out` by the front of `a` and the rest of `b`, cut at random places; `out` is neither of them. */
void rsp_grammar_splice(rsp_grammar *grammar, rsp_messages *out, const rsp_messages *a,
                        const rsp_messages *b);

RSP_END_DECLS

#endif
