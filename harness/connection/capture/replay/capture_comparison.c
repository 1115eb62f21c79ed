/* Conversations go with their partners by the stub's port, else by order; costs are added up over all.
 * Where a resume is answered by the stop, its latency is the program's and stays out of the stub's.
 * See capture_comparison.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_comparison.h"

#include "capture/capture_pairs.h"
#include "trace/exchange.h"
#include <rsp/packets.h>
#include <stdio.h>

static rsp_status gather(rsp_capture_side_cost *c, const rsp_capture_dialogue *selected) {
    const rsp_dialogue *d = &selected->dialogue;
    rsp_status status = RSP_OK;
    c->wall_ns += selected->wall_ns;
    rsp_metrics_merge(&c->metrics, &d->exchanges.metrics);
    for (size_t i = 0; i < d->num_turns && status == RSP_OK; i++) {
        const rsp_turn *t = &d->turns[i];
        if (t->kind == RSP_TURN_REPLY)
            status = rsp_packet_latencies_add(&c->latencies, t->packet, t->owed, &t->latency_ns);
    }
    return status;
}

static void add_metric(rsp_capture_comparison *c, rsp_budget_unit unit, uint64_t before, uint64_t after,
                       const char *name, rsp_bytes of, const char *what) {
    if (unit == RSP_BUDGET_TIME && !c->timed)
        return;
    char *text = c->names[c->num_metrics];
    (void)snprintf(text, RSP_COMPARISON_NAME, "%s%.*s%s", name, (int)of.len,
                   of.len ? (const char *)of.ptr : "", what);
    c->metrics[c->num_metrics++] =
        (rsp_budget_metric){.name = text, .unit = unit, .before = before, .after = after};
}

/* "p99_ns" of the stub's latencies, "kind.m.p99_ns" of a packet kind's: each point of the list. */
static void add_points(rsp_capture_comparison *c, rsp_quantiles *before, rsp_quantiles *after,
                       const char *name, rsp_bytes of) {
    static const struct {
        const char *own;
        const char *of_kind;
        unsigned permille;
    } points[] = {
#define POINT(name_, permille_) {#name_ "_ns", "." #name_ "_ns", (permille_)},
        RSP_CAPTURE_POINT_LIST(POINT)
#undef POINT
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(points); i++)
        add_metric(c, RSP_BUDGET_TIME, rsp_quantiles_at(before, points[i].permille),
                   rsp_quantiles_at(after, points[i].permille), name, of,
                   of.len ? points[i].of_kind : points[i].own);
}

static void add_totals(rsp_capture_comparison *c) {
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
    add_metric(c, RSP_BUDGET_TIME, c->costs[0].wall_ns, c->costs[1].wall_ns, "wall_ns", no, "");
    add_points(c, &c->costs[0].latencies.owed, &c->costs[1].latencies.owed, "", no);
    c->num_totals = c->num_metrics;
}

/* kind.m.count, kind.m.median_ns and the other points for each kind that either has. */
static void add_kinds(rsp_capture_comparison *c) {
    c->per_kind = c->timed ? RSP_COMPARISON_OF_KIND : 1;
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_quantiles none[2] = {{0}};
        rsp_quantiles *a = c->costs[0].latencies.kinds[i];
        rsp_quantiles *b = c->costs[1].latencies.kinds[i];
        if (!a && !b)
            continue;
        a = a ? a : &none[0];
        b = b ? b : &none[1];
        rsp_bytes name = i ? rsp_packet_by_id((rsp_packet_id)i)->name : RSP_LIT("unknown");
        add_metric(c, RSP_BUDGET_COUNT, a->count, b->count, "kind.", name, ".count");
        add_points(c, a, b, "kind.", name);
    }
}

static void pair_up(rsp_capture_comparison *c) {
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
static rsp_status compare_pairs(rsp_capture_comparison *c) {
    static const rsp_dialogue nothing;
    rsp_status status = RSP_OK;
    c->timed = true;
    for (size_t i = 0; i < c->num_pairs && status == RSP_OK; i++) {
        rsp_compared_pair *p = &c->pairs[i];
        const rsp_dialogue *dialogues[2] = {&nothing, &nothing};
        for (int side = 0; side < 2; side++) {
            if (!p->selection[side])
                continue;
            dialogues[side] = &p->selection[side]->dialogue;
            status = status == RSP_OK ? gather(&c->costs[side], p->selection[side]) : status;
            c->timed = c->timed && !p->selection[side]->summary.untimed;
        }
        if (status == RSP_OK)
            status = rsp_capture_diff_make(&p->diff, dialogues[0], dialogues[1]);
    }
    return status;
}

rsp_status rsp_capture_compare(rsp_capture_comparison *c) {
    pair_up(c);
    const rsp_status status = compare_pairs(c);
    add_totals(c);
    add_kinds(c);
    return status;
}

void rsp_capture_comparison_free(rsp_capture_comparison *c) {
    for (int side = 0; side < 2; side++) {
        rsp_packet_latencies_free(&c->costs[side].latencies);
        rsp_capture_dialogues_free(&c->sides[side]);
    }
    for (size_t i = 0; i < c->num_pairs; i++)
        rsp_capture_diff_free(&c->pairs[i].diff);
}
