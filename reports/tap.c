/* TAP version 14: a line per result, a YAML block where there is something to say.
 * Expected failures are TODO, skips are SKIP; an unexpected pass is not ok, because the run fails by it.
 * Source: testanything.org, TAP 14 specification. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>

/* In descriptions '#' starts a directive and '\' escapes. */
static void append_description(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_report_clean(&clean, text, false);
    for (size_t i = 0; i < clean.len; i++) {
        if (clean.ptr[i] == '#' || clean.ptr[i] == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, clean.ptr[i]);
    }
    if (clean.status != RSP_OK)
        out->status = clean.status;
    rsp_buf_free(&clean);
}

static void append_name(rsp_buf *out, const rsp_result *r) {
    rsp_buf name = {.mem = out->mem};
    rsp_report_name(&name, r);
    append_description(out, rsp_buf_bytes(&name));
    rsp_buf_free(&name);
}

/* A double-quoted YAML scalar. */
static void append_quoted(rsp_buf *out, const char *text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_report_clean(&clean, rsp_report_text(text), true);
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < clean.len; i++) {
        uint8_t c = clean.ptr[i];
        if (c == '\n')
            rsp_buf_str(out, "\\n");
        else if (c == '\t')
            rsp_buf_str(out, "\\t");
        else if (c == '"' || c == '\\')
            rsp_buf_printf(out, "\\%c", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '"');
    rsp_buf_free(&clean);
}

static void append_field(rsp_buf *out, const char *key, const char *text) {
    if (!rsp_report_given(text))
        return;
    rsp_buf_printf(out, "  %s: ", key);
    append_quoted(out, text);
    rsp_buf_push(out, '\n');
}

static void append_causes(rsp_buf *out, const rsp_run *run) {
    for (size_t i = 0; i < run->num_causes; i++) {
        const rsp_cause *c = &run->causes[i];
        rsp_buf_printf(out, "# cause %zu: ", i + 1);
        append_description(out, rsp_report_text(c->what));
        rsp_buf_str(out, " (");
        rsp_report_weight(out, c);
        rsp_buf_str(out, c->allowed ? "; later ones with a shorter wait)\n" : ")\n");
    }
}

static void append_block(rsp_buf *out, const rsp_result *r) {
    rsp_buf_printf(out, "  ---\n  verdict: %s\n  level: %s\n", rsp_verdict_name(r->verdict),
                   rsp_level_name(r->level));
    if (r->cause)
        rsp_buf_printf(out, "  cause: %" PRIu32 "\n", r->cause);
    append_field(out, "requirements", r->requirements);
    append_field(out, "message", r->message);
    append_field(out, "expected", r->expected);
    append_field(out, "got", r->got);
    append_field(out, "remark", r->remark);
    append_field(out, "reason", r->reason);
    append_field(out, "file", r->path);
    if (r->line)
        rsp_buf_printf(out, "  line: %" PRIu32 "\n  column: %" PRIu32 "\n", r->line, r->column);
    append_field(out, "last_words", r->last_words);
    append_field(out, "transcript", r->window);
    append_field(out, "again", r->again);
    if (r->num_violations > 0)
        rsp_buf_str(out, "  rules:\n");
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_rule *rule = rsp_rule_get(r->violations[i].rule);
        rsp_buf_printf(out, "    - %s: ", rule ? rule->id : "?");
        append_quoted(out, r->violations[i].message);
        rsp_buf_push(out, '\n');
    }
    rsp_buf_str(out, "  ...\n");
}

static void append_result(rsp_buf *out, const rsp_result *r, size_t number) {
    bool todo = r->verdict == RSP_VERDICT_XFAIL;
    bool good = !todo && !rsp_verdict_bad(r->verdict);
    rsp_buf_printf(out, "%s %zu - ", good ? "ok" : "not ok", number);
    append_name(out, r);
    if (todo || r->verdict == RSP_VERDICT_SKIP) {
        rsp_buf_printf(out, " # %s ", todo ? "TODO" : "SKIP");
        append_description(out, rsp_report_text(r->reason));
    }
    rsp_buf_push(out, '\n');
    if (rsp_report_notable(r))
        append_block(out, r);
}

static void append_fault(rsp_buf *out, const rsp_fault_result *f, size_t number) {
    bool killed = rsp_report_given(f->killed_by);
    rsp_buf_printf(out, "%s %zu - fault ", killed ? "ok" : "not ok", number);
    append_description(out, rsp_report_text(f->fault));
    rsp_buf_str(out, killed ? " killed by " : " survived, requirement ");
    append_description(out, rsp_report_text(killed ? f->killed_by : f->requirement));
    rsp_buf_push(out, '\n');
}

rsp_status rsp_report_tap(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    (void)options;
    uint64_t num = run->num_results + run->num_faults;
    uint64_t planned = run->interrupted && run->planned > num ? run->planned : num;
    rsp_buf_str(out, "TAP version 14\n");
    rsp_buf_printf(out, "1..%" PRIu64 "%s\n", planned,
                   planned == 0 && !rsp_run_says_nothing(run) ? " # SKIP nothing to run" : "");
    if (rsp_report_given(run->allowed)) {
        rsp_buf_str(out, "# allowed for: ");
        append_description(out, rsp_report_text(run->allowed));
        rsp_buf_push(out, '\n');
    }
    append_causes(out, run);
    for (size_t i = 0; i < run->num_results; i++)
        append_result(out, &run->results[i], i + 1);
    for (size_t i = 0; i < run->num_faults; i++)
        append_fault(out, &run->faults[i], run->num_results + i + 1);
    if (run->num_results > 0) {
        rsp_buf_str(out, "# judged: ");
        rsp_report_judged(out, &run->summary);
        rsp_buf_push(out, '\n');
    }
    for (size_t i = 0; i < run->num_unmet; i++) {
        rsp_buf_str(out, "# not met: ");
        append_description(out, rsp_report_text(run->unmet[i]));
        rsp_buf_push(out, '\n');
    }
    for (size_t i = 0; i < run->num_not_played; i++) {
        rsp_buf_str(out, "# not played: ");
        append_description(out, rsp_report_text(run->not_played[i]));
        rsp_buf_push(out, '\n');
    }
    if (run->interrupted) {
        rsp_buf_str(out, "Bail out! ");
        append_description(out,
                           rsp_report_text(rsp_report_given(run->stopped) ? run->stopped : "interrupted"));
        rsp_buf_push(out, '\n');
    }
    if (rsp_run_says_nothing(run)) {
        rsp_buf_str(out, "Bail out! ");
        rsp_report_nothing(out, run);
        rsp_buf_push(out, '\n');
    }
    return out->status;
}
