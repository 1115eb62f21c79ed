/* Facts: what scenarios may name without having captured it, and what helpers want to know of the stub.
 * Only what the scenario names is measured.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FACTS_H
#define RSP_SCENARIO_FACTS_H

#include "play/play.h"

/* For expressions: `ctx` is the play. */
bool fact_lookup(void *ctx, rsp_bytes name, value *out);
const char *fact_program_path(void *ctx, const char *program);

/* Measures what the scenario names, on the connection that was just made. */
void facts_measure(play *p);

/* Whether other bytes may be written into the program's memory: it is one of ours, or that was allowed. */
bool facts_may_write(const play *p);

/* Names for symbols of the program that runs now; false when one is not to be had. */
bool fact_symbols(play *p, const char *program, const names_spec *list);

/* What the stub is: its target description and architecture. Asked once. */
void facts_probe_target(play *p);

/* Which optional requests the stub has, as far as helpers want to know it. Asked once. */
void facts_probe_packets(play *p);
bool facts_has_p(play *p);
bool facts_has_vcont(play *p);

/* Appends the request that steps, or lets all run: by vCont where the stub lists it. */
void resume_request(play *p, bool steps, rsp_buf *out);

#endif
