/* Names are the scenario's own, its tags, the ids that it covers, and its place in the file.
 * Those too long for a selection are left out.
 * See loaded_suite.h. */
/* SPDX-License-Identifier: MIT */
#include "loaded_suite.h"

#include <stdio.h>

const rsp_catalogue *loaded_suite_catalogue(void) {
    static const char requirements[] =
        "- {id: MEM-001, level: must, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n"
        "- {id: STD-002, level: may, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n";
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

void loaded_suite_check(const rsp_suite *suite) {
    for (size_t i = 0; i < rsp_suite_count(suite); i++) {
        const rsp_scenario *s = rsp_suite_get(suite, i);
        check_selection(s);
        FUZZ_MUST(rsp_suite_find(suite, s->name) == s);
    }
    FUZZ_MUST(rsp_suite_num_files(suite) <= 1);
}

void loaded_suite_check_diagnostics(const rsp_diagnostics *found) {
    static rsp_buf text;
    rsp_error error = {0};
    rsp_buf_clear(&text);
    rsp_diagnostics_render(&text, found);
    FUZZ_MUST((text.len > 0) == (found->num + found->num_dropped > 0));
    FUZZ_MUST((rsp_diagnostics_first(found, &error) == RSP_OK) == (found->num_errors == 0));
}
