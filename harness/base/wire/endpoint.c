/* The one machine for acknowledgments: what comes in is taken by a function for each role.
 * Every packet goes out through one place, and the ack mode changes in four small functions.
 * Source: GDB manual, Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "wire/endpoint.h"

#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { FRAME_OVERHEAD = 4 };

/* What holds between calls. */
static void check(const rsp_endpoint *e) {
    (void)e;
    assert(e->mode <= RSP_ACK_MODE_NO_ACK);
    assert(e->resent <= e->policy.max_resent);
    assert(e->refused <= e->policy.max_refused);
    assert(e->unacked > 0 || e->resent == 0);
    assert(e->unacked > 0 || e->last.len == 0);
    assert(e->held == 0 || e->policy.acknowledge == RSP_ACKNOWLEDGE_BEFORE_NEXT);
    assert(e->mode != RSP_ACK_MODE_ASKED || e->policy.follows_no_ack);
    /* The client would switch at the OK, before its caller accepts it. */
    assert(!e->policy.follows_no_ack || e->policy.role == RSP_ENDPOINT_STUB ||
           e->policy.acknowledge == RSP_ACKNOWLEDGE_AT_ONCE ||
           e->policy.acknowledge == RSP_ACKNOWLEDGE_BY_HAND);
}

void rsp_endpoint_init(rsp_endpoint *e, const rsp_endpoint_policy *policy, rsp_buf *out) {
    *e = (rsp_endpoint){.policy = *policy, .out = out};
    bool client = policy->role == RSP_ENDPOINT_CLIENT;
    rsp_decoder_init(&e->decoder, &(rsp_deframer_options){.direction = client ? RSP_TO_CLIENT : RSP_TO_STUB,
                                                          .max_payload = policy->max_packet,
                                                          .mem = policy->mem});
    rsp_buf_init(&e->last, policy->mem, 0);
    check(e);
}

/* Nothing that was sent may be asked for again. */
static void forget_all(rsp_endpoint *e) {
    rsp_buf_clear(&e->last);
    e->unacked = 0;
    e->resent = 0;
}

void rsp_endpoint_resync(rsp_endpoint *e) {
    rsp_compression compression = e->decoder.compression;
    rsp_decoder_reset(&e->decoder);
    e->decoder.compression = compression;
    forget_all(e);
    e->refused = 0;
    check(e);
}

void rsp_endpoint_reset(rsp_endpoint *e) {
    e->mode = RSP_ACK_MODE_ACKS;
    e->held = 0;
    e->decoder.compression = RSP_COMPRESSION_OFF;
    rsp_endpoint_resync(e);
}

void rsp_endpoint_free(rsp_endpoint *e) {
    if (!e)
        return;
    rsp_decoder_free(&e->decoder);
    rsp_buf_free(&e->last);
}

void rsp_endpoint_set_policy(rsp_endpoint *e, const rsp_endpoint_policy *policy) {
    rsp_endpoint_policy old = e->policy;
    rsp_endpoint_release(e);
    e->policy = *policy;
    e->policy.role = old.role;
    e->policy.max_packet = old.max_packet;
    e->policy.mem = old.mem;
    e->resent = e->resent < policy->max_resent ? e->resent : policy->max_resent;
    e->refused = e->refused < policy->max_refused ? e->refused : policy->max_refused;
    if (e->mode == RSP_ACK_MODE_ASKED && !policy->follows_no_ack)
        e->mode = RSP_ACK_MODE_ACKS;
    check(e);
}

/* --- no-ack mode --- */

static bool acks_are_on(const rsp_endpoint *e) {
    return e->mode != RSP_ACK_MODE_NO_ACK;
}

static bool asks_for_no_ack(rsp_bytes request) {
    return rsp_bytes_equal(request, rsp_packet_by_id(RSP_PACKET_QSTART_NO_ACK_MODE)->name);
}

/* A request passes, whichever end sends it. One that comes before the reply to QStartNoAckMode ends the
 * question: an OK could be its own. */
static void follow_request(rsp_endpoint *e, rsp_bytes request) {
    if (!e->policy.follows_no_ack || !acks_are_on(e))
        return;
    e->mode = asks_for_no_ack(request) ? RSP_ACK_MODE_ASKED : RSP_ACK_MODE_ACKS;
}

/* A reply passes. Both ends still acknowledge this one. */
static void follow_reply(rsp_endpoint *e, rsp_bytes reply) {
    if (e->mode == RSP_ACK_MODE_ASKED)
        e->mode = rsp_bytes_equal(reply, RSP_LIT("OK")) ? RSP_ACK_MODE_NO_ACK : RSP_ACK_MODE_ACKS;
}

void rsp_endpoint_set_no_ack(rsp_endpoint *e, bool on) {
    e->mode = on ? RSP_ACK_MODE_NO_ACK : RSP_ACK_MODE_ACKS;
    check(e);
}

/* --- sending --- */

void rsp_endpoint_release(rsp_endpoint *e) {
    for (; e->held > 0; e->held--)
        rsp_buf_push(e->out, '+');
}

static bool counts_acks(const rsp_endpoint *e) {
    return acks_are_on(e) && e->policy.acknowledge != RSP_ACKNOWLEDGE_BY_HAND;
}

/* A client that sends begins anew: the reply to this may be refused as often as any. */
static void sent_packet(rsp_endpoint *e, rsp_bytes frame) {
    rsp_bytes payload = frame.len > FRAME_OVERHEAD ? rsp_bytes_sub(frame, 1, frame.len - FRAME_OVERHEAD)
                                                   : rsp_bytes_make(NULL, 0);
    e->resent = 0;
    rsp_buf_clear(&e->last);
    if (counts_acks(e)) {
        e->unacked++;
        rsp_buf_append(&e->last, frame);
    } else if (e->unacked > 0) {
        forget_all(e);
    }
    if (e->policy.role == RSP_ENDPOINT_STUB) {
        follow_reply(e, payload);
        return;
    }
    e->refused = 0;
    rsp_decoder_request(&e->decoder, payload);
    follow_request(e, payload);
}

void rsp_endpoint_put_done(rsp_endpoint *e, size_t from) {
    sent_packet(e, rsp_bytes_from(rsp_buf_bytes(e->out), from));
    check(e);
}

void rsp_endpoint_put(rsp_endpoint *e, rsp_bytes frame) {
    rsp_endpoint_release(e);
    rsp_buf_append(e->out, frame);
    sent_packet(e, frame);
    check(e);
}

void rsp_endpoint_put_payload(rsp_endpoint *e, rsp_bytes payload) {
    rsp_endpoint_release(e);
    size_t from = e->out->len;
    rsp_frame_packet(e->out, payload);
    rsp_endpoint_put_done(e, from);
}

void rsp_endpoint_open(rsp_endpoint *e) {
    rsp_endpoint_put_raw(e, RSP_LIT("+"));
}

void rsp_endpoint_put_raw(rsp_endpoint *e, rsp_bytes bytes) {
    rsp_endpoint_release(e);
    rsp_buf_append(e->out, bytes);
    if (e->policy.role == RSP_ENDPOINT_CLIENT)
        e->refused = 0;
    /* A caller that frames its requests itself switches compression as others do. */
    if (e->policy.role == RSP_ENDPOINT_CLIENT && bytes.len > FRAME_OVERHEAD && bytes.ptr[0] == '$')
        rsp_decoder_request(&e->decoder, rsp_bytes_sub(bytes, 1, bytes.len - FRAME_OVERHEAD));
    check(e);
}

void rsp_endpoint_forget(rsp_endpoint *e) {
    if (e->unacked > 0 && --e->unacked == 0)
        forget_all(e);
    check(e);
}

/* --- receiving --- */

static void acknowledge(rsp_endpoint *e) {
    if (acks_are_on(e) && e->policy.acknowledge == RSP_ACKNOWLEDGE_AT_ONCE)
        rsp_buf_push(e->out, '+');
}

void rsp_endpoint_accept(rsp_endpoint *e) {
    if (!acks_are_on(e))
        return;
    if (e->policy.acknowledge == RSP_ACKNOWLEDGE_ACCEPTED)
        rsp_buf_push(e->out, '+');
    if (e->policy.acknowledge == RSP_ACKNOWLEDGE_BEFORE_NEXT)
        e->held++;
    check(e);
}

static rsp_reception take_ack(rsp_endpoint *e) {
    if (e->unacked == 0)
        return RSP_RECEPTION_STRAY;
    if (--e->unacked == 0)
        forget_all(e);
    return RSP_RECEPTION_ACKED;
}

/* An acknowledged packet is not sent again. */
static rsp_reception take_nak(rsp_endpoint *e) {
    if (e->unacked == 0 || e->last.len == 0)
        return RSP_RECEPTION_STRAY;
    if (e->resent == e->policy.max_resent)
        return RSP_RECEPTION_GIVEN_UP;
    e->resent++;
    rsp_buf_append(e->out, rsp_buf_bytes(&e->last));
    return RSP_RECEPTION_RESENT;
}

static rsp_reception take_damaged(rsp_endpoint *e) {
    if (!acks_are_on(e))
        return e->policy.trusts_without_acks ? RSP_RECEPTION_GOOD : RSP_RECEPTION_DAMAGED;
    if (e->refused == e->policy.max_refused)
        return RSP_RECEPTION_DAMAGED;
    e->refused++;
    rsp_buf_push(e->out, '-');
    return RSP_RECEPTION_REFUSED;
}

/* Its bytes are gone, and so is the lead where memory was short. A notification is never acknowledged. */
static bool is_packet(const rsp_wire_event *event) {
    return event->raw.len > 0 && event->raw.ptr[0] == '$';
}

/* In no-ack mode the next packet shows that the peer has what was sent before it. */
static void saw_packet(rsp_endpoint *e) {
    if (!acks_are_on(e))
        forget_all(e);
}

/* A reply. An over-long one is acknowledged whatever its checksum: sent again it would be as long. */
static rsp_reception take_as_client(rsp_endpoint *e, const rsp_wire_event *event) {
    if (event->kind == RSP_EVENT_OVERLONG) {
        if (is_packet(event))
            acknowledge(e);
        return RSP_RECEPTION_OVERLONG;
    }
    if (!event->checksum_ok)
        return take_damaged(e);
    saw_packet(e);
    e->refused = 0;
    acknowledge(e);
    follow_reply(e, event->payload);
    return RSP_RECEPTION_GOOD;
}

/* A request. The stream is in step after an over-long one, too. */
static rsp_reception take_as_stub(rsp_endpoint *e, const rsp_wire_event *event) {
    bool overlong = event->kind == RSP_EVENT_OVERLONG;
    rsp_reception damaged = event->checksum_ok ? RSP_RECEPTION_GOOD : take_damaged(e);
    if (damaged != RSP_RECEPTION_GOOD && !(overlong && !acks_are_on(e)))
        return damaged;
    saw_packet(e);
    e->refused = 0;
    acknowledge(e);
    if (overlong)
        return RSP_RECEPTION_OVERLONG;
    follow_request(e, event->payload);
    return RSP_RECEPTION_GOOD;
}

static rsp_reception take(rsp_endpoint *e, const rsp_wire_event *event) {
    switch (event->kind) {
    case RSP_EVENT_NONE:
        return RSP_RECEPTION_NONE;
    case RSP_EVENT_ACK:
        return take_ack(e);
    case RSP_EVENT_NAK:
        return take_nak(e);
    case RSP_EVENT_PACKET:
    case RSP_EVENT_OVERLONG:
        return e->policy.role == RSP_ENDPOINT_CLIENT ? take_as_client(e, event) : take_as_stub(e, event);
    case RSP_EVENT_NOTIFICATION:
    case RSP_EVENT_INTERRUPT:
    case RSP_EVENT_JUNK:
    case RSP_EVENT_ABANDONED:
    case RSP_EVENT_TRUNCATED:
        break;
    }
    return RSP_RECEPTION_OTHER;
}

rsp_reception rsp_endpoint_take(rsp_endpoint *e, const rsp_wire_event *event) {
    check(e);
    rsp_reception how = take(e, event);
    check(e);
    return how;
}
