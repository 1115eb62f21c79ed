/* stubborn adapter init: writes the profile of an adapter, with what a few sessions have shown of it
 * (dap_suite/learn.h).
 * See adapter_init.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_init.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/status_line.h"
#include "dap/message.h"
#include "dap_suite/learn.h"
#include "document/text.h"

#include "core/file.h"
#include <stdio.h>
#include <unistd.h>

typedef struct inquiry {
    adapter_job *job;
    rsp_dap_learned found;
    rsp_buf bare; /* what can be judged without a launch, as comments */
} inquiry;

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

static void append_value(rsp_buf *out, const char *key, const json_t *value) {
    rsp_text_printf(out, "%s: ", key);
    rsp_dap_json_append(out, value);
    rsp_buf_push(out, '\n');
}

static void append_scalar(rsp_buf *out, const char *key, const char *value) {
    json_t *text = json_string(value);
    append_value(out, key, text);
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
    json_object_foreach(job->profile->launch, key, value) {
        rsp_buf_str(out, "  ");
        append_value(out, key, value);
    }
    if (q->found.facts.len > 0)
        rsp_buf_str(out, "facts:\n");
    rsp_buf_append(out, rsp_buf_bytes(&q->found.facts));
    rsp_text_printf(out, "# %s:\n",
                    q->found.stops ? "Not found out" : "No launch led to the first stop; what was tried");
    rsp_buf_append(out, rsp_buf_bytes(&q->found.open));
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
static void tell_step(void *ctx, const char *asking) {
    char text[128];
    (void)snprintf(text, sizeof text, "asking the adapter: %s", asking);
    if (isatty(STDERR_FILENO))
        status_line_draw(ctx, text);
}

static rsp_status ask(inquiry *q, rsp_buf *out, rsp_error *error) {
    adapter_job *job = q->job;
    adapter_end end = {.job = job};
    status_line line = {0};
    tell_step(&line, "what it announces");
    const rsp_status status = adapter_look_for_answer(job, error);
    if (status == RSP_OK) {
        adapter_end_open(&end);
        rsp_dap_learn(&q->found,
                      &(const rsp_dap_learn_options){.target = &end.target,
                                                     .profile = job->profile,
                                                     .capabilities = job->tally.capabilities,
                                                     .source_folder = job->source_folder,
                                                     .runs_sources = job->args.source_folder != NULL,
                                                     .has_programs = job->args.program_folder != NULL,
                                                     .stop = interrupt_flag(),
                                                     .tell = tell_step,
                                                     .ctx = &line});
        adapter_end_close(&end);
    }
    status_line_erase(&line);
    if (status != RSP_OK)
        return status;
    if (!q->found.stops)
        note_scenarios(q);
    write_profile(q, job->tally.capabilities, out);
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
           q->found.lives ? "no launch led to the first stop" : "the adapter ended at each launch");
    return q->found.lives ? EXIT_FINDINGS : EXIT_UNREACHABLE;
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
    inquiry q = {.job = job};
    interrupt_catch();
    const rsp_status status = ask(&q, &text, &error);
    int ended = EXIT_UNREACHABLE;
    if (status == RSP_OK)
        ended = keep(&q, path, &text);
    else
        (void)command_fail(job->self, &error);
    if (ended == EXIT_FINE && !q.found.stops)
        ended = tell_no_stop(&q);
    rsp_buf_free(&text);
    rsp_dap_learned_free(&q.found);
    rsp_buf_free(&q.bare);
    return ended;
}
