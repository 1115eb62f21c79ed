/* A small debug adapter in this process, for tests of the suite: one thread, one frame, lines that count up.
 * It answers each request at once, in order, and knows few of them.
 * Mistakes are switched on by name. */
/* SPDX-License-Identifier: MIT */
#ifndef FAKE_ADAPTER_H
#define FAKE_ADAPTER_H

#include "core/limits.h"
#include "dap/frame.h"
#include "dap/message.h"
#include "link/peer.h"
#include <stdlib.h>

typedef struct fake_adapter {
    const char *mistake; /* "" for none */
    rsp_dap_reader reader;
    int64_t seq;
    int64_t line;
    unsigned num_scopes;

    /* Asked before all else: a new body, NULL where it leaves the request to the others, or json_false(): the
     * request is refused. NULL: nobody is asked. */
    json_t *(*answer)(void *ctx, const rsp_dap_message *m);
    void *answer_ctx;
} fake_adapter;

static inline bool fake_does(const fake_adapter *a, const char *mistake) {
    return strcmp(a->mistake, mistake) == 0;
}

static inline void fake_say(fake_adapter *a, rsp_buf *out, json_t *message) {
    rsp_buf content = {0};
    if (!fake_does(a, "seq-is-zero"))
        a->seq++;
    (void)json_object_set_new(message, "seq", json_integer(a->seq));
    rsp_dap_json_append(&content, message);
    rsp_dap_frame_append(out, rsp_buf_bytes(&content));
    rsp_buf_free(&content);
    json_decref(message);
}

static inline void fake_event(fake_adapter *a, rsp_buf *out, const char *name, json_t *body) {
    fake_say(a, out, json_pack("{s:s, s:s, s:o}", "type", "event", "event", name, "body", body));
}

static inline void fake_stop(fake_adapter *a, rsp_buf *out, const char *reason) {
    if (!fake_does(a, "no-stop"))
        fake_event(a, out, "stopped", json_pack("{s:s, s:i}", "reason", reason, "threadId", 1));
}

/* Three scopes: 31 has k, 32 has n, 33 is of registers and must not be asked for. */
static inline json_t *fake_scopes(const fake_adapter *a) {
    const bool hints = fake_does(a, "scopes-have-hints"), names = fake_does(a, "scopes-have-names");
    const bool args = !fake_does(a, "scopes-are-two");
    json_t *list = json_array();
    if (args)
        (void)json_array_append_new(list, json_pack("{s:s, s:s*, s:i, s:b}", "name", names ? "Args" : "X",
                                                    "presentationHint", hints ? "arguments" : NULL,
                                                    "variablesReference", 32, "expensive", 0));
    (void)json_array_append_new(
        list, json_pack("{s:s, s:i, s:b}", "name", "Registers", "variablesReference", 33, "expensive", 0));
    (void)json_array_append_new(list, json_pack("{s:s, s:s*, s:i, s:b}", "name", names ? "LOCAL" : "Y",
                                                "presentationHint", hints || !args ? "locals" : NULL,
                                                "variablesReference", 31, "expensive", 0));
    return json_pack("{s:o}", "scopes", list);
}

static inline json_t *fake_variables(const fake_adapter *a, const json_t *reference) {
    const json_int_t of = json_integer_value(reference);
    if (fake_does(a, "scopes-are-two") || of == 33)
        abort(); /* nobody is in doubt here */
    return json_pack("{s:[{s:s, s:s, s:i}]}", "variables", "name", of == 31 ? "k" : "n", "value", "1",
                     "variablesReference", 0);
}

/* What one that "knows-more" answers besides: it can be continued, paused, cancelled and evaluates. NULL:
 * nothing. */
static inline json_t *fake_more(const fake_adapter *a, const rsp_dap_message *m) {
    static const char *const bodies[][2] = {
        {"initialize", "{\"supportsConfigurationDoneRequest\":true,\"supportsCancelRequest\":true,"
                       "\"supportsBreakpointLocationsRequest\":true}"},
        {"stackTrace", "{\"stackFrames\":[{\"id\":10,\"name\":\"deep\",\"line\":7,\"column\":1,"
                       "\"source\":{\"path\":\"a.c\"}}]}"},
        {"evaluate", "{\"result\":\"x\",\"variablesReference\":40}"},
        {"breakpointLocations", "{\"breakpoints\":[]}"},
        {"continue", "{}"},
        {"pause", "{}"},
        {"cancel", "{}"},
    };
    const bool frames = !fake_does(a, "knows-more-without-frames");
    if (strncmp(a->mistake, "knows-more", 10) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (strcmp(m->name, bodies[i][0]) == 0)
            return json_loads(frames || i != 1 ? bodies[i][1] : "{\"stackFrames\":[]}", 0, NULL);
    return NULL;
}

/* The body of a successful response; NULL: the request is refused. */
static inline json_t *fake_body(const fake_adapter *a, const rsp_dap_message *m) {
    json_t *own = a->answer ? a->answer(a->answer_ctx, m) : NULL;
    json_t *more = own ? NULL : fake_more(a, m);
    if (own || more)
        return own == json_false() ? NULL : own ? own : more;
    if (strcmp(m->name, "initialize") == 0)
        return json_pack("{s:b}", "supportsConfigurationDoneRequest", 1);
    if (strcmp(m->name, "threads") == 0)
        return json_pack("{s:[{s:i, s:s}]}", "threads", "id", 1, "name", "main");
    if (strcmp(m->name, "setBreakpoints") == 0)
        return json_pack("{s:[{s:b, s:i}]}", "breakpoints", "verified", 1, "id", 5);
    if (strcmp(m->name, "stackTrace") == 0)
        return json_pack("{s:[{s:i, s:s, s:I, s:i}]}", "stackFrames", "id", 10, "name", "main", "line",
                         (json_int_t)a->line, "column", 1);
    if (strcmp(m->name, "scopes") == 0 && strncmp(a->mistake, "scopes-", 7) == 0)
        return fake_scopes(a);
    if (strcmp(m->name, "variables") == 0)
        return fake_variables(a, json_object_get(m->body, "variablesReference"));
    if (strcmp(m->name, "scopes") == 0)
        return json_pack("{s:[{s:s, s:i, s:b}]}", "scopes", "name", "Locals", "variablesReference", 20,
                         "expensive", 0);
    static const char *const plain[] = {"launch", "configurationDone", "next", "disconnect"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(m->name, plain[i]) == 0)
            return json_object();
    return NULL;
}

static inline json_t *fake_nested(unsigned depth) {
    json_t *value = json_object();
    for (unsigned i = 0; i < depth; i++)
        value = json_pack("{s:o}", "a", value);
    return value;
}

static inline void fake_respond(fake_adapter *a, rsp_buf *out, const rsp_dap_message *m) {
    if (fake_does(a, "echo")) {
        fake_say(a, out, json_deep_copy(m->json));
        return;
    }
    if (fake_does(a, "talks")) {
        rsp_buf_str(out, "server is ready\n");
        return;
    }
    json_t *body = fake_body(a, m);
    if (fake_does(a, "answers-modules-too-deep") && strcmp(m->name, "modules") == 0)
        body = fake_nested(RSP_LIMIT_DAP_DEPTH);
    a->num_scopes += strcmp(m->name, "scopes") == 0;
    if ((fake_does(a, "never-answers-threads") && strcmp(m->name, "threads") == 0) ||
        (strncmp(a->mistake, "works", 5) == 0 && strcmp(m->name, "evaluate") == 0) ||
        (fake_does(a, "works-with-progress") && strcmp(m->name, "threads") == 0) ||
        (fake_does(a, "works-alone") && strcmp(m->name, "threads") == 0) ||
        (fake_does(a, "never-answers-modules") && strcmp(m->name, "modules") == 0) ||
        (fake_does(a, "deaf-after-scopes") && a->num_scopes > 1) || fake_does(a, "silent")) {
        json_decref(body);
        return;
    }
    for (int i = fake_does(a, "answers-twice") ? 2 : 1; i > 0; i--)
        fake_say(a, out,
                 json_pack("{s:s, s:I, s:b, s:s, s:O*, s:s*}", "type", "response", "request_seq",
                           (json_int_t)m->seq, "success", body ? 1 : 0, "command", m->name, "body", body,
                           "message",
                           body || fake_does(a, "error-without-message") ? NULL : "unknown request"));
    json_decref(body);
}

/* Two breakpoints change, one after the other. */
static inline void fake_move(fake_adapter *a, rsp_buf *out) {
    for (int id = 5; id <= 6; id++)
        fake_event(
            a, out, "breakpoint",
            json_pack("{s:s, s:{s:i, s:i}}", "reason", "changed", "breakpoint", "id", id, "line", id + 7));
}

static inline void fake_take(fake_adapter *a, rsp_buf *out, const rsp_dap_message *m) {
    if (strcmp(m->name, "next") == 0 && fake_does(a, "stops-too-early"))
        fake_stop(a, out, "step");
    fake_respond(a, out, m);
    if (fake_does(a, "works-with-progress") && strcmp(m->name, "evaluate") == 0)
        fake_event(a, out, "progressStart",
                   json_pack("{s:s, s:I}", "progressId", "p", "requestId", (json_int_t)m->seq));
    if (fake_does(a, "works-with-progress") && strcmp(m->name, "next") == 0)
        fake_event(a, out, "progressStart",
                   json_pack("{s:s, s:I}", "progressId", "q", "requestId", (json_int_t)m->seq));
    if (strcmp(m->name, "launch") == 0)
        fake_event(a, out, "initialized", json_object());
    if (strcmp(m->name, "configurationDone") == 0)
        fake_stop(a, out, "breakpoint");
    if (strcmp(m->name, "next") == 0) {
        a->line++;
        if (fake_does(a, "moves-breakpoints"))
            fake_move(a, out);
        if (!fake_does(a, "stops-too-early"))
            fake_stop(a, out, "step");
    }
    if (strncmp(a->mistake, "knows-more", 10) == 0 &&
        (strcmp(m->name, "continue") == 0 || strcmp(m->name, "pause") == 0))
        fake_stop(a, out, "breakpoint");
    if (strcmp(m->name, "disconnect") == 0)
        fake_event(a, out, "terminated", json_object());
}

static inline rsp_peer_state fake_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    fake_adapter *a = ctx;
    rsp_dap_frame frame;
    bool over = false;
    if (rsp_dap_reader_feed(&a->reader, in) != RSP_OK)
        return RSP_PEER_DEAD;
    while (rsp_dap_reader_next(&a->reader, &frame)) {
        rsp_dap_message m;
        if (frame.kind != RSP_DAP_FRAME_MESSAGE || rsp_dap_message_parse(&m, frame.content, NULL) != RSP_OK)
            continue;
        over = over || strcmp(m.name, "disconnect") == 0;
        fake_take(a, out, &m);
        rsp_dap_message_free(&m);
    }
    return over ? RSP_PEER_CLOSED : fake_does(a, "floods") ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

/* Called while it is busy: each time there is one more event, and no end. */
static inline rsp_peer_state fake_run(void *ctx, uint64_t budget, rsp_buf *out) {
    (void)budget;
    fake_event(ctx, out, "output", json_pack("{s:s}", "output", "x"));
    return RSP_PEER_BUSY;
}

#endif
