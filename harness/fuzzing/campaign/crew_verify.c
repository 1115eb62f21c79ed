/* The scenario is loaded from its file, as a user would run it.
 * A run that was stopped saw nothing, so it is not noted.
 * See crew_verify.h. */
/* SPDX-License-Identifier: MIT */
#include "crew_verify.h"

#include "campaign/findings_folder.h"
#include "crew_host.h"

#include <stdio.h>

static void describe_verdict(rsp_buf *out, const rsp_run *run) {
    if (run->num_results == 0) {
        rsp_buf_str(out, "it could not be run");
        return;
    }
    const rsp_result *r = &run->results[0];
    rsp_buf_printf(out, "%s", rsp_verdict_name(r->verdict));
    if (r->message && r->message[0])
        rsp_buf_printf(out, ", %s", r->message);
    else if (r->num_violations > 0)
        rsp_buf_printf(out, ", %s", r->violations[0].message);
}

static rsp_status run_scenario(crew_worker *w, const char *path, rsp_run *run) {
    const rsp_crew_options *o = &w->crew->options;
    rsp_runner_options options = {.stop = o->stop,
                                  .profile = o->stubs->profile,
                                  .seed = o->fuzzer.seed,
                                  .timeout_ns = o->fuzzer.player.timeout_ns};
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_runner *runner = rsp_runner_new(&w->provider, &options);
    rsp_status status = RSP_OK;
    if (suite && runner && rsp_suite_load(suite, path) == RSP_OK)
        status = rsp_runner_run(runner, rsp_suite_get(suite, 0), run, NULL);
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    return status;
}

static void verify(crew_worker *w, const char *folder) {
    rsp_run run = {0};
    rsp_buf verdict = {0};
    char path[4096];
    rsp_link *link = NULL;
    if (!w->crew->options.stubs->ours && crew_host_open(w, &link, NULL) == RSP_OK)
        rsp_link_close(link);
    (void)snprintf(path, sizeof path, "%s/scenario.yaml", folder);
    rsp_status status = run_scenario(w, path, &run);
    describe_verdict(&verdict, &run);
    bool failed = run.num_results > 0 && rsp_verdict_bad(run.results[0].verdict);
    rsp_error error = {0};
    if (status != RSP_CANCELLED)
        crew_check_kept(w->crew, rsp_findings_folder_note(folder, !failed, rsp_buf_cstr(&verdict), &error),
                        &error);
    rsp_buf_free(&verdict);
    rsp_run_free(&run);
}

void crew_verify(crew_worker *w) {
    for (size_t i = 0; i < w->num_unverified; i++)
        verify(w, w->unverified[i]);
    w->num_unverified = 0;
}
