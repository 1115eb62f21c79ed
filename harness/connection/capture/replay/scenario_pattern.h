/* The regular expression for a reply whose ids are named or captured.
 * Names that it captures are noted for the step under way.
 * See scenario_pattern.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PATTERN_H
#define RSP_SCENARIO_PATTERN_H

#include "scenario_state.h"

/* Builds the pattern for the whole reply in w->pattern. w->values are those of the reply. */
void scenario_build_pattern(writer *w, rsp_bytes payload);

#endif
