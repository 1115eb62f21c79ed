/* A run as workflow commands of GitHub Actions: each is a line of a job's log that becomes an annotation.
 * GitHub shows ten errors and ten warnings of a step: each cause comes first, by the scenario that shows it.
 * Source: "Workflow commands for GitHub Actions"; escapes as in its toolkit (core/src/command.ts). */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "place_path.h"
#include "reports/report.h"
#include "words.h"

#include <inttypes.h>

/* Escapes a text that was made harmless: a line feed would end the command, and the next line could be one.
 */
static void append_escaped(rsp_buf *out, rsp_bytes text, const char *more) {
    for (size_t i = 0; i < text.len; i++) {
        const uint8_t byte = text.ptr[i];
        if (byte == '%' || byte == '\r' || byte == '\n' || strchr(more, byte))
            rsp_buf_printf(out, "%%%02X", byte);
        else
            rsp_buf_push(out, byte);
    }
}

static void append_message(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, true);
    append_escaped(out, rsp_buf_bytes(&clean), "");
    rsp_buf_free(&clean);
}

/* The value of a property: commas separate properties, colons end them. */
static void append_property(rsp_buf *out, const char *before, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, false);
    rsp_buf_str(out, before);
    append_escaped(out, rsp_buf_bytes(&clean), ":,");
    rsp_buf_free(&clean);
}

/* A command without a place. */
static void append_plain(rsp_buf *out, const char *command, rsp_bytes text) {
    rsp_text_printf(out, "::%s title=Stubborn::", command);
    append_message(out, text);
    rsp_buf_push(out, '\n');
}

static void append_line(rsp_buf *out, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    append_escaped(out, RSP_LIT("\n"), "");
    rsp_buf_str(out, label);
    append_message(out, rsp_report_text(text));
}

/* A scenario of the installed suite is in no repository, and its annotation has no file. */
static void append_place(rsp_buf *out, const rsp_report_options *options, const rsp_result *r) {
    rsp_buf path = {.mem = out->mem};
    const bool inside = rsp_report_place(&path, options, r->place.path);
    if (inside)
        append_property(out, "file=", rsp_buf_bytes(&path));
    rsp_buf_free(&path);
    if (!inside)
        return;
    if (r->place.line > 0)
        rsp_buf_printf(out, ",line=%" PRIu32, r->place.line);
    if (r->place.line > 0 && r->place.column > 0)
        rsp_buf_printf(out, ",col=%" PRIu32, r->place.column);
    rsp_buf_push(out, ',');
}

static void append_cause(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    rsp_buf cause = {.mem = out->mem};
    rsp_report_cause_of(&cause, run, r);
    append_line(out, "cause ", rsp_buf_cstr(&cause));
    rsp_buf_free(&cause);
}

static void append_result(rsp_buf *out, const rsp_report_options *options, const rsp_run *run,
                          const rsp_result *r) {
    const bool fails = rsp_verdict_bad(r->verdict) || run->strict;
    rsp_buf name = {.mem = out->mem};
    rsp_report_name(&name, r);
    rsp_buf_str(out, fails ? "::error " : "::warning ");
    append_place(out, options, r);
    append_property(out, "title=", rsp_buf_bytes(&name));
    rsp_buf_free(&name);
    rsp_text_printf(out, "::%s: ", rsp_verdict_name(r->verdict));
    append_message(
        out, rsp_report_text(rsp_report_given(r->message) ? r->message : rsp_verdict_meaning(r->verdict)));
    append_line(out, "expected ", r->expected);
    append_line(out, "got ", r->got);
    append_cause(out, run, r);
    append_line(out, "requires ", r->requirements);
    append_line(out, "again: ", r->again);
    rsp_buf_push(out, '\n');
}

static bool shows(const rsp_cause *c, const rsp_result *r) {
    return rsp_bytes_equal(rsp_report_text(c->scenario), rsp_report_text(r->scenario)) &&
           rsp_bytes_equal(rsp_report_text(c->variant), rsp_report_text(r->variant));
}

/* The result that shows its cause best. */
static bool is_first(const rsp_run *run, const rsp_result *r) {
    return r->cause > 0 && r->cause <= run->num_causes && shows(&run->causes[r->cause - 1], r);
}

static void append_firsts(rsp_buf *out, const rsp_report_options *options, const rsp_run *run) {
    for (size_t c = 0; c < run->num_causes; c++)
        for (size_t i = 0; i < run->num_results; i++)
            if (run->results[i].cause == c + 1 && is_first(run, &run->results[i]))
                append_result(out, options, run, &run->results[i]);
}

static void append_others(rsp_buf *out, const rsp_report_options *options, const rsp_run *run) {
    for (size_t i = 0; i < run->num_results; i++)
        if (rsp_report_notable(&run->results[i]) && !is_first(run, &run->results[i]))
            append_result(out, options, run, &run->results[i]);
}

static void append_faults(rsp_buf *out, const rsp_run *run) {
    for (size_t i = 0; i < run->selftest.num_faults; i++) {
        const rsp_fault_result *f = &run->selftest.faults[i];
        rsp_buf text = {.mem = out->mem};
        if (!rsp_report_given(f->killed_by)) {
            rsp_text_printf(&text, "fault %s survived: no scenario notices it", f->fault);
            append_plain(out, "error", rsp_buf_bytes(&text));
        }
        rsp_buf_free(&text);
    }
}

/* How the run ended, in a line that stands above all others in the list of annotations. */
static void append_outcome(rsp_buf *out, const rsp_run *run) {
    rsp_buf text = {.mem = out->mem};
    rsp_report_stub(&text, run);
    rsp_buf_str(&text, ": ");
    if (run->ended.interrupted) {
        rsp_report_interrupted(&text, run);
        rsp_buf_str(&text, ". ");
    }
    rsp_report_outcome(&text, run);
    if (run->num_results > 0) {
        rsp_buf_str(&text, " Judged: ");
        rsp_report_run_judged(&text, run);
        rsp_buf_push(&text, '.');
    }
    append_plain(out, rsp_run_exit_code(run) != 0 ? "error" : "notice", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

rsp_status rsp_report_github(rsp_buf *out, rsp_run *run, const rsp_report_options *options) {
    append_outcome(out, run);
    for (size_t i = 0; i < run->ended.num_unmet; i++)
        append_plain(out, "error", rsp_report_text(run->ended.unmet[i]));
    append_faults(out, run);
    append_firsts(out, options, run);
    append_others(out, options, run);
    return out->status;
}
