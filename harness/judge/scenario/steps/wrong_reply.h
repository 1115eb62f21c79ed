/* A reply of a step's own request that is not as it must be.
 * The failure shows what came.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_WRONG_REPLY_H
#define RSP_SCENARIO_WRONG_REPLY_H

#include "play/play.h"

/* Unless the play has failed before. */
step_end wrong_reply(play *p, const written *at, const char *what);

#endif
