/* The phases of a play, for both roles.
 * The link is open.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PHASES_H
#define RSP_SCENARIO_PHASES_H

#include "play/play.h"

/* role: client. `prepared` is how preparing ended: the steps are played after STEP_OK only. */
step_end play_to_stub(play *p, step_end prepared);

/* role: stub. */
step_end play_to_debugger(play *p);

#endif
