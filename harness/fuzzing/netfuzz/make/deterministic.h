/* The deterministic stage: each kind of request is sent once with each of the mistakes that parsers are known
 * to trip over. A few thousand short messages, which leave nothing in the corpus.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_DETERMINISTIC_H
#define RSP_NETFUZZ_DETERMINISTIC_H

#include "make/corpus.h"

#include "grammar/grammar.h"
#include "netfuzz/player.h"

/* How far it is. All-zero is the beginning. */
typedef struct deterministic_stage {
    unsigned row;  /* of the packet table */
    size_t change; /* of that request: so many were sent */
} deterministic_stage;

/* What requests are made from. */
typedef struct request_source {
    const corpus *corpus;
    rsp_grammar *grammar;
    const rsp_player *player;
    uint32_t allowed; /* set of rsp_harm */
    const rsp_mem *mem;
} request_source;

/* Appends the next messages to the list; false when the stage is over. */
bool deterministic_append(deterministic_stage *stage, rsp_messages *list, const request_source *source);

#endif
