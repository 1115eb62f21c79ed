/* Requests on their way: waiting, in flight, done. Each goes through the lists once and is completed once.
 * With acks one is in flight; in no-ack mode several, answered in order.
 * Source: GDB manual, Overview; Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "late.h"
#include "session_state.h"

#include "codec/escape.h"
#include "codec/reply.h"
#include "core/limits.h"
#include "core/mem.h"

#include <assert.h>

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* --- lists --- */

bool rsp_requests_is_valid(const rsp_requests *list) {
    const bool some = list->head != NULL;
    return some == (list->tail != NULL) && some == (list->num > 0) && (!some || !list->tail->next);
}

void rsp_requests_push(rsp_requests *list, rsp_request *request) {
    assert(request && rsp_requests_is_valid(list));
    request->next = NULL;
    if (list->tail)
        list->tail->next = request;
    else
        list->head = request;
    list->tail = request;
    list->num++;
}

void rsp_requests_remove(rsp_requests *list, const rsp_request *request) {
    assert(rsp_requests_is_valid(list));
    rsp_request *before = NULL;
    rsp_request *at = list->head;
    for (; at && at != request; at = at->next)
        before = at;
    if (!at)
        return;
    if (before)
        before->next = at->next;
    else
        list->head = at->next;
    if (list->tail == at)
        list->tail = before;
    list->num--;
}

static rsp_request *find(const rsp_requests *list, rsp_request_id id) {
    rsp_request *at = list->head;
    while (at && (at->id != id || at->ghost))
        at = at->next;
    return at;
}

void rsp_request_free(rsp_session *s, rsp_request *request) {
    if (!request)
        return;
    rsp_buf_free(&request->frame);
    rsp_buf_free(&request->raw);
    rsp_buf_free(&request->payload);
    rsp_buf_free(&request->plain);
    rsp_mem_free(s->options.mem, request);
}

void rsp_requests_free(rsp_session *s, rsp_requests *list) {
    while (list->head) {
        rsp_request *request = list->head;
        rsp_requests_remove(list, request);
        rsp_request_free(s, request);
    }
}

/* --- asking --- */

rsp_request *rsp_request_new(rsp_session *s) {
    rsp_request *request = rsp_mem_calloc(s->options.mem, 1, sizeof *request);
    if (request)
        request->frame.mem = request->raw.mem = request->payload.mem = request->plain.mem = s->options.mem;
    return request;
}

rsp_status rsp_session_submit(rsp_session *s, rsp_request_id *out_id, rsp_bytes payload,
                              uint64_t timeout_ns) {
    *out_id = 0;
    if (s->state != RSP_OK)
        return s->state;
    if (s->waiting.num + s->flight.num >= RSP_LIMIT_REQUESTS)
        return RSP_LIMIT;
    rsp_request *request = rsp_request_new(s);
    if (!request)
        return RSP_NO_MEMORY;
    rsp_escape_packet(&request->frame, payload, RSP_ESCAPE_FULL);
    if (request->frame.status != RSP_OK) {
        rsp_status status = request->frame.status;
        rsp_request_free(s, request);
        return status;
    }
    request->id = ++s->last_id;
    request->timeout_ns = timeout_ns ? timeout_ns : s->options.timeout_ns;
    rsp_requests_push(&s->waiting, request);
    *out_id = request->id;
    return RSP_OK;
}

rsp_status rsp_session_cancel(rsp_session *s, rsp_request_id id) {
    rsp_request *request = find(&s->waiting, id);
    if (request) {
        rsp_requests_remove(&s->waiting, request);
    } else {
        rsp_request *sent = find(&s->flight, id);
        rsp_request *done = sent ? rsp_request_new(s) : NULL;
        if (!sent)
            return RSP_NOT_FOUND;
        if (!done)
            return RSP_NO_MEMORY;
        /* The one that was sent stays as a ghost, to keep the order of replies. */
        sent->ghost = true;
        done->id = id;
        done->sent_ns = sent->sent_ns;
        done->resent = sent->resent;
        request = done;
    }
    request->outcome = RSP_OUTCOME_CANCELLED;
    request->done_ns = rsp_session_now(s);
    rsp_requests_push(&s->done, request);
    return RSP_OK;
}

bool rsp_session_is_sent(const rsp_session *s, rsp_request_id id) {
    return id != 0 && id <= s->last_id && !find(&s->waiting, id);
}

size_t rsp_session_pending(const rsp_session *s) {
    size_t num = s->waiting.num;
    for (const rsp_request *r = s->flight.head; r; r = r->next)
        num += !r->ghost;
    return num;
}

/* --- sending --- */

static bool may_send(const rsp_session *s) {
    size_t most = rsp_endpoint_is_no_ack(&s->wire) ? s->options.max_in_flight : 1;
    return s->waiting.head && s->flight.num - rsp_late_count(s) < most && s->state == RSP_OK;
}

rsp_bytes rsp_session_output(rsp_session *s, uint64_t now_ns) {
    while (may_send(s)) {
        rsp_request *request = s->waiting.head;
        rsp_endpoint_put(&s->wire, rsp_buf_bytes(&request->frame));
        if (s->output.status != RSP_OK)
            break;
        request->awaits_ack = rsp_session_acks(s);
        rsp_requests_remove(&s->waiting, request);
        request->sent_ns = now_ns;
        request->deadline_ns = rsp_deadline(now_ns, request->timeout_ns);
        rsp_requests_push(&s->flight, request);
    }
    if (s->output.status != RSP_OK)
        rsp_session_finish(s, s->output.status, RSP_OUTCOME_IO);
    return rsp_buf_bytes(&s->output);
}

uint64_t rsp_session_deadline(const rsp_session *s) {
    uint64_t first = RSP_NEVER_NS;
    for (const rsp_request *r = s->flight.head; r; r = r->next)
        if (r->deadline_ns < first)
            first = r->deadline_ns;
    return first;
}

/* --- ending --- */

rsp_reply_fit rsp_request_fit(const rsp_request *request, rsp_bytes reply) {
    rsp_bytes payload = rsp_bytes_sub(rsp_buf_bytes(&request->frame), 1, request->frame.len - 4);
    return rsp_fit_reply(rsp_packet_lookup(payload, NULL), reply);
}

void rsp_request_complete(rsp_session *s, rsp_requests *from, rsp_outcome outcome) {
    assert(from->head);
    rsp_request *request = from->head;
    rsp_requests_remove(from, request);
    if (request->awaits_ack)
        rsp_endpoint_forget(&s->wire);
    const bool held = request->held;
    rsp_late_settle(s, request, &outcome);
    if (request->ghost) {
        rsp_request_free(s, request);
        return;
    }
    request->outcome = outcome;
    request->done_ns = held ? request->done_ns : s->now_ns;
    request->end = s->end;
    request->missing_ack = request->awaits_ack;
    rsp_requests_push(&s->done, request);
}

void rsp_requests_complete_all(rsp_session *s, rsp_outcome outcome) {
    while (s->flight.head)
        rsp_request_complete(s, &s->flight, outcome);
    while (s->waiting.head)
        rsp_request_complete(s, &s->waiting, outcome);
}

/* Of what is held, once another packet came: a greeting. */
static void drop_held(rsp_session *s, rsp_request *request) {
    rsp_session_add_event(s, RSP_SESSION_PACKET, rsp_buf_bytes(&request->raw),
                          rsp_buf_bytes(&request->payload), true);
    rsp_buf_clear(&request->payload);
    rsp_buf_clear(&request->plain);
    request->early = false;
}

bool rsp_request_hold(rsp_session *s, rsp_outcome outcome, const rsp_wire_event *event) {
    rsp_request *request = s->flight.head;
    const bool may_greet = s->opening && request->awaits_ack && outcome == RSP_OUTCOME_REPLY;
    s->opening = false;
    if (!may_greet)
        return false;
    rsp_buf_append(&request->raw, event->raw);
    rsp_buf_append(&request->payload, event->payload);
    if (event->coding & RSP_CODING_RUNS)
        rsp_buf_append(&request->plain, event->expanded);
    request->early = true;
    request->due_ns = request->deadline_ns;
    request->deadline_ns = least(request->deadline_ns, rsp_deadline(s->now_ns, s->options.quiet_ns));
    return true;
}

void rsp_request_note_ack(rsp_session *s) {
    enum { MOMENTS = 10 };
    rsp_request *request = s->flight.head;
    request->awaits_ack = false;
    if (request->early)
        request->deadline_ns = least(request->due_ns, rsp_deadline(s->now_ns, MOMENTS * s->options.quiet_ns));
}

bool rsp_request_fill(rsp_request *request, rsp_outcome outcome, const rsp_wire_event *event) {
    bool reply = outcome == RSP_OUTCOME_REPLY;
    rsp_buf_clear(&request->raw);
    rsp_buf_append(&request->raw, event->raw);
    rsp_buf_append(&request->payload, reply ? event->payload : event->wire);
    if (reply && (event->coding & RSP_CODING_RUNS))
        rsp_buf_append(&request->plain, event->expanded);
    return request->raw.status == RSP_OK && request->payload.status == RSP_OK &&
           request->plain.status == RSP_OK;
}

void rsp_request_answer(rsp_session *s, rsp_outcome outcome, const rsp_wire_event *event) {
    if (s->flight.head->early)
        drop_held(s, s->flight.head);
    if (!rsp_request_fill(s->flight.head, outcome, event))
        rsp_session_finish(s, RSP_NO_MEMORY, RSP_OUTCOME_IO);
    else
        rsp_request_complete(s, &s->flight, outcome);
}

static rsp_outcome overdue_outcome(const rsp_request *r) {
    return r->early ? RSP_OUTCOME_REPLY : r->asked_again ? RSP_OUTCOME_MALFORMED : RSP_OUTCOME_TIMEOUT;
}

/* Overdue requests need not be at the head: timeouts differ. A late one leaves a ghost only where late
 * replies are paired (late.h): if the stub drops requests, a mere ghost would swallow the next reply. */
void rsp_session_tick(rsp_session *s, uint64_t now_ns) {
    if (now_ns > s->now_ns)
        s->now_ns = now_ns;
    for (rsp_request *r = s->flight.head; r;) {
        rsp_request *next = r->next;
        bool overdue_now = r->deadline_ns <= now_ns;
        if (overdue_now && !r->held && !r->early && !r->asked_again && rsp_late_keep(s, r)) {
            r = next;
            continue;
        }
        if (overdue_now) {
            rsp_requests overdue = {.head = r, .tail = r, .num = 1};
            rsp_requests_remove(&s->flight, r);
            r->next = NULL;
            rsp_request_complete(s, &overdue, overdue_outcome(r));
        }
        r = next;
    }
}

/* --- giving the answer --- */

static void classify(rsp_answer *answer) {
    rsp_reply reply = rsp_reply_classify(answer->payload);
    answer->error_code = -1;
    answer->error_text = reply.text;
    if (reply.kind == RSP_REPLY_EMPTY)
        answer->outcome = RSP_OUTCOME_UNSUPPORTED;
    if (reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT)
        answer->outcome = RSP_OUTCOME_ERROR;
    if (reply.kind == RSP_REPLY_ERROR)
        answer->error_code = reply.code;
}

void rsp_request_give(rsp_session *s, rsp_request *request, rsp_answer *out_answer) {
    assert(request && out_answer);
    rsp_requests_remove(&s->done, request);
    rsp_request_free(s, s->given);
    s->given = request;
    rsp_bytes raw = rsp_buf_bytes(&request->raw);
    *out_answer = (rsp_answer){.id = request->id,
                               .outcome = request->outcome,
                               .raw = raw,
                               .wire = raw.len >= 4 ? rsp_bytes_sub(raw, 1, raw.len - 4) : raw,
                               .payload = rsp_buf_bytes(&request->payload),
                               .error_code = -1,
                               .sent_ns = request->sent_ns,
                               .done_ns = request->done_ns,
                               .resent = request->resent,
                               .missing_ack = request->missing_ack,
                               .end = request->end};
    out_answer->expanded = request->plain.len ? rsp_buf_bytes(&request->plain) : out_answer->wire;
    if (request->outcome == RSP_OUTCOME_REPLY)
        classify(out_answer);
}

bool rsp_session_take_answer(rsp_session *s, rsp_answer *out_answer) {
    assert(out_answer);
    if (!s->done.head)
        return false;
    rsp_request_give(s, s->done.head, out_answer);
    return true;
}
