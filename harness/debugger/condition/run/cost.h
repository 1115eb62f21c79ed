/* What the ways of conditional breakpoints have cost, and whether a trampoline pays.
 * Times are those of the link; a session without a link costs nothing.
 * See cost.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_COST_H
#define RSP_CONDITION_COST_H

#include "set.h"

/* Where the link's account stood. */
typedef struct cost_moment {
    uint64_t num_replies;
    uint64_t time_ns;
} cost_moment;

/* The link's; all-zero for a session without one. */
rsp_link_stats cost_stats(const rsp_conditionals *set);
/* The account at this moment. */
cost_moment cost_now(const rsp_conditionals *set);

/* Since then there were requests and their replies only: how long one takes. */
void cost_add_requests(rsp_conditionals *set, const cost_moment *since);

/* Since then the program ran, too: conditions in the stub may have cost that. */
void cost_add_run(rsp_conditionals *set, const cost_moment *since);

/* Whether so many hits pay for a trampoline that is planted before the first. 0: nobody knows how many. */
bool cost_pays_at_once(const rsp_conditionals *set, uint64_t expected_hits);

/* Whether its hits have cost what a trampoline costs. */
bool cost_pays(const rsp_conditionals *set, const rsp_conditional *breakpoint);

#endif
