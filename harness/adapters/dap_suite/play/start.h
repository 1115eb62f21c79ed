/* The way of a session to where a scenario begins: initialize, launch, configuration, the first stop.
 * It leaves names: capabilities, thread, frame, line, locals.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_START_H
#define RSP_DAP_SUITE_START_H

#include "play/play.h"

/* Brings the session there. `launch` has the profile's arguments. False when the play has failed. */
bool dap_start_session(play *p, const json_t *launch);

/* Sends initialize and takes the capabilities from its response. False when the play has failed. */
bool dap_start_initialize(play *p);

/* Why the scenario is not for this adapter, by the capabilities that it needs; NULL: it is. Valid once
 * initialize was answered. */
const char *dap_start_lacks(const play *p);

#endif
