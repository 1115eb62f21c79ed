/* Verdicts take turns: failed, passed, skipped, hung. The last result is of a scenario that nobody wrote
 * about; scenarios with a name in z do not exist any more.
 * See baseline_run.h. */
/* SPDX-License-Identifier: MIT */
#include "baseline_run.h"

static bool known(void *ctx, const char *scenario) {
    (void)ctx;
    return *scenario != 'z';
}

static void run_entries(rsp_baseline *baseline, rsp_run *run) {
    static const rsp_verdict verdicts[] = {RSP_VERDICT_FAIL, RSP_VERDICT_PASS, RSP_VERDICT_SKIP,
                                           RSP_VERDICT_HANG};
    size_t num = rsp_baseline_count(baseline);
    for (size_t i = 0; i <= num; i++) {
        const rsp_baseline_entry *e = rsp_baseline_get(baseline, i);
        FUZZ_MUST((e == NULL) == (i == num));
        rsp_result result = {.scenario = e ? e->scenario : "area/name",
                             .requirements = e && *e->requirement ? e->requirement : "MEM-001 STD-001",
                             .verdict = verdicts[i % RSP_ARRAY_LEN(verdicts)],
                             .title = "",
                             .message = e && *e->message ? e->message : "m",
                             .variant = e ? e->variant : ""};
        rsp_baseline_apply(baseline, &result);
        FUZZ_MUST(rsp_run_add(run, &result) == RSP_OK);
    }
}

void baseline_run_update(rsp_baseline *baseline, rsp_buf *out) {
    rsp_run run = {0};
    rsp_diagnostics found = {0};
    run_entries(baseline, &run);
    size_t stale = rsp_baseline_stale(baseline, &run, known, NULL, &found);
    FUZZ_MUST(stale <= rsp_baseline_count(baseline) && stale == found.num_errors + found.num_dropped);
    rsp_baseline_update(baseline, &run, "not looked at yet", out);
    rsp_diagnostics_free(&found);
    rsp_run_free(&run);
}
