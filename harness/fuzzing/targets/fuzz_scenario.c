/* Scenario files: any text loads or is refused with a place; a scenario is selected by its names only.
 * First one or two bytes: an allocation that fails, and whether there is a catalogue. The rest is the file.
 * See scenario/scenario.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "scenario/scenario.h"
#include <stdio.h>

enum { MEMORY_BYTES = 256 << 20 };

/* Two requirements; the same for all inputs, never freed. */
static const rsp_catalogue *small_catalogue(void) {
    static const char requirements[] =
        "- {id: MEM-001, level: must, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n"
        "- {id: STD-002, level: may, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n";
    static rsp_catalogue *loaded;
    if (!loaded)
        loaded = rsp_catalogue_load_memory("r.yaml", rsp_bytes_str(requirements), NULL, NULL);
    FUZZ_MUST(loaded != NULL);
    return loaded;
}

/* By its name, its tags, the ids that it covers, and its place; names too long for a selection are skipped.
 */
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

static void check_suite(const rsp_suite *suite) {
    for (size_t i = 0; i < rsp_suite_count(suite); i++) {
        const rsp_scenario *s = rsp_suite_get(suite, i);
        check_selection(s);
        FUZZ_MUST(rsp_suite_find(suite, s->name) == s);
    }
    FUZZ_MUST(rsp_suite_num_files(suite) <= 1);
}

/* A refused file has diagnostics that render, and a first error. */
static void check_diagnostics(const rsp_diagnostics *found) {
    static rsp_buf text;
    rsp_error error = {0};
    rsp_buf_clear(&text);
    rsp_diagnostics_render(&text, found);
    FUZZ_MUST((text.len > 0) == (found->num + found->num_dropped > 0));
    FUZZ_MUST((rsp_diagnostics_first(found, &error) == RSP_OK) == (found->num_errors == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    const rsp_suite_options options = {.mem = &mem.mem,
                                       .catalogue = size > 0 && data[0] & 2 ? small_catalogue() : NULL};
    rsp_suite *suite = rsp_suite_new(&options);
    FUZZ_MUST(suite || mem.fail_at > 0);
    if (suite) {
        rsp_status status = rsp_suite_load_memory(suite, "fuzzed.yaml", in);
        const rsp_diagnostics *found = rsp_suite_diagnostics(suite);
        FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || found->num_errors > 0);
        FUZZ_MUST(status != RSP_OK || found->num_errors == 0);
        FUZZ_MUST(status != RSP_NO_MEMORY || mem.fail_at > 0);
        check_diagnostics(found);
        check_suite(suite);
    }
    rsp_suite_free(suite);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
