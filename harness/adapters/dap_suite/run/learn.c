/* Each question has a fresh session, because a wrong guess may end an adapter. Guesses are those that
 * adapters of the field report need. Nothing is noted as a fact that a session has not shown.
 * See dap_suite/learn.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/learn.h"

#include "dap/message.h"
#include "dap_suite/visit.h"

#include "core/folder.h"
#include "core/text.h"
#include <assert.h>
#include <string.h>

/* What launch may want, the usual first; and the language of the debuggee. */
static const struct {
    const char *launch;
    const char *extension;
} ways[] = {
    {"{\"program\":\"${program}\",\"cwd\":\"${folder}\"}", ".c"},
    {"{\"program\":\"${program}\",\"cwd\":\"${folder}\",\"gdb\":\"gdb\"}", ".c"},
    {"{\"program\":\"${program}\",\"cwd\":\"${folder}\",\"terminal\":\"console\"}", ".c"},
    {"{\"type\":\"python\",\"program\":\"${source}\",\"cwd\":\"${folder}\",\"console\":\"internalConsole\"}",
     ".py"},
    {"{\"mode\":\"exec\",\"program\":\"${program}\",\"cwd\":\"${folder}\",\"stackTraceDepth\":100,"
     "\"outputMode\":\"remote\"}",
     ".go"},
};

/* Evaluated in the console: one that takes three seconds, and the same for much longer. Those that make a
 * file when they begin come first, for it shows when they are in work. */
static const struct {
    const char *slow;
    const char *longer;
} waits[] = {
    {"shell touch ${mark}; sleep 3", "shell touch ${mark}; sleep 30"},
    {"`platform shell touch ${mark}; sleep 3", "`platform shell touch ${mark}; sleep 30"},
    {"platform shell touch ${mark}; sleep 3", "platform shell touch ${mark}; sleep 30"},
    {">shell touch ${mark}; sleep 3", ">shell touch ${mark}; sleep 30"},
    {"-exec shell touch ${mark}; sleep 3", "-exec shell touch ${mark}; sleep 30"},
    {"open(\"${mark}\", \"w\").close() or __import__(\"time\").sleep(3)",
     "open(\"${mark}\", \"w\").close() or __import__(\"time\").sleep(30)"},
    {"sleep 3", "sleep 30"},
    {"`platform shell sleep 3", "`platform shell sleep 30"},
    {"platform shell sleep 3", "platform shell sleep 30"},
    {">shell sleep 3", ">shell sleep 30"},
    {"shell sleep 3", "shell sleep 30"},
    {"-exec shell sleep 3", "-exec shell sleep 30"},
    {"__import__(\"time\").sleep(3)", "__import__(\"time\").sleep(30)"},
    {"call spin(20)", "call spin(200)"},
    {"call spin(100)", "call spin(1000)"},
};

/* What stands before a call of a function. */
static const char *const calls[] = {"", "call "};

#define SLOW_NS (2 * RSP_NS_PER_S)   /* a slow expression takes at least that long */
#define CANCEL_NS (5 * RSP_NS_PER_S) /* a cancelled one is over by then */

typedef struct inquiry {
    const rsp_dap_learn_options *options;
    rsp_dap_learned *found;
    rsp_dap_target target; /* with the patience that is left */
    json_t *client;        /* what an editor announces that shows progress */
    bool cancels;          /* the adapter announces supportsCancelRequest */
} inquiry;

static bool is_stopped(const inquiry *q) {
    return q->options->stop && *q->options->stop;
}

static void tell(const inquiry *q, const char *what) {
    if (q->options->tell)
        q->options->tell(q->options->ctx, what);
}

/* --- sessions --- */

static rsp_status visit(inquiry *q, rsp_dap_start start, const json_t *launch, rsp_dap_visit **out,
                        rsp_error *error) {
    const rsp_dap_visit_options options = {.target = &q->target, .start = start, .launch = launch};
    return rsp_dap_visit_open(out, &options, error);
}

/* At the first stop; NULL when it does not get there. */
static rsp_dap_visit *visit_stop(inquiry *q, const json_t *launch) {
    rsp_dap_visit *v = NULL;
    rsp_error error = {0};
    if (visit(q, RSP_DAP_START_STOPPED, launch, &v, &error) == RSP_OK)
        return v;
    rsp_dap_visit_close(v);
    return NULL;
}

/* ${mark} in the expression is the visit's file. */
static int64_t send_evaluate_in(rsp_dap_visit *v, const json_t *frame, const char *expression,
                                const char *context) {
    const char *mark = json_string_value(rsp_dap_visit_value(v, "mark"));
    const char *at = strstr(expression, "${mark}");
    rsp_buf text = {0};
    rsp_buf_append(&text, rsp_bytes_make(expression, at ? (size_t)(at - expression) : strlen(expression)));
    if (at)
        rsp_buf_printf(&text, "%s%s", mark ? mark : "/dev/null", at + sizeof "${mark}" - 1);
    const int64_t seq = rsp_dap_visit_send(v, "evaluate",
                                           json_pack("{s:s, s:O, s:s}", "expression", rsp_buf_cstr(&text),
                                                     "frameId", frame, "context", context));
    rsp_buf_free(&text);
    return seq;
}

static int64_t send_evaluate(rsp_dap_visit *v, const char *expression, const char *context) {
    return send_evaluate_in(v, rsp_dap_visit_value(v, "frame"), expression, context);
}

/* At the first stop, to an editor that shows progress. */
static rsp_dap_visit *visit_progress(inquiry *q) {
    rsp_dap_visit *v = NULL;
    rsp_error error = {0};
    const rsp_dap_visit_options options = {
        .target = &q->target, .start = RSP_DAP_START_STOPPED, .client = q->client};
    const rsp_status status = rsp_dap_visit_open(&v, &options, &error);
    if (status == RSP_OK)
        return v;
    rsp_dap_visit_close(v);
    return NULL;
}

/* The response's message, valid as long as the session; NULL when none came in time. */
static const rsp_dap_message *answer(rsp_dap_visit *v, int64_t seq, uint64_t within_ns) {
    const size_t at = seq ? rsp_dap_visit_response(v, seq, within_ns) : SIZE_MAX;
    return at == SIZE_MAX ? NULL : &rsp_dap_visit_session(v)->log.entries[at].message;
}

static bool gives_in(rsp_dap_visit *v, const json_t *frame, const char *expression, const char *wanted) {
    const rsp_dap_message *m =
        answer(v, send_evaluate_in(v, frame, expression, "watch"), rsp_dap_visit_timeout(v));
    const char *result = m && m->success ? json_string_value(json_object_get(m->body, "result")) : NULL;
    return result && strcmp(result, wanted) == 0;
}

static bool gives(rsp_dap_visit *v, const char *expression, const char *wanted) {
    return gives_in(v, rsp_dap_visit_value(v, "frame"), expression, wanted);
}

/* Some adapters number frames anew when code of the debuggee has run. */
static bool gives_in_a_new_frame(rsp_dap_visit *v, const char *expression, const char *wanted) {
    const json_t *thread = rsp_dap_visit_value(v, "thread");
    json_t *arguments = json_pack("{s:O, s:i, s:i}", "threadId", thread, "startFrame", 0, "levels", 1);
    const rsp_dap_message *m =
        answer(v, rsp_dap_visit_send(v, "stackTrace", arguments), rsp_dap_visit_timeout(v));
    const json_t *frames = m ? json_object_get(m->body, "stackFrames") : NULL;
    json_t *frame = json_incref(json_object_get(json_array_get(frames, 0), "id"));
    const bool found = frame && gives_in(v, frame, expression, wanted);
    json_decref(frame);
    return found;
}

/* --- what is noted --- */

static void note_json(rsp_buf *out, const char *key, const json_t *value) {
    rsp_text_printf(out, "  %s: ", key);
    rsp_dap_json_append(out, value);
    rsp_buf_push(out, '\n');
}

static void note_text(rsp_buf *out, const char *key, const char *value) {
    json_t *text = json_string(value);
    note_json(out, key, text);
    json_decref(text);
}

/* A comment of one line, whatever an adapter has said. */
static void note_open(inquiry *q, const char *what, const char *why) {
    rsp_text_printf(&q->found->open, "#   %s%s", what, *why ? ": " : "");
    rsp_text_escape(&q->found->open, rsp_bytes_str(why), false);
    rsp_buf_push(&q->found->open, '\n');
}

/* --- launch --- */

static bool take_way(inquiry *q, const char *arguments, const char *extension) {
    rsp_dap_profile *profile = q->options->profile;
    json_t *launch = json_loads(arguments, 0, NULL);
    if (!launch)
        return false;
    json_decref(profile->launch);
    profile->launch = launch;
    profile->extension = extension;
    return true;
}

static const char *file_of(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

/* The file in which it stopped where that is not the debuggee's source: what was launched is in another
 * language. NULL: it is the source, or nothing is told. */
static const char *stopped_elsewhere(rsp_dap_visit *v) {
    const rsp_dap_log *log = &rsp_dap_visit_session(v)->log;
    const char *wanted = file_of(json_string_value(rsp_dap_visit_value(v, "source")));
    const char *told = NULL;
    for (size_t i = 0; i < log->num; i++) {
        const rsp_dap_message *m = &log->entries[i].message;
        if (m->kind != RSP_DAP_RESPONSE || strcmp(m->name, "stackTrace") != 0)
            continue;
        const json_t *frame = json_array_get(json_object_get(m->body, "stackFrames"), 0);
        told = file_of(json_string_value(json_object_get(json_object_get(frame, "source"), "path")));
    }
    return told && wanted && strcmp(told, wanted) != 0 ? told : NULL;
}

/* What was waited for in vain once is not waited for as long by the next guess. */
static void try_way(inquiry *q, const char *arguments, const char *extension) {
    rsp_dap_visit *v = NULL;
    rsp_error error = {0};
    if (q->found->stops || is_stopped(q) || !take_way(q, arguments, extension))
        return;
    q->found->stops = visit(q, RSP_DAP_START_STOPPED, NULL, &v, &error) == RSP_OK;
    const char *elsewhere = q->found->stops ? stopped_elsewhere(v) : NULL;
    if (elsewhere) {
        q->found->stops = false;
        (void)rsp_fail(&error, RSP_UNEXPECTED, "it stopped in %.80s, which is not the debuggee's source",
                       elsewhere);
    }
    if (!q->found->stops)
        note_open(q, arguments, error.msg);
    if (!q->found->stops && v)
        q->target.timeout_ns = rsp_dap_visit_next_wait(v);
    q->found->lives = q->found->lives || (v && rsp_dap_visit_session(v)->ended == RSP_OK);
    rsp_dap_visit_close(v);
}

/* The debuggees' sources tell their language by their names: "sample.toy". `compiled`: the programs were
 * made of them, else they are run as they are. */
static void try_own_language(inquiry *q, bool compiled) {
    rsp_folder_names files = {0};
    if (rsp_folder_read(&files, q->options->source_folder, "", NULL) != RSP_OK)
        return;
    for (size_t i = 0; i < files.num; i++) {
        const char *dot = strncmp(files.names[i], "sample.", 7) == 0 ? strrchr(files.names[i], '.') : NULL;
        const char *extension = dot ? rsp_arena_str(&q->options->profile->arena, dot) : NULL;
        if (!extension || strcmp(extension, ".c") == 0)
            continue;
        for (size_t k = 0; compiled && k < RSP_ARRAY_LEN(ways); k++)
            if (strcmp(ways[k].extension, ".c") == 0)
                try_way(q, ways[k].launch, extension);
        if (!compiled)
            try_way(q, "{\"program\":\"${source}\",\"cwd\":\"${folder}\"}", extension);
    }
    rsp_folder_free(&files);
}

static void find_launch(inquiry *q) {
    if (q->options->runs_sources)
        try_own_language(q, false);
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++)
        try_way(q, ways[i].launch, ways[i].extension);
    if (q->options->has_programs && q->options->source_folder)
        try_own_language(q, true);
    q->target.timeout_ns = q->options->target->timeout_ns;
    if (q->found->stops)
        rsp_buf_clear(&q->found->open); /* wrong guesses are of no interest any more */
    else
        (void)take_way(q, ways[0].launch, ways[0].extension);
}

/* How the program gets words: as a list `args`, or as one text. */
static void find_words(inquiry *q) {
    static const char *const ways_of_words[] = {"", "arguments", "args"};
    json_t *words = json_pack("{s:[s]}", "args", "loop");
    bool found = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways_of_words) && !found && !is_stopped(q); i++) {
        json_t *launch = q->options->profile->launch;
        if (*ways_of_words[i])
            (void)json_object_set_new(launch, ways_of_words[i], json_string("${words}"));
        rsp_dap_visit *v = visit_stop(q, words);
        found = v && (gives(v, "argc", "2") || gives(v, "k", "2")); /* the debuggee in Go has no argc */
        rsp_dap_visit_close(v);
        if (!found && *ways_of_words[i])
            (void)json_object_del(launch, ways_of_words[i]);
    }
    json_decref(words);
    if (!found)
        note_open(q, "launch: how it names the program's arguments",
                  "their number was not 2 with any of args and arguments");
}

/* --- facts --- */

static void find_entry(inquiry *q) {
    json_t *launch = json_pack("{s:b}", "stopOnEntry", 1);
    rsp_dap_visit *v = NULL;
    rsp_error error = {0};
    const bool runs = visit(q, RSP_DAP_START_RUNNING, launch, &v, &error) == RSP_OK;
    if (runs && rsp_dap_visit_event(v, "stopped", rsp_dap_visit_timeout(v)) != SIZE_MAX)
        note_json(&q->found->facts, "stop-on-entry", launch);
    else
        note_open(q, "stop-on-entry", runs ? "no stop came with stopOnEntry" : error.msg);
    rsp_dap_visit_close(v);
    json_decref(launch);
}

static void find_calls(inquiry *q) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(calls); i++) {
        rsp_buf expression = {0};
        rsp_dap_visit *v = visit_stop(q, NULL);
        rsp_buf_printf(&expression, "%stouch(5)", calls[i]);
        const bool called =
            v && answer(v, send_evaluate(v, rsp_buf_cstr(&expression), "watch"), rsp_dap_visit_timeout(v)) &&
            (gives(v, "counter", "5") || gives_in_a_new_frame(v, "counter", "5"));
        rsp_dap_visit_close(v);
        rsp_buf_free(&expression);
        if (!called)
            continue;
        rsp_buf_str(&q->found->facts, "  calls: true\n");
        if (*calls[i])
            note_text(&q->found->facts, "call", calls[i]);
        return;
    }
    note_open(q, "calls", "evaluate did not call touch(5) of the debuggee");
}

static bool is_slow(inquiry *q, const char *expression) {
    rsp_dap_visit *v = visit_stop(q, NULL);
    if (!v)
        return false;
    const uint64_t before = rsp_dap_session_now(rsp_dap_visit_session(v));
    const rsp_dap_message *m = answer(v, send_evaluate(v, expression, "repl"), rsp_dap_visit_timeout(v));
    const bool slow = m && m->success && rsp_dap_session_now(rsp_dap_visit_session(v)) - before >= SLOW_NS;
    rsp_dap_visit_close(v);
    return slow;
}

/* NULL: it was seen at work, and cancel ended it; else what is not known of it. A cancel of a request that
 * waits in the queue shows nothing. */
static const char *why_not_interruptible(inquiry *q, const char *expression) {
    rsp_dap_visit *v = q->cancels ? visit_progress(q) : NULL;
    if (!v)
        return q->cancels ? "no session came to its first stop" : "the adapter does not announce cancel";
    const char *why = NULL;
    const int64_t seq = send_evaluate(v, expression, "repl");
    if (!rsp_dap_visit_works(v, seq, rsp_dap_visit_timeout(v)))
        why = "nothing shows when the adapter works on a request, so that a cancel may meet it in the queue";
    else if (!rsp_dap_visit_send(v, "cancel", json_pack("{s:I}", "requestId", (json_int_t)seq)) ||
             !answer(v, seq, CANCEL_NS))
        why = "cancel did not end the slow expression";
    rsp_dap_visit_close(v);
    return why;
}

static void find_slow(inquiry *q) {
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(waits) && !is_stopped(q) && !is_slow(q, waits[i].slow))
        i++;
    if (is_stopped(q))
        return;
    if (i == RSP_ARRAY_LEN(waits)) {
        note_open(q, "slow, interruptible", "an expression that takes at least two seconds");
        return;
    }
    note_text(&q->found->facts, "slow", waits[i].slow);
    rsp_buf_str(&q->found->facts, "  slow-context: repl\n");
    const char *why = why_not_interruptible(q, waits[i].longer);
    if (why)
        note_open(q, "interruptible", why);
    else
        note_text(&q->found->facts, "interruptible", waits[i].longer);
}

static void find_facts(inquiry *q) {
    if (!is_stopped(q))
        find_entry(q);
    if (!is_stopped(q))
        find_calls(q);
    if (!is_stopped(q))
        find_slow(q);
    note_open(q, "terminal, progress, process-id, attach", "not asked for; see docs/debug-adapters.md");
}

/* --- all of it --- */

void rsp_dap_learn(rsp_dap_learned *out, const rsp_dap_learn_options *options) {
    inquiry q = {.options = options,
                 .found = out,
                 .target = *options->target,
                 .client = json_pack("{s:b}", "supportsProgressReporting", 1),
                 .cancels = json_is_true(json_object_get(options->capabilities, "supportsCancelRequest"))};
    *out = (rsp_dap_learned){.stops = false};
    assert(options->target->profile == options->profile);
    tell(&q, "how it launches a program");
    find_launch(&q);
    if (out->stops) {
        tell(&q, "how the program gets words, and what it does at a stop");
        find_words(&q);
        find_facts(&q);
    }
    json_decref(q.client);
}

void rsp_dap_learned_free(rsp_dap_learned *learned) {
    rsp_buf_free(&learned->facts);
    rsp_buf_free(&learned->open);
}
