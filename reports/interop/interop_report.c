/* Tables of letters by debugger, actions by stubs; then a line, or on a page a card, for what is behind them.
 * Cells are looked up in their order: by stub, debugger, action.
 * See interop_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/interop/interop_report.h"

#include "document/text.h"
#include "reports/page/frame.h"
#include <string.h>

enum { ACTION_COLUMNS = 18, ABOUT_COLUMNS = 64, FIT_COLUMNS = 32 };

/* What is being described. */
typedef struct view {
    rsp_document *d;
    const rsp_interop *m;
    const char *base; /* NULL: no page */
} view;

/* Mostly at its place; a report from outside may have another order. */
static const rsp_interop_cell *cell_at(const rsp_interop *m, size_t s, size_t d, size_t a) {
    const size_t at = (s * m->num_debuggers + d) * m->num_actions + a;
    const rsp_interop_cell *c = at < m->num_cells ? &m->cells[at] : NULL;
    const bool is_it = c && strcmp(c->stub, m->stubs[s].name) == 0 &&
                       strcmp(c->debugger, m->debuggers[d].name) == 0 &&
                       strcmp(c->action, m->actions[a]) == 0;
    return is_it ? c : rsp_interop_find(m, m->stubs[s].name, m->debuggers[d].name, m->actions[a]);
}

static rsp_tone tone_of(const rsp_interop_cell *c) {
    static const rsp_tone tones[] = {[RSP_INTEROP_NOT_TRIED] = RSP_TONE_DIM,
                                     [RSP_INTEROP_WORKS] = RSP_TONE_GOOD,
                                     [RSP_INTEROP_BREAKS] = RSP_TONE_BAD,
                                     [RSP_INTEROP_NOT_OFFERED] = RSP_TONE_NOTE};
    return c->flaky ? RSP_TONE_NOTE : c->verdict < RSP_INTEROP_VERDICTS ? tones[c->verdict] : RSP_TONE_DIM;
}

static const char *word_of(const rsp_interop_cell *c) {
    return c->flaky ? "flaky" : rsp_interop_verdict_name(c->verdict);
}

static void describe_head(const view *v) {
    const rsp_interop *m = v->m;
    const size_t breaks = rsp_interop_count(m, RSP_INTEROP_BREAKS);
    const size_t works = rsp_interop_count(m, RSP_INTEROP_WORKS);
    rsp_document_title(v->d, "%zu debugger%s on %zu stub%s", m->num_debuggers,
                       m->num_debuggers == 1 ? "" : "s", m->num_stubs, m->num_stubs == 1 ? "" : "s");
    rsp_document_answer(v->d,
                        breaks  ? RSP_TONE_BAD
                        : works ? RSP_TONE_GOOD
                                : RSP_TONE_PLAIN,
                        "%zu work, %zu break, %zu are not offered, %zu are flaky, %zu were not tried.%s",
                        works, breaks, rsp_interop_count(m, RSP_INTEROP_NOT_OFFERED),
                        rsp_interop_count_flaky(m), rsp_interop_count(m, RSP_INTEROP_NOT_TRIED),
                        m->interrupted ? " The run was cut short." : "");
    rsp_document_fact(v->d, "begun", "%s", m->started_at ? m->started_at : "");
    rsp_document_fact(v->d, "stubborn", "%s", m->tool_version ? m->tool_version : "");
}

static void describe_parties(const view *v, const char *what, const rsp_interop_party *parties, size_t num) {
    rsp_document_section(v->d, what, "");
    rsp_table *t = rsp_document_table(v->d, "");
    rsp_table_column(t, false, "name");
    t->columns[0].width = ACTION_COLUMNS;
    rsp_table_column(t, false, "what it is");
    t->columns[1].width = ABOUT_COLUMNS;
    rsp_table_column(t, false, "given as");
    for (size_t i = 0; i < num; i++) {
        const rsp_interop_party *p = &parties[i];
        rsp_table_text(t, "%s", p->name);
        rsp_table_text(t, "%s%s%s", p->about, *p->about && *p->trouble ? ": " : "", p->trouble)->tone =
            *p->trouble ? RSP_TONE_BAD : RSP_TONE_PLAIN;
        rsp_table_text(t, "%s", p->given)->form = RSP_CELL_CODE;
    }
}

static void add_letter(const view *v, rsp_table *t, const rsp_interop_cell *c) {
    rsp_cell *cell = rsp_table_text(t, "%c", c ? rsp_interop_letter(c->verdict, c->flaky) : '?');
    cell->tone = c ? tone_of(c) : RSP_TONE_DIM;
    if (c && *c->said)
        cell->hint = rsp_arena_printf(&v->d->arena, "%s: %s", word_of(c), c->said);
}

/* A table with a column for each of these, whose names find its rows, too. Where all fit on a wide screen,
 * the page scrolls below its heads; else the table does, in a box. */
static rsp_table *table_of(const view *v, const char *beside, const rsp_interop_party *columns, size_t num) {
    rsp_buf words = {0};
    rsp_table *t = rsp_document_table(v->d, num <= FIT_COLUMNS ? "matrix interop fits" : "matrix interop");
    rsp_buf_str(&words, beside);
    t->named = true;
    rsp_table_column(t, false, "action");
    t->columns[0].width = ACTION_COLUMNS;
    for (size_t i = 0; i < num; i++) {
        rsp_table_column(t, false, "%s", columns[i].name);
        t->columns[t->num_columns - 1].css = "turn";
        t->columns[t->num_columns - 1].width = (unsigned)strlen(columns[i].name) + 2;
        rsp_text_printf(&words, " %s", columns[i].name);
    }
    t->words = rsp_arena_str(&v->d->arena, rsp_buf_cstr(&words));
    rsp_buf_free(&words);
    return t;
}

static void describe_letters(const view *v, size_t debugger) {
    const rsp_interop *m = v->m;
    const rsp_interop_party *party = &m->debuggers[debugger];
    rsp_document_section(v->d, rsp_arena_str(&v->d->arena, party->name),
                         *party->about ? rsp_arena_str(&v->d->arena, party->about) : "");
    rsp_table *t = table_of(v, party->name, m->stubs, m->num_stubs);
    for (size_t a = 0; a < m->num_actions; a++) {
        rsp_table_text(t, "%s", m->actions[a]);
        for (size_t s = 0; s < m->num_stubs; s++)
            add_letter(v, t, cell_at(m, s, debugger, a));
    }
}

/* Of one stub all debuggers stand side by side. */
static void describe_stub(const view *v) {
    const rsp_interop *m = v->m;
    rsp_document_section(v->d, rsp_arena_str(&v->d->arena, m->stubs[0].name),
                         rsp_arena_str(&v->d->arena, m->stubs[0].about));
    rsp_table *t = table_of(v, m->stubs[0].name, m->debuggers, m->num_debuggers);
    for (size_t a = 0; a < m->num_actions; a++) {
        rsp_table_text(t, "%s", m->actions[a]);
        for (size_t d = 0; d < m->num_debuggers; d++)
            add_letter(v, t, cell_at(m, 0, d, a));
    }
}

/* --- what is behind a cell --- */

static void field(const view *v, rsp_field_form form, const char *label, const char *text) {
    rsp_document_field(v->d, form, label, text);
}

static const char *cost_of(const view *v, const rsp_interop_cell *c) {
    rsp_buf text = {0};
    rsp_text_duration(&text, c->time_ns);
    rsp_buf_str(&text, ", ");
    rsp_text_counted(&text, c->round_trips, "round trip", "round trips");
    rsp_buf_str(&text, ", ");
    rsp_text_counted(&text, c->bytes, "byte", "bytes");
    if (c->tries > 1)
        rsp_buf_printf(&text, "; done %llu times", (unsigned long long)c->tries);
    const char *kept = rsp_arena_str(&v->d->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static const char *file_of(const view *v, const rsp_interop_cell *c, const char *name) {
    return rsp_arena_printf(&v->d->arena, "%s%s/%s", v->base, c->folder, name);
}

static void describe_card(const view *v, const rsp_interop_cell *c) {
    static const char *const kinds[] = {[RSP_INTEROP_NOT_TRIED] = "skip",
                                        [RSP_INTEROP_WORKS] = "pass",
                                        [RSP_INTEROP_BREAKS] = "fail",
                                        [RSP_INTEROP_NOT_OFFERED] = "xfail"};
    rsp_arena *arena = &v->d->arena;
    const rsp_card card = {.css = c->flaky ? "warn" : kinds[c->verdict],
                           .mark = word_of(c),
                           .tone = tone_of(c),
                           .name = rsp_arena_str(arena, c->action),
                           .variant = rsp_arena_printf(arena, "%s on %s", c->debugger, c->stub),
                           .title = *c->said ? c->said : NULL,
                           .tight = true};
    rsp_document_card(v->d, &card);
    field(v, RSP_FORM_CODE, "printed", c->said);
    field(v, RSP_FORM_CODE, "leaves", c->leaves);
    field(v, RSP_FORM_WORDS, "rules", c->rules);
    field(v, RSP_FORM_WORDS, "debugger's", c->client_rules);
    if (*c->forecast || *c->reason)
        field(v, RSP_FORM_WORDS, "forecast",
              rsp_arena_printf(arena, "%s%s%s", c->forecast, *c->forecast && *c->reason ? ": " : "",
                               c->reason));
    field(v, RSP_FORM_WORDS, "cost", cost_of(v, c));
    if (*c->folder && c->capture_bytes > 0) {
        field(v, RSP_FORM_FILE, "capture", file_of(v, c, "capture.pcapng"));
        field(v, RSP_FORM_FILE, "talk", file_of(v, c, "conversation.html"));
        field(v, RSP_FORM_FILE, "session", file_of(v, c, "printed.txt"));
    }
    if (c->cut_bytes > 0)
        field(v, RSP_FORM_WORDS, "cut",
              rsp_arena_printf(arena,
                               "the capture was full: what came after its first %llu bytes is left out",
                               (unsigned long long)c->capture_bytes));
    rsp_document_card_end(v->d);
}

static bool is_shown(const rsp_interop_cell *c, bool broken) {
    return broken ? c->verdict == RSP_INTEROP_BREAKS : c->verdict != RSP_INTEROP_BREAKS && c->tries > 0;
}

static void describe_cards(const view *v, const char *title, bool broken) {
    size_t num = 0;
    for (size_t i = 0; i < v->m->num_cells; i++)
        num += is_shown(&v->m->cells[i], broken);
    if (num == 0)
        return;
    rsp_document_group(v->d, &(rsp_group){.css = broken ? "bad" : "good",
                                          .title = title,
                                          .note = rsp_arena_printf(&v->d->arena, "%zu", num),
                                          .open = broken});
    for (size_t i = 0; i < v->m->num_cells; i++)
        if (is_shown(&v->m->cells[i], broken))
            describe_card(v, &v->m->cells[i]);
}

static void describe_lines(const view *v) {
    rsp_document_section(v->d, "What breaks", "");
    for (size_t i = 0; i < v->m->num_cells; i++) {
        const rsp_interop_cell *c = &v->m->cells[i];
        if (c->verdict == RSP_INTEROP_BREAKS)
            rsp_document_item(v->d, RSP_TONE_BAD,
                              rsp_arena_printf(&v->d->arena, "%s, %s, %s: ", c->stub, c->debugger, c->action),
                              "%s%s%s%s", c->flaky ? "(flaky) " : "", c->said, *c->leaves ? "; " : "",
                              c->leaves);
    }
}

static void describe(const view *v) {
    describe_head(v);
    if (v->base)
        rsp_document_search(v->d);
    if (v->m->num_stubs == 1)
        describe_stub(v);
    for (size_t i = 0; i < v->m->num_debuggers && v->m->num_stubs != 1; i++)
        describe_letters(v, i);
    rsp_document_paragraph(v->d, "%s",
                           "+ works, B breaks, F is flaky, o is not offered by the stub, . was not tried.");
    if (v->base) {
        describe_cards(v, "breaks", true);
        describe_cards(v, "all others", false);
    } else if (rsp_interop_count(v->m, RSP_INTEROP_BREAKS) + rsp_interop_count_flaky(v->m) > 0) {
        describe_lines(v);
    }
    describe_parties(v, "Stubs", v->m->stubs, v->m->num_stubs);
    describe_parties(v, "Debuggers", v->m->debuggers, v->m->num_debuggers);
}

rsp_status rsp_interop_html(rsp_buf *out, const rsp_interop *m, const char *base) {
    rsp_document d = {0};
    describe(&(view){.d = &d, .m = m, .base = base});
    const rsp_status status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_interop_markdown(rsp_buf *out, const rsp_interop *m) {
    rsp_document d = {0};
    describe(&(view){.d = &d, .m = m});
    const rsp_status status = rsp_document_markdown(out, &d);
    rsp_document_free(&d);
    return status;
}

rsp_status rsp_interop_terminal(rsp_buf *out, const rsp_interop *m, rsp_terminal_style style) {
    rsp_document d = {0};
    describe(&(view){.d = &d, .m = m});
    const rsp_status status = rsp_document_terminal(out, &d, style);
    rsp_document_free(&d);
    return status;
}
