/* The comparison as tables of before and after; the kinds whose counts differ most come first.
 * Requests read without their ids and addresses, with the place of the first.
 * See capture_diff_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_diff_report.h"

#include "codec/explain.h"
#include "document/document.h"
#include "document/record.h"
#include "document/text.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/clock.h>
#include <stdlib.h>

enum { SHOWN_ROWS = 12, SHOWN_KINDS = 12 };

/* A text that is put together; it lives as long as the document. Frees the buffer. */
static const char *kept(rsp_document *d, rsp_buf *text) {
    const char *copy = rsp_arena_str(&d->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

static const char *change_of(rsp_document *d, uint64_t before, uint64_t after) {
    rsp_buf text = {0};
    rsp_budget_change_append(&text, before, after);
    return kept(d, &text);
}

static const char *count_of(rsp_document *d, uint64_t count) {
    rsp_buf text = {0};
    rsp_text_count(&text, count);
    return kept(d, &text);
}

/* Columns by width; titles are separated by '|'. */
static rsp_table *table_of(rsp_document *d, unsigned indent, const char *titles, const unsigned *widths) {
    rsp_table *t = rsp_document_table(d, "");
    t->indent = indent;
    for (rsp_bytes rest = rsp_bytes_str(titles); rest.ptr;) {
        const rsp_bytes title = rsp_bytes_split(&rest, '|');
        rsp_table_column(t, false, "%.*s", (int)title.len, title.len ? (const char *)title.ptr : "");
        t->columns[t->num_columns - 1].width = widths[t->num_columns - 1];
    }
    return t;
}

/* --- both sides ----------------------------------------------------------------------------------------- */

static void describe_sides(rsp_document *d, const rsp_capture_comparison *c) {
    rsp_table *t = table_of(d, 0, "|", (const unsigned[]){8, 0});
    for (int i = 0; i < 2; i++) {
        const rsp_capture_dialogues *side = &c->sides[i];
        const rsp_capture_dialogue *first = side->items[0];
        rsp_buf name = {0};
        rsp_table_text(t, "%s", i ? "after" : "before");
        if (side->choice == RSP_DIALOGUE_ALL)
            rsp_text_printf(&name, "%s   %zu conversation%s", first->path, side->num,
                            side->num == 1 ? "" : "s");
        else
            rsp_capture_dialogue_append_name(&name, first);
        if (side->choice != RSP_DIALOGUE_ALL && side->found > 1)
            rsp_buf_printf(&name, "   conversation #%" PRIu64 "; the others are left out",
                           first->summary.number);
        rsp_table_text(t, "%s", kept(d, &name));
    }
    if (!c->timed)
        rsp_document_paragraph(d, "  a packet log without times: only counts are compared");
}

static void add_value(rsp_table *t, rsp_budget_unit unit, uint64_t value) {
    if (unit == RSP_BUDGET_TIME)
        rsp_table_time(t, value);
    else
        rsp_table_count(t, value);
}

static void describe_totals(rsp_document *d, const rsp_capture_comparison *c) {
    rsp_document_gap(d);
    rsp_table *t = table_of(d, 2, "|before|after|", (const unsigned[]){31, 14, 14, 0});
    for (size_t i = 0; i < c->num_totals; i++) {
        const rsp_budget_metric *m = &c->metrics[i];
        rsp_table_text(t, "%s", m->name);
        add_value(t, m->unit, m->before);
        add_value(t, m->unit, m->after);
        rsp_table_text(t, "%s", change_of(d, m->before, m->after));
    }
}

/* --- kinds ---------------------------------------------------------------------------------------------- */

/* The kinds whose counts differ most first, then the most frequent. */
static int compare_kinds(const void *left, const void *right) {
    const rsp_budget_metric *a = *(const rsp_budget_metric *const *)left;
    const rsp_budget_metric *b = *(const rsp_budget_metric *const *)right;
    const uint64_t change_a = a->after > a->before ? a->after - a->before : a->before - a->after;
    const uint64_t change_b = b->after > b->before ? b->after - b->before : b->before - b->after;
    if (change_a != change_b)
        return change_a < change_b ? 1 : -1;
    if (a->after + a->before != b->after + b->before)
        return a->after + a->before < b->after + b->before ? 1 : -1;
    return strcmp(a->name, b->name);
}

/* "3  1.2 ms", "-" where there is none. */
static void add_kind(rsp_document *d, rsp_table *t, uint64_t count, uint64_t median_ns, bool timed) {
    rsp_buf text = {0};
    if (timed && count > 0)
        rsp_time_append(&text, median_ns);
    const char *median = kept(d, &text);
    rsp_table_text(t, "%s%s%s", count ? count_of(d, count) : "-", *median ? "  " : "", median);
}

/* Of the figures of a kind, of which `count` is the first; itself where there are no times. */
static const rsp_budget_metric *median_of(const rsp_capture_comparison *c, const rsp_budget_metric *count) {
    for (size_t i = 1; i < c->per_kind; i++)
        if (rsp_bytes_ends(rsp_bytes_str(count[i].name), RSP_LIT(".median_ns")))
            return &count[i];
    return count;
}

static void describe_kinds(rsp_document *d, const rsp_capture_comparison *c, bool verbose) {
    const rsp_budget_metric *kinds[RSP_PACKET_END];
    size_t num = 0;
    for (size_t i = c->num_totals; i < c->num_metrics; i += c->per_kind)
        kinds[num++] = &c->metrics[i];
    qsort(kinds, num, sizeof(const rsp_budget_metric *), compare_kinds);
    const size_t shown = verbose || num < SHOWN_KINDS ? num : SHOWN_KINDS;
    rsp_document_gap(d);
    rsp_table *t =
        table_of(d, 2, c->timed ? "by kind: count, median|before|after" : "by kind: count|before|after",
                 (const unsigned[]){29, 20, 0});
    for (size_t i = 0; i < shown; i++) {
        const rsp_budget_metric *m = kinds[i];
        const rsp_bytes name = rsp_bytes_from(rsp_bytes_str(m->name), strlen("kind."));
        rsp_table_text(t, "  %.*s", (int)(name.len - strlen(".count")), (const char *)name.ptr);
        const rsp_budget_metric *median = median_of(c, m);
        add_kind(d, t, m->before, median->before, c->timed);
        add_kind(d, t, m->after, median->after, c->timed);
    }
    if (num > shown)
        rsp_document_paragraph(d, "    and %zu kinds more: --verbose", num - shown);
}

/* --- requests ------------------------------------------------------------------------------------------- */

static void describe_row(rsp_document *d, rsp_table *t, const rsp_compared_pair *p, const rsp_diff_row *row) {
    for (int side = 0; side < 2; side++) {
        rsp_buf request = {0};
        if (row->only[side] == 0)
            continue;
        rsp_table_text(t, "%s", side ? "after" : "before");
        rsp_table_count(t, row->only[side]);
        rsp_printable_append(&request, rsp_bytes_sub(row->signature, 0, 60), 0);
        rsp_table_text(t, "%s   first: %s %" PRIu64, kept(d, &request), p->selection[side]->unit,
                       row->first_place[side]);
    }
}

static void describe_rows(rsp_document *d, const rsp_compared_pair *p, bool verbose) {
    const rsp_capture_diff *diff = &p->diff;
    rsp_table *head = table_of(d, 2, "|", (const unsigned[]){13, 0});
    rsp_table_text(head, "actions");
    rsp_table_text(head, "%zu before, %zu after, %zu of them side by side", diff->actions[0],
                   diff->actions[1], diff->aligned);
    rsp_table_text(head, "requests");
    rsp_table_text(head, "%s that both have; %s", count_of(d, diff->common),
                   diff->num_rows == 0 ? "no others" : "only one has");
    const size_t shown = verbose || diff->num_rows < SHOWN_ROWS ? diff->num_rows : SHOWN_ROWS;
    rsp_table *t = table_of(d, 4, "||", (const unsigned[]){7, 8, 0});
    for (size_t i = 0; i < shown; i++)
        describe_row(d, t, p, &diff->rows[i]);
    if (diff->num_rows > shown)
        rsp_document_paragraph(d, "    and %zu more: --verbose", diff->num_rows - shown);
}

/* "#0 127.0.0.1:40000 -> 127.0.0.1:1234" */
static const char *member_of(rsp_document *d, const rsp_capture_dialogue *chosen) {
    rsp_buf text = {0};
    if (!chosen)
        return "none";
    rsp_buf_printf(&text, "#%" PRIu64 " ", chosen->summary.number);
    rsp_capture_dialogue_append_ends(&text, chosen);
    return kept(d, &text);
}

static uint64_t trips_of(const rsp_capture_dialogue *chosen) {
    return chosen ? chosen->dialogue.exchanges.metrics.round_trips : 0;
}

static void describe_pair(rsp_document *d, const rsp_compared_pair *p, bool verbose) {
    const uint64_t before = trips_of(p->selection[0]);
    const uint64_t after = trips_of(p->selection[1]);
    rsp_document_gap(d);
    rsp_document_paragraph(d, "  before %s   after %s", member_of(d, p->selection[0]),
                           member_of(d, p->selection[1]));
    rsp_document_paragraph(d, "  round trips  %s before, %s after, %s", count_of(d, before),
                           count_of(d, after), change_of(d, before, after));
    describe_rows(d, p, verbose);
}

rsp_status rsp_capture_diff_text(rsp_buf *out, const rsp_capture_comparison *c, bool verbose) {
    rsp_document d = {.arena.mem = out->mem};
    describe_sides(&d, c);
    describe_totals(&d, c);
    describe_kinds(&d, c, verbose);
    for (size_t i = 0; c->sides[0].choice == RSP_DIALOGUE_ALL && i < c->num_pairs; i++)
        describe_pair(&d, &c->pairs[i], verbose);
    if (c->sides[0].choice != RSP_DIALOGUE_ALL) {
        rsp_document_gap(&d);
        describe_rows(&d, &c->pairs[0], verbose);
    }
    const rsp_status status = rsp_document_terminal(out, &d, (rsp_terminal_style){.whole = true});
    rsp_document_free(&d);
    return status;
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

static bool is_all(const void *side) {
    return ((const rsp_capture_dialogues *)side)->choice == RSP_DIALOGUE_ALL;
}

static bool is_one(const void *side) {
    return !is_all(side);
}

static const char *path_of(const void *side) {
    return ((const rsp_capture_dialogues *)side)->items[0]->path;
}

static uint64_t number_of(const void *side, unsigned arg) {
    (void)arg;
    return ((const rsp_capture_dialogues *)side)->items[0]->summary.number;
}

static uint64_t has_others(const void *side, unsigned arg) {
    (void)arg;
    return ((const rsp_capture_dialogues *)side)->found > 1;
}

static const rsp_field side_fields[] = {
    RSP_FIELD_BY("file", TEXT, .text = path_of),
    RSP_FIELD_AS("conversations", rsp_capture_dialogues, num, SIZE, .when = is_all),
    RSP_FIELD_BY("conversation", NUMBER, .number = number_of, .when = is_one),
    RSP_FIELD_BY("others", FLAG, .number = has_others, .when = is_one),
};
static const rsp_record side_record = RSP_RECORD(rsp_capture_dialogues, side_fields);

static const rsp_field metric_fields[] = {
    RSP_NUMBER(rsp_budget_metric, before),
    RSP_NUMBER(rsp_budget_metric, after),
};
static const rsp_record metric_record = RSP_RECORD(rsp_budget_metric, metric_fields);

static json_t *metrics_of(rsp_json_build *b, const void *from) {
    const rsp_capture_comparison *c = from;
    json_t *object = json_object();
    for (size_t i = 0; i < c->num_metrics; i++)
        rsp_json_set(b, object, c->metrics[i].name, rsp_record_json(b, &metric_record, &c->metrics[i]));
    return object;
}

static json_t *signature_of(rsp_json_build *b, const void *row) {
    return rsp_json_string(b, ((const rsp_diff_row *)row)->signature);
}

static const rsp_field row_fields[] = {
    RSP_FIELD_BY("request", OWN, .write = signature_of),
    RSP_FIELD_AS("before", rsp_diff_row, only[0], NUMBER),
    RSP_FIELD_AS("after", rsp_diff_row, only[1], NUMBER),
    RSP_FIELD(rsp_diff_row, actions, SIZE),
};
static const rsp_record row_record = RSP_RECORD(rsp_diff_row, row_fields);

static const rsp_field actions_fields[] = {
    RSP_FIELD_AS("before", rsp_capture_diff, actions[0], SIZE),
    RSP_FIELD_AS("after", rsp_capture_diff, actions[1], SIZE),
    RSP_FIELD(rsp_capture_diff, aligned, SIZE),
};
static const rsp_record actions_record = RSP_RECORD(rsp_capture_diff, actions_fields);

static const rsp_field diff_fields[] = {
    RSP_FIELD_BY("actions", RECORD, .of = &actions_record),
    RSP_FIELD_AS("common_requests", rsp_capture_diff, common, NUMBER),
    RSP_FIELD_AS("only", rsp_capture_diff, rows, LIST, .count = offsetof(rsp_capture_diff, num_rows),
                 .of = &row_record),
};
static const rsp_record diff_record = RSP_RECORD(rsp_capture_diff, diff_fields);

static uint64_t chosen_number(const void *chosen, unsigned arg) {
    (void)arg;
    return ((const rsp_capture_dialogue *)chosen)->summary.number;
}

static uint64_t chosen_trips(const void *chosen, unsigned arg) {
    (void)arg;
    return trips_of(chosen);
}

static const rsp_field chosen_fields[] = {
    RSP_FIELD_BY("conversation", NUMBER, .number = chosen_number),
    RSP_FIELD_BY("round_trips", NUMBER, .number = chosen_trips),
};
static const rsp_record chosen_record = RSP_RECORD(rsp_capture_dialogue, chosen_fields);

static json_t *chosen_of(rsp_json_build *b, const rsp_capture_dialogue *chosen) {
    return chosen ? rsp_record_json(b, &chosen_record, chosen) : json_null();
}

static json_t *pairs_of(rsp_json_build *b, const void *from) {
    const rsp_capture_comparison *c = from;
    json_t *list = json_array();
    for (size_t i = 0; i < c->num_pairs; i++) {
        json_t *pair = json_object();
        rsp_json_set(b, pair, "before", chosen_of(b, c->pairs[i].selection[0]));
        rsp_json_set(b, pair, "after", chosen_of(b, c->pairs[i].selection[1]));
        rsp_record_put(b, pair, &diff_record, &c->pairs[i].diff);
        rsp_json_add(b, list, pair);
    }
    return list;
}

static const rsp_field comparison_fields[] = {
    RSP_FIELD_AS("before", rsp_capture_comparison, sides[0], RECORD, .of = &side_record),
    RSP_FIELD_AS("after", rsp_capture_comparison, sides[1], RECORD, .of = &side_record),
    RSP_FIELD_BY("metrics", OWN, .write = metrics_of),
};
static const rsp_record comparison_record = RSP_RECORD(rsp_capture_comparison, comparison_fields);

rsp_status rsp_capture_diff_json(rsp_buf *out, const rsp_capture_comparison *c) {
    rsp_json_build b = {.clean = {.mem = out->mem}};
    json_t *object = rsp_record_json(&b, &comparison_record, c);
    if (is_all(&c->sides[0]))
        rsp_json_set(&b, object, "pairs", pairs_of(&b, c));
    else
        rsp_record_put(&b, object, &diff_record, &c->pairs[0].diff);
    return rsp_json_print(&b, object, out);
}
