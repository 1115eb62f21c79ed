/* The matrix for people, as one document: stubs, areas by stubs, causes, differences of two stubs.
 * Markdown and the page are written from it.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"
#include "matrix_counts.h"
#include "matrix_pair.h"
#include "matrix_view.h"
#include "reports/matrix/matrix.h"
#include "reports/page/frame.h"

#include "document/document.h"
#include <inttypes.h>

static void describe_head(rsp_document *d, const rsp_matrix *matrix) {
    size_t bad = 0;
    uint64_t judged = 0;
    for (size_t i = 0; i < matrix->num_stubs; i++) {
        const rsp_matrix_counts c = rsp_matrix_count(&matrix->stubs[i].summary);
        bad += c.fail > 0;
        judged += c.judged;
    }
    rsp_buf text = {0};
    rsp_text_count(&text, judged);
    rsp_document_title(d, "%zu run%s side by side", matrix->num_stubs, matrix->num_stubs == 1 ? "" : "s");
    rsp_document_answer(d,
                        bad      ? RSP_TONE_BAD
                        : judged ? RSP_TONE_GOOD
                                 : RSP_TONE_PLAIN,
                        "%s results judged; %zu of %zu have failures.", rsp_buf_cstr(&text), bad,
                        matrix->num_stubs);
    rsp_buf_free(&text);
}

static void describe_stub(rsp_table *t, const rsp_matrix_stub *stub) {
    const rsp_matrix_counts c = rsp_matrix_count(&stub->summary);
    rsp_buf text = {0};
    rsp_table_text(t, "%s", stub->label);
    rsp_matrix_about(&text, stub);
    rsp_table_text(t, "%s%s%s", rsp_buf_cstr(&text), *stub->trouble ? ": " : "", stub->trouble);
    rsp_table_count(t, c.judged);
    rsp_buf_clear(&text);
    rsp_matrix_percent(&text, c.judged, c.all);
    rsp_table_text(t, "%s", rsp_buf_cstr(&text));
    rsp_table_count(t, c.pass);
    rsp_table_count(t, c.fail)->tone = c.fail ? RSP_TONE_BAD : RSP_TONE_PLAIN;
    rsp_table_count(t, stub->num_musts);
    rsp_table_count(t, stub->num_causes);
    rsp_table_count(t, stub->num_requests);
    rsp_buf_clear(&text);
    rsp_text_duration(&text, stub->duration_ns);
    rsp_table_text(t, "%s", rsp_buf_cstr(&text));
    rsp_table_count(t, stub->exit_code);
    rsp_buf_free(&text);
}

/* What all of them are: "adapter"; else "stub". */
static const char *subject_of(const rsp_matrix *matrix) {
    const char *subject = matrix->num_stubs > 0 ? matrix->stubs[0].subject : "";
    for (size_t i = 1; i < matrix->num_stubs; i++)
        if (strcmp(matrix->stubs[i].subject, subject) != 0)
            return "stub";
    return *subject ? subject : "stub";
}

static void describe_stubs(rsp_document *d, const rsp_matrix *matrix) {
    static const char *const columns[] = {"judged", "share",    "pass", "fail", "musts",
                                          "causes", "requests", "time", "exit"};
    rsp_document_section(d, "What was judged", "");
    rsp_table *t = rsp_document_table(d, "matrix");
    t->named = true;
    rsp_table_column(t, false, "%s", subject_of(matrix));
    rsp_table_column(t, false, "what it is");
    t->columns[1].css = "about";
    for (size_t i = 0; i < RSP_ARRAY_LEN(columns); i++)
        rsp_table_column(t, true, "%s", columns[i]);
    for (size_t i = 0; i < matrix->num_stubs; i++)
        describe_stub(t, &matrix->stubs[i]);
}

static void describe_cell(rsp_table *t, const rsp_summary *summary) {
    const rsp_matrix_counts c = rsp_matrix_count(summary);
    if (c.judged == 0)
        rsp_table_text(t, "-");
    else
        rsp_table_text(t, "%" PRIu64 "/%" PRIu64 "/%" PRIu64, c.pass, c.fail, c.judged)->tone =
            c.fail ? RSP_TONE_BAD : RSP_TONE_GOOD;
}

static void describe_areas(rsp_document *d, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    rsp_document_section(
        d, "Areas",
        "Each cell: pass/fail/judged; - is not judged. Areas that nobody is judged in are left out.");
    rsp_table *t = rsp_document_table(d, "matrix");
    t->named = true;
    rsp_table_column(t, false, "area");
    for (size_t i = 0; i < matrix->num_stubs; i++)
        rsp_table_column(t, true, "%s", matrix->stubs[i].label);
    for (size_t a = 0; a < view->num_areas; a++) {
        rsp_table_text(t, "%s", view->areas[a]);
        for (size_t i = 0; i < matrix->num_stubs; i++)
            describe_cell(t, rsp_matrix_area_of(&matrix->stubs[i], view->areas[a]));
    }
}

static void describe_causes(rsp_document *d, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    if (view->num_causes == 0)
        return;
    rsp_document_section(d, "Causes", "Those that most have first.");
    rsp_table *t = rsp_document_table(d, "");
    rsp_table_column(t, false, "requirement");
    rsp_table_column(t, false, "level");
    rsp_table_column(t, false, "cause");
    rsp_table_column(t, false, "%ss: results", subject_of(matrix));
    for (size_t k = 0; k < view->num_causes; k++) {
        const rsp_matrix_shared *shared = &view->causes[k];
        rsp_buf stubs = {0};
        for (size_t i = 0; i < matrix->num_stubs; i++)
            if (shared->num_results[i] > 0)
                rsp_text_printf(&stubs, "%s%s: %" PRIu64, stubs.len ? ", " : "", matrix->stubs[i].label,
                                shared->num_results[i]);
        rsp_table_text(t, "%s", shared->cause->requirement);
        rsp_table_text(t, "%s", shared->cause->level);
        rsp_table_text(t, "%s", shared->cause->what);
        rsp_table_text(t, "%s", rsp_buf_cstr(&stubs));
        rsp_buf_free(&stubs);
    }
}

/* How a scenario went from the first run to the second. What broke comes first. */
typedef enum change {
    CHANGE_BROKE,
    CHANGE_MENDED,
    CHANGE_OTHER, /* neither verdict fails a run, or both do */
    CHANGES
} change;

typedef struct change_word {
    const char *word;
    rsp_tone tone;
} change_word;

static const change_word changes[CHANGES] = {
    [CHANGE_BROKE] = {"broke", RSP_TONE_BAD},
    [CHANGE_MENDED] = {"fixed", RSP_TONE_GOOD},
    [CHANGE_OTHER] = {"changed", RSP_TONE_NOTE},
};

static change change_of(const rsp_matrix_pair *pair) {
    const bool before = rsp_verdict_bad(pair->results[0]->verdict);
    const bool after = rsp_verdict_bad(pair->results[1]->verdict);
    return before == after ? CHANGE_OTHER : after ? CHANGE_BROKE : CHANGE_MENDED;
}

/* How two runs differ, in numbers. */
typedef struct difference_counts {
    uint64_t of[CHANGES];
    uint64_t only[2]; /* judged in one of them */
} difference_counts;

static difference_counts count_differences(const rsp_matrix *matrix) {
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    difference_counts counts = {0};
    while (rsp_matrix_pair_next(&pair)) {
        const bool judged[2] = {rsp_matrix_is_judged(pair.results[0]), rsp_matrix_is_judged(pair.results[1])};
        counts.only[0] += judged[0] && !judged[1];
        counts.only[1] += judged[1] && !judged[0];
        if (rsp_matrix_pair_differs(&pair))
            counts.of[change_of(&pair)]++;
    }
    return counts;
}

static void describe_difference(rsp_table *t, const rsp_matrix_pair *pair) {
    const rsp_matrix_result *first = pair->results[0];
    const change_word *how = &changes[change_of(pair)];
    rsp_table_text(t, "%s", how->word)->tone = how->tone;
    rsp_table_text(t, *first->variant ? "%s [%s]" : "%s%s", first->scenario, first->variant);
    for (int side = 0; side < 2; side++) {
        const rsp_matrix_result *r = pair->results[side];
        rsp_table_text(t, "%s%s%s", rsp_verdict_name(r->verdict), *r->message ? ": " : "", r->message);
    }
}

static void describe_changes(rsp_table *t, const rsp_matrix *matrix, change wanted) {
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    while (rsp_matrix_pair_next(&pair))
        if (rsp_matrix_pair_differs(&pair) && change_of(&pair) == wanted)
            describe_difference(t, &pair);
}

/* Of two runs, of two stubs or of two versions of one: what broke, what was fixed. */
static void describe_differences(rsp_document *d, const rsp_matrix *matrix) {
    if (matrix->num_stubs != 2)
        return;
    const difference_counts counts = count_differences(matrix);
    rsp_document_section(d, "Differences", "Judged in both, by different verdicts.");
    rsp_document_paragraph(d,
                           "From the first to the second: %" PRIu64 " broke, %" PRIu64 " fixed, %" PRIu64
                           " changed otherwise.",
                           counts.of[CHANGE_BROKE], counts.of[CHANGE_MENDED], counts.of[CHANGE_OTHER]);
    if (counts.of[CHANGE_BROKE] + counts.of[CHANGE_MENDED] + counts.of[CHANGE_OTHER] > 0) {
        rsp_table *t = rsp_document_table(d, "differences");
        rsp_table_column(t, false, "change");
        rsp_table_column(t, false, "scenario");
        rsp_table_column(t, false, "%s", matrix->stubs[0].label);
        rsp_table_column(t, false, "%s", matrix->stubs[1].label);
        for (unsigned c = 0; c < CHANGES; c++)
            describe_changes(t, matrix, (change)c);
    }
    rsp_document_paragraph(d, "Only judged in the first: %" PRIu64 ". Only in the second: %" PRIu64 ".",
                           counts.only[0], counts.only[1]);
}

static rsp_status describe(rsp_document *d, const rsp_matrix *matrix) {
    rsp_matrix_view view;
    rsp_status status = rsp_matrix_look(&view, matrix);
    d->arena.mem = matrix->arena.mem;
    if (status == RSP_OK) {
        describe_head(d, matrix);
        rsp_document_search(d);
        describe_stubs(d, matrix);
        describe_differences(d, matrix);
        describe_areas(d, matrix, &view);
        describe_causes(d, matrix, &view);
    }
    rsp_matrix_view_free(&view);
    return status;
}

rsp_status rsp_matrix_markdown(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_document d = {0};
    rsp_status status = describe(&d, matrix);
    if (status == RSP_OK)
        status = rsp_document_markdown(out, &d);
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_matrix_html(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_document d = {0};
    rsp_status status = describe(&d, matrix);
    if (status == RSP_OK)
        status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}
