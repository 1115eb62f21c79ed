/* The guest's way into the stub of a play, and out of it.
 * What it takes is saved once, by the play that loads it, and put back once, when the run is over.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_GUEST_VISIT_H
#define RSP_SCENARIO_GUEST_VISIT_H

#include "play/guest_program.h"

/* Loads a guest for the stub's architecture where memory may be, and checks it. `load` has it, or which step
 * failed; `left` gets what was not put back then. */
bool guest_visit_begin(play *p, rsp_guest_load *load, rsp_buf *left);

/* Enters the guest where the play wants it: its image anew, pc and sp. Where that fails the play has none,
 * and play.unlearned says why. */
void guest_visit_enter(play *p);

/* Puts back what the run has taken; `left` gets what could not be. */
bool guest_visit_end(play *p, rsp_guest_load *load, rsp_buf *left);

#endif
