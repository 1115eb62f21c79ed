/* Scenario files: any text loads or is refused with a place in it; what loads is selected by its names.
 * The first byte and the next may make an allocation fail, a bit of it gives a catalogue; the rest is the
 * file. See rsp/scenario.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/scenario.h>
#include <stdio.h>

static const char requirements[] =
    "- {id: MEM-001, level: must, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n"
    "- {id: STD-002, level: may, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n";

static const rsp_catalogue *catalogue(void) {
    static rsp_catalogue *loaded;
    if (!loaded)
        loaded = rsp_catalogue_load_memory("r.yaml", rsp_bytes_str(requirements), NULL, NULL);
    FUZZ_MUST(loaded != NULL);
    return loaded;
}

static void check_selection(const rsp_scenario *s) {
    char text[512];
    FUZZ_MUST(s->name && s->title && s->line <= s->last_line);
    FUZZ_MUST(rsp_scenario_selected(s, s->name));
    for (size_t i = 0; i < s->num_covers; i++)
        FUZZ_MUST(rsp_scenario_selected(s, s->covers[i]));
    (void)snprintf(text, sizeof text, "fuzzed.yaml:%u", (unsigned)s->last_line);
    FUZZ_MUST(rsp_scenario_selected(s, text));
    for (size_t i = 0; i < s->num_tags; i++)
        if (snprintf(text, sizeof text, "tag:%s", s->tags[i]) < (int)sizeof text)
            FUZZ_MUST(rsp_scenario_selected(s, text));
    if (snprintf(text, sizeof text, "!%s", s->name) < (int)sizeof text)
        FUZZ_MUST(!rsp_scenario_selected(s, text));
    FUZZ_MUST(!rsp_scenario_selected(s, "no/such*scenario/at/all/"));
}

static void check_diagnostics(const rsp_diagnostics *found) {
    rsp_buf text = {0};
    rsp_error error = {0};
    rsp_diagnostics_render(&text, found);
    FUZZ_MUST((text.len > 0) == (found->num + found->num_dropped > 0));
    FUZZ_MUST((rsp_diagnostics_first(found, &error) == RSP_OK) == (found->num_errors == 0));
    rsp_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)256 << 20, &in);
    rsp_suite_options options = {.mem = &mem.mem, .catalogue = size > 0 && data[0] & 2 ? catalogue() : NULL};
    rsp_suite *suite = rsp_suite_new(&options);
    rsp_status status = suite ? rsp_suite_load_memory(suite, "fuzzed.yaml", in) : RSP_NO_MEMORY;
    const rsp_diagnostics *found = suite ? rsp_suite_diagnostics(suite) : NULL;
    FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || found->num_errors > 0);
    FUZZ_MUST(status != RSP_OK || found->num_errors == 0);
    FUZZ_MUST(status != RSP_NO_MEMORY || mem.fail_at > 0);
    if (found)
        check_diagnostics(found);
    for (size_t i = 0; suite && i < rsp_suite_count(suite); i++) {
        check_selection(rsp_suite_get(suite, i));
        FUZZ_MUST(rsp_suite_find(suite, rsp_suite_get(suite, i)->name) == rsp_suite_get(suite, i));
    }
    FUZZ_MUST(!suite || rsp_suite_num_files(suite) <= 1);
    rsp_suite_free(suite);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
