/* The request stepInTargets: which functions a line still calls.
 * The id of one is its address.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOOK_STEP_TARGETS_H
#define RSP_DAP_ADAPTER_LOOK_STEP_TARGETS_H

#include "serve/handler.h"

adapter_handler view_step_in_targets;

#endif
