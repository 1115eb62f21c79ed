/* Catalogues of requirements: any text loads or is refused with a diagnostic; entries are found by id.
 * First one or two bytes: an allocation that fails. The rest is the file.
 * See scenario/requirement.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "scenario/requirement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &in);
    rsp_diagnostics found = {0};
    rsp_catalogue *catalogue = rsp_catalogue_load_memory("fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(catalogue ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    for (size_t i = 0; catalogue && i < rsp_catalogue_count(catalogue); i++) {
        const rsp_requirement *r = rsp_catalogue_get(catalogue, i);
        FUZZ_MUST(r->id && r->text && r->source);
        FUZZ_MUST(rsp_catalogue_find(catalogue, rsp_bytes_str(r->id)) == r);
    }
    rsp_catalogue_free(catalogue);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
