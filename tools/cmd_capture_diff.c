/* stubborn capture diff: two recordings of the same work, before and after: what they cost, packet kind by
 * packet kind, and which packets only one of them has. With --fail-if a budget for CI: the exit status is 1
 * when it is broken. See include/rsp/budget_rule.h for the rules. */
/* SPDX-License-Identifier: MIT */
#include "capture_talk.h"
#include "io.h"

#include <rsp/budget_rule.h>
#include <rsp/capture_diff.h>
#include <rsp/explain.h>
#include <rsp/quantile.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SHOWN_ROWS = 12,
    SHOWN_KINDS = 12,
    NUMBER_BYTES = 24,
    MAX_METRICS = 16 + 3 * RSP_PACKET_END,
    NAME_BYTES = 64
};

/* What one recording cost. */
typedef struct cost {
    const rsp_metrics *metrics;
    uint64_t wall_ns;
    rsp_quantiles all; /* latencies that are the stub's */
    rsp_quantiles kinds[RSP_PACKET_END];
} cost;

typedef struct comparison {
    capture_talk talks[2];
    char wanted[2][NUMBER_BYTES]; /* which conversation of each; "": the only one */
    cost costs[2];
    rsp_capture_diff diff;
    rsp_budget_metric metrics[MAX_METRICS];
    char names[MAX_METRICS][NAME_BYTES];
    size_t num_metrics;
    size_t num_totals; /* of them, those that are not of a kind */
    bool timed;        /* both have times; else only counts are compared */
} comparison;

/* --- figures -------------------------------------------------------------------------------------------- */

static void gather(cost *c, const rsp_dialogue *d) {
    c->metrics = &d->exchanges.metrics;
    if (d->num_turns > 0)
        c->wall_ns = d->turns[d->num_turns - 1].time_ns - d->turns[0].time_ns;
    for (size_t i = 0; i < d->num_turns; i++) {
        const rsp_turn *t = &d->turns[i];
        if (t->kind != RSP_TURN_REPLY)
            continue;
        rsp_quantiles_add(&c->kinds[t->packet], t->latency_ns);
        if (!rsp_action_begins(t->packet))
            rsp_quantiles_add(&c->all, t->latency_ns);
    }
}

static void add_metric(comparison *c, rsp_budget_unit unit, uint64_t before, uint64_t after, const char *name,
                       rsp_bytes of, const char *what) {
    if (unit == RSP_BUDGET_TIME && !c->timed)
        return;
    char *text = c->names[c->num_metrics];
    (void)snprintf(text, NAME_BYTES, "%s%.*s%s", name, (int)of.len, of.len ? (const char *)of.ptr : "", what);
    c->metrics[c->num_metrics++] =
        (rsp_budget_metric){.name = text, .unit = unit, .before = before, .after = after};
}

static void add_totals(comparison *c) {
    const rsp_metrics *a = c->costs[0].metrics;
    const rsp_metrics *b = c->costs[1].metrics;
    const rsp_bytes no = {NULL, 0};
    static const struct {
        const char *name;
        rsp_budget_unit unit;
        size_t offset;
    } rows[] = {
        {"round_trips", RSP_BUDGET_COUNT, offsetof(rsp_metrics, round_trips)},
        {"packets_to_stub", RSP_BUDGET_COUNT, offsetof(rsp_metrics, packets_to_stub)},
        {"packets_from_stub", RSP_BUDGET_COUNT, offsetof(rsp_metrics, packets_from_stub)},
        {"notifications", RSP_BUDGET_COUNT, offsetof(rsp_metrics, notifications)},
        {"bytes_to_stub", RSP_BUDGET_COUNT, offsetof(rsp_metrics, bytes_to_stub)},
        {"bytes_from_stub", RSP_BUDGET_COUNT, offsetof(rsp_metrics, bytes_from_stub)},
        {"stub_ns", RSP_BUDGET_TIME, offsetof(rsp_metrics, stub_ns)},
        {"program_ns", RSP_BUDGET_TIME, offsetof(rsp_metrics, program_ns)},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        add_metric(c, rows[i].unit, *(const uint64_t *)(const void *)((const char *)a + rows[i].offset),
                   *(const uint64_t *)(const void *)((const char *)b + rows[i].offset), rows[i].name, no, "");
    add_metric(c, RSP_BUDGET_TIME, c->costs[0].wall_ns, c->costs[1].wall_ns, "wall_ns", no, "");
    static const struct {
        const char *name;
        unsigned permille;
    } points[] = {{"median_ns", 500}, {"p90_ns", 900}, {"p99_ns", 990}, {"max_ns", 1000}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(points); i++)
        add_metric(c, RSP_BUDGET_TIME, rsp_quantiles_at(&c->costs[0].all, points[i].permille),
                   rsp_quantiles_at(&c->costs[1].all, points[i].permille), points[i].name, no, "");
    c->num_totals = c->num_metrics;
}

/* kind.m.count, kind.m.median_ns, kind.m.p99_ns for each kind that either has. */
static void add_kinds(comparison *c) {
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_quantiles *a = &c->costs[0].kinds[i];
        rsp_quantiles *b = &c->costs[1].kinds[i];
        if (a->count + b->count == 0)
            continue;
        rsp_bytes name = i ? capture_kind_name(i) : RSP_LIT("unknown");
        add_metric(c, RSP_BUDGET_COUNT, a->count, b->count, "kind.", name, ".count");
        add_metric(c, RSP_BUDGET_TIME, rsp_quantiles_at(a, 500), rsp_quantiles_at(b, 500), "kind.", name,
                   ".median_ns");
        add_metric(c, RSP_BUDGET_TIME, rsp_quantiles_at(a, 990), rsp_quantiles_at(b, 990), "kind.", name,
                   ".p99_ns");
    }
}

/* --- text ----------------------------------------------------------------------------------------------- */

static void pad(rsp_buf *out, size_t mark, size_t width) {
    rsp_buf_printf(out, "%*s", (int)(out->len - mark < width ? width - (out->len - mark) : 1), "");
}

static void append_value(rsp_buf *out, rsp_budget_unit unit, uint64_t value) {
    size_t mark = out->len;
    if (unit == RSP_BUDGET_TIME)
        rsp_time_append(out, value);
    else
        rsp_report_count(out, value);
    pad(out, mark, 14);
}

static void append_metric(rsp_buf *out, const rsp_budget_metric *m, const char *name) {
    rsp_buf_printf(out, "  %-30s ", name);
    append_value(out, m->unit, m->before);
    append_value(out, m->unit, m->after);
    rsp_budget_change_append(out, m->before, m->after);
    rsp_buf_push(out, '\n');
}

/* The kinds whose counts differ most first, then the most frequent. */
static int compare_kinds(const void *left, const void *right) {
    const rsp_budget_metric *a = *(const rsp_budget_metric *const *)left;
    const rsp_budget_metric *b = *(const rsp_budget_metric *const *)right;
    uint64_t change_a = a->after > a->before ? a->after - a->before : a->before - a->after;
    uint64_t change_b = b->after > b->before ? b->after - b->before : b->before - b->after;
    if (change_a != change_b)
        return change_a < change_b ? 1 : -1;
    if (a->after + a->before != b->after + b->before)
        return a->after + a->before < b->after + b->before ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void append_kinds(rsp_buf *out, const comparison *c, bool verbose) {
    const rsp_budget_metric *kinds[RSP_PACKET_END];
    size_t num = 0;
    for (size_t i = c->num_totals; i < c->num_metrics; i += c->timed ? 3 : 1)
        kinds[num++] = &c->metrics[i];
    qsort(kinds, num, sizeof(const rsp_budget_metric *), compare_kinds);
    size_t shown = verbose || num < SHOWN_KINDS ? num : SHOWN_KINDS;
    rsp_buf_printf(out, "\n  by kind: count%-8s       %-20s%s\n", c->timed ? ", median" : "", "before",
                   "after");
    for (size_t i = 0; i < shown; i++) {
        const rsp_budget_metric *m = kinds[i];
        rsp_bytes name = rsp_bytes_from(rsp_bytes_str(m->name), strlen("kind."));
        rsp_buf_printf(out, "    %-26.*s ", (int)(name.len - strlen(".count")), (const char *)name.ptr);
        for (int side = 0; side < 2; side++) {
            size_t mark = out->len;
            uint64_t count = side ? m->after : m->before;
            if (count == 0) {
                rsp_buf_push(out, '-');
            } else {
                rsp_report_count(out, count);
                rsp_buf_str(out, c->timed ? "  " : "");
                if (c->timed)
                    rsp_time_append(out, side ? m[1].after : m[1].before);
            }
            pad(out, mark, 20);
        }
        while (out->ptr[out->len - 1] == ' ')
            out->len--;
        rsp_buf_push(out, '\n');
    }
    if (num > shown)
        rsp_buf_printf(out, "    and %zu kinds more: --verbose\n", num - shown);
}

static void append_rows(rsp_buf *out, const comparison *c, bool verbose) {
    const rsp_capture_diff *d = &c->diff;
    rsp_buf_printf(out, "\n  actions      %zu before, %zu after, %zu of them side by side\n", d->actions[0],
                   d->actions[1], d->aligned);
    rsp_buf_str(out, "  requests     ");
    rsp_report_count(out, d->common);
    rsp_buf_str(out, d->num_rows == 0 ? " that both have; no others\n" : " that both have; only one has\n");
    size_t shown = verbose || d->num_rows < SHOWN_ROWS ? d->num_rows : SHOWN_ROWS;
    for (size_t i = 0; i < shown; i++) {
        const rsp_diff_row *row = &d->rows[i];
        for (int side = 0; side < 2; side++) {
            if (row->only[side] == 0)
                continue;
            rsp_buf_printf(out, "    %-7s", side ? "after" : "before");
            size_t mark = out->len;
            rsp_report_count(out, row->only[side]);
            pad(out, mark, 8);
            rsp_printable_append(out, rsp_bytes_sub(row->signature, 0, 60), 0);
            rsp_buf_printf(out, "   first: %s %llu\n", c->talks[side].unit,
                           (unsigned long long)row->first_place[side]);
        }
    }
    if (d->num_rows > shown)
        rsp_buf_printf(out, "    and %zu more: --verbose\n", d->num_rows - shown);
}

static void append_text(rsp_buf *out, const comparison *c, bool verbose) {
    for (int side = 0; side < 2; side++) {
        const capture_talk *talk = &c->talks[side];
        rsp_buf_str(out, side ? "\nafter   " : "before  ");
        capture_talk_append_name(out, talk);
        if (talk->several)
            rsp_buf_printf(out, "   conversation #%llu; the others are left out",
                           (unsigned long long)talk->summary.number);
    }
    if (!c->timed)
        rsp_buf_str(out, "\n  a packet log without times: only counts are compared");
    rsp_buf_printf(out, "\n\n  %-30s %-14s%s\n", "", "before", "after");
    for (size_t i = 0; i < c->num_totals; i++)
        append_metric(out, &c->metrics[i], c->metrics[i].name);
    append_kinds(out, c, verbose);
    append_rows(out, c, verbose);
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

/* ASCII only: every other byte as \u00NN, so that any signature is valid text. */
static void append_json_text(rsp_buf *out, rsp_bytes text) {
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (c == '"' || c == '\\')
            rsp_buf_printf(out, "\\%c", c);
        else if (c < 0x20 || c > 0x7e)
            rsp_buf_printf(out, "\\u%04x", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '"');
}

static void append_json(rsp_buf *out, const comparison *c) {
    rsp_buf_str(out, "{\n");
    for (int side = 0; side < 2; side++) {
        rsp_buf_printf(out, "  \"%s\": {\"file\": ", side ? "after" : "before");
        append_json_text(out, rsp_bytes_str(c->talks[side].path));
        rsp_buf_printf(out, ", \"conversation\": %llu, \"others\": %s},\n",
                       (unsigned long long)c->talks[side].summary.number,
                       c->talks[side].several ? "true" : "false");
    }
    rsp_buf_str(out, "  \"metrics\": {\n");
    for (size_t i = 0; i < c->num_metrics; i++)
        rsp_buf_printf(out, "    \"%s\": {\"before\": %llu, \"after\": %llu}%s\n", c->metrics[i].name,
                       (unsigned long long)c->metrics[i].before, (unsigned long long)c->metrics[i].after,
                       i + 1 < c->num_metrics ? "," : "");
    const rsp_capture_diff *d = &c->diff;
    rsp_buf_printf(out,
                   "  },\n  \"actions\": {\"before\": %zu, \"after\": %zu, \"aligned\": %zu},\n"
                   "  \"common_requests\": %llu,\n  \"only\": [",
                   d->actions[0], d->actions[1], d->aligned, (unsigned long long)d->common);
    for (size_t i = 0; i < d->num_rows; i++) {
        const rsp_diff_row *row = &d->rows[i];
        rsp_buf_str(out, i ? ",\n    {\"request\": " : "\n    {\"request\": ");
        append_json_text(out, row->signature);
        rsp_buf_printf(out, ", \"before\": %llu, \"after\": %llu, \"actions\": %zu}",
                       (unsigned long long)row->only[0], (unsigned long long)row->only[1], row->actions);
    }
    rsp_buf_str(out, d->num_rows ? "\n  ]\n}\n" : "]\n}\n");
}

/* --- budgets -------------------------------------------------------------------------------------------- */

/* Every rule is understood before anything is printed: first its form, then, when there are figures, its
 * name. */
typedef enum rule_check { RULE_FORM, RULE_NAME, RULE_HOLDS } rule_check;

static bool check_rules(const command *self, const capture_use *use, const comparison *c, rule_check how,
                        size_t *out_broken) {
    rsp_error error = {0};
    *out_broken = 0;
    for (size_t i = 0; i < use->fail_if.num; i++) {
        rsp_budget_rule rule;
        const rsp_budget_metric *metric = NULL;
        rsp_bytes text = rsp_bytes_str(use->fail_if.items[i]);
        if (rsp_budget_rule_parse(&rule, text, &error) != RSP_OK ||
            (how != RULE_FORM &&
             rsp_budget_rule_find(&metric, &rule, c->metrics, c->num_metrics, &error) != RSP_OK)) {
            (void)command_usage(self, "--fail-if: %s", error.msg);
            return false;
        }
        if (how != RULE_HOLDS || !metric || !rsp_budget_rule_broken(&rule, metric))
            continue;
        rsp_buf line = {0};
        rsp_buf_str(&line, "BROKEN  ");
        rsp_budget_rule_append(&line, &rule, metric);
        (void)fprintf(stderr, "%s\n", rsp_buf_cstr(&line));
        rsp_buf_free(&line);
        ++*out_broken;
    }
    return true;
}

static int report(const command *self, const capture_args *args, comparison *c) {
    rsp_buf out = {0};
    size_t broken = 0;
    gather(&c->costs[0], &c->talks[0].dialogue);
    gather(&c->costs[1], &c->talks[1].dialogue);
    c->timed = !c->talks[0].summary.untimed && !c->talks[1].summary.untimed;
    add_totals(c);
    add_kinds(c);
    if (rsp_capture_diff_make(&c->diff, &c->talks[0].dialogue, &c->talks[1].dialogue) != RSP_OK)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    if (!check_rules(self, &args->use, c, RULE_NAME, &broken))
        return EXIT_USAGE;
    if (args->format == CAPTURE_JSON)
        append_json(&out, c);
    else
        append_text(&out, c, args->verbose);
    int code = io_print(&out);
    (void)fflush(stdout);
    if (!check_rules(self, &args->use, c, RULE_HOLDS, &broken))
        return EXIT_USAGE;
    return code == EXIT_FINE && broken > 0 ? EXIT_FINDINGS : code;
}

static void free_comparison(comparison *c) {
    for (int side = 0; side < 2; side++) {
        rsp_quantiles_free(&c->costs[side].all);
        for (int i = 0; i < RSP_PACKET_END; i++)
            rsp_quantiles_free(&c->costs[side].kinds[i]);
        if (c->talks[side].conversations)
            capture_talk_free(&c->talks[side]);
    }
    rsp_capture_diff_free(&c->diff);
    free(c);
}

/* "N" is the number in both files, "N,M" one for each. False when it is too long to be either. */
static bool take_wanted(comparison *c, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text ? text : "");
    for (int side = 0; side < 2; side++) {
        rsp_bytes one = side && !rest.ptr ? rsp_bytes_str(c->wanted[0]) : rsp_bytes_split(&rest, ',');
        if (one.len >= NUMBER_BYTES)
            return false;
        (void)snprintf(c->wanted[side], NUMBER_BYTES, "%.*s", (int)one.len,
                       one.len ? (const char *)one.ptr : "");
    }
    return !rest.ptr;
}

static bool load_side(comparison *c, int side, const command *self, const capture_args *args,
                      const char *path, int *out_code) {
    capture_args own = *args;
    own.use.conversation = c->wanted[side];
    return capture_talk_load(&c->talks[side], self, &own, path, out_code);
}

int capture_diff(const command *self, const capture_args *args, const option_list *paths) {
    size_t broken = 0;
    if (args->format != CAPTURE_TEXT && args->format != CAPTURE_JSON)
        return command_usage(self, "diff prints text or json");
    if (paths->num != 2)
        return command_usage(self, "diff: two files, before and after");
    comparison *c = calloc(1, sizeof *c);
    if (!c)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int codes[2] = {EXIT_FINE, EXIT_FINE};
    int code = EXIT_USAGE;
    if (check_rules(self, &args->use, c, RULE_FORM, &broken)) {
        if (!take_wanted(c, args->use.conversation))
            code = command_usage(self, "--conversation %s: expected N, or N,M for before and after",
                                 args->use.conversation);
        else if (load_side(c, 0, self, args, paths->items[0], &codes[0]) &&
                 load_side(c, 1, self, args, paths->items[1], &codes[1]))
            code = report(self, args, c);
        else
            code = codes[0] ? codes[0] : codes[1];
    }
    free_comparison(c);
    return code ? code : (codes[0] ? codes[0] : codes[1]);
}
