/* A table of the details, in the order in which they are told; a broken rule is told once with its count.
 * A rule that decided over the result has given it message and evidence, and is not told again.
 * See details.h. */
/* SPDX-License-Identifier: MIT */
#include "details.h"
#include "core/text.h"

#include "words.h"

#include <inttypes.h>

enum {
    TERM = RSP_IN_TERMINAL,
    PAGE = RSP_IN_PAGE,
    CAUSE = RSP_IN_CAUSE,
    JUNIT = RSP_IN_JUNIT,
    TAP = RSP_IN_TAP,
    PEOPLE = TERM | PAGE | CAUSE,
};

/* A detail with the offset of its text in a result; PLACE and RULE are put together. */
typedef struct detail_row {
    rsp_detail detail;
    size_t offset;
} detail_row;

#define ROW(kind_, form_, in_, label_, key_, member_) \
    {                                                 \
        .detail = {.kind = RSP_DETAIL_##kind_,        \
                   .form = RSP_FORM_##form_,          \
                   .in = (in_),                       \
                   .label = label_,                   \
                   .key = key_},                      \
        .offset = offsetof(rsp_result, member_)       \
    }

static const detail_row rows[] = {
    ROW(PLACE, PLACE, TERM | PAGE | TAP, "scenario", "file", place.path),
    ROW(TEXT, SENTENCE, TERM | PAGE | TAP, "what", "message", message),
    ROW(TEXT, CODE, PEOPLE | JUNIT | TAP, "expected", "expected", expected),
    ROW(TEXT, CODE, PEOPLE | JUNIT | TAP, "got", "got", got),
    ROW(TEXT, WORDS, PEOPLE | JUNIT | TAP, "", "remark", remark),
    ROW(TEXT, WORDS, PEOPLE | TAP, "reason", "reason", reason),
    ROW(RULE, WORDS, PEOPLE | JUNIT | TAP, "rule", "rules", violations),
    ROW(STDERR, CODE, PEOPLE | TAP, "stderr", "last_words", shown.last_words),
    ROW(WINDOW, WORDS, PEOPLE | TAP, "", "transcript", shown.window),
    ROW(TRANSCRIPT, WORDS, PEOPLE, "whole transcript", "", shown.transcript),
    ROW(TEXT, WORDS, JUNIT | TAP, "requires", "requirements", requirements),
    ROW(TEXT, WORDS, PEOPLE | JUNIT, "manual", "", manual),
    ROW(TEXT, WORDS, PEOPLE, "breaks", "", breaks),
    ROW(TEXT, COMMAND, TERM | PAGE | JUNIT | TAP, "again", "again", again),
};

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

static bool is_told(const rsp_result *r, const rsp_rule *rule) {
    const size_t len = rule ? strlen(rule->id) : 0;
    return len > 0 && strncmp(r->message, rule->id, len) == 0 && r->message[len] == ':';
}

/* NULL for a violation that is not told. */
static const char *text_of_rule(rsp_arena *arena, const rsp_result *r, size_t i, bool whole) {
    const rsp_violation *v = &r->violations[i];
    const rsp_rule *rule = rsp_rule_get(v->rule);
    const size_t times = whole ? 1 : times_broken(r, i);
    if (times == 0 || (times == 1 && !whole && is_told(r, rule)))
        return NULL;
    rsp_buf text = {.mem = arena->mem};
    rsp_text_printf(&text, "%s  (%s, %s)\n%s", rule ? rule->id : "?", v->requirements,
                    rsp_level_name(rule ? rule->level : RSP_LEVEL_MUST), v->message);
    if (rsp_report_given(v->got))
        rsp_text_printf(&text, ": %s", v->got);
    if (times > 1)
        rsp_buf_printf(&text, "\nand %zu more", times - 1);
    const char *kept = rsp_arena_str(arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static const char *text_of(rsp_arena *arena, const rsp_result *r, const detail_row *row, bool whole) {
    const char *text = NULL;
    if (row->detail.kind != RSP_DETAIL_RULE)
        memcpy(&text, (const char *)r + row->offset, sizeof text);
    if (!rsp_report_given(text))
        return NULL;
    if (row->detail.kind == RSP_DETAIL_PLACE && r->place.line)
        return rsp_arena_printf(arena, "%s:%" PRIu32 ":%" PRIu32, text, r->place.line, r->place.column);
    if (row->detail.kind == RSP_DETAIL_WINDOW && whole && rsp_report_given(r->shown.transcript))
        return NULL;
    return text;
}

/* --- the first difference ------------------------------------------------------------------------------- */

enum {
    SHORT_TEXT = 120,  /* is shown whole */
    EQUAL_SHOWN = 24,  /* of what is the same, before the first difference ... */
    DIFFERS_SHOWN = 96 /* ... and of what is not */
};

/* Not within a "\\xNN". */
static size_t start_of_character(const char *text, size_t at) {
    for (size_t back = 1; back < 4 && back <= at; back++)
        if (text[at - back] == '\\' && text[at - back + 1] == 'x')
            return at - back;
    return at;
}

static const char *cut_around(rsp_arena *arena, const char *text, size_t start, size_t end) {
    const size_t len = strlen(text);
    return rsp_arena_printf(arena, "%s%.*s%s", start ? "..." : "", (int)((end < len ? end : len) - start),
                            text + start, end < len ? "..." : "");
}

/* Of long texts people see the place where they first differ, not a start that is the same. */
static void show_difference(rsp_arena *arena, rsp_detail *expected, rsp_detail *got) {
    const char *a = expected->text;
    const char *b = got->text;
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    if ((strlen(a) <= SHORT_TEXT && strlen(b) <= SHORT_TEXT) || at <= EQUAL_SHOWN)
        return;
    at = start_of_character(a, at);
    const size_t start = start_of_character(a, at > EQUAL_SHOWN ? at - EQUAL_SHOWN : 0);
    expected->text = cut_around(arena, a, start, at + DIFFERS_SHOWN);
    got->text = rsp_arena_printf(arena, "%s\n(equal for %zu characters)",
                                 cut_around(arena, b, start, at + DIFFERS_SHOWN), at);
}

static rsp_detail *find(rsp_detail *details, size_t num, const char *key) {
    for (size_t i = 0; i < num; i++)
        if (strcmp(details[i].key, key) == 0)
            return &details[i];
    return NULL;
}

const rsp_detail *rsp_details_of(rsp_arena *arena, const rsp_result *r, rsp_detail_use in, bool whole,
                                 size_t *out_num) {
    rsp_detail *details = rsp_arena_alloc(arena, (RSP_ARRAY_LEN(rows) + r->num_violations) * sizeof *details);
    *out_num = 0;
    for (size_t i = 0; details && i < RSP_ARRAY_LEN(rows); i++) {
        const bool rules = rows[i].detail.kind == RSP_DETAIL_RULE;
        if (!(rows[i].detail.in & in))
            continue;
        for (size_t k = 0; k < (rules ? r->num_violations : 1); k++) {
            const char *text = rules ? text_of_rule(arena, r, k, whole) : text_of(arena, r, &rows[i], whole);
            if (!rsp_report_given(text))
                continue;
            details[*out_num] = rows[i].detail;
            details[(*out_num)++].text = text;
        }
    }
    rsp_detail *expected = find(details, *out_num, "expected");
    rsp_detail *got = find(details, *out_num, "got");
    if (expected && got && !whole && (in & RSP_IN_TAP) == 0)
        show_difference(arena, expected, got);
    return details;
}
