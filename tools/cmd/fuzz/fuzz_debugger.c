/* stubborn fuzz --debugger: workers that each have a debugger and a stub that lies to it, and the clock that
 * ends them. What they find is kept by fuzz_debugger_folder.c.
 * Exit status: 0 nothing found; 1 findings; 2 usage, a bad file; 3 no debugger, no stub, no file. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_debugger.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/fuzz/fuzz_debugger_job.h"
#include "cmd/run/run_end.h"

#include "core/text.h"
#include "document/text.h"
#include <stdio.h>
#include <unistd.h>

#define DEFAULT_FOLDER "fuzz-debugger"
enum { FAILED_MOST = 3, LYING_CUT_S = 60, PATH_BYTES = 4096, JOBS_MOST = 64 };

/* One of them. */
typedef struct lying_worker {
    lying_job *job;
    void *stubs; /* of the stub's supply; NULL: answers come from the recording */
    rsp_stub_provider provider;
    rsp_debugger_fuzzer *fuzzer;
    pthread_t thread;
    bool runs; /* the thread */
    rsp_status status;
    rsp_error error;
} lying_worker;

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
    if (j->args->jobs > 1 && !stub->supply.ours)
        return command_usage(j->self,
                             "--jobs %llu: a stub that others have started serves one debugger at a time",
                             (unsigned long long)j->args->jobs);
    j->facts.elf = stub->file(stub->ctx, program, &j->arena);
    j->facts.function = strcmp(program, RSP_PROGRAM_DEFAULT) == 0 ? "work" : "main";
    return EXIT_FINE;
}

static rsp_status open_stub(void *ctx, rsp_link **out_stub, rsp_error *error) {
    lying_worker *w = ctx;
    lying_job *j = w->job;
    const rsp_stub_supply *supply = &j->parties.stubs[0].supply;
    const rsp_stub_request request = {.program = j->args->program ? j->args->program : RSP_PROGRAM_DEFAULT,
                                      .fresh = true};
    return supply->open(w->stubs, out_stub, &request, 0, error);
}

static void close_stub(void *ctx, rsp_link *stub) {
    const lying_worker *w = ctx;
    const rsp_stub_supply *supply = &w->job->parties.stubs[0].supply;
    if (supply->closing)
        supply->closing(w->stubs, stub);
    rsp_link_close(stub);
}

static void found(void *ctx, const rsp_debugger_finding *finding) {
    const lying_worker *w = ctx;
    lying_found(w->job, finding);
}

static void kept(void *ctx, size_t place, const rsp_lies *lies) {
    const lying_worker *w = ctx;
    lying_kept(w->job, place, lies);
}

/* Each has its own chance, and so has each run of a campaign; that of the first is the seed's. JSON has no
 * larger numbers. */
static uint64_t seed_of(const lying_job *j, size_t number) {
    const uint64_t part = (j->before.sessions * JOBS_MOST + number) * UINT64_C(0x9e3779b97f4a7c15);
    return j->args->seed ^ part >> 1;
}

static int open_worker(lying_job *j, lying_worker *w, size_t number) {
    const fuzz_args *a = j->args;
    w->job = j;
    if (!a->debugger.recording) {
        const rsp_stub_supply *supply = &j->parties.stubs[0].supply;
        w->stubs = supply->new_worker(supply->ctx, &w->provider);
        if (!w->stubs)
            return command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
    }
    const rsp_debugger_fuzzer_options options = {
        .debugger = j->parties.scripts[0],
        .command = command_from_root(j, j->parties.debuggers[0].command),
        .facts = &j->facts,
        .recorded = j->recording.num > 0 ? &j->recording.items[0]->dialogue : NULL,
        .open = w->stubs ? open_stub : NULL,
        .close = close_stub,
        .found = found,
        .kept = kept,
        .ctx = w,
        .seed = seed_of(j, number),
        .cut_ns = a->cut_ns == FUZZ_CUT_NS ? LYING_CUT_S * RSP_NS_PER_S
                  : a->cut_ns              ? a->cut_ns
                                           : 1,
        .limits = {.quiet_ns = a->timeout_ns,
                   .memory_bytes = a->memory << 20,
                   .requests = a->debugger.requests},
        .stop = interrupt_flag()};
    w->fuzzer = j->fuzzer ? rsp_debugger_fuzzer_join(j->fuzzer, &options) : rsp_debugger_fuzzer_new(&options);
    j->fuzzer = j->fuzzer ? j->fuzzer : w->fuzzer;
    return w->fuzzer ? EXIT_FINE : command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
}

static void close_worker(lying_job *j, lying_worker *w) {
    rsp_debugger_fuzzer_free(w->fuzzer);
    if (w->stubs)
        j->parties.stubs[0].supply.free_worker(w->stubs);
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

static int finish(lying_job *j, rsp_status status, rsp_error *error) {
    const rsp_debugger_fuzzer_stats s = rsp_debugger_fuzzer_count(j->fuzzer);
    FILE *words = output_to_stdout(&j->args->outputs) ? stderr : stdout;
    rsp_error why = {0};
    status_line_erase(&j->line);
    io_say(words,
           "%llu sessions, %llu replays, %llu requests of the debugger, %llu shapes of lines; %llu findings, "
           "%llu "
           "seen again, %llu unconfirmed\n",
           (unsigned long long)s.sessions, (unsigned long long)s.replays, (unsigned long long)s.requests,
           (unsigned long long)s.shapes, (unsigned long long)s.findings, (unsigned long long)s.again,
           (unsigned long long)s.unconfirmed);
    if (s.findings + j->known > 0)
        io_say(words, "findings are in %s\n", lying_path(j, "findings"));
    const uint64_t sessions = s.sessions + j->before.sessions;
    const uint64_t findings = s.findings + j->known;
    if (j->before.sessions > 0)
        io_say(words, "with the runs before: %llu sessions, %llu finding%s\n", (unsigned long long)sessions,
               (unsigned long long)findings, findings == 1 ? "" : "s");
    if (status != RSP_OK && status != RSP_CANCELLED) {
        error->status = status;
        (void)command_fail(j->self, error);
    }
    lying_save(j, true);
    why.status = lying_report(j, &why);
    if (why.status != RSP_OK)
        return command_fail(j->self, &why);
    if (j->trouble.status != RSP_OK || s.sessions + s.replays == 0)
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
static void *work_on(void *ctx) {
    lying_worker *w = ctx;
    lying_job *j = w->job;
    unsigned failed = 0;
    w->status = RSP_OK;
    while (failed < FAILED_MOST && w->status != RSP_CANCELLED && w->status != RSP_UNEXPECTED && !is_over(j)) {
        w->error = (rsp_error){.status = RSP_OK};
        w->status = rsp_debugger_fuzzer_step(w->fuzzer, &w->error);
        failed = w->status == RSP_OK ? 0 : failed + 1;
        (void)pthread_mutex_lock(&j->lock);
        show_progress(j);
        lying_save(j, false);
        (void)pthread_mutex_unlock(&j->lock);
    }
    w->status = failed < FAILED_MOST && w->status != RSP_UNEXPECTED ? RSP_OK : w->status;
    return NULL;
}

/* The first worker is this thread. */
static void work_all(lying_worker *workers, size_t num) {
    for (size_t i = 1; i < num; i++)
        workers[i].runs = pthread_create(&workers[i].thread, NULL, work_on, &workers[i]) == 0;
    (void)work_on(&workers[0]);
    for (size_t i = 1; i < num; i++)
        if (workers[i].runs)
            (void)pthread_join(workers[i].thread, NULL);
}

static int hunt(lying_job *j, lying_worker *workers) {
    const size_t num = (size_t)j->args->jobs;
    rsp_error error = {0};
    int code = EXIT_FINE;
    size_t failed = 0;
    if (lying_folder_recall(j, &error) != RSP_OK)
        return command_fail(j->self, &error);
    for (size_t i = 1; i < num && code == EXIT_FINE; i++)
        code = open_worker(j, &workers[i], i);
    if (code != EXIT_FINE)
        return code;
    lying_folder_minimise(j);
    work_all(workers, num);
    while (failed + 1 < num && workers[failed].status == RSP_OK)
        failed++;
    return finish(j, workers[failed].status, &workers[failed].error);
}

/* --- replaying --- */

static int replay_one(lying_job *j, const char *path, unsigned *shown) {
    rsp_error error = {0};
    rsp_lies lies = {0};
    rsp_watched seen = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    rsp_status status = lying_read(j, &lies, path, &error);
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
    } others[] = {{a->seeds.num > 0, "seeds"},     {output_wants(&a->outputs, "sarif"), "output sarif"},
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

static int work(lying_job *j, lying_worker *workers, const option_list *operands) {
    rsp_error error = {0};
    const bool hunts = operands->num == 0;
    if (hunts && lying_folder_find(j, &error) != RSP_OK)
        return command_fail(j->self, &error);
    j->args->seed = j->args->seed ? j->args->seed : 1;
    int code = open_debugger(j);
    if (code == EXIT_FINE)
        code = j->args->debugger.recording ? open_recording(j) : open_supply(j);
    if (code == EXIT_FINE)
        code = open_worker(j, &workers[0], 0);
    if (code == EXIT_FINE && hunts && lying_folder_open(j, &error) != RSP_OK)
        code = command_fail(j->self, &error);
    if (code != EXIT_FINE)
        return code;
    return hunts ? hunt(j, workers) : replay(j, operands);
}

int fuzz_debugger(const command *self, fuzz_args *args, const option_list *operands) {
    static lying_job j;
    static lying_worker workers[JOBS_MOST];
    j = (lying_job){.self = self, .args = args, .clock = rsp_clock_monotonic()};
    args->folder = args->folder ? args->folder : DEFAULT_FOLDER;
    args->jobs = args->jobs ? args->jobs : 1;
    int code = check_options(self, args);
    if (code == EXIT_FINE && operands->num > 0 && strcmp(operands->items[0], "replay") != 0)
        code = command_usage(self, "'%s' is not understood; did you mean replay?", operands->items[0]);
    if (code == EXIT_FINE && args->jobs > JOBS_MOST)
        code = command_usage(self, "--jobs %llu: at most %d", (unsigned long long)args->jobs, JOBS_MOST);
    if (code != EXIT_FINE)
        return code;
    interrupt_catch();
    if (operands->num == 0 && args->for_ns)
        interrupt_after(args->for_ns);
    (void)pthread_mutex_init(&j.lock, NULL);
    j.started = run_end_now(&j.arena);
    j.began_ns = rsp_clock_now(&j.clock);
    code = work(&j, workers, operands);
    for (size_t i = JOBS_MOST; i-- > 0;) /* the first one last: others share with it */
        close_worker(&j, &workers[i]);
    lying_folder_close(&j);
    rsp_capture_dialogues_free(&j.recording);
    interop_parties_free(&j.parties);
    rsp_arena_free(&j.arena);
    (void)pthread_mutex_destroy(&j.lock);
    return code;
}
