/* Comparisons of values, for the steps that make them once and again.
 * The first that does not hold fails the step.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_COMPARE_H
#define RSP_SCENARIO_COMPARE_H

#include "play/play.h"

/* Whether all conditions hold; the first that does not fails the step. */
step_end check_holds(play *p, const check_spec *check);

#endif
