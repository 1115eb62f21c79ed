/* From wire bytes to requests: acknowledgments, retransmission, interrupts.
 * In all-stop, requests that come while the target runs wait until the stop reply is out.
 * Source: GDB manual, Overview; Packet Acknowledgment; Interrupts. */
/* SPDX-License-Identifier: MIT */
#include "run.h"

static void acknowledge(rsp_stub *s, char mark) {
    if (stub_fault(s, RSP_FAULT_ACK_NEVER))
        return;
    if (!s->no_ack || stub_fault(s, RSP_FAULT_NOACK_STILL_ACKS))
        rsp_buf_push(s->out, (uint8_t)mark);
}

/* What a handler leaves to be done behind its reply. */
static void settle(rsp_stub *s) {
    if (s->run->announce) {
        s->run->announce = false;
        stub_announce(s);
    }
    if (s->non_stop)
        stub_flush_output(s);
}

static void handle(rsp_stub *s, rsp_bytes payload) {
    stub_dispatch(s, payload);
    settle(s);
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
    while (!run->waiting && run->backlog.len && !s->finished) {
        uint32_t len;
        rsp_buf taken = run->backlog;
        rsp_buf_init(&run->backlog, s->opt.mem, taken.limit);
        rsp_bytes rest = rsp_buf_bytes(&taken);
        while (rest.len) {
            memcpy(&len, rest.ptr, sizeof(len));
            rsp_bytes payload = rsp_bytes_sub(rest, sizeof(len), len == TOO_LONG ? 0 : len);
            rest = rsp_bytes_from(rest, sizeof(len) + payload.len);
            if (run->waiting)
                (void)set_aside(s, len, payload);
            else if (!s->finished && len == TOO_LONG)
                refuse_too_long(s);
            else if (!s->finished)
                handle(s, payload);
        }
        rsp_buf_free(&taken);
    }
}

static bool checksum_good(const rsp_stub *s, const rsp_event *event) {
    bool good = event->checksum_ok;
    if (stub_fault(s, RSP_FAULT_FRAME_CHECKSUM_NON_HEX) && !event->checksum_hex)
        good = true;
    if (stub_fault(s, RSP_FAULT_FRAME_LOWER_CASE_ONLY) && event->raw.len > 2) {
        const uint8_t *digits = event->raw.ptr + event->raw.len - 2;
        good = good && !(digits[0] >= 'A' && digits[0] <= 'F') && !(digits[1] >= 'A' && digits[1] <= 'F');
    }
    return good;
}

static void refuse_transmission(rsp_stub *s, const rsp_event *event) {
    acknowledge(s, '-');
    if (stub_fault(s, RSP_FAULT_FRAME_RUNS_BEFORE_CHECK)) {
        size_t before = s->out->len;
        stub_dispatch(s, event->payload);
        rsp_buf_truncate(s->out, before);
    }
    if (stub_fault(s, RSP_FAULT_ACK_STUCK_AFTER_NAK))
        s->deaf = true;
    if (stub_fault(s, RSP_FAULT_ACK_REFUSAL_CLOSES))
        s->finished = true;
}

#ifdef RSP_FAULTS

/* What a defect makes of a packet before it is handled: true when nothing is left of it. */
/* A number from 80000000 to ffffffff: negative to whoever takes 32 bits of it with their sign. */
static bool is_negative(rsp_bytes digits) {
    uint64_t value = 0;
    return rsp_take_hex(&value, &digits) == RSP_OK && value >> 31 == 1;
}

/* Requests at which some stubs were seen to give up. */
static bool closes_session(const rsp_stub *s, rsp_bytes payload) {
    bool breakpoint = rsp_bytes_starts(payload, RSP_LIT("Z0"));
    bool list = rsp_bytes_equal(payload, RSP_LIT("qsThreadInfo"));
    bool star = rsp_bytes_starts(payload, RSP_LIT("*"));
    bool lone = rsp_bytes_equal(payload, RSP_LIT("}"));
    bool number = rsp_bytes_starts(payload, RSP_LIT("p")) && is_negative(rsp_bytes_from(payload, 1));
    return (stub_fault(s, RSP_FAULT_ROBUST_FIRST_BREAKPOINT_CLOSES) && s->first_event && breakpoint) ||
           (stub_fault(s, RSP_FAULT_ROBUST_REST_OF_LIST_CLOSES) && s->first_event && list) ||
           (stub_fault(s, RSP_FAULT_ESC_STAR_FIRST_CLOSES) && star) ||
           (stub_fault(s, RSP_FAULT_ESC_LONE_CLOSES) && lone) ||
           (stub_fault(s, RSP_FAULT_REG_SIGNED_INDEX) && number) ||
           (stub_fault(s, RSP_FAULT_ROBUST_CONTROL_BYTE_CLOSES) && payload.len > 0 && payload.ptr[0] < ' ');
}

/* Z2 to Z4: "Z2,1000,80000000". */
static bool is_long_watch(rsp_bytes payload) {
    bool watch = payload.len > 2 && payload.ptr[0] == 'Z' && payload.ptr[1] >= '2' && payload.ptr[1] <= '4';
    rsp_bytes rest = rsp_bytes_from(payload, 3);
    (void)rsp_bytes_split(&rest, ',');
    return watch && is_negative(rest);
}

static bool packet_lost(rsp_stub *s, const rsp_event *event) {
    rsp_bytes payload = event->payload;
    bool malformed = payload.len > 1 && (payload.ptr[0] == 'm' || payload.ptr[0] == 'p') &&
                     rsp_hex_value(payload.ptr[1]) < 0;
    if (s->swallow || (s->owed_acks > 0 && stub_fault(s, RSP_FAULT_ACK_AWAITS_NOTIFICATION))) {
        s->swallow = false;
        return true;
    }
    if (stub_fault(s, RSP_FAULT_ACK_KILL_UNHEARD) && rsp_bytes_equal(payload, RSP_LIT("k")))
        return true;
    if (stub_fault(s, RSP_FAULT_ROBUST_MALFORMED_REFUSED) && malformed) {
        acknowledge(s, '-');
        return true;
    }
    if (stub_fault(s, RSP_FAULT_ROBUST_LONG_WATCH_SILENT) && is_long_watch(payload)) {
        acknowledge(s, '+');
        return true;
    }
    s->no_ack = s->no_ack && !(malformed && stub_fault(s, RSP_FAULT_NOACK_ENDS_AT_BAD_DIGIT));
    bool closes = closes_session(s, payload);
    s->finished = s->finished || closes;
    if (stub_fault(s, RSP_FAULT_FRAME_SPEAKS_FIRST) && s->first_event)
        stub_send(s, RSP_LIT("OK"));
    return closes;
}

#endif

/* In no-ack mode the link is trusted, and some clients send no checksum at all. */
static void on_packet(rsp_stub *s, const rsp_event *event) {
    bool nak = !s->no_ack || stub_fault(s, RSP_FAULT_NOACK_SENDS_NAK);
    if (nak && !checksum_good(s, event)) {
        if (s->no_ack)
            rsp_buf_push(s->out, '-');
        else
            refuse_transmission(s, event);
        return;
    }
#ifdef RSP_FAULTS
    if (s->opt.fault != RSP_FAULT_NONE && packet_lost(s, event))
        return;
#endif
    if (s->run->waiting && !stub_fault(s, RSP_FAULT_ROBUST_ANSWERS_WHILE_RUNNING)) {
        /* What cannot be kept is not acknowledged either: the client sends it again. */
        if (set_aside(s, (uint32_t)event->payload.len, event->payload))
            acknowledge(s, '+');
        return;
    }
    bool first_no_ack = rsp_bytes_equal(event->payload, RSP_LIT("QStartNoAckMode"));
    bool late = stub_fault(s, RSP_FAULT_ACK_AFTER_REPLY);
    bool omit = stub_fault(s, RSP_FAULT_NOACK_SWITCHES_FIRST) && first_no_ack;
    rsp_bytes payload = event->payload;
#ifdef RSP_FAULTS
    s->owes_ack = stub_fault(s, RSP_FAULT_ACK_WITH_THE_STOP) && stub_is_resume(payload) && !s->no_ack;
    omit = omit || s->owes_ack;
    if (stub_fault(s, RSP_FAULT_QSUP_LAST_BYTE_LOST) && payload.len == s->opt.packet_bytes)
        payload.len--;
#endif
    if (!late && !omit)
        acknowledge(s, '+');
    if (stub_fault(s, RSP_FAULT_FRAME_EMPTY_SILENT) && event->payload.len == 0)
        return;
    if (stub_fault(s, RSP_FAULT_FRAME_EMPTY_CLOSES) && event->payload.len == 0) {
        s->finished = true;
        return;
    }
    if (stub_fault(s, RSP_FAULT_ACK_NAK_REPEATS_REQUEST)) {
        rsp_buf_clear(&s->last_request);
        rsp_buf_append(&s->last_request, event->payload);
    }
    handle(s, payload);
    if (late)
        acknowledge(s, '+');
    stub_receive_backlog(s);
}

/* The bytes are gone with their checksum, so the stream is in step: this is no transmission error. */
static void on_overlong(rsp_stub *s, const rsp_event *event) {
    if (!s->no_ack && !event->checksum_ok) {
        acknowledge(s, '-');
        return;
    }
    s->swallow = stub_fault(s, RSP_FAULT_ROBUST_TOO_LONG_OUT_OF_STEP);
    if (s->run->waiting) {
        if (set_aside(s, TOO_LONG, rsp_bytes_make(NULL, 0)))
            acknowledge(s, '+');
        return;
    }
    acknowledge(s, '+');
    refuse_too_long(s);
}

/* Once acknowledged a packet is not sent again; a `-` that comes too late or too often does nothing. */
static void on_ack(rsp_stub *s) {
    if (stub_fault(s, RSP_FAULT_ACK_INITIAL_PLUS_CLOSES) && s->first_event)
        s->finished = true;
    if (stub_fault(s, RSP_FAULT_ACK_SURPLUS_COUNTS) && s->last_sent.len == 0)
        s->surplus_acks++;
    if (s->last_sent.len == 0 && s->owed_acks > 0)
        s->owed_acks--;
    s->swallow = s->swallow || (s->no_ack && stub_fault(s, RSP_FAULT_NOACK_PLUS_SWALLOWS));
    rsp_buf_clear(&s->last_sent);
}

static void on_nak(rsp_stub *s) {
    if (s->no_ack && !stub_fault(s, RSP_FAULT_NOACK_NAK_RESENDS))
        return;
    if (stub_fault(s, RSP_FAULT_ACK_NAK_REPEATS_REQUEST) && s->last_request.len) {
        handle(s, rsp_buf_bytes(&s->last_request));
        return;
    }
    if (stub_fault(s, RSP_FAULT_ACK_NAK_CLOSES))
        s->finished = true;
    if (s->surplus_acks > 0) {
        s->surplus_acks--;
        return;
    }
    if (!stub_fault(s, RSP_FAULT_ACK_NAK_IGNORED))
        rsp_buf_append(s->out, rsp_buf_bytes(&s->last_sent));
}

static void on_interrupt(rsp_stub *s) {
    if (stub_fault(s, RSP_FAULT_INT_ACKNOWLEDGED))
        rsp_buf_push(s->out, '+');
    if (stub_fault(s, RSP_FAULT_ACK_INTERRUPT_CLOSES) && !s->no_ack && s->last_sent.len > 0)
        s->finished = true;
    if (stub_fault(s, RSP_FAULT_INT_IGNORED) ||
        (s->run->just_resumed && stub_fault(s, RSP_FAULT_INT_LOST_BEHIND_RESUME)))
        return;
    s->swallow = s->swallow || (!s->run->waiting && stub_fault(s, RSP_FAULT_INT_JOINS_PACKET));
    if (++s->num_interrupts >= 100 && stub_fault(s, RSP_FAULT_ROBUST_INTERRUPTS_COUNTED))
        stub_send(s, RSP_LIT("S02"));
    stub_interrupt(s);
    settle(s);
    stub_receive_backlog(s);
}

static void on_event(rsp_stub *s, const rsp_event *event) {
    switch (event->kind) {
    case RSP_EVENT_PACKET:
        on_packet(s, event);
        break;
    case RSP_EVENT_OVERLONG:
        on_overlong(s, event);
        break;
    case RSP_EVENT_ACK:
        on_ack(s);
        break;
    case RSP_EVENT_NAK:
        on_nak(s);
        break;
    case RSP_EVENT_INTERRUPT:
        on_interrupt(s);
        break;
    case RSP_EVENT_JUNK:
        if (stub_fault(s, RSP_FAULT_FRAME_JUNK_ANSWERED))
            stub_send(s, rsp_bytes_make(NULL, 0));
        break;
    case RSP_EVENT_ABANDONED:
        if (stub_fault(s, RSP_FAULT_FRAME_DOLLAR_KEPT))
            s->deaf = true;
        break;
    case RSP_EVENT_NONE:
    case RSP_EVENT_NOTIFICATION:
    case RSP_EVENT_TRUNCATED:
        break;
    }
    s->first_event = false;
}

#ifdef RSP_FAULTS
/* A reader that takes each 0x03 for an interrupt, wherever it stands. */
static rsp_status receive_filtered(rsp_stub *s, rsp_bytes *in) {
    for (size_t i = 0; i < in->len; i++) {
        rsp_event event;
        if (in->ptr[i] == 3) {
            stub_interrupt(s);
            continue;
        }
        (void)rsp_deframe(&s->deframer, rsp_bytes_sub(*in, i, 1), &event);
        if (event.kind != RSP_EVENT_NONE)
            on_event(s, &event);
    }
    *in = rsp_bytes_make(NULL, 0);
    return RSP_OK;
}
#endif

rsp_status stub_receive(rsp_stub *s, rsp_bytes in) {
#ifdef RSP_FAULTS
    if (stub_fault(s, RSP_FAULT_FRAME_CTRL_C_INSIDE))
        return receive_filtered(s, &in);
#endif
    while (in.len > 0 && !s->finished && s->out->status == RSP_OK) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&s->deframer, in, &event));
        if (event.kind == RSP_EVENT_NONE)
            continue;
        if (s->deaf) {
            if (event.kind == RSP_EVENT_PACKET)
                acknowledge(s, '-');
            continue;
        }
        on_event(s, &event);
        if (stub_fault(s, RSP_FAULT_FRAME_FIRST_ONLY) && event.kind == RSP_EVENT_PACKET)
            break;
    }
    if (stub_fault(s, RSP_FAULT_FRAME_SPLIT_REFUSED) && rsp_deframer_pending(&s->deframer) > 0) {
        rsp_deframer_reset(&s->deframer);
        acknowledge(s, '-');
    }
    return s->out->status;
}
