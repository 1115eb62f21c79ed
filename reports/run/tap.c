/* TAP version 14: a line per result, a YAML block where there is something to say.
 * Expected failures are TODO, skips are SKIP; an unexpected pass is not ok, because the run fails by it.
 * Source: testanything.org, TAP 14 specification. */
/* SPDX-License-Identifier: MIT */
#include "details.h"
#include "document/text.h"
#include "judged.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>

/* In descriptions '#' starts a directive and '\' escapes. */
static void append_description(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, false);
    for (size_t i = 0; i < clean.len; i++) {
        if (clean.ptr[i] == '#' || clean.ptr[i] == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, clean.ptr[i]);
    }
    if (clean.status != RSP_OK)
        out->status = clean.status;
    rsp_buf_free(&clean);
}

/* A double-quoted YAML scalar. */
static void append_quoted(rsp_buf *out, const char *text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, rsp_report_text(text), true);
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < clean.len; i++) {
        uint8_t c = clean.ptr[i];
        if (c == '\n')
            rsp_buf_str(out, "\\n");
        else if (c == '\t')
            rsp_buf_str(out, "\\t");
        else if (c == '"' || c == '\\')
            rsp_text_printf(out, "\\%c", c);
        else if (rsp_text_commands(out, rsp_bytes_from(rsp_buf_bytes(&clean), i)))
            rsp_buf_printf(out, "\\x%02x", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '"');
    rsp_buf_free(&clean);
}

static void append_field(rsp_buf *out, const char *key, const char *text) {
    rsp_text_printf(out, "  %s: ", key);
    append_quoted(out, text);
    rsp_buf_push(out, '\n');
}

/* A comment, or what ends the report. */
static void append_remark(rsp_buf *out, const char *what, const char *text) {
    rsp_buf_str(out, what);
    append_description(out, rsp_report_text(text));
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

/* The details as YAML: the file without its line, which has a key of its own; rules are a list. */
static void append_details(rsp_buf *out, rsp_run *run, const rsp_result *r) {
    size_t num = 0;
    bool listed = false;
    const rsp_detail *details = rsp_details_of(&run->arena, r, RSP_IN_TAP, false, &num);
    rsp_text_printf(out, "  ---\n  verdict: %s\n  level: %s\n", rsp_verdict_name(r->verdict),
                    rsp_level_name(r->level));
    if (r->cause)
        rsp_buf_printf(out, "  cause: %" PRIu32 "\n", r->cause);
    for (size_t i = 0; i < num; i++) {
        if (details[i].kind == RSP_DETAIL_RULE) {
            rsp_buf_str(out, listed ? "    - " : "  rules:\n    - ");
            append_quoted(out, details[i].text);
            rsp_buf_push(out, '\n');
            listed = true;
            continue;
        }
        append_field(out, details[i].key,
                     details[i].kind == RSP_DETAIL_PLACE ? r->place.path : details[i].text);
        if (details[i].kind == RSP_DETAIL_PLACE && r->place.line)
            rsp_buf_printf(out, "  line: %" PRIu32 "\n  column: %" PRIu32 "\n", r->place.line,
                           r->place.column);
    }
    rsp_buf_str(out, "  ...\n");
}

/* An expected failure is a TODO. */
static void append_result(rsp_buf *out, rsp_run *run, const rsp_judged *j, size_t number) {
    const rsp_result *r = j->result;
    const bool todo = r->verdict == RSP_VERDICT_XFAIL;
    rsp_text_printf(out, "%s %zu - ", todo || rsp_verdict_bad(r->verdict) ? "not ok" : "ok", number);
    append_description(out, rsp_bytes_str(j->name));
    if (j->outcome == RSP_OUTCOME_SKIPPED) {
        rsp_text_printf(out, " # %s ", todo ? "TODO" : "SKIP");
        append_description(out, rsp_bytes_str(j->message));
    }
    rsp_buf_push(out, '\n');
    if (rsp_report_notable(r))
        append_details(out, run, r);
}

static void append_fault(rsp_buf *out, const rsp_judged *j, size_t number) {
    const bool killed = j->outcome == RSP_OUTCOME_PASS;
    rsp_text_printf(out, "%s %zu - fault ", killed ? "ok" : "not ok", number);
    append_description(out, rsp_bytes_str(j->name));
    rsp_buf_str(out, killed ? " killed by " : " survived, requirement ");
    append_description(out, rsp_bytes_str(killed ? j->message : j->requirement));
    rsp_buf_push(out, '\n');
}

/* Results and faults are test points, in this order; the rest is said in comments. */
static void append_points(rsp_buf *out, rsp_run *run, const rsp_judged_list *list) {
    for (size_t i = 0; i < list->num; i++) {
        if (list->items[i].kind == RSP_JUDGED_RESULT)
            append_result(out, run, &list->items[i], i + 1);
        else if (list->items[i].kind == RSP_JUDGED_FAULT)
            append_fault(out, &list->items[i], i + 1);
    }
    if (run->num_results > 0) {
        rsp_buf_str(out, "# judged: ");
        rsp_report_run_judged(out, run);
        rsp_buf_push(out, '\n');
    }
    for (size_t i = 0; i < list->num; i++) {
        if (list->items[i].kind == RSP_JUDGED_DEMAND)
            append_remark(out, "# not met: ", list->items[i].name);
        else if (list->items[i].kind == RSP_JUDGED_NOT_PLAYED)
            append_remark(out, "# not played: ", list->items[i].name);
    }
}

rsp_status rsp_report_tap(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    const uint64_t num = run->num_results + run->selftest.num_faults;
    const uint64_t planned = run->ended.interrupted && run->ended.planned > num ? run->ended.planned : num;
    const bool nothing = rsp_run_says_nothing(run);
    rsp_judged_list list;
    (void)options;
    rsp_status status = rsp_judged_of(run, &list);
    if (status != RSP_OK)
        return status;
    rsp_text_printf(out, "TAP version 14\n1..%" PRIu64 "%s\n", planned,
                    planned == 0 && !nothing ? " # SKIP nothing to run" : "");
    if (rsp_report_given(run->notes.allowed))
        append_remark(out, "# allowed for: ", run->notes.allowed);
    if (rsp_report_given(run->notes.left_changed))
        append_remark(out, "# ", run->notes.left_changed);
    if (rsp_report_given(run->notes.waited_for))
        append_remark(out, "# ", run->notes.waited_for);
    append_causes(out, run);
    append_points(out, run, &list);
    if (run->ended.interrupted)
        append_remark(out, "Bail out! ",
                      rsp_report_given(run->ended.stopped) ? run->ended.stopped : "interrupted");
    if (nothing) {
        rsp_buf_str(out, "Bail out! ");
        rsp_report_nothing(out, run);
        rsp_buf_push(out, '\n');
    }
    return run->arena.status != RSP_OK ? run->arena.status : out->status;
}
