/* When a scenario is played where all share one connection: what may end it comes last.
 * Told from the scenario's document alone.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TURN_H
#define RSP_SCENARIO_TURN_H

#include <rsp/scenario.h>

/* In the order in which they come. */
typedef enum turn {
    TURN_PLAIN,
    TURN_ROUGH,    /* raw bytes, random ones: a stub may close the connection over them */
    TURN_FEATURES, /* more features, which some stubs never give up again */
    TURN_MODES,    /* modes that last, as no-ack mode */
    TURN_ENDS,     /* lets go of the program, or of the client */
    TURN_OWN,      /* needs a connection of its own: how one begins, or ends, or a second one */
} turn;

turn turn_of(const rsp_scenario *scenario);

#endif
