/* Each wait looks at every entry once: it goes on where it stopped when more has come. Other messages do not
 * prolong a wait: of a flood one piece is taken in after its end. The scenario's deadline holds for all
 * waits. See wait.h. */
/* SPDX-License-Identifier: MIT */
#include "play/wait.h"

#include "play/match.h"
#include <assert.h>
#include <inttypes.h>

static bool fits(const play *p, size_t i, const dap_wait_filter *f) {
    const rsp_dap_entry *e = &p->session.log.entries[i];
    const rsp_dap_message *m = &e->message;
    if (e->sent || m->kind != f->kind || (e->taken && !f->taken_too) ||
        (*f->name && strcmp(f->name, m->name) != 0))
        return false;
    if (f->kind == RSP_DAP_RESPONSE && f->request_seq != 0 && m->request_seq != f->request_seq)
        return false;
    if (f->success && m->success != json_is_true(f->success))
        return false;
    return !f->body || dap_match_value(f->body, m->body, NULL);
}

static size_t look_from(const play *p, const dap_wait_filter *f, size_t from) {
    for (size_t i = from; i < p->session.log.num; i++)
        if (fits(p, i, f))
            return i;
    return WAIT_NONE;
}

size_t dap_wait_look(const play *p, const dap_wait_filter *f) {
    return look_from(p, f, f->from);
}

size_t dap_wait_count(const play *p, const dap_wait_filter *f) {
    size_t num = 0;
    for (size_t i = f->from; i < p->session.log.num; i++)
        num += fits(p, i, f) ? 1 : 0;
    return num;
}

bool dap_wait_crashed(play *p) {
    const rsp_link_end end = rsp_link_ended(p->session.link);
    if (end.kind == RSP_END_SIGNALED)
        (void)dap_play_fail(p, RSP_VERDICT_CRASH, "the adapter ended by %s", end.text);
    return end.kind == RSP_END_SIGNALED;
}

/* Our own trouble; of a message that is beyond a limit, which one. */
static const char *trouble_of(const play *p, rsp_status status) {
    const rsp_dap_log *log = &p->session.log;
    const rsp_dap_entry *last = log->num > 0 ? &log->entries[log->num - 1] : NULL;
    return status == RSP_LIMIT && last && last->status == RSP_LIMIT && last->why[0] ? last->why
                                                                                    : rsp_status_text(status);
}

static void say_why(play *p, rsp_status status, uint64_t within_ns, const char *what) {
    const rsp_link_end end = rsp_link_ended(p->session.link);
    p->cancelled = p->cancelled || status == RSP_CANCELLED;
    if (status == RSP_TIMEOUT)
        (void)dap_play_fail(p, RSP_VERDICT_HANG, "no %.120s within %" PRIu64 " ms", what,
                            within_ns / RSP_NS_PER_MS);
    else if (status == RSP_LIMIT || status == RSP_NO_MEMORY || status == RSP_CANCELLED)
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "%.160s, while waiting for %.120s", trouble_of(p, status),
                            what);
    else if (end.kind == RSP_END_SIGNALED)
        (void)dap_play_fail(p, RSP_VERDICT_CRASH, "the adapter ended by %s, and sent no %.120s", end.text,
                            what);
    else
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "the adapter closed the connection (%s), and sent no %.120s",
                            end.text[0] ? end.text : "no program of ours", what);
}

/* The debuggee has ended: it stops no more. */
static bool came_to_its_end(play *p, const dap_wait_filter *f, const char *what) {
    const dap_wait_filter end = {.kind = RSP_DAP_EVENT, .name = "terminated", .taken_too = true};
    const bool stop = f->kind == RSP_DAP_EVENT && strcmp(f->name, "stopped") == 0;
    if (!stop || dap_wait_look(p, &end) == WAIT_NONE)
        return false;
    (void)dap_play_fail(p, RSP_VERDICT_FAIL, "the debuggee ended, and sent no %.120s", what);
    return true;
}

/* An adapter that refuses launch has nothing to be configured. */
static bool launch_is_refused(play *p, const dap_wait_filter *f) {
    const dap_wait_filter launch = {.kind = RSP_DAP_RESPONSE, .name = "launch", .taken_too = true};
    const bool waits = f->kind == RSP_DAP_EVENT && strcmp(f->name, "initialized") == 0;
    const size_t at = waits ? dap_wait_look(p, &launch) : WAIT_NONE;
    const rsp_dap_message *m = at == WAIT_NONE ? NULL : &p->session.log.entries[at].message;
    if (!m || m->success)
        return false;
    (void)dap_play_fail(p, RSP_VERDICT_FAIL, "launch is refused: %.160s", m->text);
    p->failure.entry = at;
    return true;
}

enum { ECHO_WITHIN = 4 }; /* the first messages of a session tell it */

/* What sends our own request back is `cat`, a server that echoes, or a terminal: it answers nothing. */
static bool is_echoed(play *p, const char *what) {
    const rsp_dap_log *log = &p->session.log;
    for (size_t i = 0; i < log->num && i < ECHO_WITHIN; i++) {
        const rsp_dap_message *m = &log->entries[i].message;
        if (log->entries[i].sent || log->entries[i].status != RSP_OK || m->kind != RSP_DAP_REQUEST ||
            strcmp(m->name, "initialize") != 0)
            continue;
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "the adapter sends back what it gets, and sent no %.120s",
                            what);
        p->failure.entry = i;
        return true;
    }
    return false;
}

/* Whether one came that is like it but for the body; what differs is the failure then. */
static bool came_otherwise(play *p, const dap_wait_filter *f, const char *what) {
    dap_wait_filter any = *f;
    any.body = NULL;
    const size_t at = f->body ? dap_wait_look(p, &any) : WAIT_NONE;
    if (at == WAIT_NONE)
        return false;
    rsp_buf problem = {0};
    (void)dap_match_value(f->body, p->session.log.entries[at].message.body, &problem);
    (void)dap_play_differs(p, at, what, f->body, rsp_buf_cstr(&problem));
    rsp_buf_free(&problem);
    return true;
}

static uint64_t cut(const play *p, uint64_t within_ns) {
    return p->most_wait_ns && within_ns > p->most_wait_ns ? p->most_wait_ns : within_ns;
}

static uint64_t deadline_of(const play *p, uint64_t within_ns) {
    const uint64_t until = rsp_dap_session_now(&p->session) + cut(p, within_ns);
    return until < p->end_ns ? until : p->end_ns;
}

size_t dap_wait_for(play *p, const dap_wait_filter *f, uint64_t within_ns, const char *what) {
    assert(f && what);
    const uint64_t deadline = deadline_of(p, within_ns);
    size_t from = f->from;
    bool late = false;
    for (;;) {
        const size_t at = look_from(p, f, from);
        from = p->session.log.num;
        if (at != WAIT_NONE) {
            p->session.log.entries[at].taken = true;
            return at;
        }
        if (came_to_its_end(p, f, what) || launch_is_refused(p, f) || is_echoed(p, what))
            return WAIT_NONE;
        const rsp_status status = late ? RSP_TIMEOUT : rsp_dap_session_receive(&p->session, deadline);
        late = rsp_dap_session_now(&p->session) > deadline;
        if (status != RSP_OK) {
            if (status != RSP_TIMEOUT || !came_otherwise(p, f, what))
                say_why(p, status, cut(p, within_ns), what);
            return WAIT_NONE;
        }
    }
}

rsp_status dap_wait_end(play *p, uint64_t within_ns) {
    const uint64_t deadline = deadline_of(p, within_ns);
    rsp_status status = RSP_OK;
    while (status == RSP_OK) {
        const bool late = rsp_dap_session_now(&p->session) > deadline;
        status = late ? RSP_TIMEOUT : rsp_dap_session_receive(&p->session, deadline);
    }
    return rsp_link_is_gone(status) ? RSP_OK : status;
}
