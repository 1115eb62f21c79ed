/* From a closed link to the first step of a scenario.
 * STEP_SKIP: a need is not met, play.skip says which.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PREPARE_H
#define RSP_SCENARIO_PREPARE_H

#include "run/runner.h"

/* Opens the stub and prepares the play. The provider's status; with RSP_OK *out_end says how it went. */
rsp_status prepare_play(rsp_runner *r, play *p, step_end *out_end, rsp_error *error);

/* The kept connection is gone: whether the stub serves another client is seen by a handshake of no scenario.
 */
bool prepare_another_client(rsp_runner *r, play *p);

/* Names of the case and of `set`; false after failing the play. */
bool prepare_names(play *p);

/* An empty transcript, and no broken rules. */
void prepare_records(rsp_runner *r);

#endif
