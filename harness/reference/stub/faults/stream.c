/* Faults in what a stub makes of the link's bytes: framing, acknowledgments, interrupts, lost packets.
 * Each function is a hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"
#include "faults/hooks.h"
#include "ids.h"
#include "live_threads.h"
#include "receive.h"
#include "run_control.h"
#include "send.h"
#include <rsp/packet_ids.h>

static bool no_ack(const rsp_stub *s) {
    return rsp_endpoint_is_no_ack(&s->wire);
}

/* An acknowledgment that the endpoint would not give. */
static void push_mark(rsp_stub *s, char mark) {
    if (!no_ack(s))
        rsp_buf_push(s->out, (uint8_t)mark);
}

/* A reader that takes each 0x03 for an interrupt, wherever it stands. */
static void receive_filtered(rsp_stub *s, rsp_bytes in) {
    for (size_t i = 0; i < in.len; i++) {
        rsp_wire_event event;
        if (in.ptr[i] == 3) {
            stub_interrupt(s);
            continue;
        }
        (void)rsp_endpoint_decode(&s->wire, rsp_bytes_sub(in, i, 1), &event);
        if (event.kind != RSP_EVENT_NONE)
            stub_receive_event(s, &event);
    }
}

/* A reader that drops what comes behind the first packet. */
static void receive_first(rsp_stub *s, rsp_bytes in) {
    rsp_wire_event event = {0};
    while (in.len > 0 && !stub_finished(s) && event.kind != RSP_EVENT_PACKET) {
        in = rsp_bytes_from(in, rsp_endpoint_decode(&s->wire, in, &event));
        if (event.kind != RSP_EVENT_NONE)
            stub_receive_event(s, &event);
    }
}

bool stub_fault_receive(rsp_stub *s, rsp_bytes in) {
    bool filters = stub_fault(s, RSP_FAULT_FRAME_CTRL_C_INSIDE);
    bool first = stub_fault(s, RSP_FAULT_FRAME_FIRST_ONLY);
    if (filters)
        receive_filtered(s, in);
    else if (first)
        receive_first(s, in);
    return filters || first;
}

void stub_fault_received(rsp_stub *s) {
    if (stub_fault(s, RSP_FAULT_FRAME_SPLIT_REFUSED) && rsp_decoder_pending(&s->wire.decoder) > 0) {
        rsp_decoder_reset(&s->wire.decoder);
        push_mark(s, '-');
    }
}

static bool first_event(const rsp_stub *s) {
    return s->faults.link.num_events == 1;
}

static bool checksum_good(const rsp_stub *s, const rsp_wire_event *event) {
    bool good = event->checksum_ok;
    if (stub_fault(s, RSP_FAULT_FRAME_CHECKSUM_NON_HEX) && !event->checksum_hex)
        good = true;
    if (stub_fault(s, RSP_FAULT_FRAME_LOWER_CASE_ONLY) && event->raw.len > 2) {
        const uint8_t *digits = event->raw.ptr + event->raw.len - 2;
        good = good && !(digits[0] >= 'A' && digits[0] <= 'F') && !(digits[1] >= 'A' && digits[1] <= 'F');
    }
    return good;
}

void stub_fault_refused(rsp_stub *s, const rsp_wire_event *event) {
    if (no_ack(s)) {
        rsp_buf_push(s->out, '-');
        return;
    }
    if (stub_fault(s, RSP_FAULT_FRAME_RUNS_BEFORE_CHECK)) {
        size_t before = s->out->len;
        stub_dispatch(s, event->wire);
        rsp_buf_truncate(s->out, before);
    }
    if (stub_fault(s, RSP_FAULT_ACK_STUCK_AFTER_NAK))
        s->faults.link.deaf = true;
    if (stub_fault(s, RSP_FAULT_ACK_REFUSAL_CLOSES))
        stub_finish(s);
}

/* Requests at which some stubs were seen to give up. */
static bool closes_session(const rsp_stub *s, rsp_bytes payload) {
    bool breakpoint = rsp_bytes_starts(payload, RSP_LIT("Z0"));
    bool list = rsp_packet_identify(payload) == RSP_PACKET_QS_THREAD_INFO;
    return (stub_fault(s, RSP_FAULT_ROBUST_FIRST_BREAKPOINT_CLOSES) && first_event(s) && breakpoint) ||
           (stub_fault(s, RSP_FAULT_ROBUST_REST_OF_LIST_CLOSES) && first_event(s) && list) ||
           (stub_fault(s, RSP_FAULT_ROBUST_CONTROL_BYTE_CLOSES) && payload.len > 0 && payload.ptr[0] < ' ');
}

/* A request that the fault answers with an acknowledgment alone, or not even that. */
static bool swallowed(rsp_stub *s, rsp_bytes payload, bool malformed) {
    stub_fault_link *link = &s->faults.link;
    if (link->swallow || (link->owed_acks > 0 && stub_fault(s, RSP_FAULT_ACK_AWAITS_NOTIFICATION))) {
        link->swallow = false;
        return true;
    }
    if (stub_fault(s, RSP_FAULT_ACK_KILL_UNHEARD) && rsp_packet_identify(payload) == RSP_PACKET_KILL)
        return true;
    if (stub_fault(s, RSP_FAULT_ROBUST_MALFORMED_REFUSED) && malformed) {
        push_mark(s, '-');
        return true;
    }
    return false;
}

bool stub_fault_packet(rsp_stub *s, const rsp_wire_event *event) {
    rsp_bytes payload = event->wire;
    bool malformed = payload.len > 1 && (payload.ptr[0] == 'm' || payload.ptr[0] == 'p') &&
                     rsp_hex_value(payload.ptr[1]) < 0;
    if (s->opt.fault == RSP_FAULT_NONE)
        return false;
    if (swallowed(s, payload, malformed))
        return true;
    if (malformed && stub_fault(s, RSP_FAULT_NOACK_ENDS_AT_BAD_DIGIT))
        rsp_endpoint_set_no_ack(&s->wire, false);
    if (stub_awaited(s) && stub_fault(s, RSP_FAULT_ROBUST_ANSWERS_WHILE_RUNNING)) {
        rsp_endpoint_accept(&s->wire);
        stub_handle(s, payload);
        return true;
    }
    bool closes = closes_session(s, payload);
    if (closes)
        stub_finish(s);
    if (stub_fault(s, RSP_FAULT_FRAME_SPEAKS_FIRST) && first_event(s))
        stub_send(s, RSP_LIT("OK"));
    return closes;
}

stub_ack_time stub_fault_ack_time(rsp_stub *s, rsp_bytes payload) {
    if (s->opt.fault == RSP_FAULT_NONE)
        return STUB_ACK_FIRST;
    rsp_packet_id id = rsp_packet_identify(payload);
    bool runs = rsp_packet_effect(id) == RSP_EFFECT_RESUMES;
    s->faults.link.owes_ack = stub_fault(s, RSP_FAULT_ACK_WITH_THE_STOP) && runs && !no_ack(s);
    if (stub_fault(s, RSP_FAULT_ACK_AFTER_REPLY))
        return STUB_ACK_AFTER_REPLY;
    bool switches = stub_fault(s, RSP_FAULT_NOACK_SWITCHES_FIRST) && id == RSP_PACKET_QSTART_NO_ACK_MODE;
    return s->faults.link.owes_ack || switches ? STUB_ACK_NOT_NOW : STUB_ACK_FIRST;
}

static void acked(rsp_stub *s) {
    stub_fault_link *link = &s->faults.link;
    if (stub_fault(s, RSP_FAULT_ACK_INITIAL_PLUS_CLOSES) && first_event(s))
        stub_finish(s);
    if (stub_fault(s, RSP_FAULT_ACK_SURPLUS_COUNTS) && s->wire.unacked == 0)
        link->surplus_acks++;
    if (s->wire.unacked == 0 && link->owed_acks > 0)
        link->owed_acks--;
    link->swallow = link->swallow || (no_ack(s) && stub_fault(s, RSP_FAULT_NOACK_PLUS_SWALLOWS));
}

static bool nak_answered(rsp_stub *s) {
    if (stub_fault(s, RSP_FAULT_ACK_NAK_REPEATS_REQUEST) && s->faults.last_request.len) {
        stub_handle(s, rsp_buf_bytes(&s->faults.last_request));
        return true;
    }
    if (stub_fault(s, RSP_FAULT_ACK_NAK_CLOSES))
        stub_finish(s);
    if (s->faults.link.surplus_acks > 0) {
        s->faults.link.surplus_acks--;
        return true;
    }
    return stub_fault(s, RSP_FAULT_ACK_NAK_IGNORED);
}

/* A reply in no-ack mode is sent again. */
static bool resends_without_acks(rsp_stub *s) {
    if (!no_ack(s) || !stub_fault(s, RSP_FAULT_NOACK_NAK_RESENDS))
        return false;
    rsp_buf_append(s->out, rsp_buf_bytes(&s->faults.last_frame));
    return true;
}

bool stub_fault_event(rsp_stub *s, rsp_wire_event *event) {
    s->faults.link.num_events++;
    if (s->faults.link.deaf) {
        if (event->kind == RSP_EVENT_PACKET)
            push_mark(s, '-');
        return true;
    }
    if (event->kind == RSP_EVENT_OVERLONG)
        s->faults.link.swallow = stub_fault(s, RSP_FAULT_ROBUST_TOO_LONG_OUT_OF_STEP);
    if (event->kind == RSP_EVENT_JUNK && stub_fault(s, RSP_FAULT_FRAME_JUNK_ANSWERED))
        stub_send(s, rsp_bytes_make(NULL, 0));
    if (event->kind == RSP_EVENT_ABANDONED && stub_fault(s, RSP_FAULT_FRAME_DOLLAR_KEPT))
        s->faults.link.deaf = true;
    if (event->kind == RSP_EVENT_PACKET)
        event->checksum_ok = checksum_good(s, event);
    if (event->kind == RSP_EVENT_ACK)
        acked(s);
    return event->kind == RSP_EVENT_NAK && (resends_without_acks(s) || (!no_ack(s) && nak_answered(s)));
}

bool stub_fault_accept(rsp_stub *s) {
    if (no_ack(s) && stub_fault(s, RSP_FAULT_NOACK_STILL_ACKS))
        rsp_buf_push(s->out, '+');
    return stub_fault(s, RSP_FAULT_ACK_NEVER);
}

/* A stop reply that nobody has asked for. */
static void send_current(rsp_stub *s) {
    rsp_ptid thread;
    if (stub_resolve_thread(s, (rsp_ptid){0, 0}, &thread) != RSP_OK)
        return;
    rsp_buf_clear(&s->reply);
    stub_stop_reply(s, thread, &s->reply);
    stub_send(s, rsp_buf_bytes(&s->reply));
}

bool stub_fault_interrupt(rsp_stub *s) {
    stub_fault_link *link = &s->faults.link;
    bool halted = !stub_non_stop(s) && !stub_awaited(s);
    s->faults.holding.interrupting =
        stub_fault(s, RSP_FAULT_INT_LEADER_ONLY) || stub_fault(s, RSP_FAULT_STOP_OTHERS_RUN_ON);
    s->faults.holding.num = 0;
    if (halted && stub_fault(s, RSP_FAULT_INT_UNSOLICITED))
        send_current(s);
    if (halted && stub_fault(s, RSP_FAULT_INT_FORGOTTEN))
        return true;
    if (stub_fault(s, RSP_FAULT_INT_ACKNOWLEDGED))
        rsp_buf_push(s->out, '+');
    if (stub_fault(s, RSP_FAULT_ACK_INTERRUPT_CLOSES) && !no_ack(s) && s->wire.unacked > 0)
        stub_finish(s);
    if (stub_fault(s, RSP_FAULT_INT_IGNORED) ||
        (s->faults.run.just_resumed && stub_fault(s, RSP_FAULT_INT_LOST_BEHIND_RESUME)))
        return true;
    link->swallow = link->swallow || (!stub_awaited(s) && stub_fault(s, RSP_FAULT_INT_JOINS_PACKET));
    if (++link->num_interrupts >= 100 && stub_fault(s, RSP_FAULT_ROBUST_INTERRUPTS_COUNTED))
        stub_send(s, RSP_LIT("S02"));
    return false;
}
