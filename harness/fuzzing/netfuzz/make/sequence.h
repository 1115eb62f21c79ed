/* The next sequence to play: made from seed and index, the corpus, and what was learnt; from nothing else.
 * Seeds come first, as they are. Then the deterministic stage takes turns with chance.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SEQUENCE_H
#define RSP_NETFUZZ_SEQUENCE_H

#include "make/corpus.h"
#include "make/deterministic.h"
#include "make/vocabulary.h"

typedef struct sequence_maker {
    const rsp_mem *mem;
    uint64_t seed;
    uint64_t first_index;        /* of this run: when it is not 0 seeds and deterministic stage are over */
    uint32_t allowed;            /* set of rsp_harm */
    const rsp_messages *opening; /* of each session; NULL: nothing */
    const rsp_player *player;    /* it knows what the stub supports, and how the connection is */
    corpus corpus;
    vocabulary vocabulary;
    deterministic_stage stage;
    rsp_messages current; /* the sequence */
} sequence_maker;

/* Where the sequence is going to be played. */
typedef struct sequence_position {
    bool fresh_stub; /* it is the first of its session */
    bool one_client; /* the stub takes no second connection */
} sequence_position;

void sequence_maker_init(sequence_maker *m, const rsp_mem *mem);
void sequence_maker_free(sequence_maker *m);

/* Fills m->current. True when it is of the deterministic stage. */
bool sequence_make(sequence_maker *m, uint64_t index, sequence_position place);

#endif
