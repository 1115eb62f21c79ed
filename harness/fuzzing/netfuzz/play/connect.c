/* A stub that is gone has died, has closed the connection without a reason, or did as requested.
 * TCP resends a lost first packet only after a second, so reconnecting tries short waits first.
 * See connect.h. */
/* SPDX-License-Identifier: MIT */
#include "play/connect.h"
#include "link/link_control.h"

#include "play/send.h"

#include <signal.h>

enum { GREETING_BYTES = 64 * 1024 };

#define END_MOMENT_NS (200 * RSP_NS_PER_MS)
#define FIRST_CONNECT_NS (50 * RSP_NS_PER_MS)

/* --- the end of one --- */

static bool is_fault(int signal_number) {
    return signal_number == SIGSEGV || signal_number == SIGABRT || signal_number == SIGBUS ||
           signal_number == SIGILL || signal_number == SIGFPE || signal_number == SIGSYS;
}

/* A dying program ends a moment after its connection, or later if it writes much to stderr. */
static void await_end(rsp_player *p) {
    uint64_t now = rsp_link_now(p->link);
    uint64_t moment = p->options.timeout_ns / 2 > END_MOMENT_NS ? p->options.timeout_ns / 2 : END_MOMENT_NS;
    uint64_t until = rsp_deadline(now, moment);
    for (uint64_t pause = RSP_NS_PER_MS; p->end.kind == RSP_END_RUNNING && now < until; pause += pause / 2) {
        uint64_t next = rsp_deadline(now, pause);
        rsp_link_wait(p->link, next < until ? next : until);
        p->end = rsp_link_ended(p->link);
        now = rsp_link_now(p->link);
    }
}

bool player_is_refused(rsp_player *p) {
    if (!p->connection.unheard || p->clients.several)
        return false;
    p->clients.refused++;
    program_note_stub_ending(&p->program);
    return true;
}

/* `expected`: a request allowed the end. */
static rsp_played judge_end(const rsp_player *p, rsp_status status, bool expected) {
    if (p->end.sanitizer[0])
        return RSP_PLAYED_DIED;
    bool as_program = p->options.ends_as_program || p->end.code == p->program.exit_signal;
    bool fault = is_fault(p->end.code) && !as_program;
    if (p->end.kind == RSP_END_SIGNALED && (!expected || fault))
        return RSP_PLAYED_DIED;
    /* After bytes that are no packet, or too long for the stub, it may close in an orderly way (ROBUST-001).
     */
    if (expected || (!player_judges(p) && status == RSP_CLOSED))
        return RSP_PLAYED_OVER;
    return status == RSP_DIED ? RSP_PLAYED_DIED : RSP_PLAYED_CLOSED;
}

/* Notes an unfinished packet as it is, and the end. */
static void close_transcript(rsp_player *p) {
    rsp_wire_event event;
    if (rsp_decode_flush(&p->acks.wire.decoder, &event))
        (void)!rsp_transcript_add(p->transcript, rsp_link_now(p->link), &event);
    (void)!rsp_transcript_close(p->transcript, rsp_link_now(p->link), "");
}

static rsp_played ended(rsp_player *p, rsp_status status) {
    bool expected = player_is_refused(p) || program_allows_end(&p->program, p->options.ends_as_program);
    p->end = rsp_link_ended(p->link);
    if (!expected)
        await_end(p);
    p->connection.state = CONNECTION_CLOSED;
    close_transcript(p);
    return judge_end(p, status, expected);
}

rsp_played player_trouble(rsp_player *p, rsp_status status) {
    switch ((int)status) {
    case RSP_CLOSED:
    case RSP_DIED:
        return ended(p, status);
    case RSP_CANCELLED:
        return RSP_PLAYED_CANCELLED;
    case RSP_TIMEOUT: /* the stub takes nothing in */
    case RSP_LIMIT:   /* or never ends */
        return RSP_PLAYED_HANG;
    default:
        return RSP_PLAYED_TROUBLE;
    }
}

/* --- the beginning of another --- */

static rsp_status connect_again(rsp_player *p) {
    uint64_t end_ns = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = RSP_CONNECT;
    for (uint64_t wait_ns = FIRST_CONNECT_NS; status == RSP_CONNECT; wait_ns *= 2) {
        uint64_t until_ns = rsp_deadline(rsp_link_now(p->link), wait_ns);
        if (until_ns >= end_ns)
            return rsp_link_reconnect(p->link, end_ns, NULL);
        status = rsp_link_reconnect(p->link, until_ns, NULL);
    }
    return status;
}

void player_send_plus(rsp_player *p) {
    const uint64_t deadline = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    (void)!rsp_link_send(p->link, RSP_LIT("+"), deadline); /* a lost link is noticed by the next receive */
}

static rsp_played begin_connection(rsp_player *p) {
    uint32_t allowed = p->unsafe.allowed;
    rsp_unsafe_filter_reset(&p->unsafe);
    p->unsafe.allowed = allowed;
    player_note_connection(p, false);
    player_send_plus(p);
    p->program.may_run = true; /* it may have been running when the first client left */
    if (rsp_transcript_connect(p->transcript, rsp_link_now(p->link), "") != RSP_OK)
        return RSP_PLAYED_TROUBLE;
    return p->connection.greeting_due ? player_take_greeting(p) : RSP_PLAYED_DONE;
}

rsp_played player_reconnect(rsp_player *p) {
    rsp_status status = player_flush(p);
    if (status != RSP_OK)
        return player_trouble(p, status);
    close_transcript(p);
    write_log_add_reconnect(&p->log);
    status = connect_again(p);
    if (status == RSP_CANCELLED)
        return RSP_PLAYED_CANCELLED;
    if (status == RSP_OK)
        return begin_connection(p);
    program_note_stub_ending(&p->program);
    p->clients.refused++;
    return ended(p, status);
}

/* A stub that stands at a breakpoint when it starts may say so to whoever connects, and waits for the '+'. It
 * answers nothing, and comes before anything is asked: neither rules nor pairs of request and reply know it,
 * so it does not enter the transcript. */
rsp_played player_take_greeting(rsp_player *p) {
    rsp_wire_event event;
    unsigned num = 0;
    uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = RSP_OK;
    p->connection.greeting_due = false;
    while (num < p->clients.greeting && status == RSP_OK && rsp_link_now(p->link) < until) {
        rsp_buf_clear(&p->in);
        status = rsp_link_recv(p->link, &p->in, GREETING_BYTES, until);
        for (rsp_bytes rest = rsp_buf_bytes(&p->in); rest.len > 0;) {
            rest = rsp_bytes_from(rest, rsp_endpoint_decode(&p->acks.wire, rest, &event));
            num += event.kind == RSP_EVENT_PACKET;
        }
    }
    rsp_decoder_reset(&p->acks.wire.decoder);
    if (status != RSP_OK && status != RSP_TIMEOUT)
        return player_trouble(p, status);
    if (num > 0)
        rsp_buf_push(&p->out, '+');
    status = player_flush(p);
    return status == RSP_OK ? RSP_PLAYED_DONE : player_trouble(p, status);
}
