/* The matrix as Markdown: what was judged, areas by stubs, causes, and what two stubs are judged differently
 * by. Texts keep their characters; those that Markdown would read stand behind a backslash or as entities.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_internal.h"

#include <inttypes.h>

/* Control characters are gone, so that one text stays within one cell. */
static void append_text(rsp_buf *out, const char *text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_report_clean(&clean, rsp_report_text(text), false);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.ptr[i];
        if (c == '<')
            rsp_buf_str(out, "&lt;");
        else if (c == '&')
            rsp_buf_str(out, "&amp;");
        else {
            if (strchr("\\`*_[]|!#~>", c))
                rsp_buf_push(out, '\\');
            rsp_buf_push(out, (uint8_t)c);
        }
    }
    if (clean.status != RSP_OK)
        out->status = clean.status;
    rsp_buf_free(&clean);
}

static void append_rule(rsp_buf *out, size_t lefts, size_t rights) {
    rsp_buf_push(out, '|');
    for (size_t i = 0; i < lefts; i++)
        rsp_buf_str(out, "---|");
    for (size_t i = 0; i < rights; i++)
        rsp_buf_str(out, "---:|");
    rsp_buf_push(out, '\n');
}

static void append_stub(rsp_buf *out, const rsp_matrix_stub *stub) {
    rsp_matrix_counts c = rsp_matrix_count(&stub->summary);
    rsp_buf about = {.mem = out->mem};
    rsp_matrix_about(&about, stub);
    rsp_buf_str(out, "| ");
    append_text(out, stub->label);
    rsp_buf_str(out, " | ");
    append_text(out, rsp_buf_cstr(&about));
    if (*stub->trouble) {
        rsp_buf_str(out, ": ");
        append_text(out, stub->trouble);
    }
    rsp_buf_printf(out, " | %" PRIu64 " | ", c.judged);
    rsp_matrix_percent(out, c.judged, c.all);
    rsp_buf_printf(out, " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %zu | ", c.pass, c.fail,
                   stub->num_musts, stub->num_causes);
    rsp_report_duration(out, stub->duration_ns);
    rsp_buf_printf(out, " | %" PRIu64 " |\n", stub->exit_code);
    rsp_buf_free(&about);
}

static void append_stubs(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_buf_str(out,
                "| stub | what it is | judged | of all | pass | fail | musts | causes | time | exit |\n");
    append_rule(out, 2, 8);
    for (size_t i = 0; i < matrix->num_stubs; i++)
        append_stub(out, &matrix->stubs[i]);
}

static void append_cell(rsp_buf *out, const rsp_summary *summary) {
    rsp_matrix_counts c = rsp_matrix_count(summary);
    if (c.judged == 0)
        rsp_buf_str(out, " - |");
    else
        rsp_buf_printf(out, " %s%" PRIu64 "/%" PRIu64 "/%" PRIu64 "%s |", c.fail ? "**" : "", c.pass, c.fail,
                       c.judged, c.fail ? "**" : "");
}

static void append_areas(rsp_buf *out, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    rsp_buf_str(
        out,
        "\nEach cell: pass/fail/judged; - is not judged. Areas that nobody is judged in are left out.\n\n"
        "| area |");
    for (size_t i = 0; i < matrix->num_stubs; i++) {
        rsp_buf_push(out, ' ');
        append_text(out, matrix->stubs[i].label);
        rsp_buf_str(out, " |");
    }
    rsp_buf_push(out, '\n');
    append_rule(out, 1, matrix->num_stubs);
    for (size_t a = 0; a < view->num_areas; a++) {
        rsp_buf_str(out, "| ");
        append_text(out, view->areas[a]);
        rsp_buf_str(out, " |");
        for (size_t i = 0; i < matrix->num_stubs; i++)
            append_cell(out, rsp_matrix_area_of(&matrix->stubs[i], view->areas[a]));
        rsp_buf_push(out, '\n');
    }
}

static void append_causes(rsp_buf *out, const rsp_matrix *matrix, const rsp_matrix_view *view) {
    if (view->num_causes == 0)
        return;
    rsp_buf_str(out, "\n| requirement | level | cause | stubs: results |\n");
    append_rule(out, 4, 0);
    for (size_t k = 0; k < view->num_causes; k++) {
        const rsp_matrix_shared *shared = &view->causes[k];
        rsp_buf_str(out, "| ");
        append_text(out, shared->cause->requirement);
        rsp_buf_str(out, " | ");
        append_text(out, shared->cause->level);
        rsp_buf_str(out, " | ");
        append_text(out, shared->cause->what);
        rsp_buf_str(out, " | ");
        const char *comma = "";
        for (size_t i = 0; i < matrix->num_stubs; i++) {
            if (shared->num_results[i] == 0)
                continue;
            rsp_buf_str(out, comma);
            append_text(out, matrix->stubs[i].label);
            rsp_buf_printf(out, ": %" PRIu64, shared->num_results[i]);
            comma = ", ";
        }
        rsp_buf_str(out, " |\n");
    }
}

static void append_difference(rsp_buf *out, const rsp_matrix_pair *pair) {
    const rsp_matrix_result *first = pair->results[0];
    rsp_buf_str(out, "| ");
    append_text(out, first->scenario);
    if (*first->variant) {
        rsp_buf_str(out, " \\[");
        append_text(out, first->variant);
        rsp_buf_str(out, "\\]");
    }
    for (int side = 0; side < 2; side++) {
        rsp_buf_printf(out, " | %s", rsp_verdict_name(pair->results[side]->verdict));
        if (*pair->results[side]->message) {
            rsp_buf_str(out, ": ");
            append_text(out, pair->results[side]->message);
        }
    }
    rsp_buf_str(out, " |\n");
}

static void append_differences(rsp_buf *out, const rsp_matrix *matrix) {
    if (matrix->num_stubs != 2)
        return;
    rsp_matrix_pair pair = {.stubs = {&matrix->stubs[0], &matrix->stubs[1]}};
    uint64_t only[2] = {0, 0};
    rsp_buf rows = {.mem = out->mem};
    while (rsp_matrix_pair_next(&pair)) {
        bool judged[2] = {rsp_matrix_is_judged(pair.results[0]), rsp_matrix_is_judged(pair.results[1])};
        only[0] += judged[0] && !judged[1];
        only[1] += judged[1] && !judged[0];
        if (rsp_matrix_pair_differs(&pair))
            append_difference(&rows, &pair);
    }
    rsp_buf_printf(out, "\nOnly judged in the first: %" PRIu64 ". Only in the second: %" PRIu64 ". ", only[0],
                   only[1]);
    if (rows.len == 0) {
        rsp_buf_str(out, "What both judge has the same verdicts.\n");
    } else {
        rsp_buf_str(out, "Judged in both, by different verdicts:\n\n| scenario | ");
        append_text(out, matrix->stubs[0].label);
        rsp_buf_str(out, " | ");
        append_text(out, matrix->stubs[1].label);
        rsp_buf_str(out, " |\n");
        append_rule(out, 3, 0);
        rsp_buf_append(out, rsp_buf_bytes(&rows));
    }
    if (rows.status != RSP_OK)
        out->status = rows.status;
    rsp_buf_free(&rows);
}

rsp_status rsp_matrix_markdown(rsp_buf *out, const rsp_matrix *matrix) {
    rsp_matrix_view view;
    rsp_status status = rsp_matrix_look(&view, matrix);
    if (status == RSP_OK) {
        append_stubs(out, matrix);
        append_areas(out, matrix, &view);
        append_causes(out, matrix, &view);
        append_differences(out, matrix);
    }
    rsp_matrix_view_free(&view);
    return status != RSP_OK ? status : out->status;
}
