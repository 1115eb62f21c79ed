/* The conversation of a played stub: bytes of the debugger become requests, replies become packets.
 * A '-' of the debugger has the last packet sent again, a damaged request is refused with '-'.
 * Source: GDB manual, Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "play/host_talk.h"

#include <rsp/escape.h>

enum { PIECE_BYTES = 65536 };

void host_talk_init(host_talk *h, talk *t) {
    const rsp_mem *mem = t->frame.mem;
    *h = (host_talk){.t = t, .input = {.mem = mem}, .frame = {.mem = mem}};
    rsp_deframer_init(&h->deframer, &(rsp_deframer_options){.direction = RSP_TO_STUB, .mem = mem});
}

void host_talk_free(host_talk *h) {
    rsp_deframer_free(&h->deframer);
    rsp_buf_free(&h->input);
    rsp_buf_free(&h->frame);
}

uint64_t host_talk_deadline(const host_talk *h, uint64_t timeout_ns) {
    return rsp_deadline(rsp_link_now(h->t->link), talk_time_left(h->t, timeout_ns));
}

rsp_status host_talk_send(host_talk *h, rsp_bytes wire) {
    talk *t = h->t;
    (void)!rsp_transcript_feed(t->transcript, RSP_TO_CLIENT, rsp_link_now(t->link), wire);
    rsp_status status = talk_may_go_on(t);
    if (status == RSP_OK)
        status = rsp_link_send(t->link, wire, host_talk_deadline(h, 0));
    h->gone = h->gone || status == RSP_CLOSED || status == RSP_DIED;
    return status;
}

rsp_status host_talk_event(host_talk *h, uint64_t deadline, rsp_event *out) {
    talk *t = h->t;
    for (;;) {
        rsp_status going = talk_may_go_on(t);
        if (going != RSP_OK)
            return going;
        while (h->taken < h->input.len) {
            rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&h->input), h->taken);
            h->taken += rsp_deframe(&h->deframer, rest, out);
            if (out->kind != RSP_EVENT_NONE)
                return RSP_OK;
        }
        rsp_buf_clear(&h->input);
        h->taken = 0;
        rsp_status status = rsp_link_recv(t->link, &h->input, PIECE_BYTES, deadline);
        if (status != RSP_OK)
            return status;
        (void)!rsp_transcript_feed(t->transcript, RSP_TO_STUB, rsp_link_now(t->link),
                                   rsp_buf_bytes(&h->input));
    }
}

static void keep_request(host_talk *h, const rsp_event *event) {
    talk *t = h->t;
    rsp_buf_clear(&t->payload);
    rsp_buf_clear(&t->wire);
    rsp_buf_clear(&t->raw);
    if (rsp_unescape(&t->payload, event->payload) != RSP_OK)
        rsp_buf_append(&t->payload, event->payload);
    rsp_buf_append(&t->wire, event->payload);
    rsp_buf_append(&t->raw, event->raw);
    t->time_ns = rsp_link_now(t->link);
    h->start_no_ack = rsp_bytes_equal(event->payload, RSP_LIT("QStartNoAckMode"));
}

rsp_status host_talk_request(host_talk *h, uint64_t deadline, bool *out_interrupt) {
    *out_interrupt = false;
    for (bool over = false;;) {
        rsp_event event;
        if (over) /* '+' without end is no reason to wait on */
            return RSP_TIMEOUT;
        over = rsp_link_now(h->t->link) >= deadline;
        rsp_status status = host_talk_event(h, deadline, &event);
        if (status != RSP_OK)
            return status;
        if (event.kind == RSP_EVENT_NAK && !h->manual)
            status = host_talk_send(h, rsp_buf_bytes(&h->frame));
        if (status != RSP_OK)
            return status;
        *out_interrupt = event.kind == RSP_EVENT_INTERRUPT;
        if (*out_interrupt)
            return RSP_OK;
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        keep_request(h, &event);
        if (event.checksum_ok)
            return RSP_OK;
        if (!h->no_ack && !h->manual)
            status = host_talk_send(h, RSP_LIT("-"));
        if (status != RSP_OK)
            return status;
    }
}

rsp_status host_talk_acknowledge(host_talk *h) {
    return h->no_ack || h->manual ? RSP_OK : host_talk_send(h, RSP_LIT("+"));
}

rsp_status host_talk_answer(host_talk *h, rsp_bytes payload) {
    rsp_buf_clear(&h->frame);
    size_t mark = rsp_frame_begin(&h->frame, '$');
    rsp_escape_append(&h->frame, payload);
    rsp_frame_end(&h->frame, mark, false);
    rsp_status status = host_talk_send(h, rsp_buf_bytes(&h->frame));
    h->no_ack = h->no_ack || (h->start_no_ack && rsp_bytes_equal(payload, RSP_LIT("OK")));
    h->start_no_ack = false;
    return status;
}

rsp_status host_talk_answer_raw(host_talk *h, rsp_bytes wire) {
    rsp_buf_clear(&h->frame);
    rsp_buf_append(&h->frame, wire);
    h->start_no_ack = false;
    return host_talk_send(h, rsp_buf_bytes(&h->frame));
}
