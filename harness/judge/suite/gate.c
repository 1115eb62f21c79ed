/* A demand is met when at least one result is about it and judged, and each that is judged passes.
 * A failure that a baseline knows is no pass; a warning is one, unless the run is strict.
 * See gate.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/gate.h"

#include "core/arena.h"
#include "trace/cause.h"
#include <rsp/packets.h>
#include <stdlib.h>

enum { WHOLE = 100 };

rsp_status rsp_gate_parse_share(unsigned *out_percent, const char *text) {
    char *end = NULL;
    const bool digit = *text >= '0' && *text <= '9';
    const unsigned long share = strtoul(text, &end, 10);
    if (!digit || (*end != '\0' && strcmp(end, "%") != 0) || share < 1 || share > WHOLE)
        return RSP_USAGE;
    *out_percent = (unsigned)share;
    return RSP_OK;
}

static bool is_area(const rsp_selection *s, rsp_bytes name) {
    for (size_t i = 0; i < rsp_suite_count(s->scenarios); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(rsp_suite_get(s->scenarios, i)->area)))
            return true;
    return false;
}

/* "BRK-001", or the group "BRK". */
static bool has_id(rsp_bytes name, rsp_bytes id) {
    return rsp_bytes_equal(name, id) || (rsp_bytes_index(id, '-') == name.len && rsp_bytes_starts(id, name));
}

static bool is_requirement(const rsp_selection *s, rsp_bytes name) {
    for (size_t i = 0; i < rsp_catalogue_count(s->catalogue); i++)
        if (has_id(name, rsp_bytes_str(rsp_catalogue_get(s->catalogue, i)->id)))
            return true;
    return false;
}

bool rsp_gate_knows(const rsp_selection *s, const char *name) {
    const rsp_bytes word = rsp_bytes_str(name);
    return is_area(s, word) || is_requirement(s, word) || rsp_packet_by_name(word);
}

/* --- judging --- */

static bool has_any(rsp_bytes name, rsp_bytes ids) {
    while (ids.len > 0)
        if (has_id(name, rsp_bytes_split(&ids, ' ')))
            return true;
    return false;
}

/* Names of areas go before packets: `kill` is an area, `k` a packet. A packet's results are those about the
 * requirements of its row. */
static bool is_about(const rsp_result *r, rsp_bytes name) {
    const rsp_packet_row *row = rsp_packet_by_name(name);
    return rsp_bytes_equal(name, rsp_bytes_str(r->area)) || has_any(name, rsp_bytes_str(r->requirements)) ||
           (row && rsp_requirements_share(rsp_bytes_str(row->requirements), rsp_bytes_str(r->requirements)));
}

static bool is_judged(rsp_verdict verdict) {
    rsp_summary one = {0};
    rsp_summary_add(&one, verdict);
    return rsp_summary_judged(&one) > 0;
}

static bool passes(const rsp_run *run, rsp_verdict verdict) {
    return verdict == RSP_VERDICT_PASS || (verdict == RSP_VERDICT_WARN && !run->strict);
}

static void demand(rsp_run *run, const char *name) {
    uint64_t about = 0;
    uint64_t judged = 0;
    uint64_t passed = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!is_about(r, rsp_bytes_str(name)))
            continue;
        about++;
        judged += is_judged(r->verdict);
        passed += passes(run, r->verdict);
    }
    if (judged > 0 && passed == judged)
        return;
    run->ended.unmet[run->ended.num_unmet++] =
        judged == 0
            ? rsp_arena_printf(&run->arena, "%s is required, and none of its %llu scenario%s was judged",
                               name, (unsigned long long)about, about == 1 ? "" : "s")
            : rsp_arena_printf(&run->arena, "%s is required, and %llu of %llu judged scenarios fail", name,
                               (unsigned long long)(judged - passed), (unsigned long long)judged);
}

static void demand_share(rsp_run *run, uint64_t share) {
    const uint64_t judged = rsp_summary_judged(&run->summary);
    const uint64_t total = rsp_run_total(run);
    if (judged * WHOLE >= share * total)
        return;
    run->ended.unmet[run->ended.num_unmet++] =
        rsp_arena_printf(&run->arena, "%llu%% of the scenarios%s are to be judged, and %llu of %llu were",
                         (unsigned long long)share, run->others > 0 ? " for this kind of stub" : "",
                         (unsigned long long)judged, (unsigned long long)total);
}

void rsp_gate_judge(const rsp_gate *g, rsp_run *run) {
    run->ended.num_unmet = 0;
    run->ended.unmet = rsp_arena_alloc(&run->arena, (g->num_required + 1) * sizeof *run->ended.unmet);
    for (size_t i = 0; run->ended.unmet && i < g->num_required; i++)
        demand(run, g->required[i]);
    if (run->ended.unmet && g->min_judged > 0)
        demand_share(run, g->min_judged);
}
