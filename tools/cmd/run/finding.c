/* stubborn finding: one failure as a folder for somebody who does not have Stubborn: a page, the
 * conversation, and a script in Python that shows it. The scenario is played again for it, so that every byte
 * is there. Exit status: 0 written, 1 the stub passes, 2 usage, 3 no stub, or it could not be written. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/suite.h"
#include "cmd/default_stub.h"
#include "reports/run/standalone.h"
#include "stubs/stub_hint.h"
#include "stubs/stub_opener.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/folder.h"
#include "document/record.h"
#include <jansson.h>
#include <stdio.h>

#define SCRIPT "reproduce.py"
#define CONVERSATION "conversation.txt"
#define CAPTURE "conversation.pcapng"

typedef struct finding_args {
    const char *stub;
    const char *out;
    uint64_t cause;
    uint64_t timeout_ns;
    bool allow_writes;
    bool no_config;
} finding_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND or profile:NAME (default: the report's)" DEFAULT_STUB_WORDS,
     offsetof(finding_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"cause", 'c', OPTION_COUNT, "N", "which cause of the report (default: 1, the first)",
     offsetof(finding_args, cause), NULL},
    {"standalone", 'o', OPTION_STRING, "FOLDER", "where to write it (default: finding)",
     offsetof(finding_args, out), "file"},
    {"allow-writes", 0, OPTION_FLAG, NULL, "as in run: write memory of a program that is not ours",
     offsetof(finding_args, allow_writes), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "how long to wait for an answer (default: the profile's, else 2s)",
     offsetof(finding_args, timeout_ns), NULL},
    DEFAULT_STUB_NO_CONFIG(finding_args),
    {0},
};

/* What is made, and of what. */
typedef struct finding_job {
    const command *self;
    const finding_args *args;
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    stub_config stub_config;
    stub_opener *stubs;
    rsp_runner *runner;
    rsp_selection suite;
    const rsp_scenario **chosen;
    size_t num_chosen;
    const char *stub;
    option_list filters; /* the scenario's name */
    option_list files;   /* ... or its file */
    rsp_buf script;
    rsp_buf page;
    rsp_buf conversation;
    rsp_buf capture;
    const char *no_script; /* why there is none; "" */
} finding_job;

/* --- which scenario, of which stub ---------------------------------------------------------------------- */

static const char *text_of(finding_job *job, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? rsp_arena_str(&job->arena, text) : NULL;
}

static int take_cause(finding_job *job, const char *path, const json_t *root) {
    const json_t *causes = json_object_get(root, "causes");
    const uint64_t number = job->args->cause ? job->args->cause : 1;
    const json_t *cause = json_array_get(causes, (size_t)number - 1);
    const char *scenario = cause ? text_of(job, cause, "scenario") : NULL;
    const char *stub = text_of(job, json_object_get(root, "stub"), "given");
    if (!json_is_array(causes) || !stub)
        return command_usage(job->self, "%s is no report that 'stubborn run -o json:FILE' has written", path);
    if (!scenario)
        return command_usage(job->self, "--cause %llu: %s has %zu", (unsigned long long)number, path,
                             json_array_size(causes));
    job->stub = job->args->stub ? job->args->stub : stub;
    job->filters = (option_list){.items = {scenario}, .num = 1};
    return EXIT_FINE;
}

static int read_report(finding_job *job, const char *path) {
    rsp_error error = {0};
    rsp_buf text = {0};
    json_t *root = NULL;
    rsp_status status = rsp_file_read(&text, path, &error);
    if (status == RSP_OK && rsp_record_parse(&root, rsp_buf_bytes(&text), &error) != RSP_OK) {
        error.where = path;
        status = error.status;
    }
    const int code = status == RSP_OK ? take_cause(job, path, root) : command_fail(job->self, &error);
    json_decref(root);
    rsp_buf_free(&text);
    return code;
}

/* A report, the folder of a fuzz finding, a file, or the name of a scenario. */
static int take_operand(finding_job *job, const option_list *operands) {
    const char *operand = operands->num == 1 ? operands->items[0] : "";
    const size_t len = strlen(operand);
    if (!*operand)
        return command_usage(job->self,
                             "what? a report of run -o json:FILE, a folder of fuzz, or a scenario");
    if (len > 5 && strcmp(operand + len - 5, ".json") == 0 && rsp_path_exists(operand))
        return read_report(job, operand);
    const bool folder = rsp_path_is_folder(operand);
    const char *name = folder ? rsp_arena_printf(&job->arena, "%s/scenario.yaml", operand) : operand;
    const bool is_file = folder || rsp_path_is_file(operand);
    if (!name)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    *(is_file ? &job->files : &job->filters) = (option_list){.items = {name}, .num = 1};
    job->stub = job->args->stub;
    return EXIT_FINE;
}

/* --- playing it ----------------------------------------------------------------------------------------- */

static bool fails(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_WARN ||
           r->verdict == RSP_VERDICT_CRASH || r->verdict == RSP_VERDICT_HANG;
}

static const char *requirement_of(const finding_job *job, const rsp_result *r) {
    const rsp_bytes id = rsp_bytes_make(r->requirements, strcspn(r->requirements, " "));
    const rsp_requirement *q = job->suite.catalogue ? rsp_catalogue_find(job->suite.catalogue, id) : NULL;
    return q ? q->text : "";
}

static void on_played(void *ctx, const rsp_result *result, const rsp_transcript *transcript) {
    finding_job *job = ctx;
    if (!fails(result) || job->page.len > 0)
        return;
    rsp_result whole = *result; /* texts that are not known are NULL here */
    const char **const texts[] = {&whole.title,  &whole.message, &whole.expected, &whole.got,
                                  &whole.manual, &whole.breach,  &whole.breaks,   &whole.shown.window};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        *texts[i] = *texts[i] ? *texts[i] : "";
    const rsp_standalone about = {.result = &whole,
                                  .stub = job->stub,
                                  .stub_version = stub_config_version(&job->stub_config),
                                  .requirement = requirement_of(job, &whole),
                                  .tool_version = STUBBORN_VERSION};
    const rsp_transcript_style style = {.max_columns = SIZE_MAX};
    if (rsp_standalone_can(&about, transcript, &job->no_script))
        rsp_standalone_script(&job->script, &about, transcript);
    const rsp_standalone_names beside = {.script = SCRIPT, .conversation = CONVERSATION, .capture = CAPTURE};
    rsp_standalone_page(&job->page, &about, transcript, &beside);
    rsp_standalone_capture(&job->capture, transcript, io_unix_now_ns(), "stubborn " STUBBORN_VERSION);
    rsp_transcript_render(transcript, &job->conversation, RSP_NO_ENTRY, &style);
}

static int open_stub(finding_job *job) {
    rsp_error error = {0};
    rsp_status status = stub_config_init(&job->stub_config, job->stub, data_path_scenarios(&job->arena),
                                         interrupt_flag(), &job->diagnostics, &error);
    if (status != RSP_OK)
        return command_fail(job->self, &error);
    job->stubs = stub_opener_new(&job->stub_config);
    const rsp_runner_options options = {.timeout_ns = job->args->timeout_ns,
                                        .allow_writes = job->args->allow_writes,
                                        .profile = job->stub_config.profile,
                                        .catalogue = job->suite.catalogue,
                                        .stop = interrupt_flag(),
                                        .played = on_played,
                                        .ctx = job};
    if (job->stubs) {
        const rsp_stub_provider provider = stub_opener_provider(job->stubs);
        job->runner = rsp_runner_new(&provider, &options);
    }
    if (!job->runner)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    if (rsp_runner_probe(job->runner, &error) == RSP_OK)
        return EXIT_FINE;
    stub_hint_unreachable(&job->stub_config, STUB_HINT_NO_WAIT, &error);
    (void)command_fail(job->self, &error);
    return EXIT_UNREACHABLE;
}

static int play(finding_job *job) {
    rsp_run run = {.num_results = 0};
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < job->num_chosen && status == RSP_OK && job->page.len == 0; i++)
        status = rsp_runner_run(job->runner, job->chosen[i], &run, &error);
    int code = EXIT_FINE;
    if (job->page.len == 0 && status == RSP_OK) {
        const rsp_result *r = run.num_results > 0 ? &run.results[run.num_results - 1] : NULL;
        io_say(stderr, "stubborn %s: %s: %s%s%s; there is nothing to write\n", job->self->name,
               job->chosen[0]->name, r ? rsp_verdict_name(r->verdict) : "not played",
               r && *r->reason ? ", " : "", r ? r->reason : "");
        code = EXIT_FINDINGS;
    } else if (job->page.len == 0) {
        (void)command_fail(job->self, &error);
        code = EXIT_UNREACHABLE;
    }
    rsp_run_free(&run);
    return code;
}

/* --- writing it ----------------------------------------------------------------------------------------- */

static rsp_status write_one(finding_job *job, const char *name, rsp_buf *text, rsp_error *error) {
    const char *folder = job->args->out ? job->args->out : "finding";
    const char *path = rsp_arena_printf(&job->arena, "%s/%s", folder, name);
    if (text->status != RSP_OK || !path)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    const rsp_status status = text->len > 0 ? io_write_file(path, rsp_buf_bytes(text), error) : RSP_OK;
    if (status == RSP_OK && text->len > 0)
        io_say(stdout, "written: %s\n", path);
    return status;
}

static int write_folder(finding_job *job) {
    rsp_error error = {0};
    rsp_status status = rsp_folder_make(job->args->out ? job->args->out : "finding", &error);
    if (status == RSP_OK)
        status = write_one(job, "README.md", &job->page, &error);
    if (status == RSP_OK)
        status = write_one(job, CONVERSATION, &job->conversation, &error);
    if (status == RSP_OK)
        status = write_one(job, CAPTURE, &job->capture, &error);
    if (status == RSP_OK)
        status = write_one(job, SCRIPT, &job->script, &error);
    if (status == RSP_OK && *job->no_script)
        io_say(stdout, "no script: %s\n", job->no_script);
    if (status == RSP_OK)
        return EXIT_FINE;
    (void)command_fail(job->self, &error);
    return EXIT_UNREACHABLE;
}

static void close_all(finding_job *job) {
    rsp_runner_free(job->runner);
    stub_opener_free(job->stubs);
    stub_config_free(&job->stub_config);
    rsp_selection_free(&job->suite);
    rsp_diagnostics_free(&job->diagnostics);
    rsp_buf_free(&job->script);
    rsp_buf_free(&job->page);
    rsp_buf_free(&job->conversation);
    rsp_buf_free(&job->capture);
    rsp_arena_free(&job->arena);
}

static int make(finding_job *job) {
    int code = suite_open(&job->suite, job->self, &job->files, false);
    if (code == EXIT_FINE)
        job->chosen = suite_choose(&job->suite, job->self, &job->filters, &job->num_chosen, &code);
    if (code == EXIT_FINE)
        code = open_stub(job);
    if (code == EXIT_FINE)
        code = play(job);
    return code == EXIT_FINE ? write_folder(job) : code;
}

static int run_finding(const command *self, int argc, char **argv) {
    finding_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    interrupt_catch();
    default_stub stub = {.no_config = args.no_config};
    finding_job job = {.self = self, .args = &args, .no_script = ""};
    code = take_operand(&job, &operands);
    if (code == EXIT_FINE && !job.stub)
        job.stub = default_stub_choose(&stub, self, NULL, &code);
    if (code == EXIT_FINE)
        code = make(&job);
    close_all(&job);
    default_stub_free(&stub);
    return code;
}

const command command_finding = {
    .name = "finding",
    .operands = "REPORT.json|FOLDER|SCENARIO",
    .summary = "write one failure down for somebody who does not have this program",
    .details =
        "Plays the scenario of a cause again, and writes a folder: a page in plain English, the "
        "conversation, "
        "and a script in Python 3 that needs nothing else, shows the fault, and exits 1 while it is there. "
        "REPORT.json is what `run -o json:FILE` has written, FOLDER one finding of `fuzz`.\n\n"
        "  stubborn finding report.json --cause 2 --standalone for-upstream\n"
        "  stubborn finding --stub tcp:127.0.0.1:1234 breakpoints/any-removed\n"
        "  stubborn finding --stub exec:'./mystub {port}' fuzz-campaign/findings/crash-sigabrt-read-memory",
    .options = rows,
    .completes = "file",
    .run = run_finding,
};
