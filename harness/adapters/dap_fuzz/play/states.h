/* States of a session as a fuzzer sees them: what kind of answer came after which request.
 * Numbers, addresses and names in error texts are left out, so that states are few.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_STATES_H
#define RSP_DAP_FUZZ_STATES_H

#include "core/state_set.h"
#include "dap/log.h"

/* Adds the states of a log. How many were new. */
size_t states_note(rsp_state_set *states, const rsp_dap_log *log);

#endif
