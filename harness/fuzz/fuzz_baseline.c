/* Baselines: any text loads or is refused; what loads is applied, and what is written loads again.
 * The first byte and the next may make an allocation fail; the rest is the file.
 * See rsp/baseline.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/baseline.h>

/* Entries that no result met stay in the file: it must load again with as many. */
static void check(rsp_baseline *baseline) {
    rsp_result result = {.scenario = "area/name",
                         .requirements = "STD-001",
                         .verdict = RSP_VERDICT_FAIL,
                         .title = "",
                         .message = "m",
                         .variant = ""};
    rsp_run run = {0};
    rsp_buf text = {0};
    rsp_diagnostics found = {0};
    rsp_baseline_apply(baseline, &result);
    FUZZ_MUST(rsp_run_add(&run, &result) == RSP_OK);
    rsp_baseline_update(baseline, &run, "not looked at yet", &text);
    rsp_baseline *again = rsp_baseline_load_memory("again.yaml", rsp_buf_bytes(&text), NULL, &found);
    FUZZ_MUST(again != NULL && found.num_errors == 0);
    rsp_baseline_free(again);
    rsp_diagnostics_free(&found);
    rsp_buf_free(&text);
    rsp_run_free(&run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &in);
    rsp_diagnostics found = {0};
    rsp_baseline *baseline = rsp_baseline_load_memory("fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(baseline ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    if (baseline && mem.fail_at == 0)
        check(baseline);
    rsp_baseline_free(baseline);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
