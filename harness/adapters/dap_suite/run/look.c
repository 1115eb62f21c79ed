/* Nothing is judged here: what an adapter sends in place of an answer is left to one scenario and its rules.
 * One that ends is tried again, for the machine may have been why; silence has taken its time already.
 * See dap_suite/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/runner.h"

#include "core/text.h"
#include "play/end.h"
#include "play/start.h"
#include "play/wait.h"
#include <stdio.h>

enum { TRIES = 3, SHOWN_TALK = 60 };

/* The first bytes of what came, escaped. */
static void note_talk(const play *p, rsp_dap_tally *tally) {
    const rsp_dap_log *log = &p->session.log;
    rsp_bytes first = rsp_dap_reader_rest(&p->session.reader);
    rsp_buf text = {0};
    for (size_t i = log->num; i > 0; i--)
        first = log->entries[i - 1].sent ? first : log->entries[i - 1].raw;
    rsp_buf_printf(&text, "%s; it sent %llu bytes instead: ", p->failure.message,
                   (unsigned long long)rsp_link_stats_get(p->session.link).bytes_in);
    rsp_text_escape(&text, rsp_bytes_sub(first, 0, SHOWN_TALK), false);
    rsp_buf_str(&text, first.len > SHOWN_TALK ? "..." : "");
    tally->unanswered = p->failure.verdict == RSP_VERDICT_HANG ? RSP_TIMEOUT : RSP_DIED;
    (void)snprintf(tally->talk, sizeof tally->talk, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static rsp_status ask(play *p, rsp_dap_tally *tally, uint64_t *out_ns, rsp_error *error) {
    const dap_wait_filter response = {.kind = RSP_DAP_RESPONSE, .name = "initialize", .taken_too = true};
    const uint64_t began_ns = rsp_dap_session_now(&p->session);
    p->end_ns = began_ns + p->start_ns;
    (void)dap_start_initialize(p);
    const size_t at = dap_wait_look(p, &response);
    if (p->cancelled)
        return rsp_fail(error, RSP_CANCELLED, "interrupted before the response to initialize");
    const dap_wait_filter echo = {.kind = RSP_DAP_REQUEST, .name = "initialize"};
    if (at == WAIT_NONE && dap_wait_look(p, &echo) != WAIT_NONE)
        return rsp_fail(error, RSP_CONNECT,
                        "it sends back what it gets, and answers nothing: is it a debug adapter?");
    /* What came in its place is no answer, and still something to be judged. */
    if (at == WAIT_NONE && rsp_link_stats_get(p->session.link).bytes_in > 0) {
        *out_ns = rsp_dap_session_now(&p->session) - began_ns;
        note_talk(p, tally);
        (void)dap_end_session(p, false);
        return RSP_OK;
    }
    if (at == WAIT_NONE)
        return rsp_fail(error, p->failure.verdict == RSP_VERDICT_HANG ? RSP_TIMEOUT : RSP_DIED, "%s",
                        p->failure.message);
    *out_ns = p->session.log.entries[at].time_ns - began_ns;
    if (!tally->capabilities)
        tally->capabilities = json_incref(p->capabilities);
    (void)dap_end_session(p, false);
    return RSP_OK;
}

static rsp_status look_once(const rsp_dap_target *target, rsp_dap_tally *tally, uint64_t *out_ns,
                            rsp_error *error) {
    const rsp_dap_scenario none = {.name = "look", .path = ""};
    play p = {.scenario = &none,
              .names = json_object(),
              .messages = json_object(),
              .seqs = json_object(),
              .timeout_ns = rsp_dap_target_timeout_ns(target),
              .start_ns = rsp_dap_target_start_ns(target)};
    rsp_status status = p.names && p.messages && p.seqs ? RSP_OK : RSP_NO_MEMORY;
    if (status != RSP_OK)
        status = rsp_fail(error, status, "no memory");
    else
        status = target->open(target->ctx, &p.session.link, error);
    if (status == RSP_OK)
        status = ask(&p, tally, out_ns, error);
    dap_end_free(&p);
    return status;
}

rsp_status rsp_dap_look(const rsp_dap_target *target, rsp_dap_tally *tally, uint64_t *out_ns,
                        rsp_error *error) {
    rsp_status status = RSP_DIED;
    for (unsigned i = 0; i < TRIES && status == RSP_DIED; i++) {
        if (error)
            *error = (rsp_error){.status = RSP_OK};
        status = look_once(target, tally, out_ns, error);
    }
    return status;
}
