/* Any recording becomes a scenario that loads without a diagnostic.
 * First byte: options. Then lines as in conversation_lines.h.
 * See capture/scenario_writer.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_text.h"

#include "capture/scenario_writer.h"
#include "scenario/scenario.h"
#include <stdio.h>

static void must_load(rsp_bytes text) {
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_status status = suite ? rsp_suite_load_memory(suite, "written.yaml", text) : RSP_NO_MEMORY;
    if (status != RSP_OK)
        fprintf(stderr, "%.*s", (int)text.len, (const char *)text.ptr);
    FUZZ_MUST(status == RSP_OK && rsp_suite_count(suite) == 1);
    rsp_suite_free(suite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const rsp_scenario_symbol symbols[] = {{"main", 0x10000, 0x1000}, {"data", 0x12000, 0}};
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    const rsp_scenario_writer_options options = {.program = choice & 1 ? "hello" : NULL,
                                                 .note = choice & 2 ? "from a file: \"x\" #7" : NULL,
                                                 .symbols = symbols,
                                                 .num_symbols = choice & 4 ? RSP_ARRAY_LEN(symbols) : 0,
                                                 .contents = choice & 8};
    rsp_dialogue d = {0};
    rsp_buf text = {0};
    rsp_scenario_written written = {0};
    dialogue_text(&d, choice & 16, 0, in);
    FUZZ_MUST(rsp_scenario_write(&text, &written, &d, &options) == RSP_OK);
    FUZZ_MUST(written.left_out <= d.num_turns);
    if (written.steps > 0)
        must_load(rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    rsp_dialogue_free(&d);
    return 0;
}
