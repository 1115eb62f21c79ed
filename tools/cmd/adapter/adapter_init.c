/* Each question has a fresh session, because a wrong guess may end an adapter. Guesses are those that
 * adapters of the field report need. Nothing is written to the profile that a session has not shown. See
 * adapter_init.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_init.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/status_line.h"
#include "dap/message.h"
#include "dap_suite/visit.h"
#include "document/text.h"

#include "core/file.h"
#include "core/folder.h"
#include <stdio.h>
#include <unistd.h>

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
    adapter_job *job;
    adapter_end end;
    rsp_buf facts;
    rsp_buf open;   /* what was not found out, as comments */
    rsp_buf bare;   /* what can be judged without a launch, as comments */
    json_t *client; /* what an editor announces that shows progress */
    bool cancels;   /* the adapter announces supportsCancelRequest */
    bool stops;     /* a launch has led to the first stop */
    bool lives;     /* a session outlived its launch */
} inquiry;

/* --- sessions --- */

static rsp_status visit(inquiry *q, rsp_dap_start start, const json_t *launch, rsp_dap_visit **out,
                        rsp_error *error) {
    const rsp_dap_visit_options options = {.target = &q->end.target, .start = start, .launch = launch};
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
        .target = &q->end.target, .start = RSP_DAP_START_STOPPED, .client = q->client};
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
    rsp_text_printf(&q->open, "#   %s%s", what, *why ? ": " : "");
    rsp_text_escape(&q->open, rsp_bytes_str(why), false);
    rsp_buf_push(&q->open, '\n');
}

/* --- launch --- */

static bool take_way(inquiry *q, const char *arguments, const char *extension) {
    rsp_dap_profile *profile = q->job->profile;
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
    if (q->stops || *interrupt_flag() || !take_way(q, arguments, extension))
        return;
    q->stops = visit(q, RSP_DAP_START_STOPPED, NULL, &v, &error) == RSP_OK;
    const char *elsewhere = q->stops ? stopped_elsewhere(v) : NULL;
    if (elsewhere) {
        q->stops = false;
        (void)rsp_fail(&error, RSP_UNEXPECTED, "it stopped in %.80s, which is not the debuggee's source",
                       elsewhere);
    }
    if (!q->stops)
        note_open(q, arguments, error.msg);
    if (!q->stops && v)
        q->end.target.timeout_ns = rsp_dap_visit_next_wait(v);
    q->lives = q->lives || (v && rsp_dap_visit_session(v)->ended == RSP_OK);
    rsp_dap_visit_close(v);
}

/* The debuggees' sources tell their language by their names: "sample.toy". `compiled`: the programs were
 * made of them, else they are run as they are. */
static void try_own_language(inquiry *q, bool compiled) {
    rsp_folder_names files = {0};
    if (rsp_folder_read(&files, q->job->source_folder, "", NULL) != RSP_OK)
        return;
    for (size_t i = 0; i < files.num; i++) {
        const char *dot = strncmp(files.names[i], "sample.", 7) == 0 ? strrchr(files.names[i], '.') : NULL;
        const char *extension = dot ? rsp_arena_str(&q->job->arena, dot) : NULL;
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
    if (q->job->args.source_folder)
        try_own_language(q, false);
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++)
        try_way(q, ways[i].launch, ways[i].extension);
    if (q->job->args.program_folder && q->job->source_folder)
        try_own_language(q, true);
    q->end.target.timeout_ns = q->job->args.timeout_ns;
    if (q->stops)
        rsp_buf_clear(&q->open); /* wrong guesses are of no interest any more */
    else
        (void)take_way(q, ways[0].launch, ways[0].extension);
}

/* How the program gets words: as a list `args`, or as one text. */
static void find_words(inquiry *q) {
    static const char *const ways_of_words[] = {"", "arguments", "args"};
    json_t *words = json_pack("{s:[s]}", "args", "loop");
    bool found = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways_of_words) && !found && !*interrupt_flag(); i++) {
        json_t *launch = q->job->profile->launch;
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
        note_json(&q->facts, "stop-on-entry", launch);
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
        rsp_buf_str(&q->facts, "  calls: true\n");
        if (*calls[i])
            note_text(&q->facts, "call", calls[i]);
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
    while (i < RSP_ARRAY_LEN(waits) && !*interrupt_flag() && !is_slow(q, waits[i].slow))
        i++;
    if (*interrupt_flag())
        return;
    if (i == RSP_ARRAY_LEN(waits)) {
        note_open(q, "slow, interruptible", "an expression that takes at least two seconds");
        return;
    }
    note_text(&q->facts, "slow", waits[i].slow);
    rsp_buf_str(&q->facts, "  slow-context: repl\n");
    const char *why = why_not_interruptible(q, waits[i].longer);
    if (why)
        note_open(q, "interruptible", why);
    else
        note_text(&q->facts, "interruptible", waits[i].longer);
}

static void find_facts(inquiry *q) {
    if (!*interrupt_flag())
        find_entry(q);
    if (!*interrupt_flag())
        find_calls(q);
    if (!*interrupt_flag())
        find_slow(q);
    note_open(q, "terminal, progress, process-id, attach", "not asked for; see docs/debug-adapters.md");
}

/* --- the profile --- */

static void append_capabilities(rsp_buf *out, const json_t *capabilities) {
    const char *key;
    json_t *value;
    rsp_buf_str(out, "# It announces:\n");
    json_object_foreach((json_t *)(uintptr_t)capabilities, key, value) {
        if (!json_is_true(value))
            continue;
        rsp_buf_str(out, "#   ");
        rsp_text_escape(out, rsp_bytes_str(key), false);
        rsp_buf_push(out, '\n');
    }
}

/* The last part of the path of the command, or the address. */
static const char *name_of(adapter_job *job) {
    const char *words = strncmp(job->command, "exec:", 5) == 0 ? job->command + 5 : job->command;
    const size_t len = strcspn(words, " ");
    size_t from = len;
    while (from > 0 && words[from - 1] != '/')
        from--;
    return rsp_arena_printf(&job->arena, "%.*s", (int)(len - from), words + from);
}

static void append_scalar(rsp_buf *out, const char *key, const char *value) {
    json_t *text = json_string(value);
    rsp_text_printf(out, "%s: ", key);
    rsp_dap_json_append(out, text);
    rsp_buf_push(out, '\n');
    json_decref(text);
}

static void write_profile(inquiry *q, const json_t *capabilities, rsp_buf *out) {
    const adapter_job *job = q->job;
    const char *key;
    json_t *value;
    rsp_buf_str(out, "# A debug adapter, as `stubborn adapter init` found it.\n");
    append_capabilities(out, capabilities);
    append_scalar(out, "adapter", job->command);
    append_scalar(out, "name", name_of(q->job));
    rsp_buf_str(out, "timeout: 30s\n");
    if (job->args.start_ns)
        rsp_buf_printf(out, "start: %llums\n", (unsigned long long)(job->args.start_ns / RSP_NS_PER_MS));
    if (strcmp(job->profile->extension, ".c") != 0)
        append_scalar(out, "extension", job->profile->extension);
    rsp_buf_str(out, "launch:\n");
    json_object_foreach(job->profile->launch, key, value) note_json(out, key, value);
    if (q->facts.len > 0)
        rsp_buf_str(out, "facts:\n");
    rsp_buf_append(out, rsp_buf_bytes(&q->facts));
    rsp_text_printf(out, "# %s:\n",
                    q->stops ? "Not found out" : "No launch led to the first stop; what was tried");
    rsp_buf_append(out, rsp_buf_bytes(&q->open));
    rsp_buf_append(out, rsp_buf_bytes(&q->bare));
}

/* --- all of it --- */

/* What can be judged without a launch that works. */
static void note_scenarios(inquiry *q) {
    const option_list whole = {.num = 0};
    rsp_buf filters = {0};
    if (adapter_job_load_suite(q->job, &whole) != EXIT_FINE)
        return;
    for (size_t i = 0; i < rsp_dap_suite_count(q->job->suite); i++) {
        const rsp_dap_scenario *s = rsp_dap_suite_get(q->job->suite, i);
        if (!rsp_dap_scenario_needs_debuggee(s))
            rsp_text_printf(&filters, "#   --filter %s\n", s->name);
    }
    rsp_buf_str(&q->bare, "# These scenarios need no debuggee:\n");
    rsp_buf_append(&q->bare, rsp_buf_bytes(&filters));
    rsp_buf_free(&filters);
}

/* What is asked, for somebody who watches: a launch that leads nowhere takes seconds. */
static void tell_step(status_line *line, const char *what) {
    if (isatty(STDERR_FILENO))
        status_line_draw(line, what);
}

static rsp_status ask(inquiry *q, rsp_buf *out, rsp_error *error) {
    status_line line = {0};
    tell_step(&line, "asking the adapter: what it announces");
    const rsp_status status = adapter_look_for_answer(q->job, error);
    const json_t *capabilities = q->job->tally.capabilities;
    q->cancels = json_is_true(json_object_get(capabilities, "supportsCancelRequest"));
    if (status == RSP_OK) {
        tell_step(&line, "asking the adapter: how it launches a program");
        find_launch(q);
    }
    if (status == RSP_OK && q->stops) {
        tell_step(&line, "asking the adapter: how the program gets words, and what it does at a stop");
        find_words(q);
        find_facts(q);
    }
    status_line_erase(&line);
    if (status != RSP_OK)
        return status;
    if (!q->stops)
        note_scenarios(q);
    write_profile(q, capabilities, out);
    return *interrupt_flag() ? rsp_fail(error, RSP_CANCELLED, "interrupted; nothing was written")
                             : out->status;
}

static int keep(const inquiry *q, const char *path, rsp_buf *text) {
    rsp_error error = {0};
    if (!path)
        return io_print(text);
    if (io_write_file(path, rsp_buf_bytes(text), &error) != RSP_OK)
        return command_fail(q->job->self, &error);
    io_say(stderr, "%s is written; next: stubborn adapter run --profile %s\n", path, path);
    return EXIT_FINE;
}

/* One that ends at each launch can not be judged by any, as one that is not there. */
static int tell_no_stop(const inquiry *q) {
    io_say(stderr,
           "stubborn adapter: %s; the profile says what was tried, and which scenarios need no debuggee\n",
           q->lives ? "no launch led to the first stop" : "the adapter ended at each launch");
    return q->lives ? EXIT_FINDINGS : EXIT_UNREACHABLE;
}

int adapter_init(adapter_job *job, const option_list *files) {
    const char *path = files->num > 0 && strcmp(files->items[0], "-") != 0 ? files->items[0] : NULL;
    rsp_error error = {0};
    rsp_buf text = {0};
    if (!job->args.adapter || job->args.profile)
        return command_usage(job->self, "init: which adapter? --adapter exec:COMMAND, and no --profile");
    if (files->num > 1)
        return command_usage(job->self, "init: one file, the profile that is written");
    if (path && rsp_path_exists(path))
        return command_usage(job->self, "%s is there already; choose another name", path);
    const int code = adapter_job_load_profile(job);
    if (code != EXIT_FINE)
        return code;
    inquiry q = {
        .job = job, .end = {.job = job}, .client = json_pack("{s:b}", "supportsProgressReporting", 1)};
    interrupt_catch();
    adapter_end_open(&q.end);
    const rsp_status status = ask(&q, &text, &error);
    adapter_end_close(&q.end);
    int ended = EXIT_UNREACHABLE;
    if (status == RSP_OK)
        ended = keep(&q, path, &text);
    else
        (void)command_fail(job->self, &error);
    if (ended == EXIT_FINE && !q.stops)
        ended = tell_no_stop(&q);
    rsp_buf_free(&text);
    json_decref(q.client);
    rsp_buf_free(&q.facts);
    rsp_buf_free(&q.open);
    rsp_buf_free(&q.bare);
    return ended;
}
