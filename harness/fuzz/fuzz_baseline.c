/* Baselines: any text loads or is refused; what loads is applied, and what is written loads again.
 * The first byte and the next may make an allocation fail; the rest is the file.
 * See baseline_run.h. */
/* SPDX-License-Identifier: MIT */
#include "baseline_run.h"

enum { MEMORY_BYTES = 64 << 20 };

static void check_update(rsp_baseline *baseline) {
    rsp_buf text = {0};
    rsp_diagnostics found = {0};
    baseline_run_update(baseline, &text);
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
