/* Values for arguments of requests, made by their shapes: plausible ones, with names that a session gives
 * values. The names are those of scenarios: ${thread}, ${frame}, ${locals}, ${line}, ${source}. Private to
 * the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_VALUE_H
#define RSP_DAP_FUZZ_VALUE_H

#include "core/rng.h"
#include "dap/request_list.h"
#include <jansson.h>
#include <stdbool.h>

/* Arguments for a request (a new reference). `stopped`: the session has a thread, a frame and a scope. */
json_t *value_make_arguments(rsp_rng *rng, const rsp_dap_request_row *request, bool stopped);

/* Any value, plausible or not, for a place where another one stands (a new reference). */
json_t *value_make_odd(rsp_rng *rng);

#endif
