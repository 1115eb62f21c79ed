/* Captures: parts of the last reply under a name.
 * Captured values live as long as the scenario.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_CAPTURED_H
#define RSP_SCENARIO_CAPTURED_H

#include "play/play.h"

/* Takes what `capture` names out of the last reply; it may be NULL. */
step_end captured_take(play *p, const capture_spec *capture);

/* Data of a memory reply: hex, binary or MultiMemRead, by the request it answers. */
bool captured_data(play *p, rsp_buf *out);

#endif
