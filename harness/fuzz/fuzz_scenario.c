/* Scenario files: any text loads or is refused with a place in it; what loads is selected by its names.
 * The first byte and the next may make an allocation fail, a bit of it gives a catalogue; the rest is the
 * file. See loaded_suite.h. */
/* SPDX-License-Identifier: MIT */
#include "loaded_suite.h"

enum { MEMORY_BYTES = 256 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    const rsp_suite_options options = {
        .mem = &mem.mem, .catalogue = size > 0 && data[0] & 2 ? loaded_suite_catalogue() : NULL};
    rsp_suite *suite = rsp_suite_new(&options);
    FUZZ_MUST(suite || mem.fail_at > 0);
    if (suite) {
        rsp_status status = rsp_suite_load_memory(suite, "fuzzed.yaml", in);
        const rsp_diagnostics *found = rsp_suite_diagnostics(suite);
        FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || found->num_errors > 0);
        FUZZ_MUST(status != RSP_OK || found->num_errors == 0);
        FUZZ_MUST(status != RSP_NO_MEMORY || mem.fail_at > 0);
        loaded_suite_check_diagnostics(found);
        loaded_suite_check(suite);
    }
    rsp_suite_free(suite);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
