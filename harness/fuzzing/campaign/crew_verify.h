/* Runs the scenario of a finding on the stub that showed it, and notes the verdict in the finding's folder.
 * A stub that others start may have died of the finding: it is awaited first.
 * Private to the crew. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CREW_VERIFY_H
#define RSP_CREW_VERIFY_H

#include "crew_state.h"

/* Runs all scenarios that the worker's findings have and that were not run yet. */
void crew_verify(crew_worker *w);

#endif
