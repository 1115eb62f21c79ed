/* From wire bytes to requests: what the endpoint has taken is handled, or waits.
 * In all-stop, requests that come while the target runs wait until the stop reply is out.
 * Source: GDB manual, Overview; Packet Acknowledgment; Interrupts. */
/* SPDX-License-Identifier: MIT */
#include "receive.h"

#include "dispatch.h"
#include "errors.h"
#include "faults/hooks.h"
#include "file_io.h"
#include "nonstop.h"
#include "run_control.h"
#include "send.h"

void stub_handle(rsp_stub *s, rsp_bytes payload) {
    stub_dispatch(s, payload);
    stub_settle(s);
    s->request = rsp_bytes_make(NULL, 0); /* the payload is the caller's; answers may come later */
}

static void refuse_too_long(rsp_stub *s) {
    s->request = rsp_bytes_make(NULL, 0);
    stub_error(s, &s->reply, STUB_E_LIMIT, "packet too long");
    stub_send(s, rsp_buf_bytes(&s->reply));
}

/* In place of a length: a packet that was too long, of which nothing is kept. */
#define TOO_LONG UINT32_MAX

/* Length and payload; a client that sends more than fits gets no answer to the rest. */
static bool set_aside(rsp_stub *s, uint32_t len, rsp_bytes payload) {
    rsp_buf *backlog = &s->run->backlog;
    if (!rsp_buf_reserve(backlog, sizeof(len) + payload.len)) {
        s->run->no_memory = s->run->no_memory || backlog->status == RSP_NO_MEMORY;
        backlog->status = RSP_OK;
        return false;
    }
    rsp_buf_append(backlog, rsp_bytes_make(&len, sizeof(len)));
    rsp_buf_append(backlog, payload);
    return true;
}

/* A handler may make the stub wait again, and the buffer may not change under the request it handles. */
void stub_receive_backlog(rsp_stub *s) {
    struct stub_run *run = s->run;
    while (!stub_awaited(s) && run->backlog.len && !stub_finished(s)) {
        uint32_t len;
        rsp_buf taken = run->backlog;
        rsp_buf_init(&run->backlog, s->opt.mem, taken.limit);
        rsp_bytes rest = rsp_buf_bytes(&taken);
        while (rest.len) {
            memcpy(&len, rest.ptr, sizeof(len));
            rsp_bytes payload = rsp_bytes_sub(rest, sizeof(len), len == TOO_LONG ? 0 : len);
            rest = rsp_bytes_from(rest, sizeof(len) + payload.len);
            if (stub_awaited(s))
                (void)set_aside(s, len, payload);
            else if (!stub_finished(s) && len == TOO_LONG)
                refuse_too_long(s);
            else if (!stub_finished(s))
                stub_handle(s, payload);
        }
        rsp_buf_free(&taken);
    }
}

static void accept_packet(rsp_stub *s) {
    if (!stub_fault_accept(s))
        rsp_endpoint_accept(&s->wire);
}

static void handle_now(rsp_stub *s, rsp_bytes payload) {
    stub_ack_time when = stub_fault_ack_time(s, payload);
    if (when == STUB_ACK_FIRST)
        accept_packet(s);
    stub_handle(s, payload);
    if (when == STUB_ACK_AFTER_REPLY)
        accept_packet(s);
    stub_receive_backlog(s);
}

static void on_packet(rsp_stub *s, const rsp_wire_event *event) {
    if (stub_fault_packet(s, event))
        return;
    if (!stub_awaited(s) || stub_call_takes(s, event->wire))
        handle_now(s, event->wire);
    else if (set_aside(s, (uint32_t)event->wire.len, event->wire))
        accept_packet(s); /* what can not be kept is not acknowledged: the client sends it again */
}

/* The bytes are gone with their checksum, so the stream is in step: this is no transmission error. */
static void on_overlong(rsp_stub *s) {
    if (stub_awaited(s)) {
        if (set_aside(s, TOO_LONG, rsp_bytes_make(NULL, 0)))
            accept_packet(s);
        return;
    }
    accept_packet(s);
    refuse_too_long(s);
}

static void on_interrupt(rsp_stub *s) {
    if (stub_fault_interrupt(s))
        return;
    stub_interrupt(s);
    stub_settle(s);
    stub_receive_backlog(s);
}

void stub_receive_event(rsp_stub *s, rsp_wire_event *event) {
    if (stub_fault_event(s, event))
        return;
    switch (rsp_endpoint_take(&s->wire, event)) {
    case RSP_RECEPTION_GOOD:
        on_packet(s, event);
        break;
    case RSP_RECEPTION_OVERLONG:
        on_overlong(s);
        break;
    case RSP_RECEPTION_REFUSED:
    case RSP_RECEPTION_DAMAGED:
        stub_fault_refused(s, event);
        break;
    case RSP_RECEPTION_OTHER:
        if (event->kind == RSP_EVENT_INTERRUPT)
            on_interrupt(s);
        break;
    case RSP_RECEPTION_NONE:
    case RSP_RECEPTION_ACKED:
    case RSP_RECEPTION_RESENT:
    case RSP_RECEPTION_GIVEN_UP:
    case RSP_RECEPTION_STRAY:
        break;
    }
}

rsp_status stub_receive(rsp_stub *s, rsp_bytes in) {
    if (stub_fault_receive(s, in))
        return RSP_OK;
    while (in.len > 0 && !stub_finished(s) && s->out->status == RSP_OK) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&s->wire, in, &event));
        if (event.kind != RSP_EVENT_NONE)
            stub_receive_event(s, &event);
    }
    stub_fault_received(s);
    return s->out->status;
}
