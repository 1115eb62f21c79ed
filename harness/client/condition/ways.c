/* Host and stub cost nothing to set: the stub gets the breakpoint with the next resume.
 * The inferior's way has a price, and waits until it pays unless enough hits are expected.
 * See ways.h. */
/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include "cost.h"
#include "session_end.h"

static rsp_status try_host(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_status status = rsp_client_enable_site(set->client, &b->site, NULL, 0);
    *out_reason = "the breakpoint is refused";
    return status;
}

static rsp_status try_stub(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    rsp_buf code = {.mem = set->options.mem};
    *out_reason = "the stub does not announce ConditionalBreakpoints";
    if (rsp_client_supports(set->client, RSP_USE_CONDITIONS) != RSP_SUPPORT_YES)
        return RSP_REFUSED;
    rsp_status status = rsp_condition_to_agent(&code, b->condition);
    rsp_bytes bytecode = rsp_buf_bytes(&code);
    if (status == RSP_OK)
        status = rsp_client_enable_site(set->client, &b->site, &bytecode, 1);
    *out_reason = "the condition is refused";
    rsp_buf_free(&code);
    return status;
}

static rsp_status try_inferior(rsp_conditionals *set, rsp_conditional *b, const char **out_reason) {
    if (set->machine.kind == RSP_KIND_RV64)
        return planted_plant(&b->planted, &set->memory, b->condition, out_reason);
    *out_reason = "there is no compiler for this machine";
    return RSP_REFUSED;
}

typedef rsp_status try_way(rsp_conditionals *set, rsp_conditional *b, const char **out_reason);

static try_way *const ways[RSP_WAY_COUNT] = {
    [RSP_WAY_INFERIOR] = try_inferior,
    [RSP_WAY_STUB] = try_stub,
    [RSP_WAY_HOST] = try_host,
};

/* One way, for a breakpoint that is in none: RSP_OK, or *out_reason why not. */
static rsp_status try_one(rsp_conditionals *set, rsp_conditional *b, rsp_way way, const char **out_reason) {
    return ways[way](set, b, out_reason);
}

/* The best way, where it has a price, waits until it pays. */
static size_t first_way(const rsp_conditionals *set, rsp_conditional *b,
                        const rsp_conditional_request *request) {
    bool priced = request->way == RSP_WAY_INFERIOR && !request->only && set->machine.kind == RSP_KIND_RV64;
    if (!priced || cost_pays_at_once(set, request->expected_hits))
        return request->way;
    b->by_cost = true;
    b->reason[RSP_WAY_INFERIOR] = "planting code would cost more than the hits so far";
    return RSP_WAY_STUB;
}

rsp_status ways_choose(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request) {
    size_t last = request->only ? request->way : RSP_WAY_HOST;
    rsp_status status = RSP_REFUSED;
    for (size_t way = first_way(set, b, request); way <= last; way++) {
        status = try_one(set, b, (rsp_way)way, &b->reason[way]);
        b->way = (rsp_way)way;
        if (status == RSP_OK)
            b->reason[way] = NULL;
        if (status == RSP_OK || ends_session(status))
            break;
    }
    if (status == RSP_OK)
        return RSP_OK;
    if (ends_session(status))
        return set_fail(set, status, "setting a conditional breakpoint");
    return rsp_fail(&set->error, status, "%s: %s", rsp_way_name(b->way), b->reason[b->way]);
}

/* Back to where it was: a site that the stub has taken once. */
static rsp_status move_back(rsp_conditionals *set, rsp_conditional *b) {
    const char *reason = NULL;
    rsp_status status = try_one(set, b, b->way, &reason);
    if (status == RSP_OK || b->way == RSP_WAY_HOST || ends_session(status))
        return status;
    b->reason[b->way] = reason;
    b->way = RSP_WAY_HOST;
    return try_one(set, b, b->way, &reason);
}

rsp_status ways_move(rsp_conditionals *set, rsp_conditional *b) {
    b->by_cost = false; /* once: what is refused now will be refused again */
    planted_drop_site(set->client, &b->site);
    rsp_status status = rsp_client_flush_sites(set->client, NULL);
    if (status == RSP_OK)
        status = try_one(set, b, RSP_WAY_INFERIOR, &b->reason[RSP_WAY_INFERIOR]);
    if (status == RSP_OK) {
        b->way = RSP_WAY_INFERIOR;
        b->reason[RSP_WAY_INFERIOR] = NULL;
        return RSP_OK;
    }
    if (!ends_session(status))
        status = move_back(set, b);
    return status == RSP_OK ? RSP_OK : set_fail(set, status, "moving a condition into the inferior");
}

rsp_status ways_move_all(rsp_conditionals *set) {
    rsp_status status = RSP_OK;
    int64_t pid = rsp_client_stop_thread(set->client).pid;
    for (rsp_conditional *b = set->first; b && status == RSP_OK; b = b->next)
        if (cost_pays(set, b) && (b->site.pid == 0 || b->site.pid == pid))
            status = ways_move(set, b);
    return status;
}
