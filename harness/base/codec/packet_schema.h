/* Argument schemas of the packet table: their tokens, and random requests that follow them.
 * packet_list.h describes the notation.
 * A schema is the `args` of a row: "addr,len", "[;json]". */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_SCHEMA_H
#define RSP_PACKET_SCHEMA_H

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* What a token is. A schema is read from left to right; groups nest. */
typedef enum rsp_schema_kind {
    RSP_SCHEMA_END,
    RSP_SCHEMA_FIELD,   /* text: the word */
    RSP_SCHEMA_LITERAL, /* text: the bytes */
    RSP_SCHEMA_OPEN_OPTION,
    RSP_SCHEMA_CLOSE_OPTION,
    RSP_SCHEMA_OPEN_REPEAT,
    RSP_SCHEMA_CLOSE_REPEAT,
    RSP_SCHEMA_BAD,
} rsp_schema_kind;

/* One token. `text` borrows from the schema; empty for groups and the end. */
typedef struct rsp_schema_token {
    rsp_schema_kind kind;
    rsp_bytes text;
} rsp_schema_token;

/* Takes the next token off an argument schema. END when nothing is left, BAD (and *rest is emptied) for an
 * unclosed quote or an unknown field. */
rsp_schema_token rsp_schema_next(rsp_bytes *rest);

/* Moves behind the close of the group whose opening token has just been taken. */
void rsp_schema_skip_group(rsp_bytes *rest);

/* A field of the schemas. All texts are static. */
typedef struct rsp_schema_field {
    const char *word;          /* "addr" */
    const char *meaning;       /* for people: "a hexadecimal address" */
    const char *const *values; /* what it usually is, ended by NULL; NULL where there are too many */
    size_t most;               /* characters of a value; 0: no bound */
    bool may_be_empty;
} rsp_schema_field;

/* The field of a token; NULL for any other word. */
const rsp_schema_field *rsp_schema_field_find(rsp_bytes word);

/* How many bytes at the front of `text` may be the field's value, at the most. */
size_t rsp_schema_field_span(const rsp_schema_field *field, rsp_bytes text);

/* Whether `args`, what follows the row's name and delimiter, has the form that the schema asks for; numbers
 * of any size, ids of any thread. Lists in data of their own (conditions, JSON) are not looked into. */
bool rsp_packet_is_well_formed(const rsp_packet_row *row, rsp_bytes args);

/* Appends a random request that follows the row's schema: numbers small or at the edges, escapes in place.
 * `next` gives random numbers (rsp_rng_next with its generator as ctx, for instance). */
void rsp_packet_sample(rsp_buf *out, const rsp_packet_row *row, uint64_t (*next)(void *ctx), void *ctx);

RSP_END_DECLS

#endif
