/* The conversation of a played stub: bytes of the debugger become requests, replies become packets.
 * A '-' of the debugger has the last packet sent again, a damaged request is refused with '-'.
 * Source: GDB manual, Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "ends/stub_end.h"

#include <limits.h>

enum { PIECE_BYTES = 65536 };

/* A request is acknowledged once a step or `serve` has taken it. */
static const rsp_endpoint_policy automatic = {.role = RSP_ENDPOINT_STUB,
                                              .acknowledge = RSP_ACKNOWLEDGE_ACCEPTED,
                                              .max_resent = UINT_MAX,
                                              .max_refused = UINT_MAX,
                                              .follows_no_ack = true};
static const rsp_endpoint_policy by_hand = {
    .role = RSP_ENDPOINT_STUB, .acknowledge = RSP_ACKNOWLEDGE_BY_HAND, .follows_no_ack = true};

void stub_end_init(stub_end *h, client_end *t) {
    const rsp_mem *mem = t->frame.mem;
    rsp_endpoint_policy policy = automatic;
    policy.mem = mem;
    *h = (stub_end){.t = t, .input = {.mem = mem}, .output = {.mem = mem}};
    rsp_endpoint_init(&h->wire, &policy, &h->output);
}

/* What came and no step looked at, whole or not, is part of the conversation, too. */
static void note_rest(stub_end *h) {
    rsp_transcript *transcript = h->t->transcript;
    uint64_t now = rsp_link_now(h->t->link);
    rsp_wire_event event;
    while (h->taken < h->input.len) {
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&h->input), h->taken);
        h->taken += rsp_endpoint_decode(&h->wire, rest, &event);
        (void)!rsp_transcript_add(transcript, now, &event);
    }
    if (rsp_decode_flush(&h->wire.decoder, &event))
        (void)!rsp_transcript_add(transcript, now, &event);
    rsp_transcript_hang(transcript, RSP_TO_STUB, 0);
}

void stub_end_free(stub_end *h) {
    note_rest(h);
    rsp_endpoint_free(&h->wire);
    rsp_buf_free(&h->input);
    rsp_buf_free(&h->output);
}

void stub_end_set_manual(stub_end *h, bool manual) {
    rsp_endpoint_set_policy(&h->wire, manual ? &by_hand : &automatic);
}

bool stub_end_owes_acks(const stub_end *h) {
    return !rsp_endpoint_is_no_ack(&h->wire) && h->wire.policy.acknowledge != RSP_ACKNOWLEDGE_BY_HAND;
}

uint64_t stub_end_deadline(const stub_end *h, uint64_t timeout_ns) {
    return rsp_deadline(rsp_link_now(h->t->link), client_end_time_left(h->t, timeout_ns));
}

/* Sends what the endpoint has put out. */
static rsp_status flush(stub_end *h) {
    client_end *t = h->t;
    rsp_status status = h->output.status;
    if (status == RSP_OK && h->output.len > 0) {
        rsp_bytes out = rsp_buf_bytes(&h->output);
        (void)!rsp_transcript_feed(t->transcript, RSP_TO_CLIENT, rsp_link_now(t->link), out);
        status = client_end_may_go_on(t);
        if (status == RSP_OK)
            status = rsp_link_send(t->link, out, stub_end_deadline(h, 0));
    }
    rsp_buf_clear(&h->output);
    h->gone = h->gone || rsp_link_is_gone(status);
    return status;
}

rsp_status stub_end_send(stub_end *h, rsp_bytes wire) {
    rsp_endpoint_put_raw(&h->wire, wire);
    return flush(h);
}

rsp_status stub_end_event(stub_end *h, uint64_t deadline, rsp_wire_event *out) {
    client_end *t = h->t;
    for (;;) {
        rsp_status going = client_end_may_go_on(t);
        if (going != RSP_OK)
            return going;
        while (h->taken < h->input.len) {
            rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&h->input), h->taken);
            h->taken += rsp_endpoint_decode(&h->wire, rest, out);
            rsp_transcript_hang(t->transcript, RSP_TO_STUB, rsp_decoder_pending(&h->wire.decoder));
            if (out->kind == RSP_EVENT_NONE)
                continue;
            (void)!rsp_transcript_add(t->transcript, rsp_link_now(t->link), out);
            return RSP_OK;
        }
        rsp_buf_clear(&h->input);
        h->taken = 0;
        rsp_status status = rsp_link_recv(t->link, &h->input, PIECE_BYTES, deadline);
        if (status != RSP_OK)
            return status;
    }
}

rsp_status stub_end_request(stub_end *h, uint64_t deadline, bool *out_interrupt) {
    *out_interrupt = false;
    for (bool over = false; !over;) {
        rsp_wire_event event;
        over = rsp_link_now(h->t->link) >= deadline;
        rsp_status status = stub_end_event(h, deadline, &event);
        if (status != RSP_OK)
            return status;
        rsp_reception how = rsp_endpoint_take(&h->wire, &event);
        if (event.kind == RSP_EVENT_PACKET &&
            !client_end_keep(h->t, event.payload, event.wire, event.raw, rsp_link_now(h->t->link)))
            return RSP_NO_MEMORY;
        status = flush(h);
        *out_interrupt = event.kind == RSP_EVENT_INTERRUPT;
        if (status != RSP_OK || how == RSP_RECEPTION_GOOD || *out_interrupt)
            return status;
    }
    return RSP_TIMEOUT; /* '+' without end is no reason to wait on */
}

rsp_status stub_end_acknowledge(stub_end *h) {
    rsp_endpoint_accept(&h->wire);
    return flush(h);
}

rsp_status stub_end_answer(stub_end *h, rsp_bytes payload) {
    size_t from = h->output.len;
    rsp_escape_packet(&h->output, payload, RSP_ESCAPE_FULL);
    rsp_endpoint_put_done(&h->wire, from);
    return flush(h);
}

rsp_status stub_end_answer_raw(stub_end *h, rsp_bytes wire) {
    rsp_endpoint_put(&h->wire, wire);
    return flush(h);
}
