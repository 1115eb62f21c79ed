/* The life of a session, and its modes.
 * Everything is bounded: events by number and bytes, the console by bytes, floods by the caller's limit.
 * No I/O here; see drive.c. */
/* SPDX-License-Identifier: MIT */
#include "session_state.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <rsp/transcript.h>

const char *rsp_session_event_name(rsp_session_event_kind kind) {
    static const char *const names[] = {
#define EVENT_NAME(name, text) text,
        RSP_SESSION_EVENT_LIST(EVENT_NAME)
#undef EVENT_NAME
    };
    return (size_t)kind < RSP_ARRAY_LEN(names) ? names[kind] : "?";
}

static const struct outcome_row {
    rsp_status status;
    const char *text;
} outcomes[] = {
#define OUTCOME_ROW(name, status, text) {status, text},
    RSP_OUTCOME_LIST(OUTCOME_ROW)
#undef OUTCOME_ROW
};

const char *rsp_outcome_text(rsp_outcome outcome) {
    return (size_t)outcome < RSP_ARRAY_LEN(outcomes) ? outcomes[outcome].text : "?";
}

rsp_status rsp_outcome_status(rsp_outcome outcome) {
    return (size_t)outcome < RSP_ARRAY_LEN(outcomes) ? outcomes[outcome].status : RSP_INTERNAL;
}

/* --- life --- */

static void fill_defaults(rsp_session_options *o) {
    if (!o->timeout_ns)
        o->timeout_ns = 2 * RSP_NS_PER_S;
    if (!o->max_packet)
        o->max_packet = RSP_LIMIT_SESSION_PACKET_BYTES;
    if (!o->flood_bytes)
        o->flood_bytes = RSP_LIMIT_FLOOD_BYTES;
    if (!o->max_retries)
        o->max_retries = 3;
    if (!o->max_in_flight)
        o->max_in_flight = 8;
    if (!o->quiet_ns)
        o->quiet_ns = 50 * RSP_NS_PER_MS;
}

static rsp_endpoint_policy policy_of(const rsp_session *s) {
    static const rsp_acknowledge acknowledge[] = {
        [RSP_ACKS_AUTO] = RSP_ACKNOWLEDGE_AT_ONCE,
        [RSP_ACKS_ACCEPTED] = RSP_ACKNOWLEDGE_ACCEPTED,
        [RSP_ACKS_BEFORE_NEXT] = RSP_ACKNOWLEDGE_BEFORE_NEXT,
        [RSP_ACKS_MANUAL] = RSP_ACKNOWLEDGE_BY_HAND,
    };
    bool automatic = s->options.acks == RSP_ACKS_AUTO;
    return (rsp_endpoint_policy){
        .role = RSP_ENDPOINT_CLIENT,
        .acknowledge = acknowledge[s->options.acks],
        .max_resent = automatic ? s->options.max_retries : 0,
        .max_refused = automatic ? s->options.max_retries : 0,
        .follows_no_ack = automatic || s->options.acks == RSP_ACKS_MANUAL,
        .max_packet = s->options.max_packet,
        .mem = s->options.mem,
    };
}

static void begin(rsp_session *s) {
    s->opening = s->options.opens && rsp_session_acks(s);
    if (s->opening)
        rsp_endpoint_open(&s->wire);
}

rsp_session *rsp_session_new(rsp_link *link, const rsp_session_options *options) {
    rsp_session_options set = options ? *options : (rsp_session_options){0};
    rsp_session *s = rsp_mem_calloc(set.mem, 1, sizeof *s);
    if (!s)
        return NULL;
    fill_defaults(&set);
    s->options = set;
    s->link = link;
    rsp_buf *const buffers[] = {&s->input, &s->output, &s->junk, &s->console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(buffers); i++)
        buffers[i]->mem = set.mem;
    const rsp_endpoint_policy policy = policy_of(s);
    rsp_endpoint_init(&s->wire, &policy, &s->output);
    rsp_endpoint_set_no_ack(&s->wire, set.no_ack);
    begin(s);
    return s;
}

static void forget(rsp_session *s) {
    rsp_requests_free(s, &s->waiting);
    rsp_requests_free(s, &s->flight);
    rsp_requests_free(s, &s->done);
    rsp_request_free(s, s->given);
    s->given = NULL;
    rsp_event_queue_free(&s->events);
}

void rsp_session_free(rsp_session *s) {
    if (!s)
        return;
    forget(s);
    rsp_endpoint_free(&s->wire);
    rsp_buf *const buffers[] = {&s->input, &s->output, &s->junk, &s->console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(buffers); i++)
        rsp_buf_free(buffers[i]);
    rsp_mem_free(s->options.mem, s);
}

/* The connection has ended: notes an unfinished packet as it is. */
static void flush_transcript(rsp_session *s) {
    rsp_wire_event event;
    if (s->options.transcript && rsp_decode_flush(&s->wire.decoder, &event))
        (void)!rsp_transcript_add(s->options.transcript, rsp_session_now(s), &event);
}

void rsp_session_reset(rsp_session *s) {
    forget(s);
    flush_transcript(s);
    rsp_endpoint_reset(&s->wire);
    rsp_buf *const buffers[] = {&s->input, &s->output, &s->junk, &s->console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(buffers); i++)
        rsp_buf_clear(buffers[i]);
    s->hand_expected = 0;
    s->interrupted = 0;
    s->flood_used = 0;
    rsp_endpoint_set_no_ack(&s->wire, s->options.no_ack);
    begin(s);
    s->state = RSP_OK;
    s->listening = TRANSCRIPT_OPEN;
    s->end = (rsp_link_end){.kind = RSP_END_NO_CHILD};
    /* A transcript that is short of memory loses entries and counts them; the conversation goes on. */
    if (s->options.transcript)
        (void)!rsp_transcript_connect(s->options.transcript, rsp_session_now(s), NULL);
}

void rsp_session_finish(rsp_session *s, rsp_status how, rsp_outcome outcome) {
    assert(how != RSP_OK);
    if (s->state != RSP_OK)
        return;
    s->state = how;
    if (s->link)
        s->end = rsp_link_ended(s->link);
    rsp_requests_complete_all(s, outcome);
    if (s->listening == TRANSCRIPT_OPEN)
        rsp_session_note_end(s);
}

/* A transcript that is short of memory loses entries and counts them; the conversation goes on. */
void rsp_session_note_end(rsp_session *s) {
    if (s->options.transcript && s->listening != TRANSCRIPT_CLOSED) {
        flush_transcript(s);
        (void)!rsp_transcript_close(s->options.transcript, s->now_ns, rsp_status_text(s->state));
    }
    s->listening = TRANSCRIPT_CLOSED;
}

/* --- modes --- */

void rsp_session_set_no_ack(rsp_session *s, bool on) {
    rsp_endpoint_set_no_ack(&s->wire, on);
}

bool rsp_session_is_no_ack(const rsp_session *s) {
    return rsp_endpoint_is_no_ack(&s->wire);
}

void rsp_session_set_acks(rsp_session *s, rsp_ack_policy acks) {
    s->options.acks = acks;
    const rsp_endpoint_policy policy = policy_of(s);
    rsp_endpoint_set_policy(&s->wire, &policy);
}

rsp_ack_policy rsp_session_acks_policy(const rsp_session *s) {
    return s->options.acks;
}

void rsp_session_set_timeout(rsp_session *s, uint64_t timeout_ns) {
    s->options.timeout_ns = timeout_ns;
    fill_defaults(&s->options);
}

rsp_status rsp_session_state(const rsp_session *s) {
    return s->state;
}

rsp_link *rsp_session_link(const rsp_session *s) {
    return s->link;
}

struct rsp_transcript *rsp_session_transcript(const rsp_session *s) {
    return s->options.transcript;
}

uint64_t rsp_session_now(const rsp_session *s) {
    if (s->link)
        return rsp_link_now(s->link);
    return s->options.clock.now_ns ? rsp_clock_now(&s->options.clock) : s->now_ns;
}

rsp_bytes rsp_session_console(const rsp_session *s) {
    return rsp_buf_bytes(&s->console);
}

void rsp_session_clear_console(rsp_session *s) {
    rsp_buf_clear(&s->console);
}

/* --- events --- */

void rsp_session_add_event(rsp_session *s, rsp_session_event_kind kind, rsp_bytes raw, rsp_bytes payload,
                           bool unsolicited) {
    const rsp_session_event event = {.kind = kind, .time_ns = s->now_ns, .unsolicited = unsolicited};
    rsp_status status = rsp_event_queue_push(&s->events, &event, raw, payload);
    if (status != RSP_OK)
        rsp_session_finish(s, status, status == RSP_LIMIT ? RSP_OUTCOME_FLOOD : RSP_OUTCOME_IO);
}

bool rsp_session_take_event(rsp_session *s, rsp_session_event *out_event, uint32_t mask) {
    return rsp_event_queue_take(&s->events, out_event, mask);
}
