/* Rules are functions over one entry; a row in a table says which kind of message each looks at.
 * Only the first violation of a rule is kept: what follows is mostly its consequence.
 * See dap/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/rule.h"

#include "core/mem.h"
#include "rule/schema_rules.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static const rsp_dap_rule rules_table[] = {
#define RULE_ROW(name, id, requirements, level, text) {id, requirements, RSP_LEVEL_##level, text},
    RSP_DAP_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

const rsp_dap_rule *rsp_dap_rule_get(rsp_dap_rule_id rule) {
    return (unsigned)rule < RSP_DAP_RULE_COUNT ? &rules_table[rule] : NULL;
}

rsp_dap_rules *rsp_dap_rules_new(void) {
    rsp_dap_rules *r = rsp_mem_calloc(NULL, 1, sizeof *r);
    if (r)
        r->progress = json_object();
    return r;
}

void rsp_dap_rules_free(rsp_dap_rules *r) {
    if (!r)
        return;
    json_decref(r->progress);
    rsp_mem_free(NULL, r->requests);
    rsp_mem_free(NULL, r);
}

const rsp_dap_violation *rsp_dap_rules_violations(const rsp_dap_rules *r, size_t *out_num) {
    *out_num = r->num_found;
    return r->found;
}

bool rsp_dap_rules_exercised(const rsp_dap_rules *r, rsp_dap_rule_id rule) {
    return r->exercised[rule];
}

/* --- saying --- */

static void broken(rsp_dap_rules *r, rsp_dap_rule_id rule, size_t entry, const char *fmt, ...)
    RSP_PRINTF(4, 5);

static void broken(rsp_dap_rules *r, rsp_dap_rule_id rule, size_t entry, const char *fmt, ...) {
    rsp_dap_violation *v = rule_add(r, rule, "");
    if (!v)
        return;
    v->entry = entry;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(v->text, sizeof v->text, fmt, ap);
    va_end(ap);
}

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static bool announced(const rsp_dap_rules *r, const char *capability) {
    return json_is_true(json_object_get(r->client, capability));
}

/* --- what we sent --- */

static bool grow(rsp_dap_rules *r) {
    if (r->num_requests < r->cap_requests)
        return true;
    const size_t cap = r->cap_requests ? r->cap_requests * 2 : 64;
    asked *requests = rsp_mem_realloc(NULL, r->requests, cap * sizeof *requests);
    if (requests) {
        r->requests = requests;
        r->cap_requests = cap;
    }
    return requests != NULL;
}

static void see_sent(rsp_dap_rules *r, const rsp_dap_message *m) {
    r->unnumbered = r->unnumbered || !m->has_seq;
    if (m->kind != RSP_DAP_REQUEST || !m->has_seq)
        return;
    if (!grow(r)) {
        r->no_memory = true;
        return;
    }
    r->requests[r->num_requests++] = (asked){.seq = m->seq, .command = m->name};
    if (is(m->name, "initialize") && !r->client)
        r->client = m->body;
    if (is(m->name, "disconnect"))
        r->disconnecting = true;
}

/* The newest with this number that waits, else the newest. */
static asked *request_of(rsp_dap_rules *r, int64_t seq) {
    asked *best = NULL;
    for (size_t i = r->num_requests; i > 0; i--) {
        asked *a = &r->requests[i - 1];
        if (a->seq == seq && (!best || (best->responses > 0 && a->responses == 0)))
            best = a;
        if (best && best->responses == 0)
            break;
    }
    return best;
}

/* --- one rule each --- */

static void check_frame(rsp_dap_rules *r, const rsp_dap_log *log, size_t i) {
    const rsp_dap_entry *e = &log->entries[i];
    r->exercised[RSP_DAP_RULE_HEADER] = r->exercised[RSP_DAP_RULE_STRAY] = true;
    if (e->kind == RSP_DAP_FRAME_STRAY)
        broken(r, RSP_DAP_RULE_STRAY, i, "%zu bytes at offset %" PRIu64 " are no part of a frame",
               e->num_bytes, e->offset);
    else if (e->flaws)
        broken(r, RSP_DAP_RULE_HEADER, i, "at offset %" PRIu64 ": %s", e->offset,
               rsp_dap_flaw_text(e->flaws));
    r->exercised[RSP_DAP_RULE_JSON] = r->exercised[RSP_DAP_RULE_JSON] || e->kind == RSP_DAP_FRAME_MESSAGE;
    if (e->kind == RSP_DAP_FRAME_MESSAGE && e->status == RSP_MALFORMED)
        broken(r, RSP_DAP_RULE_JSON, i, "%s", e->why);
}

static void check_seq(rsp_dap_rules *r, const rsp_dap_log *log, size_t i) {
    const rsp_dap_message *m = &log->entries[i].message;
    const int64_t due = r->last_seq + 1;
    rule_exercise(r, RSP_DAP_RULE_SEQ);
    if (!m->has_seq)
        schema_rules_no_seq(r, log, i);
    else if (m->seq != due)
        broken(r, RSP_DAP_RULE_SEQ, i, "seq is %" PRId64 " where %" PRId64 " is due", m->seq, due);
    r->last_seq = m->has_seq ? m->seq : due;
}

static void check_reverse(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    const bool terminal = is(m->name, "runInTerminal");
    r->exercised[RSP_DAP_RULE_TERMINAL] = true;
    if (terminal && !announced(r, "supportsRunInTerminalRequest"))
        broken(r, RSP_DAP_RULE_TERMINAL, i, "runInTerminal without supportsRunInTerminalRequest");
    if (is(m->name, "startDebugging") && !announced(r, "supportsStartDebuggingRequest"))
        broken(r, RSP_DAP_RULE_TERMINAL, i, "startDebugging without supportsStartDebuggingRequest");
}

static void check_styling(rsp_dap_rules *r, const json_t *text, const char *what, size_t i) {
    const char *shown = json_string_value(text);
    if (!shown)
        return;
    r->exercised[RSP_DAP_RULE_STYLING] = true;
    if (strstr(shown, "\033[") && !announced(r, "supportsANSIStyling"))
        broken(r, RSP_DAP_RULE_STYLING, i, "%s has escape sequences without supportsANSIStyling", what);
}

/* Attributes of a value that depend on what the client announced. */
static void check_attributes(rsp_dap_rules *r, const json_t *value, size_t i) {
    r->exercised[RSP_DAP_RULE_ATTRIBUTE] = true;
    check_styling(r, json_object_get(value, "value"), "a value", i);
    if (json_object_get(value, "type") && !announced(r, "supportsVariableType"))
        broken(r, RSP_DAP_RULE_ATTRIBUTE, i, "type without supportsVariableType");
    if (json_object_get(value, "memoryReference") && !announced(r, "supportsMemoryReferences"))
        broken(r, RSP_DAP_RULE_ATTRIBUTE, i, "memoryReference without supportsMemoryReferences");
}

static void check_pages(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    const json_t *total = json_object_get(m->body, "totalFrames");
    const size_t frames = json_array_size(json_object_get(m->body, "stackFrames"));
    if (!json_is_integer(total))
        return;
    r->exercised[RSP_DAP_RULE_FRAMES_TOTAL] = true;
    const json_int_t value = json_integer_value(total);
    if (value < (json_int_t)frames || value > UINT32_MAX)
        broken(r, RSP_DAP_RULE_FRAMES_TOTAL, i, "totalFrames is %" JSON_INTEGER_FORMAT " with %zu frames",
               value, frames);
}

static void check_success(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    if (is(m->name, "initialize"))
        r->initialized = true;
    if (is(m->name, "evaluate"))
        check_attributes(r, m->body, i);
    if (is(m->name, "stackTrace"))
        check_pages(r, m, i);
    const json_t *variables = json_object_get(m->body, "variables");
    for (size_t k = 0; is(m->name, "variables") && k < json_array_size(variables); k++)
        check_attributes(r, json_array_get(variables, k), i);
}

static void check_failure(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    r->exercised[RSP_DAP_RULE_ERROR_TEXT] = r->exercised[RSP_DAP_RULE_CANCELLED] = true;
    if (!*m->text)
        broken(r, RSP_DAP_RULE_ERROR_TEXT, i, "response to '%.40s': success is false and message is %s",
               m->name, json_object_get(m->json, "message") ? "no text" : "missing");
    if (is(m->text, "canceled") || is(m->text, "Cancelled") || is(m->text, "Canceled"))
        broken(r, RSP_DAP_RULE_CANCELLED, i, "the message is '%s'", m->text);
}

static void check_response(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    asked *request = request_of(r, m->request_seq);
    r->exercised[RSP_DAP_RULE_ONE_RESPONSE] = r->exercised[RSP_DAP_RULE_COMMAND] = true;
    if (!request)
        broken(r, RSP_DAP_RULE_ONE_RESPONSE, i, "a response to request %" PRId64 ", which was not sent",
               m->request_seq);
    else if (++request->responses > 1)
        broken(r, RSP_DAP_RULE_ONE_RESPONSE, i, "a second response to request %" PRId64 " (%s)",
               m->request_seq, request->command);
    if (request && !is(request->command, m->name))
        broken(r, RSP_DAP_RULE_COMMAND, i, "request %" PRId64 " was '%.40s', the response says '%.40s'",
               m->request_seq, request->command, m->name);
    if (m->success)
        check_success(r, m, i);
    else if (m->has_success)
        check_failure(r, m, i);
}

/* --- events --- */

static void check_event_capability(rsp_dap_rules *r, const char *name, size_t i) {
    static const struct {
        const char *event;
        const char *capability;
    } rows[] = {{"memory", "supportsMemoryEvent"},
                {"invalidated", "supportsInvalidatedEvent"},
                {"progressStart", "supportsProgressReporting"},
                {"progressUpdate", "supportsProgressReporting"},
                {"progressEnd", "supportsProgressReporting"}};
    r->exercised[RSP_DAP_RULE_CAPABILITY] = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (is(rows[k].event, name) && !announced(r, rows[k].capability))
            broken(r, RSP_DAP_RULE_CAPABILITY, i, "%s without %s", name, rows[k].capability);
}

static void check_progress(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    const char *id = json_string_value(json_object_get(m->body, "progressId"));
    const json_t *known = id ? json_object_get(r->progress, id) : NULL;
    const bool start = is(m->name, "progressStart");
    if (!id || (!start && !is(m->name, "progressUpdate") && !is(m->name, "progressEnd")))
        return;
    r->exercised[RSP_DAP_RULE_PROGRESS] = true;
    if (start && known)
        broken(r, RSP_DAP_RULE_PROGRESS, i, "a second progressStart of '%.60s'", id);
    if (!start && !json_is_true(known))
        broken(r, RSP_DAP_RULE_PROGRESS, i, "%s of '%.60s', which has %s", m->name, id,
               known ? "ended" : "not begun");
    const int full = json_object_set_new(r->progress, id, json_boolean(!is(m->name, "progressEnd")));
    r->no_memory = r->no_memory || full != 0;
}

/* The debuggee prints what it likes. */
static bool is_of_the_debugger(const rsp_dap_message *m) {
    const char *category = json_string_value(json_object_get(m->body, "category"));
    return !category || is(category, "console") || is(category, "important");
}

static bool is_of_the_debuggee(const rsp_dap_message *m) {
    const char *category = json_string_value(json_object_get(m->body, "category"));
    return category && (is(category, "stdout") || is(category, "stderr"));
}

static void check_end_events(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    const bool over = r->num_terminated > 0;
    if (is(m->name, "terminated")) {
        r->exercised[RSP_DAP_RULE_TERMINATED] = r->exercised[RSP_DAP_RULE_STOP_LATE] = true;
        if (++r->num_terminated > 1)
            broken(r, RSP_DAP_RULE_TERMINATED, i, "a second terminated");
    }
    if (is(m->name, "exited") && over && !r->disconnecting)
        broken(r, RSP_DAP_RULE_TERMINATED, i, "exited after terminated");
    if (over && (is(m->name, "stopped") || is(m->name, "continued")))
        broken(r, RSP_DAP_RULE_STOP_LATE, i, "%s after terminated", m->name);
    if (is(m->name, "output") && is_of_the_debuggee(m)) {
        r->exercised[RSP_DAP_RULE_OUTPUT_LATE] = true;
        if (over && !r->disconnecting)
            broken(r, RSP_DAP_RULE_OUTPUT_LATE, i, "output of category stdout or stderr after terminated");
    }
}

static void check_event(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    check_event_capability(r, m->name, i);
    check_progress(r, m, i);
    check_end_events(r, m, i);
    if (is(m->name, "output") && is_of_the_debugger(m))
        check_styling(r, json_object_get(m->body, "output"), "output of the debugger", i);
    if (!is(m->name, "initialized"))
        return;
    r->exercised[RSP_DAP_RULE_INIT_ONCE] = true;
    if (++r->num_initialized > 1)
        broken(r, RSP_DAP_RULE_INIT_ONCE, i, "a second initialized");
}

static void check_first(rsp_dap_rules *r, const rsp_dap_message *m, size_t i) {
    if (r->initialized || m->kind == RSP_DAP_RESPONSE)
        return;
    r->exercised[RSP_DAP_RULE_SILENT_FIRST] = true;
    broken(r, RSP_DAP_RULE_SILENT_FIRST, i, "%s before the response to initialize", m->name);
}

void rsp_dap_rules_see(void *ctx, const rsp_dap_log *log, size_t i) {
    rsp_dap_rules *r = ctx;
    const rsp_dap_entry *e = &log->entries[i];
    const rsp_dap_message *m = &e->message;
    if (e->sent) {
        see_sent(r, m);
        return;
    }
    check_frame(r, log, i);
    if (!m->json)
        return;
    r->exercised[RSP_DAP_RULE_SILENT_FIRST] = true;
    check_seq(r, log, i);
    schema_rules_form(r, log, i, r->unnumbered);
    check_first(r, m, i);
    schema_rules_body(r, log, i);
    if (m->kind == RSP_DAP_RESPONSE && m->has_request_seq)
        check_response(r, m, i);
    else if (m->kind == RSP_DAP_EVENT)
        check_event(r, m, i);
    else if (m->kind == RSP_DAP_REQUEST)
        check_reverse(r, m, i);
}

/* launch and attach may be answered after configurationDone: without one they are still open. */
static bool waits_for_configuration(const rsp_dap_rules *r, const asked *request) {
    if (!is(request->command, "launch") && !is(request->command, "attach"))
        return false;
    for (size_t k = 0; k < r->num_requests; k++)
        if (is(r->requests[k].command, "configurationDone"))
            return false;
    return true;
}

void rsp_dap_rules_end(rsp_dap_rules *r, const rsp_dap_log *log, const rsp_dap_ending *ending) {
    if (!ending->orderly)
        return;
    r->exercised[RSP_DAP_RULE_WHOLE] = true;
    if (ending->inside)
        broken(r, RSP_DAP_RULE_WHOLE, log->num, "the stream ends inside a frame");
    for (size_t k = 0; k < r->num_requests && !r->no_memory; k++)
        if (r->requests[k].responses == 0 && !waits_for_configuration(r, &r->requests[k]))
            broken(r, RSP_DAP_RULE_ONE_RESPONSE, log->num, "request %" PRId64 " (%s) was never answered",
                   r->requests[k].seq, r->requests[k].command);
    if (ending->end.kind == RSP_END_NO_CHILD)
        return;
    r->exercised[RSP_DAP_RULE_SIGNAL] = true;
    if (ending->end.kind == RSP_END_SIGNALED)
        broken(r, RSP_DAP_RULE_SIGNAL, log->num, "it ended by %s", ending->end.text);
}
