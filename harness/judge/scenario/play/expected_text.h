/* What a scenario wants, shown in its own notation: for the "expected" of a failure.
 * One line, in flow style, with values in the place of expressions.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_EXPECTED_TEXT_H
#define RSP_SCENARIO_EXPECTED_TEXT_H

#include "play/play.h"

/* In the play's arena; long texts are cut. */
const char *play_expected_text(play *p, const written *what);

#endif
