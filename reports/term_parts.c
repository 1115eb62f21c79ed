/* One result on the terminal: its name and requirements, the place, expected and got, the transcript, the
 * command. Labels stand in one column, values wrap under themselves, transcript lines are cut at the width.
 * Colours only where asked for. */
/* SPDX-License-Identifier: MIT */
#include "term_parts.h"

#include "document/text.h"
#include "words.h"

#include <inttypes.h>

enum {
    LABEL_COLUMN = 7,
    VALUE_COLUMN = 18,
    WINDOW_COLUMN = 7,
    MOST_LINES = 3, /* of a value that wraps */
};

static const char *const inks[] = {
    [RSP_INK_PLAIN] = "",        [RSP_INK_DIM] = "\x1b[2m",    [RSP_INK_STRONG] = "\x1b[1m",
    [RSP_INK_GOOD] = "\x1b[32m", [RSP_INK_BAD] = "\x1b[1;31m", [RSP_INK_DOUBT] = "\x1b[33m",
};

void rsp_term_begin(const rsp_term *t, rsp_ink ink) {
    if (t->colour)
        rsp_buf_str(t->out, inks[ink]);
}

void rsp_term_end(const rsp_term *t, rsp_ink ink) {
    if (t->colour && ink != RSP_INK_PLAIN)
        rsp_buf_str(t->out, "\x1b[0m");
}

void rsp_term_pad(rsp_buf *out, size_t start, size_t columns) {
    while (out->status == RSP_OK && out->len - start < columns)
        rsp_buf_push(out, ' ');
}

rsp_ink rsp_term_ink_of(rsp_verdict verdict) {
    if (rsp_verdict_bad(verdict))
        return RSP_INK_BAD;
    if (verdict == RSP_VERDICT_WARN)
        return RSP_INK_DOUBT;
    return verdict == RSP_VERDICT_PASS ? RSP_INK_GOOD : RSP_INK_DIM;
}

static void append_spaces(rsp_buf *out, size_t columns) {
    rsp_term_pad(out, out->len, columns);
}

/* How much of a text stands on one line: up to a blank near the end, where there is one. */
static size_t line_length(rsp_bytes text, size_t room) {
    enum { RAGGED = 30 };
    size_t len = text.len < room ? text.len : room;
    while (text.len > room && len > 0 && len + RAGGED > room && text.ptr[len - 1] != ' ')
        len--;
    return text.len > room && len > 0 && text.ptr[len - 1] == ' ' ? len : text.len < room ? text.len : room;
}

/* A text that may have several lines and be long: wrapped under the column where it begins. */
static void append_wrapped(const rsp_term *t, const char *text, size_t column) {
    size_t room = t->width > column + 20 ? t->width - column : 20;
    rsp_bytes rest = rsp_report_text(text);
    rsp_buf line = {.mem = t->out->mem};
    bool first = true;
    while (rest.len > 0) {
        rsp_buf_clear(&line);
        rsp_report_escape_text(&line, rsp_bytes_split(&rest, '\n'), false);
        rsp_bytes left = rsp_buf_bytes(&line);
        for (size_t num = 0; num == 0 || left.len > 0; num++) {
            if (!first)
                append_spaces(t->out, column);
            first = false;
            if (num == MOST_LINES && !t->verbose) {
                rsp_buf_printf(t->out, "... (%zu more)\n", left.len);
                break;
            }
            const size_t len = line_length(left, room);
            rsp_bytes shown = rsp_bytes_sub(left, 0, len);
            while (shown.len > 0 && len < left.len && shown.ptr[shown.len - 1] == ' ')
                shown.len--;
            rsp_buf_append(t->out, shown);
            rsp_buf_push(t->out, '\n');
            left = rsp_bytes_from(left, len);
        }
    }
    rsp_buf_free(&line);
}

void rsp_term_paragraph(const rsp_term *t, const char *text) {
    if (!rsp_report_given(text))
        return;
    append_spaces(t->out, LABEL_COLUMN);
    append_wrapped(t, text, LABEL_COLUMN);
}

static void append_label(const rsp_term *t, const char *label) {
    append_spaces(t->out, LABEL_COLUMN);
    rsp_term_begin(t, RSP_INK_DIM);
    size_t start = t->out->len;
    rsp_buf_str(t->out, label);
    rsp_term_pad(t->out, start, VALUE_COLUMN - LABEL_COLUMN);
    rsp_term_end(t, RSP_INK_DIM);
}

void rsp_term_field(const rsp_term *t, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    append_label(t, label);
    append_wrapped(t, text, VALUE_COLUMN);
}

/* A command stays on one line, however long: it is copied. */
void rsp_term_command(const rsp_term *t, const char *label, const char *text) {
    if (!rsp_report_given(text))
        return;
    append_label(t, label);
    rsp_report_escape_text(t->out, rsp_report_text(text), false);
    rsp_buf_push(t->out, '\n');
}

/* Lines of a rendered transcript as they are, cut at the width unless all of it is wanted. */
static void append_window(const rsp_term *t, const char *text) {
    rsp_bytes rest = rsp_report_text(text);
    size_t room = t->width > WINDOW_COLUMN + 20 ? t->width - WINDOW_COLUMN : 20;
    rsp_buf line = {.mem = t->out->mem};
    while (rest.len > 0) {
        rsp_buf_clear(&line);
        rsp_report_escape_text(&line, rsp_bytes_split(&rest, '\n'), false);
        bool cut = !t->verbose && line.len > room;
        rsp_buf_truncate(&line, cut ? room - 3 : line.len);
        append_spaces(t->out, WINDOW_COLUMN);
        rsp_buf_append(t->out, rsp_buf_bytes(&line));
        rsp_buf_str(t->out, cut ? "...\n" : "\n");
    }
    rsp_buf_free(&line);
}

/* "FAIL   nonstop/name                NONSTOP-022  must", the ids at the right edge where they fit. */
static void append_title(const rsp_term *t, const rsp_result *r) {
    rsp_buf name = {.mem = t->out->mem};
    rsp_buf ids = {.mem = t->out->mem};
    rsp_report_name(&name, r);
    if (r->cause)
        rsp_buf_printf(&ids, "cause %" PRIu32 "   ", r->cause);
    rsp_report_escape_text(&ids, rsp_report_text(r->requirements), false);
    rsp_buf_printf(&ids, "%s%-6s", ids.len ? "  " : "", rsp_level_name(r->level));
    rsp_ink ink = rsp_term_ink_of(r->verdict);
    rsp_term_begin(t, ink);
    size_t start = t->out->len;
    for (const char *c = rsp_verdict_name(r->verdict); *c; c++)
        rsp_buf_push(t->out, rsp_report_notable(r) && *c >= 'a' ? (uint8_t)(*c - 'a' + 'A') : (uint8_t)*c);
    rsp_term_pad(t->out, start, LABEL_COLUMN);
    rsp_term_end(t, ink);
    rsp_term_begin(t, RSP_INK_STRONG);
    size_t shown = t->out->len;
    rsp_report_escape_text(t->out, rsp_buf_bytes(&name), false);
    shown = t->out->len - shown;
    rsp_term_end(t, RSP_INK_STRONG);
    if (LABEL_COLUMN + shown + 3 + ids.len <= t->width) {
        append_spaces(t->out, t->width - LABEL_COLUMN - shown - ids.len);
    } else {
        rsp_buf_push(t->out, '\n');
        append_spaces(t->out, LABEL_COLUMN);
    }
    while (ids.len > 0 && ids.ptr[ids.len - 1] == ' ')
        ids.len--;
    rsp_buf_append(t->out, rsp_buf_bytes(&ids));
    rsp_buf_push(t->out, '\n');
    rsp_buf_free(&name);
    rsp_buf_free(&ids);
}

void rsp_term_place(const rsp_term *t, const rsp_result *r) {
    if (!rsp_report_given(r->path))
        return;
    append_spaces(t->out, LABEL_COLUMN);
    rsp_report_escape_text(t->out, rsp_report_text(r->path), false);
    if (r->line)
        rsp_buf_printf(t->out, ":%" PRIu32 ":%" PRIu32, r->line, r->column);
    rsp_buf_push(t->out, '\n');
}

/* How often a rule is broken from the i-th on; 0 where it was told before. */
static size_t times_broken(const rsp_result *r, size_t i) {
    size_t times = 0;
    for (size_t k = 0; k < r->num_violations; k++) {
        if (r->violations[k].rule == r->violations[i].rule && k < i)
            return 0;
        times += r->violations[k].rule == r->violations[i].rule;
    }
    return times;
}

/* A rule that decided over the result has given it message and evidence. */
static bool is_told(const rsp_result *r, const rsp_rule *rule) {
    const size_t len = rule ? strlen(rule->id) : 0;
    return len > 0 && strncmp(r->message, rule->id, len) == 0 && r->message[len] == ':';
}

/* One of each rule, unless all of it is wanted. */
static void append_violations(const rsp_term *t, const rsp_result *r) {
    for (size_t i = 0; i < r->num_violations; i++) {
        const rsp_violation *v = &r->violations[i];
        const rsp_rule *rule = rsp_rule_get(v->rule);
        const size_t times = t->verbose ? 1 : times_broken(r, i);
        if (times == 0 || (times == 1 && !t->verbose && is_told(r, rule)))
            continue;
        rsp_buf text = {.mem = t->out->mem};
        rsp_buf_printf(&text, "%s  (%s, %s)\n%s", rule ? rule->id : "?", v->requirements,
                       rsp_level_name(rule ? rule->level : RSP_LEVEL_MUST), v->message);
        if (rsp_report_given(v->got))
            rsp_buf_printf(&text, ": %s", v->got);
        if (times > 1)
            rsp_buf_printf(&text, "\nand %zu more", times - 1);
        rsp_term_field(t, "rule", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
}

void rsp_term_evidence(const rsp_term *t, const rsp_result *r) {
    rsp_term_field(t, "expected", r->expected);
    rsp_term_field(t, "got", r->got);
    rsp_term_field(t, "", r->remark);
    rsp_term_field(t, "reason", r->reason);
    append_violations(t, r);
    rsp_term_field(t, "stderr", r->last_words);
    bool whole = t->verbose && rsp_report_given(r->transcript);
    append_window(t, whole ? r->transcript : r->window);
}

void rsp_term_result(const rsp_term *t, const rsp_result *r) {
    bool notable = rsp_report_notable(r);
    if (notable && (!r->cause || t->verbose))
        rsp_buf_push(t->out, '\n');
    append_title(t, r);
    if (r->cause && !t->verbose)
        return;
    if (!notable) {
        rsp_term_field(t, "reason", r->reason);
        return;
    }
    rsp_term_place(t, r);
    rsp_term_paragraph(t, r->message);
    rsp_term_evidence(t, r);
    rsp_term_field(t, "manual", r->manual);
    rsp_term_field(t, "breaks", r->breaks);
    rsp_term_command(t, "again", r->again);
}
