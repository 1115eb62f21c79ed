/* `stubborn fuzz replay`: plays findings again, to the stub of their campaign where no other is named.
 * Exit status 1 while one of them is still there.
 * See fuzz_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"
#include "cmd/fuzz/fuzz_job.h"

#include "cli/interrupt.h"
#include "cmd/fuzz/fuzz_text.h"
#include "stubs/supply.h"

#include "campaign/replay_findings.h"
#include <stdio.h>

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
    fuzz_job_prefer_arguments(&job->about, args);
    return status;
}

int fuzz_replay(fuzz_job *job, const option_list *operands) {
    rsp_error error = {0};
    if (operands->num < 2)
        return command_usage(job->self,
                             "replay: expected folders of findings, as in: stubborn fuzz replay FOLDER");
    rsp_status status = find_stub(job, operands, &error);
    if (status == RSP_OK)
        status = fuzz_job_open(job, &error);
    if (status != RSP_OK)
        return fuzz_job_fail(job, &error);
    rsp_clock clock = rsp_clock_monotonic();
    job->stub_config.reached = true; /* when the findings were found: it may be starting again just now */
    (void)!fuzz_job_learn_manners(job, &error);
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
            io_say(stderr,
                   "stubborn fuzz: replay: the time of --for was over after %u finding%s; the next one was "
                   "not played to its end\n",
                   r.num_findings, r.num_findings == 1 ? "" : "s");
        return EXIT_UNREACHABLE;
    }
    if (status != RSP_OK)
        return command_fail(job->self, &error);
    io_say(stdout, "%u of %u finding%s still there\n", r.num_there, r.num_findings,
           r.num_findings == 1 ? "" : "s");
    return r.num_there > 0 ? EXIT_FINDINGS : EXIT_FINE;
}
