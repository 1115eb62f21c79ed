/* What the files of this layer share: a batch under way, the feature list.
 * Nothing here is installed.
 * All of it is memory only; times come in as arguments. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_INTERNAL_H
#define RSP_PROXY_INTERNAL_H

#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "core/arena.h"
#include "proxy/proxy.h"

/* --- features.c: what the stub has said of itself, and what we add --- */

typedef struct features {
    rsp_accelerate accelerate;
    bool asked;         /* qSupported was answered */
    bool read;          /* MultiMemRead is ours */
    bool points_rfc;    /* MultiBreakpoint is ours */
    bool points_lldb;   /* jMultiBreakpoint is ours */
    bool binary_read;   /* the stub has x as GDB knows it */
    size_t packet_size; /* the stub's; 0 when it named none */
} features;

/* Learns from the stub's reply to qSupported and appends the one for the debugger. Compression is taken out:
 * a compressed packet could not be looked into. */
void features_rewrite(features *f, rsp_buf *out, rsp_bytes reply);

/* --- batch.c: one batched request while it is split --- */

typedef enum batch_kind {
    BATCH_NONE,
    BATCH_READ,
    BATCH_POINTS,
} batch_kind;

/* How the stub wants it. */
typedef struct batch_limits {
    size_t packet_size; /* of the stub, 0: not known */
    bool binary_read;
} batch_limits;

/* What a reply to a request of ours was. */
typedef enum batch_reply {
    BATCH_TAKEN,
    BATCH_FOREIGN, /* a stop reply, console text or File-I/O request: not for us */
    BATCH_ODD,     /* no shape that we know: counted as failed */
} batch_reply;

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

void batch_init(batch *b, const rsp_mem *mem);
void batch_free(batch *b);

/* Which kind of batch a payload is by its name, served or not. */
batch_kind batch_kind_of(rsp_bytes payload, rsp_multibreak_form *out_form);

/* Reads the request. RSP_MALFORMED and the like: it deserves an error. */
rsp_status batch_begin_read(batch *b, rsp_bytes payload, rsp_multimem_form form, const batch_limits *limits);
rsp_status batch_begin_points(batch *b, rsp_bytes payload, rsp_multibreak_form form,
                              const batch_limits *limits);

/* Appends the payload of the next request for the stub; false when there is none left. */
bool batch_next(batch *b, rsp_buf *payload);
/* The reply to it, decoded. */
batch_reply batch_take(batch *b, rsp_bytes payload);
/* There will be no replies any more: what is left has failed. */
void batch_give_up(batch *b);
/* Appends the payload of the reply for the debugger and ends the batch. */
void batch_finish(batch *b, rsp_buf *payload);

enum {
    BATCH_E_SYNTAX = 0x16,      /* EINVAL: the request is no batch */
    BATCH_E_MEMORY = 0x0c,      /* ENOMEM: too long, or no memory */
    BATCH_E_UNSUPPORTED = 0x03, /* as servers say of a type that they do not have */
    BATCH_E_GENERAL = 0x01,
};

#endif
