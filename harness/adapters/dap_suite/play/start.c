/* Each state is reached from the one before it, as the overview of the protocol has it.
 * A launch that is answered before configurationDone is as good as one that is answered after it.
 * See start.h. */
/* SPDX-License-Identifier: MIT */
#include "play/start.h"

#include "play/request.h"
#include "play/scope.h"
#include "play/values.h"
#include "play/wait.h"

/* A list is announced by an item. */
static bool has(const play *p, const char *capability) {
    const json_t *value = json_object_get(p->capabilities, capability);
    return json_is_true(value) || json_array_size(value) > 0;
}

const char *dap_start_lacks(const play *p) {
    const char *key;
    json_t *wanted;
    json_object_foreach(p->scenario->needs, key, wanted) {
        const bool there = has(p, key);
        if (there != json_is_true(wanted))
            return key;
    }
    return NULL;
}

bool dap_start_initialize(play *p) {
    json_t *arguments =
        json_pack("{s:s, s:s, s:s, s:b, s:b, s:s}", "clientID", "stubborn", "clientName", "Stubborn",
                  "adapterID", "stubborn", "linesStartAt1", 1, "columnsStartAt1", 1, "pathFormat", "path");
    rsp_buf problem = {0};
    json_t *more = dap_values_put_in(p->scenario->client, p->names, &problem);
    const bool good = problem.len == 0 && (!more || json_object_update(arguments, more) == 0);
    if (!good)
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "client: %.120s", rsp_buf_cstr(&problem));
    json_decref(more);
    rsp_buf_free(&problem);
    const rsp_dap_message *m =
        good ? dap_request_do(p, "initialize", json_incref(arguments), "initialize") : NULL;
    json_decref(arguments);
    if (!m)
        return false;
    p->capabilities = m->body;
    return dap_play_name(p, "capabilities", NULL, m->body ? json_deep_copy(m->body) : json_object());
}

/* What launch is sent: the profile's arguments, and over them the scenario's. Named, for scenarios that send
 * it. */
static bool name_launch(play *p, const json_t *profile) {
    rsp_buf problem = {0};
    json_t *arguments = profile ? dap_values_put_in(profile, p->names, &problem) : json_object();
    json_t *more = dap_values_put_in(p->scenario->launch, p->names, &problem);
    const bool good = problem.len == 0 && arguments && (!more || json_object_update(arguments, more) == 0) &&
                      dap_play_name(p, "launch", NULL, json_incref(arguments));
    if (!good)
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "launch: %.120s", rsp_buf_cstr(&problem));
    json_decref(arguments);
    json_decref(more);
    rsp_buf_free(&problem);
    return good;
}

/* launch is sent; its response may come now or after configurationDone. */
static bool launch(play *p) {
    const bool good = dap_request_start(p, "launch", json_object_get(p->names, "launch"), "launch");
    const dap_wait_filter initialized = {.kind = RSP_DAP_EVENT, .name = "initialized"};
    const size_t at = good ? dap_wait_for(p, &initialized, p->timeout_ns, "event 'initialized'") : WAIT_NONE;
    return at != WAIT_NONE &&
           json_object_set_new(p->messages, "initialized", json_integer((json_int_t)at)) == 0;
}

static bool configured(play *p) {
    const dap_request_wanted wanted = {.fails = false};
    if (has(p, "supportsConfigurationDoneRequest") &&
        !dap_request_do(p, "configurationDone", NULL, "configurationDone"))
        return false;
    return dap_request_finish(p, "launch", &wanted) != NULL;
}

static bool set_breakpoint(play *p) {
    rsp_buf label = {0};
    rsp_buf_printf(&label, "line.%s", p->scenario->at);
    const json_t *line = json_object_get(p->names, rsp_buf_cstr(&label));
    const json_t *source = json_object_get(p->names, "source");
    rsp_buf_free(&label);
    if (!line || !source)
        return dap_play_fail(p, RSP_VERDICT_ERROR, "no line of the debuggee is labelled '%s'",
                             p->scenario->at);
    json_t *arguments =
        json_pack("{s:{s:O}, s:[{s:O}]}", "source", "path", source, "breakpoints", "line", line);
    const rsp_dap_message *m = dap_request_do(p, "setBreakpoints", arguments, "breakpoints");
    json_t *id = m ? dap_values_at(m->body, "breakpoints/0/id") : NULL;
    return m && dap_play_name(p, "breakpoint", NULL, id ? json_incref(id) : json_integer(0));
}

/* A number in quotes is no number: which of the two it is says where to look. */
static bool lacks_integer(play *p, size_t entry, const char *what, const char *member, const json_t *value) {
    rsp_buf text = {0};
    if (value)
        rsp_dap_json_append(&text, value);
    char problem[160];
    (void)snprintf(problem, sizeof problem, value ? "%s is %.80s, and no integer" : "it has no %s", member,
                   rsp_buf_cstr(&text));
    json_t *wanted = json_pack("{s:s}", member, "<integer>");
    (void)dap_play_differs(p, entry, what, wanted, problem);
    json_decref(wanted);
    rsp_buf_free(&text);
    return false;
}

/* Thread, frame and scope of the first stop. */
static bool note_stop(play *p, size_t event) {
    const json_t *thread = json_object_get(p->session.log.entries[event].message.body, "threadId");
    if (!json_is_integer(thread))
        return lacks_integer(p, event, "the stopped event", "threadId", thread);
    if (!dap_play_name(p, "thread", NULL, json_deep_copy(thread)))
        return false;
    json_t *arguments = json_pack("{s:O, s:i, s:i}", "threadId", json_object_get(p->names, "thread"),
                                  "startFrame", 0, "levels", 1);
    const rsp_dap_message *m = dap_request_do(p, "stackTrace", arguments, "stack");
    const json_t *frame = m ? dap_values_at(m->body, "stackFrames/0/id") : NULL;
    const json_t *line = m ? dap_values_at(m->body, "stackFrames/0/line") : NULL;
    if (!m || !json_is_integer(frame) || !json_is_integer(line))
        return dap_play_fail(p, RSP_VERDICT_FAIL, "there is no frame at the first stop");
    if (!dap_play_name(p, "frame", NULL, json_deep_copy(frame)) ||
        !dap_play_name(p, "line", NULL, json_deep_copy(line)))
        return false;
    m = dap_request_do(p, "scopes", json_pack("{s:O}", "frameId", json_object_get(p->names, "frame")),
                       "scopes");
    json_t *scopes = m ? json_incref(json_object_get(m->body, "scopes")) : NULL;
    const json_t *scope = dap_scope_choose(p, scopes);
    const json_t *locals = json_object_get(scope, "variablesReference");
    const bool named =
        m &&
        (json_is_integer(locals) || dap_play_fail(p, RSP_VERDICT_FAIL, "the first frame has no scope")) &&
        dap_play_name(p, "locals", NULL, json_deep_copy(locals));
    json_decref(scopes);
    return named;
}

static bool first_stop(play *p) {
    const dap_wait_filter stopped = {.kind = RSP_DAP_EVENT, .name = "stopped"};
    const size_t at = dap_wait_for(p, &stopped, p->timeout_ns, "event 'stopped' at the first breakpoint");
    return at != WAIT_NONE && note_stop(p, at);
}

static bool start_session(play *p, const json_t *profile) {
    const rsp_dap_start start = p->scenario->start;
    if (!name_launch(p, profile))
        return false;
    if (start >= RSP_DAP_START_INITIALIZED && !dap_start_initialize(p))
        return false;
    if (dap_start_lacks(p) && start >= RSP_DAP_START_INITIALIZED)
        return true;
    if (start >= RSP_DAP_START_LAUNCHED && !launch(p))
        return false;
    if (start == RSP_DAP_START_STOPPED && !set_breakpoint(p))
        return false;
    if (start >= RSP_DAP_START_RUNNING && !configured(p))
        return false;
    return start != RSP_DAP_START_STOPPED || first_stop(p);
}

bool dap_start_session(play *p, const json_t *profile) {
    const bool started = start_session(p, profile);
    if (!started)
        (void)dap_play_common(p, "%s", p->failure.message); /* the scenario itself has not begun */
    return started;
}
