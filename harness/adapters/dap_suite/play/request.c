/* The seq of a request is remembered by its name; a later request of the same name takes it over.
 * Response times are values: ${name.ms}; ${name.sent} is when its write was accepted, in ms of the session.
 * See request.h. */
/* SPDX-License-Identifier: MIT */
#include "play/request.h"

#include "play/match.h"
#include "play/wait.h"
#include <stdio.h>

static json_t *made(play *p, const char *command, const json_t *arguments, const json_t *seq) {
    json_t *request = json_object();
    const int64_t number = rsp_dap_session_take_seq(&p->session);
    const bool own = seq != NULL;
    if (json_is_integer(seq) && json_integer_value(seq) > p->session.last_seq)
        p->session.last_seq = (int64_t)json_integer_value(seq);
    bool good = json_object_set_new(request, "seq", own ? json_deep_copy(seq) : json_integer(number)) == 0;
    good = good && json_object_set_new(request, "type", json_string("request")) == 0;
    good = good && json_object_set_new(request, "command", json_string(command)) == 0;
    if (arguments)
        good = good && json_object_set_new(request, "arguments", json_deep_copy(arguments)) == 0;
    if (good)
        return request;
    json_decref(request);
    return NULL;
}

bool dap_request_write(play *p, rsp_buf *out, const char *command, const json_t *arguments, const json_t *seq,
                       const char *as) {
    json_t *request = made(p, command, arguments, seq);
    rsp_buf content = {0};
    if (!request)
        return dap_play_fail(p, RSP_VERDICT_ERROR, "no memory for a request");
    rsp_dap_json_append(&content, request);
    rsp_dap_frame_append(out, rsp_buf_bytes(&content));
    json_t *number = json_incref(json_object_get(request, "seq"));
    const bool noted = json_object_set(p->seqs, as, number) == 0 && dap_play_name(p, as, "seq", number);
    rsp_buf_free(&content);
    json_decref(request);
    if (strcmp(command, "disconnect") == 0)
        p->disconnecting = true;
    (void)json_object_del(p->messages, as);
    return noted && out->status == RSP_OK;
}

bool dap_request_send(play *p, rsp_bytes frames) {
    const uint64_t deadline = rsp_dap_session_now(&p->session) + p->timeout_ns;
    const rsp_status status = rsp_dap_session_send(&p->session, frames, deadline);
    if (status == RSP_OK)
        return true;
    if (dap_wait_crashed(p))
        return false;
    if (status == RSP_TIMEOUT)
        return dap_play_fail(p, RSP_VERDICT_HANG, "the adapter does not read: %zu bytes are not accepted",
                             frames.len);
    return dap_play_fail(p,
                         rsp_link_is_gone(status) || status == RSP_IO ? RSP_VERDICT_FAIL : RSP_VERDICT_ERROR,
                         "the adapter takes no more: %s", rsp_status_text(status));
}

bool dap_request_start(play *p, const char *command, const json_t *arguments, const char *as) {
    rsp_buf frame = {0};
    const bool sent = dap_request_write(p, &frame, command, arguments, NULL, as) &&
                      dap_request_send(p, rsp_buf_bytes(&frame)) && dap_request_note_sent(p, as);
    rsp_buf_free(&frame);
    return sent;
}

bool dap_request_note_sent(play *p, const char *as) {
    const uint64_t since = rsp_dap_session_now(&p->session) - p->session.log.start_ns;
    return dap_play_name(p, as, "sent", json_real((double)since / (double)RSP_NS_PER_MS));
}

/* NULL for a request that was never whole. */
static const rsp_dap_entry *sent_as(const play *p, int64_t seq) {
    for (size_t i = p->session.log.num; i > 0; i--) {
        const rsp_dap_entry *e = &p->session.log.entries[i - 1];
        if (e->sent && e->message.kind == RSP_DAP_REQUEST && e->message.seq == seq)
            return e;
    }
    return NULL;
}

static uint64_t sent_at(const play *p, int64_t seq) {
    const rsp_dap_entry *e = sent_as(p, seq);
    return e ? e->time_ns : p->session.log.start_ns;
}

/* "evaluate without arguments", "next with {...}": what was asked, for a heading. False where that is too
 * long for one. */
static bool append_asked(rsp_buf *out, const rsp_dap_message *request) {
    enum { SHORT = 80 };
    rsp_buf text = {0};
    if (request->body)
        rsp_dap_json_append(&text, request->body);
    rsp_buf_printf(out, "%.60s %s%.*s", request->name, request->body ? "with " : "without arguments", SHORT,
                   rsp_buf_cstr(&text));
    const bool whole = text.len <= SHORT;
    rsp_buf_free(&text);
    return whole;
}

/* What happened, once the failure is known: the title of the scenario says what should. */
static void name_breach(play *p, int64_t seq, const rsp_dap_message *answer) {
    dap_play_failure *f = &p->failure;
    const rsp_dap_entry *request = sent_as(p, seq);
    const bool ended = f->verdict == RSP_VERDICT_CRASH || rsp_link_is_gone(p->session.ended);
    rsp_buf text = {0};
    if (!f->failed || !request || (!answer && !ended && f->verdict != RSP_VERDICT_HANG))
        return;
    if (!answer && ended)
        rsp_buf_printf(&text, "the adapter ends%s%s on ", f->verdict == RSP_VERDICT_CRASH ? " by " : "",
                       f->verdict == RSP_VERDICT_CRASH ? rsp_link_ended(p->session.link).text : "");
    const bool whole = append_asked(&text, &request->message);
    if (!answer && !ended)
        rsp_buf_str(&text, " has no response");
    else if (answer)
        rsp_buf_printf(&text, " is answered with %s%.80s",
                       answer->success ? "success" : "an error: ", answer->success ? "" : answer->text);
    (void)snprintf(f->breach, sizeof f->breach, "%s", whole ? rsp_buf_cstr(&text) : "");
    rsp_buf_free(&text);
}

static bool judge(play *p, size_t at, const char *as, const dap_request_wanted *wanted) {
    const rsp_dap_message *m = &p->session.log.entries[at].message;
    rsp_buf problem = {0};
    bool good = wanted->either || m->success != wanted->fails;
    json_t *success = json_boolean(!wanted->fails);
    if (!good)
        rsp_buf_printf(&problem, "success is %s%s%.120s", m->success ? "true" : "false", *m->text ? ": " : "",
                       m->text);
    if (!good)
        (void)dap_play_differs(p, at, as, success, rsp_buf_cstr(&problem));
    if (!good && !m->success)
        (void)dap_play_common(p, "%.60s is answered with an error: %.140s", m->name, m->text);
    if (!good)
        name_breach(p, m->request_seq, m);
    json_decref(success);
    const json_t *text = json_object_get(m->json, "message");
    if (good && !m->success && !dap_match_value(wanted->message, text, &problem))
        good = dap_play_differs(p, at, as, wanted->message, rsp_buf_cstr(&problem));
    if (good && (m->success || wanted->fails) && !dap_match_value(wanted->body, m->body, &problem))
        good = dap_play_differs(p, at, as, wanted->body, rsp_buf_cstr(&problem));
    rsp_buf_free(&problem);
    return good;
}

const rsp_dap_message *dap_request_finish(play *p, const char *as, const dap_request_wanted *wanted) {
    const json_t *seq = json_object_get(p->seqs, as);
    char what[160];
    const rsp_dap_entry *request = sent_as(p, (int64_t)json_integer_value(seq));
    const char *command = request ? request->message.name : as;
    const uint64_t usual = strcmp(command, "initialize") == 0 ? p->start_ns : p->timeout_ns;
    const uint64_t within = wanted->within_ns ? wanted->within_ns : usual;
    if (!json_is_integer(seq)) {
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "no request is named '%s'", as);
        return NULL;
    }
    if (strcmp(as, command) == 0)
        (void)snprintf(what, sizeof what, "response to '%.100s'", as);
    else
        (void)snprintf(what, sizeof what, "response to '%.60s' (%.60s)", as, command);
    const dap_wait_filter filter = {
        .kind = RSP_DAP_RESPONSE, .name = "", .request_seq = (int64_t)json_integer_value(seq)};
    const size_t at = dap_wait_for(p, &filter, within, what);
    if (at == WAIT_NONE && p->failure.verdict == RSP_VERDICT_HANG)
        (void)dap_play_common(p, "%.100s has no response", command);
    if (at == WAIT_NONE)
        name_breach(p, filter.request_seq, NULL);
    if (at == WAIT_NONE)
        return NULL;
    const rsp_dap_entry *e = &p->session.log.entries[at];
    const double ms = (double)(e->time_ns - sent_at(p, filter.request_seq)) / (double)RSP_NS_PER_MS;
    const bool noted = json_object_set_new(p->messages, as, json_integer((json_int_t)at)) == 0 &&
                       dap_play_name(p, as, "ms", json_real(ms));
    return noted && judge(p, at, as, wanted) ? &p->session.log.entries[at].message : NULL;
}

const rsp_dap_message *dap_request_do(play *p, const char *command, json_t *arguments, const char *as) {
    const dap_request_wanted wanted = {.fails = false};
    const bool sent = dap_request_start(p, command, arguments, as);
    json_decref(arguments);
    return sent ? dap_request_finish(p, as, &wanted) : NULL;
}
