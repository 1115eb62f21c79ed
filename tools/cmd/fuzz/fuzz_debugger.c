/* stubborn fuzz --debugger: a fuzzer of debuggers, the folder of its findings, and the clock that
 * ends it. A finding's folder is made under a hidden name and takes its own when it is whole.
 * Exit status: 0 nothing found; 1 findings; 2 usage, a bad file; 3 no debugger, no stub, no file. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_debugger.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/status_line.h"
#include "cmd/interop/interop_parties.h"

#include "capture/capture_dialogue.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include "core/text.h"
#include "debugger_fuzz/fuzzer.h"
#include "document/text.h"
#include <stdio.h>
#include <unistd.h>

#define DEFAULT_FOLDER "fuzz-debugger"
enum { FAILED_MOST = 3, LYING_CUT_S = 60, PATH_BYTES = 4096 };

/* The whole command. */
typedef struct lying_job {
    const command *self;
    const fuzz_args *args;
    rsp_arena arena;
    interop_parties parties;
    rsp_stub_provider provider;
    void *worker; /* of the stub's supply; NULL: answers come from the recording */
    rsp_capture_dialogues recording;
    rsp_script_facts facts;
    rsp_debugger_fuzzer *fuzzer;
    rsp_clock clock;
    uint64_t began_ns;
    uint64_t known; /* findings of earlier runs */
    status_line line;
    rsp_status kept; /* whether all findings could be written */
} lying_job;

static const char *path_of(lying_job *j, const char *name) {
    return rsp_arena_printf(&j->arena, "%s/%s", j->args->folder ? j->args->folder : DEFAULT_FOLDER, name);
}

/* --- what is fuzzed, and with whose replies --- */

/* A path is no name: it gets one. */
static int open_debugger(lying_job *j) {
    const char *given = j->args->debugger.debugger;
    const size_t word = given ? strcspn(given, " ") : 0;
    const bool is_path = given && strcspn(given, "/") < word && strcspn(given, "=") >= word;
    if (!given)
        return command_usage(j->self, "--recording and --requests are about --debugger: which one?");
    const char *named = is_path ? rsp_arena_printf(&j->arena, "debugger=%s", given) : given;
    const option_list list = {.items = {named}, .num = 1};
    const int code = interop_parties_debuggers(&j->parties, j->self, &list);
    if (code == EXIT_FINE && j->parties.scripts[0]->speaks != RSP_SCRIPT_TEXT)
        return command_usage(
            j->self, "--debugger %s: it speaks the Debug Adapter Protocol; see stubborn adapter fuzz", given);
    if (code == EXIT_FINE && !j->parties.scripts[0]->lies.attach[0])
        return command_usage(j->self, "--debugger %s: its script has no `lies` (docs/fuzzing.md)", given);
    return code;
}

/* It is started in a folder of its own: a path from here is made one from the root. */
static const char *command_from_root(lying_job *j, const char *line) {
    const size_t word = strcspn(line, " ");
    const size_t slash = strcspn(line, "/");
    char here[PATH_BYTES];
    if (line[0] == '/' || slash >= word || !getcwd(here, sizeof here))
        return line;
    return rsp_arena_printf(&j->arena, "%s/%s", here, line);
}

static int open_recording(lying_job *j) {
    const rsp_dialogue_wish wish = {.choice = RSP_DIALOGUE_ONLY};
    rsp_error error = {0};
    if (rsp_capture_dialogues_load(&j->recording, j->args->debugger.recording, &wish, &error) != RSP_OK)
        return command_fail(j->self, &error);
    return EXIT_FINE;
}

static int open_supply(lying_job *j) {
    const char *given = rsp_arena_printf(&j->arena, "stub=%s", j->args->stub ? j->args->stub : "reference");
    const char *program = j->args->program ? j->args->program : RSP_PROGRAM_DEFAULT;
    const option_list stubs = {.items = {given}, .num = 1};
    const option_list none = {.num = 0};
    const interop_stub_options options = {.stubs = &stubs, .elfs = &none, .functions = &none};
    const int code = interop_parties_stubs(&j->parties, j->self, &options);
    if (code != EXIT_FINE)
        return code;
    const rsp_interop_stub *stub = &j->parties.stubs[0];
    j->worker = stub->supply.new_worker(stub->supply.ctx, &j->provider);
    j->facts.elf = stub->file(stub->ctx, program, &j->arena);
    j->facts.function = strcmp(program, RSP_PROGRAM_DEFAULT) == 0 ? "work" : "main";
    return j->worker ? EXIT_FINE : command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
}

static rsp_status open_stub(void *ctx, rsp_link **out_stub, rsp_error *error) {
    lying_job *j = ctx;
    const rsp_stub_supply *supply = &j->parties.stubs[0].supply;
    const rsp_stub_request request = {.program = j->args->program ? j->args->program : RSP_PROGRAM_DEFAULT,
                                      .fresh = true};
    return supply->open(j->worker, out_stub, &request, 0, error);
}

static void close_stub(void *ctx, rsp_link *stub) {
    lying_job *j = ctx;
    const rsp_stub_supply *supply = &j->parties.stubs[0].supply;
    if (supply->closing)
        supply->closing(j->worker, stub);
    rsp_link_close(stub);
}

/* --- findings --- */

static const char *again_for(lying_job *j, const char *signature) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "stubborn fuzz replay --debugger ");
    rsp_buf_shell_word(&text, j->args->debugger.debugger);
    if (j->args->debugger.recording) {
        rsp_buf_str(&text, " --recording ");
        rsp_buf_shell_word(&text, j->args->debugger.recording);
    }
    if (j->args->stub) {
        rsp_buf_str(&text, " --stub ");
        rsp_buf_shell_word(&text, j->args->stub);
    }
    if (j->args->program) {
        rsp_buf_str(&text, " --program ");
        rsp_buf_shell_word(&text, j->args->program);
    }
    rsp_buf_push(&text, ' ');
    rsp_buf_shell_word(&text, path_of(j, rsp_arena_printf(&j->arena, "findings/%s", signature)));
    const char *again = rsp_arena_str(&j->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return again;
}

/* A finding on its way into a folder. */
typedef struct lying_parts {
    lying_job *job;
    const rsp_debugger_finding *finding;
} lying_parts;

static rsp_status write_parts(void *ctx, const char *folder, rsp_error *error) {
    const lying_parts *p = ctx;
    lying_job *j = p->job;
    const rsp_debugger_finding *f = p->finding;
    static const char *const names[] = {"lies.json", "summary.md", "conversation.txt", "printed.txt"};
    rsp_buf texts[RSP_ARRAY_LEN(names)] = {{0}};
    rsp_status status = RSP_OK;
    (void)!rsp_lies_write(&texts[0], f->lies);
    (void)!rsp_debugger_finding_summary(&texts[1], f, j->parties.debuggers[0].command,
                                        again_for(j, f->symptom->signature));
    rsp_buf_append(&texts[2], rsp_buf_bytes(&f->shown->log));
    rsp_text_escape(&texts[3], rsp_buf_bytes(&f->shown->printed), true);
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        if (status == RSP_OK)
            status = texts[i].status == RSP_OK
                         ? rsp_file_write(rsp_arena_printf(&j->arena, "%s/%s", folder, names[i]),
                                          rsp_buf_bytes(&texts[i]), error)
                         : texts[i].status;
        rsp_buf_free(&texts[i]);
    }
    return status;
}

/* The minimised one replaces the first. */
static void found(void *ctx, const rsp_debugger_finding *f) {
    lying_job *j = ctx;
    rsp_error error = {0};
    lying_parts parts = {.job = j, .finding = f};
    const char *signature = f->symptom->signature;
    const char *final = path_of(j, rsp_arena_printf(&j->arena, "findings/%s", signature));
    const char *making =
        path_of(j, rsp_arena_printf(&j->arena, "findings/.%s-%ld", signature, (long)getpid()));
    status_line_erase(&j->line);
    if (f->minimised) {
        (void)!rsp_folder_remove(final, NULL);
        io_say(stdout, "  minimised   %s   %zu lie%s, %zu line%s, %u of %u replays\n", signature,
               f->lies->num, f->lies->num == 1 ? "" : "s", f->lies->num_lines,
               f->lies->num_lines == 1 ? "" : "s", f->reproduced, f->replays);
    } else {
        io_say(stdout, "  %s   %s\n", signature, f->symptom->headline);
    }
    io_flush();
    const rsp_status status = rsp_folder_make_whole(final, making, write_parts, &parts, &error);
    if (status == RSP_OK || j->kept != RSP_OK)
        return;
    j->kept = error.status = status;
    (void)command_fail(j->self, &error);
}

static void recall(lying_job *j) {
    rsp_folder_names names;
    (void)!rsp_folder_read(&names, path_of(j, "findings"), "", NULL);
    for (size_t i = 0; i < names.num; i++)
        rsp_debugger_fuzzer_know(j->fuzzer, names.names[i]);
    j->known = names.num;
    rsp_folder_free(&names);
}

/* --- hunting --- */

static void show_progress(lying_job *j) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    rsp_buf text = {0};
    if (!j->args->progress && !io_is_terminal(STDERR_FILENO))
        return;
    rsp_text_duration(&text, rsp_clock_now(&j->clock) - j->began_ns);
    rsp_buf_printf(&text, "   %llu sessions   %llu requests   %llu shapes   %llu findings",
                   (unsigned long long)s.sessions, (unsigned long long)s.requests,
                   (unsigned long long)s.shapes, (unsigned long long)s.findings);
    status_line_draw(&j->line, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static rsp_status write_results(lying_job *j, rsp_error *error) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    rsp_buf text = {0};
    rsp_text_printf(
        &text,
        "{\"format\":\"stubborn-debugger-fuzz-1\",\"debugger\":\"%s\",\"seed\":%llu,\"seconds\":%.1f,"
        "\"sessions\":%llu,\"replays\":%llu,\"requests\":%llu,\"shapes\":%llu,\"corpus\":%llu,"
        "\"findings\":%llu,\"known\":%llu,\"again\":%llu,\"unconfirmed\":%llu}\n",
        j->parties.debugger_names[0].name, (unsigned long long)j->args->seed,
        (double)(rsp_clock_now(&j->clock) - j->began_ns) / (double)RSP_NS_PER_S,
        (unsigned long long)s.sessions, (unsigned long long)s.replays, (unsigned long long)s.requests,
        (unsigned long long)s.shapes, (unsigned long long)s.corpus, (unsigned long long)s.findings,
        (unsigned long long)j->known, (unsigned long long)s.again, (unsigned long long)s.unconfirmed);
    const rsp_status status = rsp_file_write(path_of(j, "results.json"), rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static int finish(lying_job *j, rsp_status status, rsp_error *error) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    rsp_error why = {0};
    status_line_erase(&j->line);
    io_say(stdout,
           "%llu sessions, %llu replays, %llu requests of the debugger, %llu shapes of lines; %llu findings, "
           "%llu "
           "seen again, %llu unconfirmed\n",
           (unsigned long long)s.sessions, (unsigned long long)s.replays, (unsigned long long)s.requests,
           (unsigned long long)s.shapes, (unsigned long long)s.findings, (unsigned long long)s.again,
           (unsigned long long)s.unconfirmed);
    if (s.findings + j->known > 0)
        io_say(stdout, "findings are in %s\n", path_of(j, "findings"));
    if (status != RSP_OK && status != RSP_CANCELLED) {
        error->status = status;
        (void)command_fail(j->self, error);
    }
    if (write_results(j, &why) != RSP_OK)
        return command_fail(j->self, &why);
    if (j->kept != RSP_OK || s.sessions == 0)
        return EXIT_UNREACHABLE;
    return s.findings + j->known > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

static bool is_over(const lying_job *j) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    return *interrupt_flag() || (j->args->max_messages > 0 && s.requests >= j->args->max_messages) ||
           (j->args->until_first && s.findings > 0);
}

/* One that does not begin may be a machine that is busy; what an honest stub shows is no finding, and ends
 * it. */
static int hunt(lying_job *j) {
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    unsigned failed = 0;
    if (rsp_folder_make(path_of(j, ""), &error) != RSP_OK ||
        rsp_folder_make(path_of(j, "findings"), &error) != RSP_OK)
        return command_fail(j->self, &error);
    recall(j);
    while (failed < FAILED_MOST && status != RSP_CANCELLED && status != RSP_UNEXPECTED && !is_over(j)) {
        error = (rsp_error){.status = RSP_OK};
        status = rsp_debugger_fuzzer_step(j->fuzzer, &error);
        failed = status == RSP_OK ? 0 : failed + 1;
        show_progress(j);
    }
    return finish(j, failed < FAILED_MOST && status != RSP_UNEXPECTED ? RSP_OK : status, &error);
}

/* --- replaying --- */

static rsp_status read_lies(lying_job *j, rsp_lies *out, const char *path, rsp_error *error) {
    rsp_buf text = {.limit = (size_t)16 * 1024 * 1024};
    const char *file = rsp_path_is_folder(path) ? rsp_arena_printf(&j->arena, "%s/lies.json", path) : path;
    rsp_status status = rsp_file_read(&text, file, error);
    if (status == RSP_OK) {
        status = rsp_lies_read(out, rsp_buf_bytes(&text), error);
        error->where = status == RSP_OK ? NULL : file;
    }
    error->status = status;
    rsp_buf_free(&text);
    return status;
}

static int replay_one(lying_job *j, const char *path, unsigned *shown) {
    rsp_error error = {0};
    rsp_lies lies = {0};
    rsp_watched seen = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    rsp_status status = read_lies(j, &lies, path, &error);
    if (status == RSP_OK)
        status = rsp_debugger_fuzzer_replay(j->fuzzer, &lies, &seen, &error);
    const bool shows = seen.symptom.kind != RSP_DEBUGGER_SYMPTOM_NONE;
    if (status == RSP_OK)
        io_say(stdout, "%s: %s%s%s\n", path, shows ? seen.symptom.signature : "shows nothing",
               shows ? ": " : "", shows ? seen.symptom.headline : "");
    *shown += status == RSP_OK && shows;
    rsp_watched_free(&seen);
    rsp_lies_free(&lies);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(j->self, &error);
}

static int replay(lying_job *j, const option_list *operands) {
    unsigned shown = 0;
    int code = EXIT_FINE;
    if (operands->num < 2)
        return command_usage(j->self, "replay --debugger: expected folders of findings, as in "
                                      "fuzz-debugger/findings/crash-SIGSEGV-1a2b3c");
    for (size_t i = 1; i < operands->num && code == EXIT_FINE; i++)
        code = replay_one(j, operands->items[i], &shown);
    return code == EXIT_FINE && shown > 0 ? EXIT_FINDINGS : code;
}

/* --- the command --- */

/* Options of campaigns against stubs mean nothing here. */
static int check_options(const command *self, const fuzz_args *a) {
    const struct {
        bool given;
        const char *name;
    } others[] = {{a->seeds.num > 0, "seeds"},     {a->outputs.num > 0, "output"},
                  {a->jobs > 0, "jobs"},           {a->resume, "resume"},
                  {a->allow != NULL, "allow"},     {a->ignore != NULL, "ignore"},
                  {a->fault != NULL, "fault"},     {a->should, "should"},
                  {a->differences, "differences"}, {a->patience_ns > 0, "patience"},
                  {a->pipeline > 0, "pipeline"},   {a->session > 0, "session"},
                  {a->edges > 0, "edges"},         {a->stubs.load, "load"},
                  {a->stubs.alone, "alone"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        if (others[i].given)
            return command_usage(self, "--%s is about fuzzing stubs, and says nothing with --debugger",
                                 others[i].name);
    if (a->debugger.recording && (a->stub || a->program))
        return command_usage(self, "--recording has all replies; --stub and --program say nothing beside it");
    return EXIT_FINE;
}

static int work(lying_job *j, const option_list *operands) {
    const fuzz_args *a = j->args;
    int code = open_debugger(j);
    if (code == EXIT_FINE)
        code = a->debugger.recording ? open_recording(j) : open_supply(j);
    if (code != EXIT_FINE)
        return code;
    const rsp_debugger_fuzzer_options options = {
        .debugger = j->parties.scripts[0],
        .command = command_from_root(j, j->parties.debuggers[0].command),
        .facts = &j->facts,
        .recorded = j->recording.num > 0 ? &j->recording.items[0]->dialogue : NULL,
        .open = j->worker ? open_stub : NULL,
        .close = close_stub,
        .found = found,
        .ctx = j,
        .seed = a->seed,
        .cut_ns = a->cut_ns == FUZZ_CUT_NS ? LYING_CUT_S * RSP_NS_PER_S
                  : a->cut_ns              ? a->cut_ns
                                           : 1,
        .limits = {.quiet_ns = a->timeout_ns,
                   .memory_bytes = a->memory << 20,
                   .requests = a->debugger.requests},
        .stop = interrupt_flag()};
    j->fuzzer = rsp_debugger_fuzzer_new(&options);
    if (!j->fuzzer)
        return command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
    return operands->num > 0 ? replay(j, operands) : hunt(j);
}

int fuzz_debugger(const command *self, fuzz_args *args, const option_list *operands) {
    static lying_job j;
    j = (lying_job){.self = self, .args = args, .clock = rsp_clock_monotonic()};
    args->seed = args->seed ? args->seed : 1;
    int code = check_options(self, args);
    if (code == EXIT_FINE && operands->num > 0 && strcmp(operands->items[0], "replay") != 0)
        code = command_usage(self, "'%s' is not understood; did you mean replay?", operands->items[0]);
    if (code != EXIT_FINE)
        return code;
    interrupt_catch();
    if (operands->num == 0 && args->for_ns)
        interrupt_after(args->for_ns);
    j.began_ns = rsp_clock_now(&j.clock);
    code = work(&j, operands);
    rsp_debugger_fuzzer_free(j.fuzzer);
    if (j.worker)
        j.parties.stubs[0].supply.free_worker(j.worker);
    rsp_capture_dialogues_free(&j.recording);
    interop_parties_free(&j.parties);
    rsp_arena_free(&j.arena);
    return code;
}
