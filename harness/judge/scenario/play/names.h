/* Names that steps give to values.
 * What they stand for is looked up in evaluate.h.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NAMES_H
#define RSP_SCENARIO_NAMES_H

#include "play/play.h"

/* Gives a name to a value; false without memory. */
bool play_name(play *p, const char *name, value v);
/* The same for `into`, which may be NULL. */
void play_name_into(play *p, const name_spec *into, value v);

#endif
