/* Scenario files: any text loads or is refused with a place in it; memory is bounded and given back.
 * The first byte and the next may make an allocation fail; the rest is the file.
 * See rsp/scenario.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/scenario.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)256 << 20, &in);
    rsp_suite *suite = rsp_suite_new(&(rsp_suite_options){.mem = &mem.mem});
    rsp_status status = suite ? rsp_suite_load_memory(suite, "fuzzed.yaml", in) : RSP_NO_MEMORY;
    const rsp_diagnostics *found = suite ? rsp_suite_diagnostics(suite) : NULL;
    FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || found->num_errors > 0);
    FUZZ_MUST(status != RSP_OK || found->num_errors == 0);
    FUZZ_MUST(status != RSP_NO_MEMORY || mem.fail_at > 0);
    for (size_t i = 0; found && i < found->num; i++) {
        rsp_buf text = {0};
        rsp_diagnostic_render(&text, &found->items[i]);
        FUZZ_MUST(text.len > 0);
        rsp_buf_free(&text);
    }
    for (size_t i = 0; suite && i < rsp_suite_count(suite); i++) {
        const rsp_scenario *scenario = rsp_suite_get(suite, i);
        FUZZ_MUST(scenario->name && scenario->title && scenario->line <= scenario->last_line);
        FUZZ_MUST(rsp_scenario_selected(scenario, scenario->name));
    }
    rsp_suite_free(suite);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
