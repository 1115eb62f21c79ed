/* What a written scenario expects in place of a recorded reply.
 * Names that it captures are noted for the step under way.
 * See scenario_matcher.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCHER_H
#define RSP_SCENARIO_MATCHER_H

#include "scenario_state.h"

/* Appends the matcher for a reply to `request` (empty: unknown). */
void scenario_put_matcher(writer *w, const rsp_turn *reply, rsp_bytes request);

/* Appends "{ kind: ..." for a stop reply; w->values are its own. False, and nothing is appended, if it is
 * none, or if it has more ids than a matcher for stops can name. */
bool scenario_put_stop(writer *w, rsp_bytes payload);

#endif
