/* Whether a stop after 0x03 shows anything: the program runs, and does not stop by itself.
 * Scenarios that wait for such a stop are skipped where it shows nothing.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_HALT_H
#define RSP_SCENARIO_HALT_H

#include "play/play.h"

/* Looks whether the running program has stopped already, or is one that stops by itself: then play.skip says
 * so. False where nothing runs. */
bool halt_shows_nothing(play *p);

/* Names the failure at hand where a File-I/O call was served since the program was let run: it waits for a
 * resume. Returns STEP_FAILED. */
step_end halt_name_after_call(play *p);

#endif
