/* One batched request while it is split: requests for the stub, their replies, the reply for the debugger.
 * Memory only.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_BATCH_H
#define RSP_PROXY_BATCH_H

#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "core/arena.h"

/* What a batch does. */
typedef enum batch_kind {
    BATCH_NONE,
    BATCH_READ,
    BATCH_POINTS,
} batch_kind;

/* What the stub can take. */
typedef struct batch_limits {
    size_t packet_size; /* of the stub, 0: not known */
    bool binary_read;
} batch_limits;

/* What the stub answered to a request of the batch. */
typedef enum batch_reply {
    BATCH_TAKEN,
    BATCH_FOREIGN, /* a stop reply, console text or File-I/O request: for the debugger */
    BATCH_ODD,     /* of no known form: the request has failed */
} batch_reply;

/* The fields after `at` belong to reads, those after them to breakpoints. */
typedef struct batch {
    batch_kind kind;
    batch_limits limits;
    rsp_arena arena;
    size_t num;
    size_t at; /* the entry whose requests are under way */

    rsp_multimem_form read_form;
    rsp_mem_range *ranges;
    rsp_bytes *chunks; /* lengths; where they lie in `data` is found at the end */
    rsp_buf data;
    rsp_buf scratch;
    size_t room; /* wire bytes that data may still take in the reply */
    size_t asked;

    rsp_multibreak_form points_form;
    rsp_bytes *requests;
    rsp_bytes *results;
} batch;

/* An empty batch, and back to one. */
void batch_init(batch *b, const rsp_mem *mem);
void batch_free(batch *b);

/* The kind of batch by the name of the packet, whether we serve it or not. */
batch_kind batch_kind_of(rsp_bytes payload, rsp_multibreak_form *out_form);

/* Parses the request and begins. RSP_MALFORMED, RSP_LIMIT, RSP_NO_MEMORY: answer with an error. */
rsp_status batch_begin_read(batch *b, rsp_bytes payload, rsp_multimem_form form, const batch_limits *limits);
rsp_status batch_begin_points(batch *b, rsp_bytes payload, rsp_multibreak_form form,
                              const batch_limits *limits);

/* Appends the payload of the next request for the stub; false when there is none left. */
bool batch_next(batch *b, rsp_buf *payload);

/* Takes the reply to it, decoded. */
batch_reply batch_take(batch *b, rsp_bytes payload);

/* No more replies will come: what is left has failed. */
void batch_give_up(batch *b);

/* Appends the payload of the reply for the debugger and ends the batch. */
void batch_finish(batch *b, rsp_buf *payload);

/* Codes of E replies. */
enum {
    BATCH_E_SYNTAX = 0x16,      /* EINVAL: the request is no batch */
    BATCH_E_MEMORY = 0x0c,      /* ENOMEM: too long, or no memory */
    BATCH_E_UNSUPPORTED = 0x03, /* as servers say of a type that they do not have */
    BATCH_E_GENERAL = 0x01,
};

#endif
