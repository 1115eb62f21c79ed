/* "Will my debugger work?": the forecast of a run, as lines and as a table for people, and as JSON.
 * In lines, actions that share an outlook and its reason stand in one.
 * A debugger that cannot attach has that line alone. */
/* SPDX-License-Identifier: MIT */
#include "run_forecast.h"

#include "document/record.h"
#include "document/text.h"
#include "rehearsal/rehearsal.h"
#include "words.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum { DEBUGGER_COLUMNS = 14 };

/* "GDB 13 to 18" */
static const char *title_of(rsp_document *d, rsp_debugger debugger) {
    return rsp_arena_printf(&d->arena, "%s %s", rsp_debugger_title(debugger),
                            rsp_rehearsal_versions(debugger));
}

static bool is_late(const rsp_forecast_cell *p) {
    return p->prediction == RSP_PREDICTION_UNKNOWN &&
           rsp_bytes_equal(rsp_report_text(p->why), RSP_LIT(RSP_FORECAST_LATE));
}

static bool same(const rsp_forecast_cell *a, const rsp_forecast_cell *b) {
    if (a->prediction != b->prediction || a->newer != b->newer ||
        !rsp_bytes_equal(rsp_report_text(a->newer_versions), rsp_report_text(b->newer_versions)))
        return false;
    return a->prediction == RSP_PREDICTION_WORKS ||
           (a->prediction == RSP_PREDICTION_UNKNOWN && is_late(a) == is_late(b)) ||
           (a->cause == b->cause && rsp_bytes_equal(rsp_report_text(a->why), rsp_report_text(b->why)));
}

static bool attaches(const rsp_forecast_cell *row) {
    return row[RSP_DEBUGGER_ACTION_ATTACH].prediction != RSP_PREDICTION_BREAKS;
}

/* The first of those that say the same. */
static bool leads(const rsp_forecast_cell *row, unsigned action) {
    for (unsigned a = 0; a < action; a++)
        if (same(&row[a], &row[action]))
            return false;
    return true;
}

/* "step, breakpoints and kill". Gives whether a verb after it is plural. */
static bool append_names(rsp_buf *out, const rsp_forecast_cell *row, unsigned action) {
    unsigned num = 0;
    unsigned said = 0;
    for (unsigned a = action; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        num += same(&row[a], &row[action]);
    if (!attaches(row))
        num = 1;
    for (unsigned a = action; a < RSP_DEBUGGER_ACTION_COUNT && said < num; a++) {
        if (!same(&row[a], &row[action]))
            continue;
        said++;
        rsp_buf_str(out, said == 1 ? "" : said == num ? " and " : ", ");
        rsp_buf_str(out, rsp_debugger_action_words((rsp_debugger_action)a));
    }
    return num > 1 || rsp_debugger_action_plural((rsp_debugger_action)action);
}

/* What is said of actions: as a verb behind them, and alone. */
typedef struct outlook_words {
    rsp_tone tone;
    const char *one, *many, *alone;
} outlook_words;

static const outlook_words outlooks[] = {
    [RSP_PREDICTION_UNKNOWN] = {RSP_TONE_DIM, " is not judged", " are not judged", "not judged"},
    [RSP_PREDICTION_WORKS] = {RSP_TONE_GOOD, " works", " work", "works"},
    [RSP_PREDICTION_BREAKS] = {RSP_TONE_BAD, " BREAKS", " BREAK", "breaks"},
    [RSP_PREDICTION_ABSENT] = {RSP_TONE_DIM, " is not offered", " are not offered", "not offered"},
};

static void append_reason(rsp_buf *out, const rsp_forecast_cell *p) {
    if (p->prediction == RSP_PREDICTION_UNKNOWN)
        return;
    if (rsp_report_given(p->why)) {
        rsp_text_printf(out, ": %s", p->why);
    }
    if (p->cause)
        rsp_buf_printf(out, " (cause %" PRIu32 ")", p->cause);
    else if (rsp_report_given(p->requirement))
        rsp_text_printf(out, " (%s)", p->requirement);
}

/* "; LLDB 21 to 23: works" behind what LLDB 19 does. */
static void append_newer(const rsp_describer *to, rsp_buf *out, const rsp_forecast_cell *row,
                         const rsp_forecast_cell *p) {
    const size_t at = (size_t)(row - to->run->forecast.cells[0]) / RSP_DEBUGGER_ACTION_COUNT;
    if (p->newer != RSP_PREDICTION_UNKNOWN)
        rsp_text_printf(out, "; %s %s: %s", rsp_debugger_title((rsp_debugger)at), p->newer_versions,
                        outlooks[p->newer].alone);
}

/* One line: a debugger, actions, their outlook, and why. */
static void add_line(rsp_document *d, rsp_table *t, const char *title, const char *names, const char *verb,
                     rsp_tone tone, const char *why, uint32_t cause) {
    if (!t) {
        rsp_document_item(d, tone, title, "%s%s%s", names, verb, why);
        if (cause > 0)
            rsp_document_item_leads_to(d, rsp_arena_printf(&d->arena, "cause-%" PRIu32, cause));
        return;
    }
    rsp_table_text(t, "%s", title)->tone = RSP_TONE_NAME;
    rsp_table_text(t, "%s", names);
    rsp_table_text(t, "%s", verb)->tone = tone;
    rsp_table_text(t, "%s", why);
}

static void add_outlook(const rsp_describer *to, rsp_table *t, const rsp_forecast_cell *row, unsigned action,
                        const char *title) {
    rsp_document *d = to->document;
    const rsp_forecast_cell *p = &row[action];
    const outlook_words *said = &outlooks[p->prediction];
    rsp_buf names = {.mem = d->arena.mem};
    rsp_buf reason = {.mem = d->arena.mem};
    const bool plural = append_names(&names, row, action);
    if (p->prediction != RSP_PREDICTION_WORKS)
        append_reason(&reason, p);
    /* Of one action it would be a detail; of the attach, or without time, it is why nothing is known. */
    if (p->prediction == RSP_PREDICTION_UNKNOWN &&
        (is_late(p) || (action == RSP_DEBUGGER_ACTION_ATTACH && rsp_report_given(p->why))))
        rsp_text_printf(&reason, ": %s", p->why);
    append_newer(to, &reason, row, p);
    /* On a page the chips say the rest. */
    if (to->medium != RSP_PAGE || reason.len > 0)
        add_line(d, t, title, rsp_buf_cstr(&names), plural ? said->many : said->one, said->tone,
                 rsp_buf_cstr(&reason), p->prediction == RSP_PREDICTION_WORKS ? 0 : p->cause);
    /* Limits of what works stand in lines of their own. */
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT && p->prediction == RSP_PREDICTION_WORKS; a++)
        if (row[a].prediction == RSP_PREDICTION_WORKS && rsp_report_given(row[a].why))
            add_line(d, t, t ? "" : title, row[a].why, "", RSP_TONE_PLAIN, "", 0);
    rsp_buf_free(&names);
    rsp_buf_free(&reason);
}

static void add_debugger(const rsp_describer *to, rsp_table *t, const rsp_forecast_cell *row,
                         const char *title) {
    /* What works first, what is not known last. */
    static const rsp_prediction order[] = {RSP_PREDICTION_WORKS, RSP_PREDICTION_BREAKS, RSP_PREDICTION_ABSENT,
                                           RSP_PREDICTION_UNKNOWN};
    bool first = true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(order); i++)
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT && (first || attaches(row)); a++) {
            if (row[a].prediction != order[i] || !leads(row, a))
                continue;
            add_outlook(to, t, row, a, first || !t ? title : "");
            first = false;
        }
}

/* --- what the debuggers themselves did --- */

static bool was_asked(const rsp_forecast *f, unsigned debugger) {
    return rsp_report_given(f->programs[debugger]) ||
           rsp_report_given(f->cells[debugger][RSP_DEBUGGER_ACTION_ATTACH].said);
}

/* "GDB 13.1": the last word of "GNU gdb (Debian 13.1-3) 13.1". */
static const char *version_of(const rsp_describer *to, unsigned debugger) {
    const char *program = to->run->forecast.programs[debugger];
    const char *space = program ? strrchr(program, ' ') : NULL;
    return rsp_arena_printf(&to->document->arena, "%s%s", rsp_debugger_title((rsp_debugger)debugger),
                            space ? space : "");
}

/* Whether the debugger showed what the forecast says. What was not done contradicts nothing. */
static bool agrees(const rsp_forecast_cell *p) {
    return p->real == RSP_PREDICTION_UNKNOWN || p->prediction == RSP_PREDICTION_UNKNOWN ||
           (p->real == RSP_PREDICTION_WORKS) == (p->prediction == RSP_PREDICTION_WORKS);
}

/* "attach, step and kill": the actions that ended so, as forecast or not. How many, for the verb after it. */
static unsigned append_done(rsp_buf *out, const rsp_forecast_cell *row, rsp_prediction real, bool agree) {
    unsigned num = 0;
    unsigned said = 0;
    bool plural = false;
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        num += row[a].real == real && agrees(&row[a]) == agree;
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        if (row[a].real == real && agrees(&row[a]) == agree) {
            said++;
            plural = rsp_debugger_action_plural((rsp_debugger_action)a);
            rsp_buf_str(out, said == 1 ? "" : said == num ? " and " : ", ");
            rsp_buf_str(out, rsp_debugger_action_words((rsp_debugger_action)a));
        }
    return num == 1 && plural ? 2 : num;
}

static void add_done(const rsp_describer *to, rsp_table *t, const rsp_forecast_cell *row, const char *title,
                     rsp_prediction real, bool agree) {
    const outlook_words *said = &outlooks[real];
    rsp_buf names = {.mem = to->document->arena.mem};
    const unsigned num = append_done(&names, row, real, agree);
    if (num > 0)
        add_line(to->document, t, title, rsp_buf_cstr(&names), num > 1 ? said->many : said->one,
                 agree ? said->tone : RSP_TONE_BAD, agree ? "" : ", against the forecast", 0);
    rsp_buf_free(&names);
}

/* What broke has a line of its own, with what was printed; once where the attach broke. */
static void add_broken(const rsp_describer *to, rsp_table *t, const rsp_forecast_cell *row,
                       const char *title) {
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
        const rsp_forecast_cell *p = &row[a];
        rsp_buf why = {.mem = to->document->arena.mem};
        if (p->real != RSP_PREDICTION_BREAKS ||
            (a > 0 && row[RSP_DEBUGGER_ACTION_ATTACH].real == RSP_PREDICTION_BREAKS))
            continue;
        rsp_text_printf(&why, "%s: %s", agrees(p) ? "" : ", against the forecast", p->said ? p->said : "");
        add_line(to->document, t, title, rsp_debugger_action_words((rsp_debugger_action)a),
                 rsp_debugger_action_plural((rsp_debugger_action)a) ? outlooks[p->real].many
                                                                    : outlooks[p->real].one,
                 RSP_TONE_BAD, rsp_buf_cstr(&why), 0);
        rsp_buf_free(&why);
    }
}

static void add_itself(const rsp_describer *to, rsp_table *t, unsigned debugger) {
    const rsp_forecast *f = &to->run->forecast;
    const rsp_forecast_cell *row = f->cells[debugger];
    const char *title = version_of(to, debugger);
    if (!was_asked(f, debugger))
        return;
    add_done(to, t, row, title, RSP_PREDICTION_WORKS, true);
    add_done(to, t, row, title, RSP_PREDICTION_WORKS, false);
    add_broken(to, t, row, title);
    if (row[RSP_DEBUGGER_ACTION_ATTACH].real != RSP_PREDICTION_UNKNOWN)
        add_done(to, t, row, title, RSP_PREDICTION_UNKNOWN, true);
    else
        add_line(to->document, t, title, "itself", " was not asked", RSP_TONE_DIM,
                 rsp_arena_printf(&to->document->arena, ": %s", row[RSP_DEBUGGER_ACTION_ATTACH].said), 0);
}

/* In the columns of a terminal, or as items of a list. */
static void describe_lines(const rsp_describer *to) {
    rsp_table *t = NULL;
    if (to->medium == RSP_TERMINAL) {
        rsp_document_gap(to->document);
        t = rsp_document_table(to->document, "");
        for (unsigned i = 0; i < 4; i++)
            rsp_table_column(t, false, "%s", "");
        t->columns[0].width = DEBUGGER_COLUMNS;
    }
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT; i++) {
        add_debugger(to, t, to->run->forecast.cells[i], title_of(to->document, (rsp_debugger)i));
        add_itself(to, t, i);
    }
}

/* What breaks leads to its cause; what the debugger itself did leads nowhere. */
static void append_chip(rsp_buf *out, const rsp_forecast_cell *cell, rsp_prediction p, const char *words) {
    static const char *const css[] = {[RSP_PREDICTION_UNKNOWN] = "unknown",
                                      [RSP_PREDICTION_WORKS] = "works",
                                      [RSP_PREDICTION_BREAKS] = "breaks",
                                      [RSP_PREDICTION_ABSENT] = "absent"};
    const bool leads_on = cell && cell->cause > 0 && p == RSP_PREDICTION_BREAKS;
    if (leads_on)
        rsp_buf_printf(out, " <a href=\"#cause-%" PRIu32 "\"", cell->cause);
    else
        rsp_buf_str(out, " <span");
    rsp_text_printf(out, " class=\"%s\" title=\"%s\">%s</%s>", css[p], outlooks[p].alone, words,
                    leads_on ? "a" : "span");
}

/* The forecast's row of a debugger, or that of the debugger itself. */
static void append_chips(const rsp_describer *to, rsp_buf *out, unsigned debugger, bool itself) {
    const rsp_forecast_cell *row = to->run->forecast.cells[debugger];
    rsp_text_printf(out, "<div class=\"debugger\"><b>%s</b>",
                    itself ? version_of(to, debugger) : title_of(to->document, (rsp_debugger)debugger));
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        append_chip(out, itself ? NULL : &row[a], itself ? row[a].real : row[a].prediction,
                    rsp_debugger_action_words((rsp_debugger_action)a));
    rsp_buf_str(out, "</div>\n");
}

/* A chip for each action in a row for each debugger, then what is said of those that do not work. */
static void describe_chips(const rsp_describer *to) {
    rsp_document_section(to->document, "Will my debugger work?", "");
    rsp_buf out = {.mem = to->document->arena.mem};
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT; i++) {
        append_chips(to, &out, i, false);
        if (was_asked(&to->run->forecast, i))
            append_chips(to, &out, i, true);
    }
    rsp_document_figure(to->document, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
}

void rsp_describe_forecast(const rsp_describer *to) {
    if (!to->run->forecast.made)
        return;
    if (to->medium == RSP_PAGE)
        describe_chips(to);
    else if (to->medium == RSP_MARKDOWN)
        rsp_document_section(to->document, "Will my debugger work?", "");
    describe_lines(to);
}

static bool was_done(const void *cell) {
    return ((const rsp_forecast_cell *)cell)->real != RSP_PREDICTION_UNKNOWN;
}

static bool differs_later(const void *cell) {
    return ((const rsp_forecast_cell *)cell)->newer != RSP_PREDICTION_UNKNOWN;
}

static const rsp_field prospect_fields[] = {
    RSP_FIELD_AS("outlook", rsp_forecast_cell, prediction, WORD, .word = rsp_prediction_name),
    RSP_FIELD(rsp_forecast_cell, cause, NUMBER32, .optional = true),
    RSP_FIELD(rsp_forecast_cell, requirement, TEXT, .optional = true),
    RSP_FIELD(rsp_forecast_cell, why, TEXT, .optional = true),
    RSP_FIELD(rsp_forecast_cell, evidence, TEXT, .optional = true),
    RSP_FIELD_AS("newer", rsp_forecast_cell, newer, WORD, .word = rsp_prediction_name, .when = differs_later),
    RSP_FIELD(rsp_forecast_cell, newer_versions, TEXT, .optional = true),
    RSP_FIELD_AS("observed", rsp_forecast_cell, real, WORD, .word = rsp_prediction_name, .when = was_done),
    RSP_FIELD_AS("printed", rsp_forecast_cell, said, TEXT, .optional = true),
};
static const rsp_record prospect = RSP_RECORD(rsp_forecast_cell, prospect_fields);

json_t *rsp_json_forecast(rsp_json_build *b, const void *from) {
    const rsp_forecast *forecast = &((const rsp_run *)from)->forecast;
    if (!forecast->made)
        return NULL;
    json_t *list = json_array();
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
            json_t *object = json_object();
            rsp_json_text(b, object, "debugger", rsp_bytes_str(rsp_debugger_name((rsp_debugger)d)));
            rsp_json_text(b, object, "versions", rsp_bytes_str(rsp_rehearsal_versions((rsp_debugger)d)));
            rsp_json_text(b, object, "action",
                          rsp_bytes_str(rsp_debugger_action_name((rsp_debugger_action)a)));
            rsp_record_put(b, object, &prospect, &forecast->cells[d][a]);
            if (rsp_report_given(forecast->programs[d]))
                rsp_json_text(b, object, "program", rsp_bytes_str(forecast->programs[d]));
            rsp_json_add(b, list, object);
        }
    return list;
}
