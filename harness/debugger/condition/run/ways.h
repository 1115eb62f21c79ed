/* The way in which a condition is decided: chosen, tried, and changed once another one pays.
 * Ways are tried from the one asked for downwards; each that is not available leaves its reason.
 * See ways.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_WAYS_H
#define RSP_CONDITION_WAYS_H

#include "set.h"

/* Sets a new breakpoint in the cheapest way available, no cheaper than the request allows. Else set->error
 * says why. */
rsp_status ways_choose(rsp_conditionals *set, rsp_conditional *b, const rsp_conditional_request *request);

/* Moves a condition into the inferior. If that is refused it stays where it is, and is not moved again. */
rsp_status ways_move(rsp_conditionals *set, rsp_conditional *b);

/* Moves all that pay, in the process of the last stop. */
rsp_status ways_move_all(rsp_conditionals *set);

/* What is known of the code around a breakpoint. */
planted_surroundings ways_surroundings(rsp_conditionals *set, const rsp_conditional *b);

/* Non-stop, within a pause: hits of this breakpoint that were reported and not fetched are none any more,
 * since it is taken out or moved. Those threads go on with the pause's end, and hit what is there then. */
void ways_forgive_hits(rsp_conditionals *set, const rsp_conditional *b);

#endif
