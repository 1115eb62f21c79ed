/* How the client of a scenario leaves the stub before it comes again, and whether the stub is known to serve
 * nobody then. What one play has shown needs no other process.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_LEAVING_H
#define RSP_SCENARIO_LEAVING_H

#include "play/play.h"

#define SERVES_ONE "the stub serves one connection only"

/* The stub, which the look saw to end with its client or to refuse the next, has served nobody after this
 * play left: so it is with all that leave in the same way. */
void leaving_note(play *p);

/* Whether the play would come again, whatever it sees until then, and find nobody. */
bool leaving_is_the_end(const play *p);

#endif
