/* Requests that steps and facts make beside what the scenario sends.
 * Trouble is a failure of the step at `at`; with NULL there is none, and STEP_FAILED only.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_REQUEST_H
#define RSP_SCENARIO_REQUEST_H

#include "play/play.h"

/* A failure, where there is a place for it. */
step_end play_fail_quietly(play *p, const written *at, const char *what);

/* The same of the last reply, which is not what its request asks for. */
step_end play_fail_reply(play *p, const written *at, const char *what);

/* Why a packet is not sent: the reason of a skip. `shown` is the packet, `known` what detour.h knows of it.
 */
const char *play_told_elsewhere(play *p, const char *shown, const char *known);

/* Whether this stub is known to leave the packet without a reply, or to die of it, and the scenario is about
 * something else: it is not sent, and `skip` of the play has the reason. */
bool play_goes_around(play *p, rsp_bytes payload);

/* Sends a request and takes its reply; STEP_SKIP where the play goes around it. */
step_end play_request(play *p, const written *at, rsp_bytes payload);
/* Fails for `status` of a request; silently where `at` is NULL. */
step_end play_fail_request(play *p, const written *at, rsp_status status, rsp_bytes payload);

/* The same for a formatted request. */
step_end play_requestf(play *p, const written *at, const char *fmt, ...) RSP_PRINTF(3, 4);

#endif
