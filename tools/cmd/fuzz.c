/* stubborn fuzz: looks for what breaks a stub, over whatever link, and keeps what it finds as scenarios.
 * Also plays findings again, and merges the folders of several campaigns.
 * Exit status: 0 nothing found, 1 findings, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/suite.h"
#include "cmd/fuzz_text.h"
#include "reports/fuzz_sarif.h"
#include "stubs/look.h"
#include "stubs/supply.h"

#include "campaign/findings_folder.h"
#include "campaign/merge.h"
#include "campaign/replay_findings.h"
#include "core/arena.h"
#include <limits.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct fuzz_args {
    const char *stub;
    const char *program;
    option_list seeds;
    option_list outputs;
    const char *folder;
    const char *node;
    const char *allow;
    const char *ignore;
    const char *fault;
    uint64_t seed;
    uint64_t jobs;
    uint64_t for_ns;
    uint64_t max_messages;
    uint64_t timeout_ns;
    uint64_t patience_ns;
    uint64_t wait_ns;
    uint64_t cut_ns;
    uint64_t pipeline;
    uint64_t session;
    uint64_t edges;
    uint64_t memory;
    bool resume;
    bool until_first;
    bool should;
    bool differences;
    bool alone;
    bool progress;
} fuzz_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "reference (default), tcp:HOST:PORT, unix:PATH, pty:PATH, exec:COMMAND or profile:NAME",
     offsetof(fuzz_args, stub), "reference tcp: unix: pty: exec: profile:"},
    {"program", 'p', OPTION_STRING, "NAME", "debuggee for a stub that can have several",
     offsetof(fuzz_args, program), NULL},
    {"seeds", 0, OPTION_LIST, "PATH",
     "start from these: message lists, pcap files, scenarios, or folders of them (default: built in)",
     offsetof(fuzz_args, seeds), "file"},
    {"campaign", 'c', OPTION_STRING, "FOLDER",
     "where corpus, findings and journal are (default: fuzz-campaign); for merge: where to put them together",
     offsetof(fuzz_args, folder), "file"},
    {"resume", 'r', OPTION_FLAG, NULL, "go on with the campaign behind the sequence it ended in",
     offsetof(fuzz_args, resume), NULL},
    {"node", 0, OPTION_STRING, "NAME", "names this machine's journals, where several share a folder",
     offsetof(fuzz_args, node), NULL},
    {"seed", 0, OPTION_COUNT, "N", "seed of everything that is drawn by chance (default: 1)",
     offsetof(fuzz_args, seed), NULL},
    {"jobs", 'j', OPTION_COUNT, "N", "stubs at a time (default: 1)", offsetof(fuzz_args, jobs), NULL},
    {"for", 'f', OPTION_SPAN, "TIME", "end after this time", offsetof(fuzz_args, for_ns), NULL},
    {"max-messages", 'n', OPTION_COUNT, "N", "end after so many messages", offsetof(fuzz_args, max_messages),
     NULL},
    {"until-first", '1', OPTION_FLAG, NULL, "end with the first finding", offsetof(fuzz_args, until_first),
     NULL},
    {"allow", 0, OPTION_STRING, "WHAT",
     "send these too: hostio, run, monitor, process, platform, flash, lasting, or all",
     offsetof(fuzz_args, allow), "hostio run monitor process platform flash lasting all"},
    {"ignore", 0, OPTION_STRING, "KINDS", "kinds of findings that are not followed up, as in crash,no-stop",
     offsetof(fuzz_args, ignore), NULL},
    {"should", 0, OPTION_FLAG, NULL, "broken rules of level should are findings, too",
     offsetof(fuzz_args, should), NULL},
    {"differences", 0, OPTION_FLAG, NULL, "so is other behaviour for the same messages on a fresh stub",
     offsetof(fuzz_args, differences), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME", "without an answer for so long the stub hangs (default: 1s)",
     offsetof(fuzz_args, timeout_ns), NULL},
    {"patience", 0, OPTION_SPAN, "TIME", "for a reply, before a probe is sent (default: 50ms)",
     offsetof(fuzz_args, patience_ns), NULL},
    {"wait", 0, OPTION_DURATION, "TIME",
     "for a stub that others start (tcp:, unix:, pty:) to come back when it is gone (default: 10s; 0s: not)",
     offsetof(fuzz_args, wait_ns), NULL},
    {"cut", 0, OPTION_DURATION, "TIME",
     "spent on cutting one finding down (default: 20s; 0s: it stays as it was confirmed)",
     offsetof(fuzz_args, cut_ns), NULL},
    {"pipeline", 0, OPTION_COUNT, "N", "most packets in one write where acks are off (default: 32)",
     offsetof(fuzz_args, pipeline), NULL},
    {"session", 0, OPTION_COUNT, "N",
     "messages to one stub before a fresh one (default: 16000, with --differences 300)",
     offsetof(fuzz_args, session), NULL},
    {"edges", 0, OPTION_COUNT, "N",
     "size of the coverage map of a stub built with AFL++ or our shim; 65536 fits most",
     offsetof(fuzz_args, edges), NULL},
    {"memory", 0, OPTION_COUNT, "MIB",
     "growth of the stub under the same messages that is a finding (default: 256)",
     offsetof(fuzz_args, memory), NULL},
    {"alone", 0, OPTION_FLAG, NULL, "start no stub in advance while another one is played with",
     offsetof(fuzz_args, alone), NULL},
    {"fault", 0, OPTION_STRING, "NAME", "give the reference stub one deliberate defect",
     offsetof(fuzz_args, fault), NULL},
    {"output", 'o', OPTION_OUTPUT, "json|sarif", "write the results", offsetof(fuzz_args, outputs), NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show the status line although standard error is no terminal",
     offsetof(fuzz_args, progress), NULL},
    {0},
};

/* --- merging -------------------------------------------------------------------------------------------- */

static int merge(const command *self, const fuzz_args *args, const option_list *operands) {
    rsp_error error = {0};
    if (operands->num < 2 || !args->folder)
        return command_usage(self,
                             "merge: expected folders and --campaign FOLDER, as in: stubborn fuzz merge A B "
                             "--campaign C");
    if (rsp_campaign_merge(args->folder, operands->items + 1, operands->num - 1, STUBBORN_VERSION, &error) !=
        RSP_OK)
        return command_fail(self, &error);
    printf("%zu campaign%s merged into %s\n", operands->num - 1, operands->num == 2 ? "" : "s", args->folder);
    return EXIT_FINE;
}

/* --- a campaign ----------------------------------------------------------------------------------------- */

typedef struct fuzz_job {
    const command *self;
    fuzz_args args;
    rsp_arena arena;
    stub_config stub_config;
    rsp_diagnostics diagnostics;
    rsp_campaign campaign;
    rsp_campaign_about about;
    rsp_fuzzer_options options;
    rsp_link *kept;      /* of the look; NULL for none */
    rsp_manners manners; /* of the stub */
} fuzz_job;

/* The command line has the last word on what a campaign is about. */
static void prefer_arguments(rsp_campaign_about *about, const fuzz_args *args) {
    about->stub = args->stub ? args->stub : about->stub;
    about->program = args->program ? args->program : about->program;
    about->seed = args->seed ? args->seed : about->seed;
}

static rsp_status lock_campaign(fuzz_job *job, rsp_error *error) {
    rsp_error why = {0};
    rsp_status status = rsp_campaign_lock(&job->campaign, &why);
    if (status == RSP_USAGE)
        return rsp_fail(error, status, "%s; another --node joins in, another --campaign stays apart",
                        why.msg);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s", why.msg);
}

/* What the campaign was begun with is taken up again, unless the command line says otherwise. */
static rsp_status open_campaign(fuzz_job *job, rsp_error *error) {
    fuzz_args *args = &job->args;
    bool exists = rsp_campaign_exists(args->folder);
    if (args->resume && !exists)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no campaign to resume", args->folder);
    rsp_error why = {0};
    if (rsp_campaign_check_node(args->node, &why) != RSP_OK)
        return rsp_fail(error, RSP_USAGE, "--node%s %s", *args->node ? "" : ":", why.msg);
    rsp_status status = rsp_campaign_open(&job->campaign, args->folder, args->node, error);
    if (status == RSP_OK && !args->resume && exists && rsp_campaign_has_begun(&job->campaign))
        return rsp_fail(error, RSP_USAGE,
                        "%s: there is a campaign already; --resume goes on with it, --campaign "
                        "names another folder",
                        args->folder);
    if (status == RSP_OK)
        status = lock_campaign(job, error);
    job->about = (rsp_campaign_about){.stub = stub_config_default(), .program = "", .seed = 1};
    rsp_campaign_about kept = job->about;
    if (status == RSP_OK && exists)
        status = rsp_campaign_read_about(&job->campaign, &kept, error);
    if (args->resume)
        job->about = kept;
    prefer_arguments(&job->about, args);
    if (status == RSP_OK && !args->resume)
        status = rsp_campaign_write_about(&job->campaign, &job->about, error);
    return status;
}

static rsp_status open_source(fuzz_job *job, rsp_error *error) {
    rsp_status status = stub_config_init(&job->stub_config, job->about.stub, data_path_scenarios(&job->arena),
                                         interrupt_flag(), &job->diagnostics, error);
    job->stub_config.link.end_grace_ns = 2 * RSP_NS_PER_MS; /* the player waits longer where it matters */
    if (status == RSP_OK && job->args.fault) {
        if (!job->stub_config.in_process)
            return rsp_fail(error, RSP_USAGE, "--fault: only the reference stub has faults");
        status =
            stub_option_apply(&job->stub_config.stub_option_values, RSP_LIT("fault"), job->args.fault, error);
    }
    return status;
}

static unsigned unsigned_of(uint64_t number) {
    return number < UINT_MAX ? (unsigned)number : UINT_MAX;
}

enum { STARTS = 4 }; /* of one of ours that fails to */

/* The machine that the reference stub runs on is simulated: nothing that it is asked for can harm. */
static rsp_status fill_options(fuzz_job *job, rsp_error *error) {
    const fuzz_args *args = &job->args;
    rsp_fuzzer_options *o = &job->options;
    const rsp_profile *profile = job->stub_config.profile;
    *o = (rsp_fuzzer_options){
        .seed = job->about.seed,
        .should = args->should,
        .session_messages = unsigned_of(args->session),
        .memory_bytes = (args->memory < UINT64_MAX >> 20 ? args->memory : UINT64_MAX >> 20) << 20,
        .starts = stub_config_is_ours(&job->stub_config) ? STARTS : 1,
        .minimise_ns = args->cut_ns,
        .uncut = args->cut_ns == 0,
        .player = {.timeout_ns = args->timeout_ns, .patience_ns = args->patience_ns},
    };
    o->player.pipeline = args->pipeline ? unsigned_of(args->pipeline) : 32;
    if (!o->player.timeout_ns && profile)
        o->player.timeout_ns = profile->timeout_ns;
    if (!o->player.timeout_ns)
        o->player.timeout_ns = RSP_NS_PER_S;
    rsp_status status = args->ignore ? rsp_finding_kinds_parse(&o->ignored, args->ignore, error) : RSP_OK;
    if (!args->differences)
        o->ignored |= UINT32_C(1) << RSP_FINDING_DIFFERENCE;
    if (status == RSP_OK && args->allow)
        status = rsp_harm_parse(&o->player.allowed, args->allow, error);
    if (job->stub_config.in_process)
        o->player.allowed = RSP_HARM_ALL;
    o->player.any_process = job->stub_config.in_process;
    o->player.line = stub_config_is_line(&job->stub_config);
    o->player.ends_as_program = rsp_profile_has(profile, RSP_QUIRK_ENDS_AS_PROGRAM);
    return status;
}

/* Its stubs, texts and seeds are borrowed. */
static rsp_crew_options crew_options(fuzz_job *job) {
    const fuzz_args *args = &job->args;
    return (rsp_crew_options){
        .campaign = &job->campaign,
        .about = &job->about,
        .seeds = args->seeds.items,
        .num_seeds = args->seeds.num,
        .fuzzer = job->options,
        .kept = job->kept,
        .jobs = (unsigned)args->jobs,
        .edges = (size_t)args->edges,
        .for_ns = args->for_ns,
        .wait_ns = args->wait_ns,
        .max_messages = args->max_messages,
        .until_first = args->until_first,
        .alone = args->alone,
        .resume = args->resume,
        .stop = interrupt_flag(),
    };
}

/* What the findings must be played again with: requests that were allowed, a deadline, a fault. */
static const char *options_again(fuzz_job *job) {
    const fuzz_args *args = &job->args;
    rsp_buf text = {0};
    if (job->about.program[0]) {
        rsp_buf_str(&text, " --program ");
        rsp_buf_shell_word(&text, job->about.program);
    }
    if (args->allow)
        rsp_buf_printf(&text, " --allow %s", args->allow);
    if (args->fault)
        rsp_buf_printf(&text, " --fault %s", args->fault);
    if (args->timeout_ns)
        rsp_buf_printf(&text, " --timeout %gs", (double)args->timeout_ns / (double)RSP_NS_PER_S);
    if (args->should)
        rsp_buf_str(&text, " --should");
    const char *kept = rsp_arena_str(&job->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static int fail_with(const fuzz_job *job, const rsp_error *error) {
    if (suite_print_diagnostics(&job->diagnostics) > 0)
        return EXIT_USAGE;
    return command_fail(job->self, error);
}

/* Findings count for more than a stub that was gone in the end; one that was never there has none of this
 * run. */
static int exit_code_of(rsp_status status, const rsp_crew_outcome *out) {
    bool played = status == RSP_OK || out->totals.sum.messages > 0;
    if (played && out->num_findings + out->num_known > 0)
        return EXIT_FINDINGS;
    int code = rsp_status_exit_code(status);
    return status == RSP_OK ? EXIT_FINE : code == EXIT_FINDINGS ? EXIT_UNREACHABLE : code;
}

/* --- manners -------------------------------------------------------------------------------------------- */

static rsp_status look(fuzz_job *job) {
    const rsp_stub_request request = {.program = job->about.program, .seed = job->about.seed};
    const rsp_manners_options options = {
        .timeout_ns = job->options.player.timeout_ns, .run_program = true, .stop = interrupt_flag()};
    return stub_look(&job->manners, &job->stub_config, &request, &options, &job->kept, NULL);
}

/* Says what happens to a stub that serves one client only. */
static void note_life(fuzz_job *job) {
    bool kept = job->kept != NULL;
    job->stub_config.reached = true;
    if (job->manners.life > RSP_LIFE_STAYS)
        fprintf(
            stderr, "stubborn fuzz: the stub %s: %s\n", rsp_life_text(job->manners.life),
            kept
                ? "the first session goes on where the look ended"
                : "that was the look, so it has to be started again; a profile with manners spares the look");
}

/* Manners are no findings. A look that fails is ignored: the campaign meets the same trouble. A profile with
 * manners replaces the look at a stub that others started. On a serial line modes would outlast the look. */
static void learn_manners(fuzz_job *job) {
    const rsp_profile *profile = job->stub_config.profile;
    bool ours = stub_config_is_ours(&job->stub_config);
    bool told = !ours && profile && profile->num_manners > 0;
    if (stub_config_is_line(&job->stub_config) || (!told && look(job) != RSP_OK))
        return;
    rsp_profile_apply_manners(profile, &job->manners);
    job->options.manners = &job->manners;
    if (!ours && !told)
        note_life(job);
}

static uint64_t unix_now_ns(void) {
    struct timespec today = {0};
    (void)clock_gettime(CLOCK_REALTIME, &today);
    return (uint64_t)today.tv_sec * RSP_NS_PER_S + (uint64_t)today.tv_nsec;
}

static rsp_status run_crew(fuzz_job *job, rsp_crew_outcome *out) {
    reference *seed_stub = NULL;
    fuzz_text text = {.show_status = job->args.progress || io_is_terminal(STDERR_FILENO)};
    const rsp_stub_supply stubs = stub_supply(&job->stub_config);
    const rsp_seed_stubs seeds = seed_stubs(&seed_stub);
    rsp_crew_options options = crew_options(job);
    options.stubs = &stubs;
    options.seed_stubs = &seeds;
    options.watcher = fuzz_text_watcher(&text);
    uint64_t began_unix_ns = unix_now_ns();
    rsp_status status = rsp_crew_run(&options, out);
    out->totals.began_unix_ns = began_unix_ns;
    status_line_erase(&text.line);
    reference_free(seed_stub);
    return status;
}

/* "2026-01-31T23:59:59.123Z" */
static const char *utc(rsp_campaign *c, uint64_t unix_ns) {
    time_t seconds = (time_t)(unix_ns / RSP_NS_PER_S);
    struct tm parts;
    char text[32] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &parts))
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return rsp_arena_printf(&c->arena, "%s.%03uZ", text, (unsigned)(unix_ns / RSP_NS_PER_MS % 1000));
}

typedef struct campaign_report {
    rsp_campaign *campaign;
    const rsp_campaign_about *about;
    const rsp_totals *totals;
} campaign_report;

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const campaign_report *r = report;
    const rsp_totals *t = r->totals;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("sarif")))
        return rsp_fuzz_sarif(out, r->campaign, t, STUBBORN_VERSION, utc(r->campaign, t->began_unix_ns),
                              utc(r->campaign, t->began_unix_ns + t->duration_ns));
    return rsp_totals_text(out, r->campaign, r->about, r->totals, STUBBORN_VERSION, NULL);
}

/* All reports, and results.json in the folder. */
static rsp_status write_reports(const option_list *outputs, rsp_campaign *c, const rsp_campaign_about *about,
                                const rsp_totals *totals, rsp_error *error) {
    campaign_report report = {c, about, totals};
    rsp_status status = rsp_totals_write(c, about, totals, STUBBORN_VERSION, error);
    return status == RSP_OK ? output_write(outputs, NULL, render, &report, false, error) : status;
}

static int run_job(fuzz_job *job) {
    rsp_error error = {0};
    rsp_crew_outcome out = {0};
    rsp_status status = open_campaign(job, &error);
    if (status == RSP_OK)
        status = open_source(job, &error);
    if (status == RSP_OK)
        status = fill_options(job, &error);
    if (status != RSP_OK)
        return fail_with(job, &error);
    learn_manners(job);
    job->about.options = options_again(job);
    status = run_crew(job, &out);
    const rsp_fuzzer_stats *sum = &out.totals.sum;
    if (status == RSP_OK && sum->messages == 0 && !*interrupt_flag())
        status = rsp_fail(&out.error, RSP_CONNECT, "the stub answered nothing before the time was over");
    if (status != RSP_OK)
        (void)command_fail(job->self, &out.error);
    if (sum->messages > 0)
        fuzz_text_totals(&out, rsp_findings_folder_count(&job->campaign), job->campaign.folder,
                         job->stub_config.in_process);
    if (sum->messages > 0 && job->args.edges > 0 && sum->edges == 0)
        fprintf(stderr,
                "stubborn fuzz: --edges: the stub has shown none; is it built with instrumentation?\n");
    out.totals.exit_code = exit_code_of(status, &out);
    rsp_status written = write_reports(&job->args.outputs, &job->campaign, &job->about, &out.totals, &error);
    return written == RSP_OK ? out.totals.exit_code : command_fail(job->self, &error);
}

/* --- findings again ------------------------------------------------------------------------------------- */

/* The stub is the campaign's own where the command line names none. */
static rsp_status find_stub(fuzz_job *job, const option_list *operands, rsp_error *error) {
    const fuzz_args *args = &job->args;
    const char *folder = rsp_replay_findings_campaign(&job->arena, operands->items[1]);
    job->about = (rsp_campaign_about){.stub = stub_config_default(), .program = "", .seed = 1};
    job->campaign.folder = folder;
    rsp_status status = folder[0] ? rsp_campaign_read_about(&job->campaign, &job->about, error) : RSP_OK;
    if (status == RSP_OK && !folder[0] && !args->stub)
        status = rsp_fail(error, RSP_USAGE, "replay: %s lies in no campaign: name the stub with --stub",
                          operands->items[1]);
    prefer_arguments(&job->about, args);
    return status;
}

static int replay(fuzz_job *job, const option_list *operands) {
    rsp_error error = {0};
    if (operands->num < 2)
        return command_usage(job->self,
                             "replay: expected folders of findings, as in: stubborn fuzz replay FOLDER");
    rsp_status status = find_stub(job, operands, &error);
    if (status == RSP_OK)
        status = open_source(job, &error);
    if (status == RSP_OK)
        status = fill_options(job, &error);
    if (status != RSP_OK)
        return fail_with(job, &error);
    rsp_clock clock = rsp_clock_monotonic();
    job->stub_config.reached = true; /* when the findings were found: it may be starting again just now */
    learn_manners(job);
    if (job->args.for_ns)
        job->stub_config.link.end_ns = rsp_deadline(rsp_clock_now(&clock), job->args.for_ns);
    const rsp_stub_supply stubs = stub_supply(&job->stub_config);
    rsp_replay_findings r = {.stubs = &stubs,
                             .program = job->about.program,
                             .options = job->options,
                             .kept = job->kept,
                             .end_ns = job->stub_config.link.end_ns,
                             .replayed = fuzz_text_replayed};
    r.options.clock = clock;
    status = rsp_replay_findings_run(&r, operands->items + 1, operands->num - 1, &error);
    if (status == RSP_CANCELLED) {
        if (!*interrupt_flag())
            fprintf(stderr,
                    "stubborn fuzz: replay: the time of --for was over after %u finding%s; the next one was "
                    "not played to its end\n",
                    r.num_findings, r.num_findings == 1 ? "" : "s");
        return EXIT_UNREACHABLE;
    }
    if (status != RSP_OK)
        return command_fail(job->self, &error);
    printf("%u of %u finding%s still there\n", r.num_there, r.num_findings, r.num_findings == 1 ? "" : "s");
    return r.num_there > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

static int run_fuzz(const command *self, int argc, char **argv) {
    fuzz_job job = {.self = self,
                    .args = {.node = "local", .wait_ns = 10 * RSP_NS_PER_S, .cut_ns = 20 * RSP_NS_PER_S}};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &job.args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0 && strcmp(operands.items[0], "merge") == 0)
        return merge(self, &job.args, &operands);
    if (!job.args.folder)
        job.args.folder = "fuzz-campaign";
    bool again = operands.num > 0 && strcmp(operands.items[0], "replay") == 0;
    if (operands.num > 0 && !again)
        return command_usage(self, "'%s' is not understood; did you mean --stub, replay or merge?",
                             operands.items[0]);
    if (job.args.jobs > RSP_CREW_MAX_JOBS)
        return command_usage(self, "--jobs %llu: at most %d", (unsigned long long)job.args.jobs,
                             RSP_CREW_MAX_JOBS);
    interrupt_catch();
    code = again ? replay(&job, &operands) : run_job(&job);
    stub_config_free(&job.stub_config);
    rsp_campaign_close(&job.campaign);
    rsp_diagnostics_free(&job.diagnostics);
    rsp_arena_free(&job.arena);
    rsp_manners_free(&job.manners);
    return code;
}

const command command_fuzz = {
    .name = "fuzz",
    .operands = "[replay FOLDER...] [merge FOLDER...]",
    .summary = "look for what breaks a stub, and keep it as scenarios",
    .details = "Plays mutated sessions to a stub and watches it: does it die, hang, grow, break a rule? What "
               "it finds is "
               "confirmed on a fresh stub, cut down, and written into the campaign's folder with what "
               "shows it again: "
               "`stubborn fuzz replay` fails until the stub is mended, and so does its scenario, but for "
               "what scenarios "
               "can not tell (its page says so). Requests that could harm the machine where the stub runs "
               "are left out; "
               "--allow names "
               "those to send all the same. See docs/fuzzing.md.\n\n"
               "  stubborn fuzz --stub 'exec:./mystub {port}' --for 10m\n"
               "  stubborn fuzz --stub profile:gdbserver --jobs 2 --until-first -o sarif:fuzz.sarif\n"
               "  stubborn fuzz --resume\n"
               "  stubborn fuzz replay fuzz-campaign/findings/crash-sigsegv-read-memory\n"
               "  stubborn fuzz merge one two --campaign both",
    .options = rows,
    .completes = "file",
    .run = run_fuzz,
};
