/* The accelerator: the two ports, the queue of the debugger's events, and the batch that is being split.
 * The pairing that counts round trips follows the stub's side: it knows which request a reply answers.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_ACCELERATE_H
#define RSP_PROXY_ACCELERATE_H

#include "batch.h"
#include "stub_features.h"

#include "trace/exchange.h"
#include "wire/endpoint.h"
#include <rsp/transcript.h>

enum { ACCELERATOR_GIVEN_UP = 32 }; /* requests without a reply, after which the stub counts as dead */

/* One end. Each has its own acknowledgments, so that a damaged packet is resent where it was damaged. */
typedef struct port {
    rsp_endpoint wire;
    rsp_buf out; /* to be sent */
} port;

typedef struct accelerator {
    port ports[RSP_PROXY_ENDS];
    features features;
    rsp_proxy_stats stats;
    uint64_t patience_ns;
    rsp_status status; /* sticky */
    const char *trouble;

    /* events of the debugger that are not handled yet: a header and the wire bytes of each */
    rsp_buf queue;
    size_t queue_head;
    uint64_t wait_until_ns; /* a batch waits for replies to earlier requests until then; RSP_NEVER_NS */

    batch batch;
    bool split;              /* a batch is under way, and its current request with the stub */
    bool file_io;            /* the stub asked for File-I/O and has no answer yet */
    bool stray;              /* a packet for the debugger took its place in the pairing */
    uint64_t request;        /* entry of that request */
    uint64_t reply_until_ns; /* RSP_NEVER_NS: we wait for nothing */
    rsp_multimem_form
        last_form; /* of the last read of unambiguous form, or of the first batch of breakpoints */
    bool have_last_form;
    uint64_t given_up[ACCELERATOR_GIVEN_UP]; /* entries whose replies are dropped when they come */
    size_t num_given_up;

    rsp_transcript *transcript; /* of the stub's side */
    rsp_exchanges exchanges;
    rsp_pairing pairing; /* of the last entry */
    rsp_bytes payload;   /* and its payload, run lengths expanded */
    rsp_buf scratch;
    const rsp_mem *mem;
} accelerator;

/* False without memory. */
bool accelerator_init(accelerator *a, const rsp_proxy_options *options);
void accelerator_free(accelerator *a);
void accelerator_reset(accelerator *a);

/* Handles one event of an end. A failure sticks in a->status. */
void accelerator_take(accelerator *a, rsp_proxy_end from, uint64_t now_ns, const rsp_wire_event *event);

/* When accelerator_tick must be called at the latest; RSP_NEVER_NS. */
uint64_t accelerator_deadline(const accelerator *a);
void accelerator_tick(accelerator *a, uint64_t now_ns);

#endif
