/* Playing the stub: a debugger is connected, requests come in, the scenario answers.
 * The mirror image of transcript_script.h, over the same kind of link.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STUB_ROLE_H
#define RSP_SCENARIO_STUB_ROLE_H

#include "play/play.h"

/* For steps that both roles have. */
step_end stub_role_quiet(play *p, const written *at, uint64_t period_ns);
/* role: stub. Acknowledgments by hand, as `acks: manual` asks. */
void stub_role_set_manual(play *p, bool manual);

/* Plays a `role: stub` scenario on the open link. */
step_end stub_role_play(play *p);

#endif
