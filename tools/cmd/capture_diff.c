/* stubborn capture diff: two recordings of the same work, before and after: what they cost, kind by kind, and
 * which packets only one of them has; of one conversation each, or of all, pair by pair. With --fail-if a
 * budget for CI: the exit status is 1 when it is broken. See harness/trace/budget_rule.h for the rules. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"
#include "cmd/capture_input.h"

#include "capture/capture_diff.h"
#include "capture/capture_pairs.h"
#include "codec/explain.h"
#include "core/quantile.h"
#include "trace/budget_rule.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
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
    rsp_metrics metrics;
    uint64_t first_ns; /* of all turns */
    uint64_t last_ns;
    bool any;
    rsp_quantiles all; /* latencies that are the stub's */
    rsp_quantiles kinds[RSP_PACKET_END];
} cost;

/* Conversations that belong together. */
typedef struct pair {
    const rsp_capture_dialogue *selection[2]; /* NULL: only the other file has it */
    rsp_capture_diff diff;
} pair;

typedef struct comparison {
    rsp_capture_dialogues sides[2];
    char wanted[2][NUMBER_BYTES]; /* which conversation of each; "": the only one */
    pair pairs[2 * RSP_CAPTURE_MAX_DIALOGUES];
    size_t num_pairs;
    cost costs[2];
    rsp_budget_metric metrics[MAX_METRICS];
    char names[MAX_METRICS][NAME_BYTES];
    size_t num_metrics;
    size_t num_totals; /* of them, those that are not of a kind */
    bool timed;        /* both have times; else only counts are compared */
} comparison;

/* --- figures -------------------------------------------------------------------------------------------- */

static void gather(cost *c, const rsp_dialogue *d) {
    rsp_metrics_merge(&c->metrics, &d->exchanges.metrics);
    for (size_t i = 0; i < d->num_turns; i++) {
        const rsp_turn *t = &d->turns[i];
        c->first_ns = c->any && c->first_ns < t->time_ns ? c->first_ns : t->time_ns;
        c->last_ns = c->last_ns > t->time_ns ? c->last_ns : t->time_ns;
        c->any = true;
        if (t->kind != RSP_TURN_REPLY)
            continue;
        rsp_quantiles_add(&c->kinds[t->packet], t->latency_ns);
        if (!rsp_action_begins(t->packet))
            rsp_quantiles_add(&c->all, t->latency_ns);
    }
}

static uint64_t wall_ns(const cost *c) {
    return c->last_ns - c->first_ns;
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
    const rsp_metrics *a = &c->costs[0].metrics;
    const rsp_metrics *b = &c->costs[1].metrics;
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
    add_metric(c, RSP_BUDGET_TIME, wall_ns(&c->costs[0]), wall_ns(&c->costs[1]), "wall_ns", no, "");
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
        rsp_bytes name = i ? rsp_capture_kind_name(i) : RSP_LIT("unknown");
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

static void append_rows(rsp_buf *out, const pair *p, bool verbose) {
    const rsp_capture_diff *d = &p->diff;
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
            rsp_buf_printf(out, "   first: %s %llu\n", p->selection[side]->unit,
                           (unsigned long long)row->first_place[side]);
        }
    }
    if (d->num_rows > shown)
        rsp_buf_printf(out, "    and %zu more: --verbose\n", d->num_rows - shown);
}

static void append_side(rsp_buf *out, const rsp_capture_dialogues *side) {
    const rsp_capture_dialogue *first = side->items[0];
    if (side->choice == RSP_DIALOGUE_ALL) {
        rsp_buf_printf(out, "%s   %zu conversation%s", first->path, side->num, side->num == 1 ? "" : "s");
        return;
    }
    rsp_capture_dialogue_append_name(out, first);
    if (side->found > 1)
        rsp_buf_printf(out, "   conversation #%llu; the others are left out",
                       (unsigned long long)first->summary.number);
}

/* "#0 127.0.0.1:40000 -> 127.0.0.1:1234" */
static void append_member(rsp_buf *out, const rsp_capture_dialogue *chosen) {
    if (!chosen) {
        rsp_buf_str(out, "none");
        return;
    }
    rsp_buf_printf(out, "#%llu ", (unsigned long long)chosen->summary.number);
    rsp_capture_dialogue_append_ends(out, chosen);
}

static uint64_t trips_of(const rsp_capture_dialogue *chosen) {
    return chosen ? chosen->dialogue.exchanges.metrics.round_trips : 0;
}

static void append_pair(rsp_buf *out, const pair *p, bool verbose) {
    uint64_t trips[2] = {trips_of(p->selection[0]), trips_of(p->selection[1])};
    rsp_buf_str(out, "\n  before ");
    append_member(out, p->selection[0]);
    rsp_buf_str(out, "   after ");
    append_member(out, p->selection[1]);
    rsp_buf_str(out, "\n  round trips  ");
    rsp_report_count(out, trips[0]);
    rsp_buf_str(out, " before, ");
    rsp_report_count(out, trips[1]);
    rsp_buf_str(out, " after, ");
    rsp_budget_change_append(out, trips[0], trips[1]);
    append_rows(out, p, verbose);
}

static void append_text(rsp_buf *out, const comparison *c, bool verbose) {
    for (int side = 0; side < 2; side++) {
        rsp_buf_str(out, side ? "\nafter   " : "before  ");
        append_side(out, &c->sides[side]);
    }
    if (!c->timed)
        rsp_buf_str(out, "\n  a packet log without times: only counts are compared");
    rsp_buf_printf(out, "\n\n  %-30s %-14s%s\n", "", "before", "after");
    for (size_t i = 0; i < c->num_totals; i++)
        append_metric(out, &c->metrics[i], c->metrics[i].name);
    append_kinds(out, c, verbose);
    for (size_t i = 0; c->sides[0].choice == RSP_DIALOGUE_ALL && i < c->num_pairs; i++)
        append_pair(out, &c->pairs[i], verbose);
    if (c->sides[0].choice != RSP_DIALOGUE_ALL)
        append_rows(out, &c->pairs[0], verbose);
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

/* What the text says below the tables, at `indent`. */
static void append_json_diff(rsp_buf *out, const rsp_capture_diff *d, const char *indent) {
    rsp_buf_printf(out,
                   "%s\"actions\": {\"before\": %zu, \"after\": %zu, \"aligned\": %zu},\n"
                   "%s\"common_requests\": %llu,\n%s\"only\": [",
                   indent, d->actions[0], d->actions[1], d->aligned, indent, (unsigned long long)d->common,
                   indent);
    for (size_t i = 0; i < d->num_rows; i++) {
        const rsp_diff_row *row = &d->rows[i];
        rsp_buf_printf(out, "%s\n%s  {\"request\": ", i ? "," : "", indent);
        append_json_text(out, row->signature);
        rsp_buf_printf(out, ", \"before\": %llu, \"after\": %llu, \"actions\": %zu}",
                       (unsigned long long)row->only[0], (unsigned long long)row->only[1], row->actions);
    }
    if (d->num_rows > 0)
        rsp_buf_printf(out, "\n%s", indent);
    rsp_buf_str(out, "]\n");
}

static void append_json_member(rsp_buf *out, const char *name, const rsp_capture_dialogue *chosen) {
    if (chosen)
        rsp_buf_printf(out, "\"%s\": {\"conversation\": %llu, \"round_trips\": %llu}", name,
                       (unsigned long long)chosen->summary.number, (unsigned long long)trips_of(chosen));
    else
        rsp_buf_printf(out, "\"%s\": null", name);
}

static void append_json_pairs(rsp_buf *out, const comparison *c) {
    rsp_buf_str(out, "  \"pairs\": [\n");
    for (size_t i = 0; i < c->num_pairs; i++) {
        const pair *p = &c->pairs[i];
        rsp_buf_str(out, "    {");
        append_json_member(out, "before", p->selection[0]);
        rsp_buf_str(out, ", ");
        append_json_member(out, "after", p->selection[1]);
        rsp_buf_str(out, ",\n");
        append_json_diff(out, &p->diff, "     ");
        rsp_buf_str(out, i + 1 < c->num_pairs ? "    },\n" : "    }\n");
    }
    rsp_buf_str(out, "  ]\n");
}

static void append_json_side(rsp_buf *out, const char *name, const rsp_capture_dialogues *side) {
    const rsp_capture_dialogue *first = side->items[0];
    rsp_buf_printf(out, "  \"%s\": {\"file\": ", name);
    append_json_text(out, rsp_bytes_str(first->path));
    if (side->choice == RSP_DIALOGUE_ALL)
        rsp_buf_printf(out, ", \"conversations\": %zu},\n", side->num);
    else
        rsp_buf_printf(out, ", \"conversation\": %llu, \"others\": %s},\n",
                       (unsigned long long)first->summary.number, side->found > 1 ? "true" : "false");
}

static void append_json(rsp_buf *out, const comparison *c) {
    rsp_buf_str(out, "{\n");
    append_json_side(out, "before", &c->sides[0]);
    append_json_side(out, "after", &c->sides[1]);
    rsp_buf_str(out, "  \"metrics\": {\n");
    for (size_t i = 0; i < c->num_metrics; i++)
        rsp_buf_printf(out, "    \"%s\": {\"before\": %llu, \"after\": %llu}%s\n", c->metrics[i].name,
                       (unsigned long long)c->metrics[i].before, (unsigned long long)c->metrics[i].after,
                       i + 1 < c->num_metrics ? "," : "");
    rsp_buf_str(out, "  },\n");
    if (c->sides[0].choice == RSP_DIALOGUE_ALL)
        append_json_pairs(out, c);
    else
        append_json_diff(out, &c->pairs[0].diff, "  ");
    rsp_buf_str(out, "}\n");
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

/* --- pairs ---------------------------------------------------------------------------------------------- */

static void pair_up(comparison *c) {
    uint16_t ports[2][RSP_CAPTURE_MAX_DIALOGUES];
    const uint16_t *const both[2] = {ports[0], ports[1]};
    const size_t num[2] = {c->sides[0].num, c->sides[1].num};
    rsp_capture_pair found[2 * RSP_CAPTURE_MAX_DIALOGUES];
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < num[side]; i++)
            ports[side][i] = rsp_tcp_endpoint_port(&c->sides[side].items[i]->summary.stub);
    c->num_pairs = rsp_capture_pair_up(found, both, num);
    for (size_t i = 0; i < c->num_pairs; i++)
        for (int side = 0; side < 2; side++)
            if (found[i].side[side] != RSP_CAPTURE_NO_PARTNER)
                c->pairs[i].selection[side] = c->sides[side].items[found[i].side[side]];
}

/* Adds up what all cost; who has no partner is compared with one that says nothing. */
static rsp_status compare_pairs(comparison *c) {
    static const rsp_dialogue nothing;
    rsp_status status = RSP_OK;
    c->timed = true;
    for (size_t i = 0; i < c->num_pairs && status == RSP_OK; i++) {
        pair *p = &c->pairs[i];
        const rsp_dialogue *dialogues[2] = {&nothing, &nothing};
        for (int side = 0; side < 2; side++) {
            if (!p->selection[side])
                continue;
            dialogues[side] = &p->selection[side]->dialogue;
            gather(&c->costs[side], dialogues[side]);
            c->timed = c->timed && !p->selection[side]->summary.untimed;
        }
        status = rsp_capture_diff_make(&p->diff, dialogues[0], dialogues[1]);
    }
    return status;
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        append_json(out, report);
    else
        append_text(out, report, style->verbose);
    return out->status;
}

static int report(const command *self, const capture_args *args, comparison *c) {
    size_t broken = 0;
    pair_up(c);
    rsp_status status = compare_pairs(c);
    add_totals(c);
    add_kinds(c);
    if (status != RSP_OK)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    if (!check_rules(self, &args->use, c, RULE_NAME, &broken))
        return EXIT_USAGE;
    int code = EXIT_FINE;
    rsp_error error = {0};
    if (output_write(&args->outputs, "text", render, c, args->verbose, &error) != RSP_OK)
        code = command_fail(self, &error);
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
        rsp_capture_dialogues_free(&c->sides[side]);
    }
    for (size_t i = 0; i < c->num_pairs; i++)
        rsp_capture_diff_free(&c->pairs[i].diff);
    free(c);
}

/* "N" is the number in both files, "N,M" one for each, "all" all of both. False when it is none of these. */
static bool take_wanted(comparison *c, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text ? text : "");
    for (int side = 0; side < 2; side++) {
        rsp_bytes one = side && !rest.ptr ? rsp_bytes_str(c->wanted[0]) : rsp_bytes_split(&rest, ',');
        if (one.len >= NUMBER_BYTES)
            return false;
        (void)snprintf(c->wanted[side], NUMBER_BYTES, "%.*s", (int)one.len,
                       one.len ? (const char *)one.ptr : "");
    }
    bool all = strcmp(c->wanted[0], "all") == 0;
    return !rest.ptr && all == (strcmp(c->wanted[1], "all") == 0);
}

static bool load_side(comparison *c, int side, const command *self, const capture_args *args,
                      const char *path, int *out_code) {
    rsp_dialogue_wish wish = {.stub_port = (uint16_t)args->port};
    return capture_wish(&wish, self, c->wanted[side], out_code) &&
           capture_load(&c->sides[side], self, path, &wish, out_code);
}

int capture_diff(const command *self, const capture_args *args, const option_list *paths) {
    size_t broken = 0;
    if (paths->num != 2)
        return command_usage(self, "diff: two files, before and after");
    comparison *c = calloc(1, sizeof *c);
    if (!c)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int codes[2] = {EXIT_FINE, EXIT_FINE};
    int code = EXIT_USAGE;
    if (check_rules(self, &args->use, c, RULE_FORM, &broken)) {
        if (!take_wanted(c, args->use.conversation))
            code = command_usage(self, "--conversation %s: expected N, N,M for before and after, or all",
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
