/* Baselines: any text loads or is refused; a baseline that was applied and written loads again.
 * First one or two bytes: an allocation that fails. The rest is the file.
 * See scenario/baseline.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "scenario/baseline.h"

enum { MEMORY_BYTES = 64 << 20 };

/* Scenarios with a name in z no longer exist. */
static bool known(void *ctx, const char *scenario) {
    (void)ctx;
    return *scenario != 'z';
}

/* A result for each entry, with verdicts in turn, and one for a scenario without an entry. */
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

/* Writes the baseline as that run updates it. The count of stale entries is that of its diagnostics. */
static void update_by_run(rsp_baseline *baseline, rsp_buf *out) {
    rsp_run run = {0};
    rsp_diagnostics found = {0};
    run_entries(baseline, &run);
    rsp_baseline_recognise(baseline, &run);
    size_t stale = rsp_baseline_stale(baseline, &run, known, NULL, &found);
    FUZZ_MUST(stale <= rsp_baseline_count(baseline) && stale == found.num_errors + found.num_dropped);
    rsp_baseline_update(baseline, &run, "not looked at yet", out);
    rsp_diagnostics_free(&found);
    rsp_run_free(&run);
}

static void check_update(rsp_baseline *baseline) {
    rsp_buf text = {0};
    rsp_diagnostics found = {0};
    update_by_run(baseline, &text);
    rsp_baseline *again = rsp_baseline_load_memory("again.yaml", rsp_buf_bytes(&text), NULL, &found);
    FUZZ_MUST(again != NULL && found.num_errors == 0);
    rsp_baseline_free(again);
    rsp_diagnostics_free(&found);
    rsp_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    rsp_diagnostics found = {0};
    rsp_baseline *baseline = rsp_baseline_load_memory("fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(baseline ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    if (baseline && mem.fail_at == 0)
        check_update(baseline);
    rsp_baseline_free(baseline);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
