/* Which scenarios share a process is decided by their documents: those about how a connection begins or ends,
 * and those that let go of the program, have one of their own.
 * See sharing.h. */
/* SPDX-License-Identifier: MIT */
#include "connect/sharing.h"

#include "connect/play_order.h"
#include "link/link_control.h"

sharing sharing_by(const rsp_stub_provider *provider, const rsp_manners *manners) {
    if (!provider->rest || !manners->looked)
        return SHARING_NONE;
    switch ((int)manners->clients.life) {
    case RSP_LIFE_STAYS:
        return SHARING_PROCESS;
    case RSP_LIFE_EXITS:
    case RSP_LIFE_REFUSES:
    case RSP_LIFE_DEAF:
    case RSP_LIFE_ONCE:
        return SHARING_LINE;
    default:
        return SHARING_NONE;
    }
}

sharing sharing_of(const play *p) {
    return sharing_by(p->provider, p->stub->manners);
}

/* Modes end with their connection; on one that is shared they would last. */
const char *sharing_unfit(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    const play_order order = play_order_of(p->script.scenario);
    const sharing how = sharing_of(p);
    if (how == SHARING_NONE)
        return NULL;
    if (needs && (needs->program || needs->options))
        return "it chooses its program";
    if (needs && spec_says(needs->fresh, false))
        return "it says so";
    if (order == ORDER_ENDS)
        return "it ends the program, or lets it go";
    if (how == SHARING_PROCESS)
        return NULL;
    if (order == ORDER_OWN)
        return SHARING_FRESH;
    return (order != ORDER_BEGINS && order > ORDER_ROUGH) || p->script.variant.acks == 2
               ? "it leaves a mode on"
               : NULL;
}

bool sharing_ends_one(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    return !(needs && (needs->program || needs->options)) && !sharing_wants_fresh(p);
}

bool sharing_wants_fresh(const play *p) {
    return play_order_of(p->script.scenario) >= ORDER_BEGINS;
}

bool sharing_rest(play *p) {
    const bool well = p->process.found.untouched || (p->process.shared && p->process.found.well);
    if (!well || sharing_of(p) != SHARING_PROCESS || rsp_link_has_ended(p->t.link))
        return false;
    rsp_link_shut(p->t.link);
    return p->provider->rest(p->provider->ctx, p->t.link);
}
