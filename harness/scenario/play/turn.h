/* The order of scenarios that share one connection: those that may end it come last.
 * Only the scenario's document decides.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TURN_H
#define RSP_SCENARIO_TURN_H

#include <rsp/scenario.h>

/* In the order in which they come. */
typedef enum turn {
    TURN_PLAIN,
    TURN_ROUGH,    /* raw or random bytes: a stub may close the connection over them */
    TURN_FEATURES, /* further features: some stubs never forget that they were negotiated */
    TURN_MODES,    /* lasting modes, such as no-ack mode */
    TURN_ENDS,     /* lets go of the program, or of the client */
    TURN_OWN,      /* needs its own connection: about how one begins or ends, or about a second one */
} turn;

turn turn_of(const rsp_scenario *scenario);

#endif
