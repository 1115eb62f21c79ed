/* The order of scenarios that share one connection: those that may end it come last.
 * Only the scenario's document decides.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PLAY_ORDER_H
#define RSP_SCENARIO_PLAY_ORDER_H

#include "scenario/scenario.h"

/* In the order in which they come. */
typedef enum play_order {
    ORDER_PLAIN,
    ORDER_ROUGH,    /* raw or random bytes: a stub may close the connection over them */
    ORDER_FEATURES, /* further features: some stubs never forget that they were negotiated */
    ORDER_MODES,    /* lasting modes, such as no-ack mode */
    ORDER_ENDS,     /* lets go of the program, or of the client */
    ORDER_BEGINS,   /* needs its own connection: about how one begins */
    ORDER_OWN,      /* needs its own connection: about how one ends, or about a second one */
} play_order;

/* The order of a scenario: the latest that its connection, needs, steps or tags ask for. */
play_order play_order_of(const rsp_scenario *scenario);

#endif
