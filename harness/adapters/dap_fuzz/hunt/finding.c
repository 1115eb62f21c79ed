/* Steps are JSON, which YAML reads as it is.
 * A symptom of silence or death is shown by `survives`; a broken rule by the result of the rule.
 * See dap_fuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_fuzz/fuzzer.h"

#include "core/text.h"

#include "dap/message.h"
#include "make/sequence.h"

static bool is_about_rules(rsp_dap_symptom symptom) {
    return symptom == RSP_DAP_SYMPTOM_RULE || symptom == RSP_DAP_SYMPTOM_TWICE;
}

rsp_status rsp_dap_finding_scenario(rsp_buf *out, const rsp_dap_finding *f, const char *name) {
    const json_t *steps = dap_sequence_steps(f->sequence);
    rsp_buf_printf(out, "# Written by `stubborn adapter fuzz`: %s.\n", rsp_dap_symptom_title(f->symptom));
    if (is_about_rules(f->symptom))
        rsp_buf_printf(out, "# Run it without --filter: the result of the rule shows it.\n");
    rsp_buf_printf(out, "scenario: fuzz/%s\ntitle: the adapter goes on after a sequence of the fuzzer\n",
                   name);
    rsp_buf_printf(out, "covers: [%s]\nprotocol: dap\nstart: %s\nsteps:\n",
                   is_about_rules(f->symptom) ? "DAP-BASE-004" : "DAP-ROBUST-001",
                   dap_sequence_is_stopped(f->sequence) ? "stopped" : "initialized");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        rsp_buf_str(out, "  - ");
        rsp_dap_json_append(out, json_array_get(steps, i));
        rsp_buf_push(out, '\n');
    }
    rsp_buf_str(out, "  - survives: true\n");
    return out->status;
}

rsp_status rsp_dap_finding_summary(rsp_buf *out, const rsp_dap_finding *f, const char *adapter,
                                   const char *again) {
    rsp_text_printf(out, "# %s\n\n", f->signature);
    rsp_text_printf(out, "%s: %s.\n\n", rsp_dap_symptom_title(f->symptom), f->headline);
    rsp_text_printf(out, "Adapter: `%s`. ", adapter);
    rsp_text_printf(
        out, "Shown by %u of %u replays of the minimised sequence, first by sequence %llu of seed %llu.\n\n",
        f->reproduced, f->replays, (unsigned long long)f->index, (unsigned long long)f->seed);
    rsp_text_printf(out, "Again:\n\n    %s\n\nThe session, with the steps at its end:\n\n", again);
    rsp_bytes lines = rsp_bytes_str(f->transcript);
    while (lines.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&lines, '\n');
        rsp_text_printf(out, "    %.*s\n", (int)line.len, (const char *)line.ptr);
    }
    return out->status;
}
