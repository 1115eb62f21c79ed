/* Stop replies against what a scenario says of them.
 * False: `why` says what the first difference is. The reply stays parsed in play.stop.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCH_STOP_H
#define RSP_SCENARIO_MATCH_STOP_H

#include "play/play.h"

/* `stop` NULL, or without conditions: any stop. */
bool match_stop(play *p, const stop_spec *stop, rsp_bytes payload, rsp_buf *why);

#endif
