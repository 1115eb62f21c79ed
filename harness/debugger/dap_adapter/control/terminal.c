/* The request's arguments are a list of words: no shell reads them. The wait for the answer and for the stub
 * hears the editor meanwhile, so that a cancel or a disconnect ends it.
 * See terminal.h. */
/* SPDX-License-Identifier: MIT */
#include "control/terminal.h"

static const uint64_t pause_ns = 20 * RSP_NS_PER_MS;

/* What is known of the editor's answer. */
typedef struct terminal_wait {
    adapter *a;
    uint64_t until_ns;
    bool answered;
    bool runs;
    char why[120]; /* "" or the editor's reason */
} terminal_wait;

bool terminal_wanted(const json_t *arguments) {
    const char *console = json_string_value(json_object_get(arguments, "console"));
    return json_is_true(json_object_get(arguments, "runInTerminal")) ||
           (console && strcmp(console, "internalConsole") != 0);
}

static void take_answer(adapter *a, void *ctx, const json_t *response) {
    terminal_wait *w = ctx;
    const json_t *success = json_object_get(response, "success");
    const json_t *body = json_object_get(response, "body");
    const char *message = json_string_value(json_object_get(response, "message"));
    const char *format = json_string_value(json_object_get(json_object_get(body, "error"), "format"));
    (void)a;
    w->answered = true;
    w->runs = json_is_true(success) && (!body || json_is_object(body) || json_is_null(body));
    if (!json_is_boolean(success) || (json_is_true(success) && !w->runs))
        message = "the response can not be read";
    else if (!message)
        message = format ? format : "no reason is given";
    (void)snprintf(w->why, sizeof w->why, "%s", message);
}

/* The environment as the request has it; NULL: none. */
static json_t *environment(const rsp_dap_start *start) {
    json_t *out = start->environment && start->environment[0] ? json_object() : NULL;
    for (size_t i = 0; out && start->environment[i]; i++) {
        const char *equals = strchr(start->environment[i], '=');
        if (equals)
            (void)json_object_setn_new(out, start->environment[i], (size_t)(equals - start->environment[i]),
                                       json_string(equals + 1));
    }
    return out;
}

static json_t *request_of(const json_t *arguments, const rsp_dap_start *start,
                          const rsp_dap_terminal *terminal) {
    const char *console = json_string_value(json_object_get(arguments, "console"));
    const bool external = console && strcmp(console, "externalTerminal") == 0;
    json_t *words = json_array();
    for (size_t i = 0; i < terminal->num_words; i++)
        (void)json_array_append_new(words, json_string(terminal->words[i]));
    json_t *out = json_pack("{s:s, s:s, s:s, s:o}", "kind", external ? "external" : "integrated", "title",
                            "stubborn", "cwd", terminal->cwd, "args", words);
    json_t *env = environment(start);
    if (env && out)
        (void)json_object_set_new(out, "env", env);
    else
        json_decref(env);
    return out;
}

/* A cancel and the end of the session leave the wait. */
static rsp_status rest(terminal_wait *w) {
    adapter *a = w->a;
    const uint64_t next = rsp_deadline(adapter_now(a), pause_ns);
    rsp_status status = adapter_sleep(a, next < w->until_ns ? next : w->until_ns);
    if (status == RSP_OK && ((a->serving.active && a->serving.active->cancelled) || a->phase == PHASE_OVER))
        status = RSP_CANCELLED;
    return status == RSP_OK && adapter_now(a) >= w->until_ns ? RSP_TIMEOUT : status;
}

static rsp_status again(void *ctx) {
    return rest(ctx);
}

static rsp_status ask(terminal_wait *w, json_t *request, rsp_error *error) {
    adapter *a = w->a;
    rsp_status status = RSP_OK;
    adapter_ask(a, "runInTerminal", request, take_answer, w);
    while (status == RSP_OK && !w->answered)
        status = rest(w);
    adapter_unask(a, w);
    if (w->answered)
        return w->runs ? RSP_OK
                       : rsp_fail(error, RSP_REFUSED, "the editor does not run a terminal: %s", w->why);
    if (status == RSP_TIMEOUT)
        return rsp_fail(error, status, "the editor has not answered runInTerminal within %.3g s",
                        (double)a->options.terminal_ns / (double)RSP_NS_PER_S);
    return rsp_fail(error, status, "given up while the editor opens a terminal");
}

static rsp_status open_there(terminal_wait *w, const rsp_dap_start *start, rsp_dap_terminal *terminal,
                             rsp_error *error) {
    rsp_dap_start what = *start;
    terminal->again = again;
    terminal->ctx = w;
    what.terminal = terminal;
    w->until_ns = rsp_deadline(adapter_now(w->a), w->a->options.terminal_ns);
    rsp_status status = control_open(w->a, &what, error);
    if (status != RSP_TIMEOUT || adapter_now(w->a) < w->until_ns)
        return status;
    return rsp_fail(error, status, "nothing listens at port %u: the terminal did not start %s within %.3g s",
                    (unsigned)terminal->port, terminal->words[0],
                    (double)w->a->options.terminal_ns / (double)RSP_NS_PER_S);
}

static rsp_status open_without(adapter *a, const rsp_dap_start *start, const char *why, rsp_error *error) {
    rsp_buf text = {.mem = a->options.mem};
    rsp_buf_printf(&text, "stubborn: no terminal: %s\n", why);
    adapter_output(a, "console", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return control_open(a, start, error);
}

rsp_status terminal_open(adapter *a, const json_t *arguments, const rsp_dap_start *start, rsp_error *error) {
    const rsp_dap_opener *opener = &a->options.opener;
    rsp_dap_terminal terminal = {0};
    rsp_error why = {0};
    if (!adapter_editor_can(a, "supportsRunInTerminalRequest"))
        return open_without(a, start, "the editor does not announce supportsRunInTerminalRequest", error);
    if (!opener->terminal)
        return open_without(a, start, "stubs cannot be started in one here", error);
    rsp_arena arena = {.mem = a->options.mem};
    rsp_status status = opener->terminal(opener->ctx, &terminal, &arena, start, &why);
    terminal_wait wait = {.a = a, .until_ns = rsp_deadline(adapter_now(a), a->options.terminal_ns)};
    if (status == RSP_UNSUPPORTED) {
        status = open_without(a, start, why.msg, error);
    } else if (status != RSP_OK) {
        *error = why;
    } else {
        status = ask(&wait, request_of(arguments, start, &terminal), error);
        if (status == RSP_OK)
            status = open_there(&wait, start, &terminal, error);
    }
    rsp_arena_free(&arena);
    return status;
}
