/* "Will my debugger work?": the forecast of a run, for people, as JSON and as a table of the page.
 * Actions that share an outlook and its reason stand in one line.
 * A debugger that cannot attach has that line alone. */
/* SPDX-License-Identifier: MIT */
#include "forecast_section.h"

#include "document/record.h"
#include "document/text.h"
#include "html_parts.h"
#include "term_parts.h"
#include "words.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum { DEBUGGER_COLUMNS = 7 };

static bool same(const rsp_prospect *a, const rsp_prospect *b) {
    if (a->outlook != b->outlook)
        return false;
    return a->outlook == RSP_OUTLOOK_WORKS || a->outlook == RSP_OUTLOOK_UNKNOWN ||
           (a->cause == b->cause && rsp_bytes_equal(rsp_report_text(a->why), rsp_report_text(b->why)));
}

static bool attaches(const rsp_prospect *row) {
    return row[RSP_DEED_ATTACH].outlook != RSP_OUTLOOK_BREAKS;
}

/* The first of those that say the same. */
static bool leads(const rsp_prospect *row, unsigned action) {
    for (unsigned a = 0; a < action; a++)
        if (same(&row[a], &row[action]))
            return false;
    return true;
}

/* "step, breakpoints and kill". Gives whether a verb after it is plural. */
static bool append_names(rsp_buf *out, const rsp_prospect *row, unsigned action) {
    unsigned num = 0;
    unsigned said = 0;
    for (unsigned a = action; a < RSP_DEED_COUNT; a++)
        num += same(&row[a], &row[action]);
    if (!attaches(row))
        num = 1;
    for (unsigned a = action; a < RSP_DEED_COUNT && said < num; a++) {
        if (!same(&row[a], &row[action]))
            continue;
        said++;
        rsp_buf_str(out, said == 1 ? "" : said == num ? " and " : ", ");
        rsp_buf_str(out, rsp_deed_words((rsp_deed)a));
    }
    return num > 1 || rsp_deed_plural((rsp_deed)action);
}

static void append_verb(const rsp_term *t, rsp_outlook outlook, bool plural) {
    static const struct {
        rsp_ink ink;
        const char *one, *many;
    } verbs[] = {
        [RSP_OUTLOOK_UNKNOWN] = {RSP_INK_DIM, "is not judged", "are not judged"},
        [RSP_OUTLOOK_WORKS] = {RSP_INK_GOOD, "works", "work"},
        [RSP_OUTLOOK_BREAKS] = {RSP_INK_BAD, "BREAKS", "BREAK"},
        [RSP_OUTLOOK_ABSENT] = {RSP_INK_DIM, "is not offered", "are not offered"},
    };
    rsp_buf_push(t->out, ' ');
    rsp_term_begin(t, verbs[outlook].ink);
    rsp_buf_str(t->out, plural ? verbs[outlook].many : verbs[outlook].one);
    rsp_term_end(t, verbs[outlook].ink);
}

static void append_reason(rsp_buf *out, const rsp_prospect *p) {
    if (p->outlook == RSP_OUTLOOK_UNKNOWN)
        return;
    if (rsp_report_given(p->why)) {
        rsp_buf_str(out, ": ");
        rsp_report_escape_text(out, rsp_report_text(p->why), false);
    }
    if (p->cause)
        rsp_buf_printf(out, " (cause %" PRIu32 ")", p->cause);
    else if (rsp_report_given(p->requirement))
        rsp_buf_printf(out, " (%s)", p->requirement);
}

/* What an action that works needs stands in a line of its own. */
static void append_proviso(const rsp_term *t, const rsp_prospect *p) {
    if (p->outlook != RSP_OUTLOOK_WORKS || !rsp_report_given(p->why))
        return;
    rsp_term_pad(t->out, t->out->len, DEBUGGER_COLUMNS);
    rsp_report_escape_text(t->out, rsp_report_text(p->why), false);
    rsp_buf_push(t->out, '\n');
}

static void append_debugger(const rsp_term *t, const rsp_prospect *row, const char *title) {
    /* What works first, what is not known last. */
    static const rsp_outlook order[] = {RSP_OUTLOOK_WORKS, RSP_OUTLOOK_BREAKS, RSP_OUTLOOK_ABSENT,
                                        RSP_OUTLOOK_UNKNOWN};
    bool first = true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(order); i++) {
        for (unsigned a = 0; a < RSP_DEED_COUNT && (first || attaches(row)); a++) {
            if (row[a].outlook != order[i] || !leads(row, a))
                continue;
            size_t start = t->out->len;
            rsp_term_begin(t, RSP_INK_STRONG);
            rsp_buf_str(t->out, first ? title : "");
            rsp_term_end(t, RSP_INK_STRONG);
            rsp_term_pad(t->out, start, DEBUGGER_COLUMNS);
            append_verb(t, order[i], append_names(t->out, row, a));
            if (order[i] != RSP_OUTLOOK_WORKS)
                append_reason(t->out, &row[a]);
            rsp_buf_push(t->out, '\n');
            append_proviso(t, &row[a]);
            first = false;
        }
    }
}

void rsp_term_forecast(const rsp_term *t, const rsp_run *run) {
    if (!run->forecast.made)
        return;
    rsp_buf_push(t->out, '\n');
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        append_debugger(t, run->forecast.prospects[d], rsp_debugger_title((rsp_debugger)d));
}

static const rsp_field prospect_fields[] = {
    RSP_FIELD(rsp_prospect, outlook, WORD, .word = rsp_outlook_name),
    RSP_FIELD(rsp_prospect, cause, NUMBER32, .optional = true),
    RSP_FIELD(rsp_prospect, requirement, TEXT, .optional = true),
    RSP_FIELD(rsp_prospect, why, TEXT, .optional = true),
};
static const rsp_record prospect = RSP_RECORD(rsp_prospect, prospect_fields);

json_t *rsp_json_forecast(rsp_json_build *b, const void *from) {
    const rsp_forecast *forecast = &((const rsp_run *)from)->forecast;
    if (!forecast->made)
        return NULL;
    json_t *list = json_array();
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        for (unsigned a = 0; a < RSP_DEED_COUNT; a++) {
            json_t *object = json_object();
            rsp_json_text(b, object, "debugger", rsp_bytes_str(rsp_debugger_name((rsp_debugger)d)));
            rsp_json_text(b, object, "action", rsp_bytes_str(rsp_deed_name((rsp_deed)a)));
            rsp_record_put(b, object, &prospect, &forecast->prospects[d][a]);
            rsp_json_add(b, list, object);
        }
    return list;
}

static void append_cell(rsp_buf *out, const rsp_prospect *p) {
    static const char *const words[] = {
        [RSP_OUTLOOK_UNKNOWN] = "not judged",
        [RSP_OUTLOOK_WORKS] = "works",
        [RSP_OUTLOOK_BREAKS] = "breaks",
        [RSP_OUTLOOK_ABSENT] = "not offered",
    };
    rsp_buf reason = {.mem = out->mem};
    rsp_buf_str(&reason, words[p->outlook]);
    append_reason(&reason, p);
    rsp_buf_printf(out, "<td class=\"%s\">", rsp_outlook_name(p->outlook));
    rsp_html_escaped(out, rsp_buf_cstr(&reason));
    rsp_buf_str(out, "</td>");
    rsp_buf_free(&reason);
}

void rsp_html_forecast(rsp_buf *out, const rsp_run *run) {
    if (!run->forecast.made)
        return;
    rsp_buf_str(out, "<table class=\"forecast\"><tr><th>Will my debugger work?</th>");
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        rsp_buf_printf(out, "<th>%s</th>", rsp_debugger_title((rsp_debugger)d));
    rsp_buf_str(out, "</tr>\n");
    for (unsigned a = 0; a < RSP_DEED_COUNT; a++) {
        rsp_buf_printf(out, "<tr><th>%s</th>", rsp_deed_words((rsp_deed)a));
        for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
            append_cell(out, &run->forecast.prospects[d][a]);
        rsp_buf_str(out, "</tr>\n");
    }
    rsp_buf_str(out, "</table>\n");
}
