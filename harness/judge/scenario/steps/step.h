/* Steps: one function for each action of the language, and the loop that plays a list of them.
 * One noun, for every file of steps: the functions are declared from the list of keys, so none is forgotten.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STEP_H
#define RSP_SCENARIO_STEP_H

#include "play/play.h"

/* step_send, step_expect, ...: each plays the step whose action it is named after. */
#define STEP(action) step_end step_##action(play *p, const step_spec *step)
#define DECLARE_STEP(member, key, type, flags, text) STEP(member);
STEP_KEYS(DECLARE_STEP, DECLARE_STEP, NOT_HERE)
#undef DECLARE_STEP

/* Plays a list of steps, which may be NULL. */
step_end play_steps(play *p, const steps_spec *steps);

/* A harmless request is answered. */
step_end check_alive(play *p, const written *at, rsp_bytes request);

#endif
