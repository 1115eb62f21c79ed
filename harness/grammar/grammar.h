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

/* The changes that rsp_grammar_mutate makes. X(name, text). The last ten change the bytes of one message. */
#define RSP_MUTATION_LIST(X)                               \
    X(DROP, "a message dropped")                           \
    X(DUPLICATE, "a message sent again")                   \
    X(REPEAT, "a message sent many times")                 \
    X(SWAP, "two messages swapped")                        \
    X(INSERT, "a request inserted")                        \
    X(KIND, "another kind of message")                     \
    X(INTERRUPT, "an interrupt inserted")                  \
    X(PAUSE, "a pause inserted")                           \
    X(RECONNECT, "a new connection inserted")              \
    X(SPLIT, "a packet sent in two halves")                \
    X(MERGE, "two packets sent in one go")                 \
    X(ACK, "an acknowledgment dropped, doubled or denied") \
    X(ARGUMENTS, "the same packet with other arguments")   \
    X(NUMBER, "a number changed")                          \
    X(FACT, "a number that means something")               \
    X(BYTE, "a byte changed")                              \
    X(SEPARATOR, "a separator put in or changed")          \
    X(RESERVED, "a reserved byte or half an escape")       \
    X(ERASE, "bytes taken out")                            \
    X(STRETCH, "bytes repeated, up to long")               \
    X(CUT, "the end cut off")                              \
    X(TAIL, "bytes appended")

typedef enum rsp_mutation {
#define RSP_MUTATION_ENUM(name, text) RSP_MUTATION_##name,
    RSP_MUTATION_LIST(RSP_MUTATION_ENUM)
#undef RSP_MUTATION_ENUM
        RSP_MUTATION_COUNT
} rsp_mutation;

const char *rsp_mutation_text(rsp_mutation mutation); /* "?" for an unknown value */

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
