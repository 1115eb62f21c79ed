/* Facts: what scenarios may name without having captured it, and what helpers want to know of the stub.
 * Only what the scenario names is measured.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FACTS_H
#define RSP_SCENARIO_FACTS_H

#include "play/play.h"

/* For expressions, where `ctx` is the play: the value of a name or fact, false without one; and where a
 * program of ours is on the stub's side, NULL where that is not known. */
bool fact_lookup(void *ctx, rsp_bytes name, value *out);
const char *fact_program_path(void *ctx, const char *program);

/* The bytes between '$' and '#' that the stub says it takes; 0 where it says nothing. */
uint64_t fact_told_packet_size(const play *p);

/* Measures what the scenario names, on the connection that was just made. */
void facts_measure(play *p);

#endif
