/* What the ways of conditional breakpoints cost, and when code in the inferior has paid for itself.
 * It is dear to set and cheap to hit, so it waits until the way that is cheap to set has cost as much:
 * whatever the program does then, the price paid is at most twice the least. Times are the link's. */
/* SPDX-License-Identifier: MIT */
#include "conditional_internal.h"

#include <rsp/clock.h>

/* Round trips to plant a trampoline and to uproot it, with memory from a system call and with given memory;
 * of a false hit on the host. Measured (docs/latency.md, Conditions). */
enum { PRICE_TRIPS = 28, PRICE_TRIPS_GIVEN = 10, HOST_HIT_TRIPS = 5 };
/* A trap and an evaluation in the stub: gdbserver took 50 to 200 us. */
#define STUB_HIT_NS (50 * RSP_NS_PER_US)
/* Until something was measured. */
#define FAR_RTT_NS (20 * RSP_NS_PER_MS)

static const rsp_link *link_of(const rsp_conditionals *set) {
    return rsp_session_link(rsp_client_session(set->client));
}

rsp_link_stats conditional_stats(const rsp_conditionals *set) {
    const rsp_link *link = link_of(set);
    return link ? rsp_link_stats_get(link) : (rsp_link_stats){0};
}

static uint64_t now_of(const rsp_conditionals *set) {
    const rsp_link *link = link_of(set);
    return link ? rsp_link_now(link) : 0;
}

conditional_moment conditional_measure(const rsp_conditionals *set) {
    return (conditional_moment){.num_replies = conditional_stats(set).num_replies, .time_ns = now_of(set)};
}

void conditional_measured(rsp_conditionals *set, const conditional_moment *since) {
    uint64_t replies = conditional_stats(set).num_replies - since->num_replies;
    uint64_t each_ns = replies ? (now_of(set) - since->time_ns) / replies : 0;
    if (replies == 0 || (set->rtt_known && set->rtt_ns <= each_ns))
        return;
    set->rtt_known = true;
    set->rtt_ns = each_ns;
}

static uint64_t price_trips(const rsp_conditionals *set) {
    return set->options.code_bytes > 0 ? PRICE_TRIPS_GIVEN : PRICE_TRIPS;
}

static uint64_t price_ns(const rsp_conditionals *set) {
    return price_trips(set) * (set->rtt_known ? set->rtt_ns : FAR_RTT_NS);
}

bool conditional_pays_at_once(const rsp_conditionals *set, uint64_t expected_hits) {
    if (rsp_client_supports(set->client, RSP_USE_CONDITIONS) == RSP_SUPPORT_YES)
        return expected_hits > price_ns(set) / STUB_HIT_NS;
    return expected_hits > price_trips(set) / HOST_HIT_TRIPS;
}

void conditional_ran(rsp_conditionals *set, const conditional_moment *since) {
    uint64_t replies = conditional_stats(set).num_replies - since->num_replies;
    uint64_t all_ns = now_of(set) - since->time_ns;
    uint64_t link_ns = set->rtt_known ? replies * set->rtt_ns : all_ns;
    for (rsp_conditional *b = set->first; b; b = b->next)
        if (b->way == RSP_WAY_STUB && all_ns > link_ns)
            b->stub_ns += all_ns - link_ns;
}

bool conditional_pays(const rsp_conditionals *set, const rsp_conditional *b) {
    if (!b->by_cost || b->way == RSP_WAY_INFERIOR)
        return false;
    return b->way == RSP_WAY_HOST ? b->counts.round_trips >= price_trips(set)
                                  : set->rtt_known && b->stub_ns > price_ns(set);
}

/* Back to where it was: a site that the stub has taken once. */
static rsp_status move_back(rsp_conditionals *set, rsp_conditional *b, const rsp_site *site) {
    const char *reason = NULL;
    b->site = *site;
    rsp_status status = conditional_try(set, b, b->way, &reason);
    if (status == RSP_OK || b->way == RSP_WAY_HOST || conditional_ends(status))
        return status;
    b->reason[b->way] = reason;
    b->way = RSP_WAY_HOST;
    return conditional_try(set, b, b->way, &reason);
}

rsp_status conditional_move(rsp_conditionals *set, rsp_conditional *b) {
    rsp_site site = b->site;
    b->by_cost = false; /* once: what is refused now will be refused again */
    conditional_drop_site(set, &site);
    rsp_status status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK)
        status = conditional_try(set, b, RSP_WAY_INFERIOR, &b->reason[RSP_WAY_INFERIOR]);
    if (status == RSP_OK) {
        b->way = RSP_WAY_INFERIOR;
        b->reason[RSP_WAY_INFERIOR] = NULL;
        return RSP_OK;
    }
    if (!conditional_ends(status))
        status = move_back(set, b, &site);
    return status == RSP_OK ? RSP_OK : conditional_fail(set, status, "moving a condition into the inferior");
}

rsp_status conditional_move_all(rsp_conditionals *set) {
    rsp_status status = RSP_OK;
    int64_t pid = rsp_client_stop_thread(set->client).pid;
    for (rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (conditional_pays(set, b) && (b->site.pid == 0 || b->site.pid == pid))
            status = conditional_move(set, b);
    return status;
}
