/* The accelerator: the two ports, the queue of what the debugger has sent, and the batch that is being split.
 * The stub's side is followed by the same pairing that counts round trips, so that each reply is known for
 * what it answers. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_ACCELERATE_H
#define RSP_PROXY_ACCELERATE_H

#include "batch.h"

#include "trace/exchange.h"
#include "wire/endpoint.h"
#include <rsp/transcript.h>

enum { ACCELERATOR_GIVEN_UP = 32 }; /* requests without a reply, after which the stub counts as dead */

/* One end: each has its own acks, so that a damaged packet is asked for again where it was damaged. */
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

    /* what the debugger has sent and was not looked at yet: a header and the wire bytes of each event */
    rsp_buf queue;
    size_t queue_head;
    uint64_t wait_until_ns; /* a batch waits for replies to earlier requests until then; RSP_NEVER_NS */

    batch batch;
    bool split;                  /* the batch is under way: its current request is with the stub */
    bool file_io;                /* the stub asked for File-I/O and has no answer yet */
    bool stray;                  /* a packet that was not for us took its place in the pairing */
    uint64_t request;            /* entry of that request */
    uint64_t reply_until_ns;     /* RSP_NEVER_NS when nothing is waited for */
    rsp_multimem_form last_form; /* of the last read whose form was plain, or as breakpoints told */
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

/* One event of an end. Trouble sticks in a->status. */
void accelerator_take(accelerator *a, rsp_proxy_end from, uint64_t now_ns, const rsp_wire_event *event);

uint64_t accelerator_deadline(const accelerator *a);
void accelerator_tick(accelerator *a, uint64_t now_ns);

#endif
