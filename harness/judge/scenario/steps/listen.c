/* Steps that listen: acknowledgments by hand, streams of bytes, notifications, silence.
 * Silence of some length proves little, so that where it may, a request afterwards proves it.
 * Failures name what was waited for; what came is in the transcript. */
/* SPDX-License-Identifier: MIT */
#include "match/match_stop.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "steps/captured.h"
#include "steps/notification.h"
#include "steps/reply.h"
#include "steps/step.h"
#include "steps/stub_role.h"

#include "core/limits.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- acknowledgments by hand --- */

STEP(acks) {
    bool manual = step->acks->word == ACKS_MANUAL;
    if (p->host)
        stub_role_set_manual(p, manual);
    client_end_set_manual(&p->t, manual);
    return STEP_OK;
}

STEP(expect_ack) {
    const ack_word_spec *wanted = step->expect_ack;
    int got = 0;
    rsp_status status = client_end_ack(&p->t, ack_of(wanted, ACK_PLUS), &got);
    if (status == RSP_UNEXPECTED)
        return got ? play_fail(p, wanted, RSP_VERDICT_FAIL, "expected %s, got '%c'", spec_text(wanted), got)
                   : play_fail(p, wanted, RSP_VERDICT_FAIL, "expected %s, but a packet came first",
                               spec_text(wanted));
    return status == RSP_OK ? STEP_OK : play_fail_status(p, wanted, status, "the acknowledgment");
}

/* As many bytes as are wanted. */
static step_end take_stream(play *p, const written *at, size_t len, rsp_buf *out) {
    const uint64_t start_ns = rsp_link_now(p->t.link);
    client_end_wait wait = client_end_wait_begin(&p->t, client_end_reply_wait_ns(&p->t, 0));
    while (out->len < len) {
        rsp_session_event event;
        rsp_status status = client_end_wait_event(&p->t, &wait, RSP_SESSION_ANY, 0, &event);
        if (status != RSP_OK) {
            p->failed.failure.end = event.end;
            client_end_learn(&p->t, status, 0, start_ns);
            return status == RSP_TIMEOUT && out->len > 0 && !client_end_is_over(&p->t)
                       ? play_mismatch(p, at, rsp_buf_bytes(out),
                                       "expected these bytes, got others or only a part")
                       : play_fail_status(p, at, status, "all of these bytes");
        }
        bool again = event.kind != RSP_SESSION_ACK || (out->len > 0 && out->ptr[out->len - 1] == '+');
        if (client_end_passes_over(&p->t, event.kind) && again)
            continue;
        rsp_buf_append(out, event.raw);
        play_trouble(p, out->status);
        if (out->status != RSP_OK)
            break;
    }
    return STEP_OK;
}

STEP(expect_stream) {
    rsp_buf *want = play_buf(p);
    rsp_buf *got = play_buf(p);
    step_end end = play_payload(p, step->expect_stream, want) ? STEP_OK : STEP_FAILED;
    if (end == STEP_OK)
        end = take_stream(p, step->what, want->len, got);
    if (end == STEP_OK && !is_same_wire(rsp_buf_bytes(want), rsp_buf_bytes(got)))
        end = play_mismatch(p, step->what, rsp_buf_bytes(got), "expected these bytes, got others");
    if (end == STEP_FAILED && got->len > 0) {
        p->failed.failure.came = RSP_CAME_UNKNOWN; /* bytes are no reply */
        play_note_damage(p);
    }
    return end;
}

/* --- notifications --- */

bool take_notification(play *p, const char *name) {
    rsp_bytes text = client_end_payload(&p->t);
    rsp_bytes found = rsp_bytes_split(&text, ':');
    play_keep_reply(p);
    if (name && !rsp_bytes_equal(found, rsp_bytes_str(name)))
        return false;
    if (name)
        play_keep_text(p, text);
    return true;
}

static step_end judge_stop(play *p, const stop_spec *stop) {
    rsp_buf *why = play_buf(p);
    rsp_bytes told = rsp_buf_bytes(&p->last.decoded);
    return match_stop(p, stop, told, why) ? STEP_OK : play_mismatch(p, &stop->w, told, rsp_buf_cstr(why));
}

/* The name that stands before the ':', NULL for any. */
static const char *notification_name(const notification_spec *wanted) {
    if (wanted->num > 0)
        return wanted->conditions[0].key == NOTIFICATION_KEY_body    ? NULL
               : wanted->conditions[0].key == NOTIFICATION_KEY_stdio ? "Stdio"
                                                                     : "Stop";
    return spec_is_word(&wanted->w, NOTIFICATION_WORD_ANY) ? NULL : spec_text(&wanted->w);
}

static step_end judge_notification(play *p, const notification_spec *wanted) {
    if (!take_notification(p, notification_name(wanted)))
        return play_mismatch(p, &wanted->w, rsp_buf_bytes(&p->last.decoded),
                             "expected this notification, got another");
    if (wanted->num == 0)
        return STEP_OK;
    const notification_condition *c = &wanted->conditions[0];
    switch (c->key) {
    case NOTIFICATION_KEY_stop:
        return judge_stop(p, c->stop);
    case NOTIFICATION_KEY_stdio:
        return judge_text(p, c->stdio, rsp_buf_bytes(&p->last.decoded), "the notification");
    case NOTIFICATION_KEY_body:
        return judge_text(p, c->body, rsp_buf_bytes(&p->last.decoded), "the notification");
    }
    return STEP_OK;
}

STEP(notification) {
    rsp_status status = client_end_notification(&p->t, 0);
    if (status == RSP_TIMEOUT && !client_end_is_over(&p->t)) {
        p->failed.failure.short_wait = p->t.waited.is_short;
        return play_fail(p, step->what, RSP_VERDICT_FAIL,
                         "expected a notification within %.0f ms, but it did not come",
                         (double)p->t.waited.took_ns / 1e6);
    }
    if (status != RSP_OK)
        return play_fail_status(p, step->what, status, "a notification");
    p->reused.drained = (value){0};
    step_end end = judge_notification(p, step->notification);
    return end == STEP_OK ? captured_take(p, step->capture) : end;
}

/* --- silence --- */

static step_end not_quiet(play *p, const written *at, const rsp_session_event *event) {
    enum { SHOWN_BYTES = 300 };
    const char *name = rsp_session_event_name(event->kind);
    (void)play_fail(p, at, RSP_VERDICT_FAIL, "expected silence, got %s %s",
                    strchr("aeiou", *name) ? "an" : "a", name);
    p->failed.failure.got = event->raw.len ? play_printable(p, event->raw, SHOWN_BYTES) : "(empty)";
    return STEP_FAILED;
}

static step_end packet_came(play *p, const written *at) {
    return play_mismatch(p, at, client_end_payload(&p->t), "expected silence, got a packet");
}

/* No reply is owed, acknowledgments are not the scenario's business, and neither is the first request. */
static bool may_ask(const play *p) {
    return !p->t.running && !client_end_is_manual(&p->t) && !p->t.stash.is_there &&
           (!p->opening.connect || spec_says(p->opening.connect->handshake, true));
}

static rsp_status ask(play *p, rsp_bytes request) {
    rsp_status status = client_end_send(&p->t, request, RSP_ESCAPE_FULL);
    return status == RSP_OK ? client_end_packet(&p->t, 0, TAKE_ANY) : status;
}

/* A request that is answered by something: the first of these that this stub is not silent on. */
static rsp_bytes answered_request(const play *p) {
    static const rsp_packet_id ids[] = {RSP_PACKET_QC, RSP_PACKET_READ_REGISTERS, RSP_PACKET_REASON};
    size_t i = 0;
    while (i + 1 < RSP_ARRAY_LEN(ids) && client_end_detour(&p->t, rsp_packet_name(ids[i])))
        i++;
    return rsp_packet_name(ids[i]);
}

/* Silence of some length proves little on a busy machine, but whatever was sent before the reply to a request
 * has come with that reply. A stray packet takes the place of a reply, and the replies that follow are late
 * by one: two requests with different replies show it. Where the second is not supported, one is left over.
 */
static step_end ask_after_silence(play *p, const written *at) {
    rsp_session_event event;
    const rsp_bytes unknown = rsp_packet_name(RSP_PACKET_VMUST_REPLY_EMPTY);
    const bool asks = !client_end_detour(&p->t, unknown);
    rsp_status status = asks ? ask(p, unknown) : RSP_OK;
    if (asks && status == RSP_OK && client_end_payload(&p->t).len > 0)
        return packet_came(p, at);
    if (status == RSP_OK)
        status = ask(p, answered_request(p));
    if (status != RSP_OK)
        return play_fail_status(p, at, status, "the reply to a request after the silence");
    if (rsp_session_take_event(p->t.session, &event, RSP_SESSION_BIT(RSP_SESSION_NOTIFICATION)))
        return not_quiet(p, at, &event);
    if (client_end_payload(&p->t).len > 0)
        return STEP_OK;
    return client_end_packet(&p->t, p->t.quiet_ns, TAKE_ANY) == RSP_OK ? packet_came(p, at) : STEP_OK;
}

STEP(quiet) {
    const bool named = step->quiet->w.form != FORM_NULL;
    const uint64_t ns = named ? step->quiet->ns : client_end_quiet_ns(&p->t);
    rsp_session_event event;
    if (p->host)
        return stub_role_quiet(p, step->what, ns);
    if (p->t.stash.is_there)
        return packet_came(p, step->what);
    rsp_status status = client_end_quiet(&p->t, ns, &event);
    if (status == RSP_OK)
        return !named && may_ask(p) ? ask_after_silence(p, step->what) : STEP_OK;
    if (status != RSP_UNEXPECTED)
        return play_fail_status(p, step->what, status, "silence");
    return not_quiet(p, step->what, &event);
}

/* Whether another client is answered. */
static bool serves_another(play *p) {
    rsp_error error = {0};
    rsp_buf *heard = play_buf(p);
    rsp_link *link = NULL;
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), client_end_time_left(&p->t, 0));
    bool answers = rsp_link_visit(p->t.link, &link, deadline, &error) == RSP_OK &&
                   rsp_link_send(link, RSP_LIT("+$?#3f"), deadline) == RSP_OK;
    if (answers) {
        deadline = rsp_deadline(rsp_link_now(link), client_end_time_left(&p->t, 0));
        answers = rsp_link_recv(link, heard, 1, deadline) == RSP_OK && heard->len > 0;
    }
    rsp_link_close(link);
    return answers;
}

/* Packets are acknowledged on the way out, for a stub goes on sending what was not. */
STEP(discard) {
    enum { MOST_PACKETS = 1000 };
    uint64_t dropped = 0;
    const uint64_t quiet_ns = client_end_quiet_ns(&p->t);
    uint64_t give_up = rsp_deadline(rsp_link_now(p->t.link), client_end_time_left(&p->t, 0) + quiet_ns);
    for (int i = 0; i < MOST_PACKETS && rsp_link_now(p->t.link) < give_up; i++) {
        if (client_end_packet(&p->t, quiet_ns, TAKE_ANY) != RSP_OK)
            break;
    }
    p->t.stash.is_there = false;
    rsp_status status = client_end_flush(&p->t);
    if (status == RSP_OK)
        status = rsp_session_drain(p->t.session, &dropped);
    if (status == RSP_CLOSED && spec_says(step->optional, false) && serves_another(p)) {
        p->skipping.why = "the stub closes the connection, and serves the next client";
        return STEP_SKIP;
    }
    return status == RSP_OK || status == RSP_TIMEOUT ? STEP_OK
                                                     : play_fail_status(p, step->what, status, "silence");
}
