/* Does what the rows of the fault that is on say to requests and replies; stops are in stop_text.c.
 * Only the rows of one fault are ever looked at: those of the others are left out when the stub is made.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"

#include "faults/hooks.h"
#include "faults/pattern.h"
#include "live_threads.h"
#include "run_state.h"

static bool counts(const rsp_stub *s, stub_when when) {
    switch (when) {
    case STUB_WITHOUT_PROCESS:
        return !stub_has_process(s);
    case STUB_IN_NONSTOP:
        return stub_non_stop(s);
    case STUB_WITH_NATIVE_SIGNALS:
        return s->opt.native_signals || stub_agreed(s, STUB_AGREED_THREAD_SUFFIX);
    case STUB_ALWAYS:
        return true;
    }
    return true;
}

/* Whether the row is about this request, and which arguments it means. */
static bool concerns(const stub_fault_row *row, const stub_service *t, rsp_bytes *args) {
    const rsp_packet_row *packet = rsp_packet_by_id(row->packet);
    *args = packet ? t->args : t->s->request;
    if (!counts(t->s, row->when) || row->edit >= STUB_EDIT_STOP)
        return false;
    if (!packet || row->packet == t->id)
        return true;
    *args = t->s->request;
    return rsp_take_text(args, packet->name) && rsp_take_byte(args, ':');
}

static bool fits(const char *pattern, rsp_bytes text, stub_gaps *gaps) {
    return !pattern || stub_match(pattern, text, gaps);
}

static void change_request(stub_service *t, const stub_fault_row *row, rsp_bytes args,
                           const stub_gaps *gaps) {
    rsp_buf text = {.mem = t->s->opt.mem};
    rsp_packet_begin(&text, row->packet);
    if (row->edit == STUB_EDIT_REQUEST)
        stub_fill_template(&text, row->become, gaps);
    else
        (void)stub_replace_places(&text, args, row->find, row->become);
    rsp_buf_append(stub_new_request(t), rsp_buf_bytes(&text));
    if (text.status == RSP_OK)
        stub_bend(t);
    rsp_buf_free(&text);
}

static void put_reply(stub_service *t, const char *template, const stub_gaps *gaps) {
    rsp_buf text = {.mem = t->s->opt.mem};
    if (strcmp(template, STUB_DEATH) == 0) {
        t->kind = STUB_REPLY_NONE;
        stub_finish(t->s);
    } else if (strcmp(template, STUB_NO_REPLY) == 0) {
        stub_answer_nothing(t);
    } else {
        stub_fill_template(&text, template, gaps);
        stub_answer_text(t, &text);
    }
    rsp_buf_free(&text);
}

/* What is done before the request is served: true when it is answered then. */
static bool before(stub_service *t, stub_stand_in **serve) {
    bool changed = false;
    for (size_t i = 0; i < t->s->faults.num_rows; i++) {
        const stub_fault_row *row = t->s->faults.rows[i];
        stub_gaps gaps = {.num = 0};
        rsp_bytes args;
        if (!concerns(row, t, &args))
            continue;
        if (row->edit == STUB_EDIT_CALL && (!rsp_packet_by_id(row->packet) || stub_is_served(t))) {
            *serve = row->serve;
            t->argument = row->argument;
        } else if (row->edit == STUB_EDIT_REQUEST_PLACES) {
            change_request(t, row, args, &gaps);
        } else if (row->edit == STUB_EDIT_REQUEST && !changed && fits(row->find, args, &gaps)) {
            changed = true;
            if (row->become)
                change_request(t, row, args, &gaps);
        } else if (row->edit == STUB_EDIT_INSTEAD && !changed && fits(row->find, args, &gaps)) {
            put_reply(t, row->become, &gaps);
            return true;
        }
    }
    return false;
}

/* Whether the reply may be meant by the row: an error only where the pattern says so. */
static bool means(const stub_fault_row *row, const stub_service *t) {
    return row->reply[0] == 'E' || !stub_replies(t, RSP_LIT("E"));
}

static bool change_reply(stub_service *t, const stub_fault_row *row, rsp_bytes args) {
    stub_gaps gaps = {.num = 0};
    if (!fits(row->find, args, &gaps) || !means(row, t) ||
        !stub_match(row->reply, rsp_buf_bytes(t->reply), &gaps))
        return false;
    put_reply(t, row->become, &gaps);
    return true;
}

/* The request as it came: the handler may have been given another one. */
static void after(stub_service *t, rsp_bytes request, rsp_bytes own_args) {
    bool changed = false;
    t->s->request = request;
    t->args = own_args;
    for (size_t i = 0; i < t->s->faults.num_rows && t->kind == STUB_REPLY_SEND; i++) {
        const stub_fault_row *row = t->s->faults.rows[i];
        rsp_bytes args;
        rsp_buf text = {.mem = t->s->opt.mem};
        if (!concerns(row, t, &args))
            continue;
        if (row->edit == STUB_EDIT_REPLY && !changed)
            changed = change_reply(t, row, args);
        if (row->edit == STUB_EDIT_REPLY_PLACES &&
            stub_replace_places(&text, rsp_buf_bytes(t->reply), row->reply, row->become))
            stub_answer_text(t, &text);
        rsp_buf_free(&text);
    }
}

stub_reply_kind stub_fault_serve(rsp_stub *s, rsp_packet_id id, stub_handler *handler, rsp_bytes args,
                                 rsp_buf *reply) {
    stub_stand_in *serve = stub_serve;
    if (s->opt.fault == RSP_FAULT_NONE)
        return handler(s, args, reply);
    s->faults.holding.interrupting = false;
    if (!rsp_ptid_equal(s->faults.run.reported, s->run->reported)) {
        s->faults.run.former = s->faults.run.reported;
        s->faults.run.reported = s->run->reported;
    }
    stub_service turn = {.s = s, .id = id, .handler = handler, .args = args, .reply = reply};
    rsp_bytes request = s->request;
    s->faults.serving = handler;
    if (!before(&turn, &serve)) {
        serve(&turn);
        turn.id = id;
        after(&turn, request, args);
    }
    s->faults.serving = NULL;
    return turn.kind;
}
