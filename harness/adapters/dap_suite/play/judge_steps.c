/* The steps that judge: what has come, in which order, how often, and how the adapter ends.
 * None of them waits for a fixed time: what has not come yet is settled by a request before them.
 * See steps.h. */
/* SPDX-License-Identifier: MIT */
#include "link/link_control.h"
#include "play/match.h"
#include "play/request.h"
#include "play/steps.h"
#include "play/values.h"
#include "play/wait.h"
#include <signal.h>
#include <sys/types.h>

static const char *text_of(const json_t *spec, const char *key, const char *otherwise) {
    const char *text = json_string_value(json_object_get(spec, key));
    return text ? text : otherwise;
}

bool dap_step_NO_EVENT(play *p, const rsp_dap_step *step) {
    const char *name = text_of(step->spec, "no-event", "");
    size_t from = 0;
    bool ok = true;
    json_t *body = dap_play_value(p, step->spec, "body", &ok);
    bool good = ok && dap_play_since(p, step->spec, &from);
    const dap_wait_filter filter = {.kind = RSP_DAP_EVENT,
                                    .name = name,
                                    .body = body,
                                    .from = from,
                                    .taken_too = json_object_get(step->spec, "since") != NULL};
    const size_t at = good ? dap_wait_look(p, &filter) : WAIT_NONE;
    if (at != WAIT_NONE)
        good = dap_play_differs(p, at, name, NULL, "this event is not to come");
    json_decref(body);
    return good;
}

/* --- values --- */

/* A limit of the step, or 0 where it is not written. What is written and no number judges nothing. */
static bool limit_of(play *p, const json_t *spec, const char *key, double *out) {
    bool ok = true;
    json_t *value = dap_play_value(p, spec, key, &ok);
    *out = json_number_value(value);
    if (ok && value && !json_is_number(value))
        ok = dap_play_fail(p, RSP_VERDICT_ERROR, "'%s' is no number", key);
    json_decref(value);
    return ok;
}

/* A number, or the least of several measurements of one thing, so that a moment's load of the computer is no
 * defect. False where one is no number, or there is none. */
static bool least_number(const json_t *value, double *out) {
    if (!json_is_array(value)) {
        *out = json_number_value(value);
        return json_is_number(value);
    }
    *out = json_number_value(json_array_get(value, 0));
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *each = json_array_get(value, i);
        if (!json_is_number(each))
            return false;
        *out = json_number_value(each) < *out ? json_number_value(each) : *out;
    }
    return json_array_size(value) > 0;
}

static bool has(const json_t *spec, const char *key) {
    return json_object_get(spec, key) != NULL;
}

static bool within_limits(play *p, const json_t *spec, const char *what, const json_t *value) {
    double number = 0;
    double times = 1;
    double plus = 0;
    double most = 0;
    double least = 0;
    if (!has(spec, "at-most") && !has(spec, "at-least"))
        return true;
    if (!least_number(value, &number))
        return dap_play_fail(p, RSP_VERDICT_FAIL, "%.60s is no number", what);
    if ((has(spec, "times") && !limit_of(p, spec, "times", &times)) || !limit_of(p, spec, "plus", &plus) ||
        !limit_of(p, spec, "at-most", &most) || !limit_of(p, spec, "at-least", &least))
        return false;
    most = most * times + plus;
    least = least * times + plus;
    if (has(spec, "at-most") && number > most)
        return dap_play_fail(p, RSP_VERDICT_FAIL, "%g is above %g", number, most);
    if (has(spec, "at-least") && number < least)
        return dap_play_fail(p, RSP_VERDICT_FAIL, "%g is below %g", number, least);
    return true;
}

static bool check(play *p, const json_t *spec, const char *what, const json_t *value) {
    rsp_buf problem = {0};
    bool ok = true;
    json_t *pattern = dap_play_value(p, spec, "is", &ok);
    bool good = ok && (dap_match_value(pattern, value, &problem) ||
                       dap_play_differs(p, p->session.log.num, what, pattern, rsp_buf_cstr(&problem)));
    good = good && within_limits(p, spec, what, value);
    json_decref(pattern);
    rsp_buf_free(&problem);
    return good;
}

bool dap_step_CHECK(play *p, const rsp_dap_step *step) {
    bool ok = true;
    json_t *value = dap_play_value(p, step->spec, "check", &ok);
    const bool good = ok && check(p, step->spec, text_of(step->spec, "check", "check"), value);
    json_decref(value);
    return good;
}

bool dap_step_SET(play *p, const rsp_dap_step *step) {
    const char *name;
    json_t *written;
    bool ok = true;
    json_t *values = dap_play_value(p, step->spec, "set", &ok);
    json_object_foreach(values, name, written) {
        if (!dap_play_name(p, name, NULL, json_incref(written)))
            ok = false;
    }
    json_decref(values);
    return ok;
}

bool dap_step_COUNT(play *p, const rsp_dap_step *step) {
    const char *name = text_of(step->spec, "count", "");
    const char *of = text_of(step->spec, "of", "event");
    const char *as = text_of(step->spec, "as", NULL);
    const json_t *success = json_object_get(step->spec, "success");
    size_t from = 0;
    bool ok = true;
    json_t *body = dap_play_value(p, step->spec, "body", &ok);
    bool good = ok && dap_play_since(p, step->spec, &from);
    const dap_wait_filter filter = {.kind = strcmp(of, "event") == 0      ? RSP_DAP_EVENT
                                            : strcmp(of, "response") == 0 ? RSP_DAP_RESPONSE
                                                                          : RSP_DAP_REQUEST,
                                    .name = strcmp(name, "any") == 0 ? "" : name,
                                    .body = body,
                                    .success = success,
                                    .from = from,
                                    .taken_too = true};
    json_t *num = json_integer((json_int_t)dap_wait_count(p, &filter));
    good = good && check(p, step->spec, name, num) && (!as || dap_play_name(p, as, NULL, json_incref(num)));
    json_decref(num);
    json_decref(body);
    return good;
}

bool dap_step_BEFORE(play *p, const rsp_dap_step *step) {
    const json_t *names = json_object_get(step->spec, "before");
    json_int_t last = -1;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const json_t *at = json_object_get(p->messages, name ? name : "");
        if (!at)
            return dap_play_fail(p, RSP_VERDICT_ERROR, "no message is named '%.60s'", name ? name : "");
        if (json_integer_value(at) <= last)
            return dap_play_fail(p, RSP_VERDICT_FAIL, "'%.60s' came too early", name);
        last = json_integer_value(at);
    }
    return true;
}

/* --- ends --- */

bool dap_step_PAUSE(play *p, const rsp_dap_step *step) {
    rsp_link_wait(p->session.link, rsp_dap_session_now(&p->session) + step->within_ns);
    return true;
}

bool dap_step_SIGNAL(play *p, const rsp_dap_step *step) {
    const bool interrupt = strcmp(text_of(step->spec, "signal", ""), "INT") == 0;
    const long pid = rsp_link_pid(p->session.link);
    if (pid > 0)
        (void)kill((pid_t)pid, interrupt ? SIGINT : SIGTERM);
    p->signalled = pid > 0;
    return pid > 0 || dap_play_fail(p, RSP_VERDICT_ERROR, "the adapter is no program that we started");
}

bool dap_step_ENDS(play *p, const rsp_dap_step *step) {
    const uint64_t within = step->within_ns ? step->within_ns : p->timeout_ns;
    const rsp_status status = dap_wait_end(p, within);
    if (status != RSP_OK)
        return dap_play_fail(p, status == RSP_TIMEOUT ? RSP_VERDICT_HANG : RSP_VERDICT_ERROR,
                             "the adapter does not end: %s", rsp_status_text(status));
    if (!p->signalled && dap_wait_crashed(p))
        return false;
    const rsp_link_end end = rsp_link_ended(p->session.link);
    if (!json_object_get(step->spec, "status") || end.kind == RSP_END_NO_CHILD)
        return true;
    rsp_buf problem = {0};
    bool ok = true;
    json_t *wanted = dap_play_value(p, step->spec, "status", &ok);
    json_t *code = json_integer(end.code);
    const bool good =
        ok && (dap_match_value(wanted, code, &problem) ||
               dap_play_differs(p, p->session.log.num, "exit status", wanted, rsp_buf_cstr(&problem)));
    json_decref(code);
    json_decref(wanted);
    rsp_buf_free(&problem);
    return good;
}

/* A living adapter answers. One that does not, for its reader is lost, must end when its input is closed. */
bool dap_step_SURVIVES(play *p, const rsp_dap_step *step) {
    enum { ANSWER_S = 3 };
    const uint64_t within = step->within_ns ? step->within_ns : p->timeout_ns;
    const dap_wait_filter response = {
        .kind = RSP_DAP_RESPONSE, .name = "threads", .from = p->session.log.num};
    if (dap_request_start(p, "threads", NULL, "survives") &&
        dap_wait_for(p, &response, ANSWER_S * RSP_NS_PER_S, "response") != WAIT_NONE)
        return true;
    p->failure = (dap_play_failure){.failed = false}; /* it may have gone, or will when it is left alone */
    if (dap_wait_crashed(p))
        return false;
    if (!p->closed && p->session.ended == RSP_OK)
        (void)dap_step_CLOSE(p, step);
    const rsp_status status = dap_wait_end(p, within);
    if (dap_wait_crashed(p))
        return false;
    return status == RSP_OK || dap_wait_look(p, &response) != WAIT_NONE ||
           dap_play_fail(p, RSP_VERDICT_HANG, "it neither answers nor ends when its input is closed");
}
