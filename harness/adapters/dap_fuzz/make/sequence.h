/* Sequences of messages to an adapter: {"start": "stopped", "steps": [...]}, with the steps of scenarios.
 * New ones are made of the list of requests, or of one that is known, changed in some places.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_SEQUENCE_H
#define RSP_DAP_FUZZ_SEQUENCE_H

#include "core/rng.h"
#include <jansson.h>
#include <rsp/bytes.h>

/* A new one (a new reference; NULL without memory), of at most `most` steps. */
json_t *dap_sequence_make(rsp_rng *rng, unsigned most);

/* A changed copy (a new reference); `other` (may be the same) lends its end. */
json_t *dap_sequence_mutate(rsp_rng *rng, const json_t *sequence, const json_t *other, unsigned most);

/* Whether the session starts at a stop. */
bool dap_sequence_is_stopped(const json_t *sequence);

/* Whether it has bytes or contents that no client sends: then only some rules hold for the answers. */
bool dap_sequence_is_hostile(const json_t *sequence);

/* Whether it has bytes that may make the adapter read what follows wrongly. */
bool dap_sequence_is_out_of_step(const json_t *sequence);

/* The steps, borrowed. */
json_t *dap_sequence_steps(const json_t *sequence);

#endif
