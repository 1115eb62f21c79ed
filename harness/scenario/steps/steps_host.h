/* Playing the stub: a debugger is connected, requests come in, the scenario answers.
 * The mirror image of transcript_script.h, over the same kind of link.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STEPS_HOST_H
#define RSP_SCENARIO_STEPS_HOST_H

#include "play/play.h"

/* For steps that both roles have. */
step_end host_quiet(play *p, const written *at, uint64_t period_ns);
/* role: stub. Acknowledgments by hand, as `acks: manual` asks. */
void host_set_manual(play *p, bool manual);

/* Plays a `role: stub` scenario on the open link. */
step_end host_play(play *p);

#endif
