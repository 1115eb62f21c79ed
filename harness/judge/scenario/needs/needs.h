/* Needs and conditions: whether a scenario or a step can be run against this stub, and if not, why.
 * False: *out_reason says why not, or the play has failed.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NEEDS_H
#define RSP_SCENARIO_NEEDS_H

#include "play/play.h"

/* Of a scenario's `needs` or a step's `when`; NULL is met. */
bool needs_met(play *p, const condition_spec *needs, const char **out_reason);

/* Those that a connection of any kind knows: architecture, byte order, names. */
bool needs_known(play *p, const condition_spec *needs, const char **out_reason);

/* Those that ask requests of the stub, which any process of it can answer; whether there are such. */
bool needs_answered(play *p, const condition_spec *needs, const char **out_reason);
bool needs_ask(const condition_spec *needs);

/* `works`, which may use values of cases. */
bool needs_proven(play *p, const condition_spec *needs, const char **out_reason);

/* What can be said before the stub is opened: STEP_OK or STEP_SKIP. */
step_end needs_before_open(play *p, const char **out_reason);

/* Features by p->supported, which no other need comes before. */
bool needs_announced(play *p, const condition_spec *needs, const char **out_reason);

/* Asks what conditions of steps want to know, while it is not the scenario's conversation that pays for it.
 */
void needs_ask_ahead(play *p);

#endif
