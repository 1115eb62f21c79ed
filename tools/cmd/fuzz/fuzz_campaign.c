/* `stubborn fuzz`: a campaign is begun or taken up again, its crew works, and its results are written.
 * Findings count for more than a stub that was gone in the end.
 * See fuzz_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_job.h"
#include "core/text.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/fuzz/fuzz_guest.h"
#include "cmd/fuzz/fuzz_text.h"
#include "reports/fuzz/fuzz_page.h"
#include "reports/fuzz/fuzz_sarif.h"
#include "stubs/supply.h"

#include "campaign/findings_folder.h"
#include "campaign/merge.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>

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
    fuzz_job_prefer_arguments(&job->about, args);
    if (status == RSP_OK && !args->resume)
        status = rsp_campaign_write_about(&job->campaign, &job->about, error);
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
        .guest = job->loader.runner ? &job->guest : NULL,
        .fuzzer = job->options,
        .kept = job->kept,
        .jobs = (unsigned)args->jobs,
        .edges = (size_t)args->edges,
        .for_ns = args->for_ns,
        .wait_ns = args->wait_ns,
        .max_messages = args->max_messages,
        .until_first = args->until_first,
        .alone = args->stubs.alone,
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
        rsp_text_printf(&text, " --allow %s", args->allow);
    if (args->fault)
        rsp_text_printf(&text, " --fault %s", args->fault);
    if (args->timeout_ns)
        rsp_buf_printf(&text, " --timeout %gs", (double)args->timeout_ns / (double)RSP_NS_PER_S);
    if (args->should)
        rsp_buf_str(&text, " --should");
    const char *kept = rsp_arena_str(&job->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

/* Findings count for more than a stub that was gone in the end; one that was never there has none of this
 * run. */
static int exit_code_of(rsp_status status, const rsp_crew_outcome *out) {
    bool played = status == RSP_OK || out->totals.sum.messages > 0;
    if (out->unkept.status != RSP_OK) /* told when it happened */
        return EXIT_UNREACHABLE;
    if (played && out->num_findings + out->num_known > 0)
        return EXIT_FINDINGS;
    int code = rsp_status_exit_code(status);
    return status == RSP_OK ? EXIT_FINE : code == EXIT_FINDINGS ? EXIT_UNREACHABLE : code;
}

static rsp_status run_crew(fuzz_job *job, rsp_crew_outcome *out) {
    reference *seed_stub = NULL;
    early_forks forks = {.made = false};
    fuzz_text text = {.show_status = job->args.progress || io_is_terminal(STDERR_FILENO),
                      .history = &job->history};
    const rsp_stub_supply stubs = stub_supply(&job->stub_config);
    if (stub_config_is_ours(&job->stub_config) && !job->stub_config.in_process && !job->stub_config.embedded)
        early_forks_make(&forks, job->args.jobs ? (size_t)job->args.jobs : 1);
    job->stub_config.forks = &forks;
    const rsp_seed_stubs seeds = seed_stubs(&seed_stub);
    rsp_crew_options options = crew_options(job);
    options.stubs = &stubs;
    options.seed_stubs = &seeds;
    options.watcher = fuzz_text_watcher(&text);
    uint64_t began_unix_ns = io_unix_now_ns();
    rsp_status status = rsp_crew_run(&options, out);
    out->totals.began_unix_ns = began_unix_ns;
    status_line_erase(&text.line);
    reference_free(seed_stub);
    job->stub_config.forks = NULL;
    early_forks_free(&forks);
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
    const rsp_fuzz_history *history;
} campaign_report;

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const campaign_report *r = report;
    const rsp_totals *t = r->totals;
    const uint64_t began = t->began_unix_ns; /* joined ones began at several times */
    const char *started = began ? utc(r->campaign, began) : "";
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("sarif")))
        return rsp_fuzz_sarif(out, r->campaign, t, STUBBORN_VERSION, started,
                              began ? utc(r->campaign, began + t->duration_ns) : "");
    if (rsp_bytes_equal(format, RSP_LIT("html")))
        return rsp_fuzz_page_print(out, &(rsp_fuzz_page){.campaign = r->campaign,
                                                         .about = r->about,
                                                         .totals = t,
                                                         .history = r->history,
                                                         .version = STUBBORN_VERSION,
                                                         .started = started});
    return rsp_totals_text(out, r->campaign, r->about, r->totals, STUBBORN_VERSION, NULL);
}

/* All reports, and results.json in the folder. */
static rsp_status write_reports(fuzz_job *job, const rsp_totals *totals, rsp_error *error) {
    campaign_report report = {&job->campaign, &job->about, totals, &job->history};
    rsp_status status = rsp_totals_write(&job->campaign, &job->about, totals, STUBBORN_VERSION, error);
    return status == RSP_OK ? output_write(&job->args.outputs, NULL, render, &report, false, error) : status;
}

int fuzz_campaign(fuzz_job *job) {
    rsp_error error = {0};
    rsp_crew_outcome out = {0};
    rsp_status status = open_campaign(job, &error);
    if (status == RSP_OK)
        status = fuzz_job_open(job, &error);
    if (status != RSP_OK)
        return fuzz_job_fail(job, &error);
    status = fuzz_job_learn_manners(job, &out.error);
    job->about.options = options_again(job);
    if (status == RSP_OK &&
        loader_is_wanted(&job->stub_config, job->args.stubs.load, job->load_by_settings)) {
        const int code = fuzz_guest_load(job);
        if (code != EXIT_FINE)
            return code;
    }
    if (status == RSP_OK)
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
    fuzz_guest_end(job);
    rsp_status written = write_reports(job, &out.totals, &error);
    return written == RSP_OK ? out.totals.exit_code : command_fail(job->self, &error);
}

/* --- joined ones ---------------------------------------------------------------------------------------- */

/* The joined results.json names the parts, which the totals at hand do not. */
static rsp_status render_joined(rsp_buf *out, void *report, rsp_bytes format,
                                const rsp_report_options *style) {
    const campaign_report *r = report;
    if (!rsp_bytes_equal(format, RSP_LIT("json")))
        return render(out, report, format, style);
    return io_read_file(out, rsp_arena_printf(&r->campaign->arena, "%s/results.json", r->campaign->folder),
                        NULL);
}

int fuzz_merge(fuzz_job *job, const option_list *operands) {
    const char *into = job->args.folder;
    const size_t num = operands->num - 1;
    rsp_error error = {0};
    rsp_totals totals = {0};
    rsp_status status = rsp_campaign_merge(into, operands->items + 1, num, STUBBORN_VERSION, &totals, &error);
    if (status == RSP_OK)
        status = rsp_campaign_open(&job->campaign, into, "merged", &error);
    if (status == RSP_OK)
        status = rsp_campaign_read_about(&job->campaign, &job->about, &error);
    campaign_report report = {&job->campaign, &job->about, &totals, &job->history};
    if (status == RSP_OK)
        status = output_write(&job->args.outputs, NULL, render_joined, &report, false, &error);
    if (status != RSP_OK)
        return command_fail(job->self, &error);
    if (!output_to_stdout(&job->args.outputs))
        io_say(stdout, "%zu campaign%s merged into %s\n", num, num == 1 ? "" : "s", into);
    return EXIT_FINE;
}
