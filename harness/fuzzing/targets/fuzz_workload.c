/* Workloads of the benchmark: any text loads or is refused with a diagnostic; limits hold.
 * First one or two bytes: an allocation that fails. The rest is the file.
 * See scenario/workload.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "scenario/workload.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &in);
    rsp_diagnostics found = {0};
    rsp_workload *workload = rsp_workload_load_memory("fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(workload ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    if (workload) {
        FUZZ_MUST(workload->name && workload->title && workload->source && workload->program);
        FUZZ_MUST(workload->num_sweep_values > 0 && workload->steps.num > 0);
        for (size_t i = 0; i < workload->num_sites; i++)
            FUZZ_MUST(workload->sites[i] && workload->sites[i][0]);
    }
    rsp_workload_free(workload);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
