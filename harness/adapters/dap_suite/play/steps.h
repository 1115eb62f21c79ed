/* The steps of a scenario: a function for each action.
 * A step that fails says so in the play and returns false.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_STEPS_H
#define RSP_DAP_SUITE_STEPS_H

#include "play/play.h"

/* Plays one step. */
bool dap_step_play(play *p, const rsp_dap_step *step);

/* Plays them in their order, up to the first that fails. */
bool dap_steps_play(play *p, const rsp_dap_step *steps, size_t num);

/* The functions, by action. */
#define STEP_FUNCTION(name, key, text) bool dap_step_##name(play *p, const rsp_dap_step *step);
RSP_DAP_ACTION_LIST(STEP_FUNCTION)
#undef STEP_FUNCTION

#endif
