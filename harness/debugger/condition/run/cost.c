/* Code in the inferior is dear to set and cheap to hit. The host sees its hits, and waits until they have
 * cost as much: then the price is at most twice the least. The stub's hits nobody sees, and a condition that
 * holds once in a million gives no stop at which to change one's mind. See cost.h. */
/* SPDX-License-Identifier: MIT */
#include "cost.h"

#include <rsp/clock.h>

/* Round trips to plant a trampoline and to uproot it, with memory from a system call and with given memory;
 * of a false hit on the host. Measured (docs/measurements/bench.md). */
enum { PRICE_TRIPS = 28, PRICE_TRIPS_GIVEN = 10, HOST_HIT_TRIPS = 5 };
/* A trap and an evaluation in the stub: gdbserver took 50 to 200 us. */
#define STUB_HIT_NS (50 * RSP_NS_PER_US)
/* Until something was measured. */
#define FAR_RTT_NS (20 * RSP_NS_PER_MS)

static const rsp_link *link_of(const rsp_conditionals *set) {
    return rsp_session_link(rsp_client_session(set->client));
}

rsp_link_stats cost_stats(const rsp_conditionals *set) {
    const rsp_link *link = link_of(set);
    return link ? rsp_link_stats_get(link) : (rsp_link_stats){0};
}

static uint64_t now_of(const rsp_conditionals *set) {
    const rsp_link *link = link_of(set);
    return link ? rsp_link_now(link) : 0;
}

cost_moment cost_now(const rsp_conditionals *set) {
    return (cost_moment){.num_replies = cost_stats(set).num_replies, .time_ns = now_of(set)};
}

void cost_add_requests(rsp_conditionals *set, const cost_moment *since) {
    uint64_t replies = cost_stats(set).num_replies - since->num_replies;
    uint64_t each_ns = replies ? (now_of(set) - since->time_ns) / replies : 0;
    if (replies == 0 || (set->rtt_known && set->rtt_ns <= each_ns))
        return;
    set->rtt_known = true;
    set->rtt_ns = each_ns;
}

static uint64_t price_trips(const rsp_conditionals *set) {
    return set->memory.given_bytes > 0 ? PRICE_TRIPS_GIVEN : PRICE_TRIPS;
}

static uint64_t price_ns(const rsp_conditionals *set) {
    return price_trips(set) * (set->rtt_known ? set->rtt_ns : FAR_RTT_NS);
}

bool cost_pays_at_once(const rsp_conditionals *set, uint64_t expected_hits) {
    if (rsp_client_supports(set->client, RSP_USE_CONDITIONS) == RSP_SUPPORT_YES)
        return expected_hits == 0 || expected_hits > price_ns(set) / STUB_HIT_NS;
    return expected_hits > price_trips(set) / HOST_HIT_TRIPS;
}

void cost_add_run(rsp_conditionals *set, const cost_moment *since) {
    uint64_t replies = cost_stats(set).num_replies - since->num_replies;
    uint64_t all_ns = now_of(set) - since->time_ns;
    uint64_t link_ns = set->rtt_known ? replies * set->rtt_ns : all_ns;
    for (rsp_conditional *b = set->first; b; b = b->next)
        if (b->way == RSP_WAY_STUB && all_ns > link_ns)
            b->stub_ns += all_ns - link_ns;
}

bool cost_pays(const rsp_conditionals *set, const rsp_conditional *b) {
    if (!b->by_cost || b->way == RSP_WAY_INFERIOR)
        return false;
    return b->way == RSP_WAY_HOST ? b->counts.round_trips >= price_trips(set)
                                  : set->rtt_known && b->stub_ns > price_ns(set);
}
