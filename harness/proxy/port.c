/* One end of the accelerator: frames what comes in, acknowledges it, keeps what was sent until it is taken.
 * Each end has its own acks, so that a damaged packet is asked for again where it was damaged.
 * Source: GDB manual, Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "internal.h"

enum { MAX_RESENT = 3, MAX_REFUSED = 8 };

void port_init(port *p, rsp_direction incoming, size_t max_packet, const rsp_mem *mem) {
    rsp_deframer_options options = {.direction = incoming, .max_payload = max_packet, .mem = mem};
    *p = (port){.out = {.mem = mem}, .last = {.mem = mem}};
    rsp_deframer_init(&p->deframer, &options);
}

void port_reset(port *p) {
    rsp_deframer_reset(&p->deframer);
    rsp_buf_clear(&p->out);
    rsp_buf_clear(&p->last);
    p->unacked = 0;
    p->resent = p->refused = 0;
    p->no_ack = false;
}

void port_free(port *p) {
    rsp_deframer_free(&p->deframer);
    rsp_buf_free(&p->out);
    rsp_buf_free(&p->last);
}

void port_put(port *p, rsp_bytes raw) {
    rsp_buf_append(&p->out, raw);
}

static void keep(port *p, size_t from) {
    rsp_buf_clear(&p->last);
    p->resent = 0;
    if (p->no_ack)
        return;
    rsp_buf_append(&p->last, rsp_bytes_from(rsp_buf_bytes(&p->out), from));
    p->unacked++;
}

void port_put_packet(port *p, rsp_bytes frame) {
    size_t from = p->out.len;
    rsp_buf_append(&p->out, frame);
    keep(p, from);
}

void port_put_payload(port *p, rsp_bytes payload) {
    size_t from = p->out.len;
    rsp_frame_packet(&p->out, payload);
    keep(p, from);
}

bool port_take_ack(port *p) {
    if (p->unacked == 0)
        return false;
    p->unacked--;
    return true;
}

/* What was taken by a '+' is not sent again. A side that refuses again and again is not listened to: its peer
 * will notice that no answer comes. */
bool port_take_nak(port *p) {
    if (p->unacked == 0 || p->last.len == 0)
        return false;
    if (p->resent < MAX_RESENT) {
        p->resent++;
        rsp_buf_append(&p->out, rsp_buf_bytes(&p->last));
    }
    return true;
}

bool port_accept(port *p, const rsp_event *event) {
    if (p->no_ack)
        return true;
    if (event->checksum_ok) {
        p->refused = 0;
        rsp_buf_push(&p->out, '+');
        return true;
    }
    if (p->refused < MAX_REFUSED) {
        p->refused++;
        rsp_buf_push(&p->out, '-');
    }
    return false;
}
