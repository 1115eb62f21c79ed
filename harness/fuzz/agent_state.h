/* Where agent expressions are evaluated by their fuzz target: a few registers, and a little memory.
 * The same for all.
 * See harness/stub/agent_eval.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_AGENT_STATE_H
#define FUZZ_AGENT_STATE_H

#include "fuzz.h"

#include "../stub/agent_eval.h"

/* `printed`: where printf goes, or NULL. */
stub_agent_host agent_state(rsp_buf *printed, bool big_endian);

#endif
