/* A play whose scenario has no steps.
 * A failure of one wait does not keep the next one from being tried.
 * See dap_suite/visit.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/visit.h"

#include "play/end.h"
#include "play/request.h"
#include "play/start.h"
#include "play/steps.h"
#include "play/wait.h"
#include "play/work.h"
#include "run/facts.h"

#include <assert.h>

#define LONGEST_NS (600 * RSP_NS_PER_S)

struct rsp_dap_visit {
    rsp_dap_scenario scenario; /* only what the start looks at */
    play play;
};

static rsp_dap_scenario scenario_of(const rsp_dap_visit_options *o) {
    return (rsp_dap_scenario){.name = "visit",
                              .path = "",
                              .start = o->start,
                              .program = o->program ? o->program : "sample",
                              .at = o->at ? o->at : "work",
                              .client = (json_t *)(uintptr_t)o->client,
                              .launch = (json_t *)(uintptr_t)o->launch};
}

static rsp_status prepare(rsp_dap_visit *v, const rsp_dap_visit_options *o, rsp_error *error) {
    rsp_buf lacks = {0};
    play *p = &v->play;
    p->names = dap_facts_of(o->target, &v->scenario, &lacks);
    p->messages = json_object();
    p->seqs = json_object();
    rsp_status status = RSP_OK;
    if (!p->names || !p->messages || !p->seqs)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory");
    else if (lacks.len > 0)
        status = rsp_fail(error, RSP_UNSUPPORTED, "%s", rsp_buf_cstr(&lacks));
    rsp_buf_free(&lacks);
    return status == RSP_OK ? o->target->open(o->target->ctx, &p->session.link, error) : status;
}

static rsp_status begin(rsp_dap_visit *v, const rsp_dap_visit_options *o, rsp_error *error) {
    play *p = &v->play;
    p->session.listener = o->listener;
    p->session.listener_ctx = o->listener_ctx;
    p->end_ns = rsp_dap_session_now(&p->session) + (o->longest_ns ? o->longest_ns : LONGEST_NS);
    if (dap_start_session(p, o->target->profile->launch))
        return RSP_OK;
    if (p->cancelled)
        return rsp_fail(error, RSP_CANCELLED, "interrupted");
    return rsp_fail(error, p->failure.verdict == RSP_VERDICT_CRASH ? RSP_DIED : RSP_UNEXPECTED, "%s",
                    p->failure.message);
}

rsp_status rsp_dap_visit_open(rsp_dap_visit **out, const rsp_dap_visit_options *o, rsp_error *error) {
    assert(o && o->target && o->target->open);
    rsp_dap_visit *v = rsp_mem_calloc(NULL, 1, sizeof *v);
    *out = NULL;
    if (!v)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    v->scenario = scenario_of(o);
    v->play.scenario = &v->scenario;
    v->play.timeout_ns = rsp_dap_target_timeout_ns(o->target);
    v->play.start_ns = rsp_dap_target_start_ns(o->target);
    const rsp_status status = prepare(v, o, error);
    if (status != RSP_OK) {
        dap_end_free(&v->play);
        rsp_mem_free(NULL, v);
        return status;
    }
    const rsp_status begun = begin(v, o, error);
    if (begun == RSP_CANCELLED)
        rsp_dap_visit_close(v);
    else
        *out = v;
    return begun;
}

void rsp_dap_visit_close(rsp_dap_visit *v) {
    if (!v)
        return;
    if (v->play.session.ended == RSP_OK && !v->play.cancelled)
        (void)dap_end_session(&v->play, true);
    dap_end_free(&v->play);
    rsp_mem_free(NULL, v);
}

rsp_dap_session *rsp_dap_visit_session(rsp_dap_visit *v) {
    return &v->play.session;
}

bool rsp_dap_visit_can(const rsp_dap_visit *v, const char *capability) {
    return json_is_true(json_object_get(v->play.capabilities, capability));
}

const json_t *rsp_dap_visit_value(const rsp_dap_visit *v, const char *name) {
    assert(v && name);
    return json_object_get(v->play.names, name);
}

static void forget_failure(play *p) {
    p->failure = (dap_play_failure){.failed = false};
}

int64_t rsp_dap_visit_send(rsp_dap_visit *v, const char *command, json_t *arguments) {
    forget_failure(&v->play);
    const bool sent = dap_request_start(&v->play, command, arguments, command);
    json_decref(arguments);
    return sent ? v->play.session.last_seq : 0;
}

bool rsp_dap_visit_works(rsp_dap_visit *v, int64_t seq, uint64_t within_ns) {
    forget_failure(&v->play);
    return dap_work_wait(&v->play, seq, within_ns) == DAP_WORK_SHOWN;
}

bool rsp_dap_visit_step(rsp_dap_visit *v, const json_t *spec) {
    assert(json_is_object(spec));
    static const struct {
        const char *key;
        rsp_dap_action action;
    } actions[] = {
        {"request", RSP_DAP_STEP_REQUEST}, {"content", RSP_DAP_STEP_CONTENT}, {"raw", RSP_DAP_STEP_RAW}};
    forget_failure(&v->play);
    for (size_t i = 0; i < RSP_ARRAY_LEN(actions); i++) {
        const rsp_dap_step step = {.action = actions[i].action, .spec = (json_t *)(uintptr_t)spec};
        if (!json_object_get(spec, actions[i].key))
            continue;
        const bool played = dap_step_play(&v->play, &step);
        v->play.at = NULL; /* the step ends here; failures of later requests have no place in a file */
        return played;
    }
    return false;
}

static size_t wait_for(rsp_dap_visit *v, const dap_wait_filter *filter, uint64_t within_ns,
                       const char *what) {
    forget_failure(&v->play);
    return dap_wait_for(&v->play, filter, within_ns, what);
}

size_t rsp_dap_visit_response(rsp_dap_visit *v, int64_t seq, uint64_t within_ns) {
    const dap_wait_filter filter = {.kind = RSP_DAP_RESPONSE, .name = "", .request_seq = seq};
    return wait_for(v, &filter, within_ns, "response");
}

size_t rsp_dap_visit_event(rsp_dap_visit *v, const char *name, uint64_t within_ns) {
    const dap_wait_filter filter = {.kind = RSP_DAP_EVENT, .name = name};
    return wait_for(v, &filter, within_ns, name);
}

uint64_t rsp_dap_visit_timeout(const rsp_dap_visit *v) {
    return v->play.timeout_ns;
}

const char *rsp_dap_visit_trouble(const rsp_dap_visit *v) {
    return v->play.failure.message;
}

bool rsp_dap_visit_cancelled(const rsp_dap_visit *v) {
    return v->play.cancelled;
}

uint64_t rsp_dap_visit_next_wait(const rsp_dap_visit *v) {
    const rsp_dap_log *log = &v->play.session.log;
    const uint64_t usual_ns = v->play.timeout_ns;
    uint64_t last_ns = log->start_ns;
    if (!v->play.failure.failed || v->play.failure.verdict != RSP_VERDICT_HANG)
        return usual_ns;
    for (size_t i = 0; i < log->num; i++)
        last_ns = log->entries[i].sent ? last_ns : log->entries[i].time_ns;
    const uint64_t wait_ns = 4 * (last_ns - log->start_ns) + RSP_NS_PER_S;
    return wait_ns < usual_ns ? wait_ns : usual_ns;
}
