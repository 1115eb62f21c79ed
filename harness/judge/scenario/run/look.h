/* The look at a stub's manners that comes before its first scenario.
 * Made once for each runner that no other has told what is known.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_LOOK_H
#define RSP_SCENARIO_LOOK_H

#include "run/runner.h"

/* Fills the runner's manners. RSP_OK whatever the stub does; else why it could not be had. */
rsp_status look_at_stub(rsp_runner *r, rsp_error *error);

#endif
