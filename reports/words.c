/* The parts of a run that several renderers word alike: the stub, a result's name, counts of causes.
 * Texts of the run are cleaned here.
 * See report_internal.h. */
/* SPDX-License-Identifier: MIT */
#include "words.h"

#include "document/text.h"

#include "trace/cause.h"
#include <inttypes.h>
#include <rsp/clock.h>

void rsp_report_stub(rsp_buf *out, const rsp_run *run) {
    bool named = rsp_report_given(run->about.name);
    rsp_text_clean(out, rsp_report_text(named ? run->about.name : run->about.stub), false);
    if (named && rsp_report_given(run->about.version)) {
        rsp_buf_push(out, ' ');
        rsp_text_clean(out, rsp_report_text(run->about.version), false);
    }
}

static void append_number(rsp_buf *out, uint64_t num, const char *one, const char *many) {
    rsp_text_count(out, num);
    rsp_text_printf(out, " %s", num == 1 ? one : many);
}

void rsp_report_trips(rsp_buf *out, const rsp_run *run) {
    if (!rsp_report_given(run->about.kind)) {
        append_number(out, run->metrics.round_trips, "round trip", "round trips");
        return;
    }
    append_number(out, run->metrics.round_trips, "request", "requests");
    rsp_buf_str(out, ", ");
    rsp_time_append(out, run->metrics.stub_ns);
    rsp_buf_str(out, " waiting");
}

void rsp_report_name(rsp_buf *out, const rsp_result *r) {
    rsp_text_clean(out, rsp_report_text(r->scenario), false);
    if (!rsp_report_given(r->variant))
        return;
    rsp_buf_str(out, " [");
    rsp_text_clean(out, rsp_report_text(r->variant), false);
    rsp_buf_push(out, ']');
}

void rsp_report_causes(rsp_buf *out, const rsp_run *run) {
    uint64_t warnings = 0;
    const uint64_t failures = rsp_run_explained(run);
    for (size_t i = 0; i < run->num_results; i++)
        warnings += run->results[i].cause != 0;
    warnings -= failures;
    uint64_t measured = 0;
    for (size_t i = 0; i < run->num_causes; i++)
        measured += run->causes[i].num_results == 0;
    if (measured == run->num_causes) {
        rsp_buf_str(out, "measured beside the scenarios");
        return;
    }
    append_number(out, run->num_causes - measured, "cause explains", "causes explain");
    rsp_buf_push(out, ' ');
    if (failures > 0)
        append_number(out, failures, "failure", "failures");
    if (failures > 0 && warnings > 0)
        rsp_buf_str(out, " and ");
    if (warnings > 0)
        append_number(out, warnings, "warning", "warnings");
}

void rsp_report_weight(rsp_buf *out, const rsp_cause *c) {
    rsp_text_clean(out, rsp_report_text(c->requirement), false);
    rsp_text_printf(out, "%s%s, ", rsp_report_given(c->requirement) ? " " : "",
                    rsp_duty_name(c->level, c->source));
    if (c->num_results > 0)
        append_number(out, c->num_results, "result", "results");
    else
        rsp_buf_str(out, "measured");
}

void rsp_report_cause_of(rsp_buf *out, const rsp_run *run, const rsp_result *r) {
    if (r->cause == 0 || r->cause > run->num_causes)
        return;
    rsp_buf_printf(out, "%" PRIu32 ": ", r->cause);
    rsp_text_clean(out, rsp_report_text(run->causes[r->cause - 1].what), false);
}

const char *rsp_report_said(rsp_run *run, const rsp_result *r) {
    const char *said = rsp_report_given(r->message) ? r->message : rsp_verdict_meaning(r->verdict);
    rsp_buf cause = {.mem = run->arena.mem};
    rsp_report_cause_of(&cause, run, r);
    if (cause.len > 0)
        said = rsp_arena_printf(&run->arena, "%s (cause %s)", said, rsp_buf_cstr(&cause));
    rsp_buf_free(&cause);
    return said;
}

bool rsp_report_notable(const rsp_result *r) {
    return r->verdict != RSP_VERDICT_PASS && r->verdict != RSP_VERDICT_SKIP &&
           r->verdict != RSP_VERDICT_XFAIL;
}

static void append_share(rsp_buf *out, uint64_t judged, uint64_t total, uint64_t others) {
    rsp_text_count(out, judged);
    rsp_buf_str(out, " of ");
    rsp_text_count(out, total);
    rsp_text_printf(out, " scenario%s%s", total == 1 ? "" : "s", others > 0 ? " for this kind of stub" : "");
    if (total > 0)
        rsp_buf_printf(out, " (%" PRIu64 " %%)", judged * 100 / total);
}

void rsp_report_judged(rsp_buf *out, const rsp_area_summary *area) {
    append_share(out, rsp_summary_judged(&area->summary), rsp_summary_total(&area->summary) - area->others,
                 area->others);
}

void rsp_report_run_judged(rsp_buf *out, const rsp_run *run) {
    append_share(out, rsp_summary_judged(&run->summary), rsp_run_total(run), run->others);
}

void rsp_report_nothing(rsp_buf *out, const rsp_run *run) {
    if (!rsp_run_says_nothing(run))
        return;
    rsp_buf_str(out, "no scenario was judged");
    if (rsp_report_given(run->trouble)) {
        rsp_buf_str(out, ": ");
        rsp_text_clean(out, rsp_report_text(run->trouble), false);
    }
}

void rsp_report_interrupted(rsp_buf *out, const rsp_run *run) {
    rsp_buf_printf(out, "Interrupted after %zu", run->num_results);
    if (run->ended.planned > 0)
        rsp_buf_printf(out, " of %" PRIu64, run->ended.planned);
    rsp_buf_str(out, " scenarios");
    if (rsp_report_given(run->ended.stopped)) {
        rsp_buf_str(out, ": ");
        rsp_text_clean(out, rsp_report_text(run->ended.stopped), false);
    }
}

void rsp_report_outcome(rsp_buf *out, const rsp_run *run) {
    const uint64_t bad = rsp_summary_bad(&run->summary);
    if (rsp_run_says_nothing(run)) {
        rsp_report_nothing(out, run);
        rsp_buf_push(out, '.');
    } else if (rsp_report_given(run->notes.conclusion)) {
        rsp_text_clean(out, rsp_report_text(run->notes.conclusion), false);
    } else if (run->num_results + run->selftest.num_faults == 0) {
        rsp_buf_str(out, "No scenario was run.");
    } else if (bad > 0) {
        rsp_text_count(out, bad);
        rsp_text_printf(out, " result%s that should not be.", bad == 1 ? "" : "s");
    } else if (run->selftest.killed < run->selftest.num_faults) {
        rsp_buf_printf(out, "%" PRIu64 " of %zu faults survived.",
                       run->selftest.num_faults - run->selftest.killed, run->selftest.num_faults);
    } else {
        rsp_buf_str(out, "Nothing unexpected.");
    }
}
