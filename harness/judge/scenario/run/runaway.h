/* Whether a request that is to be refused has let the program run: its silence is no silence of the packet.
 * Asked after a scenario, by 0x03.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_RUNAWAY_H
#define RSP_SCENARIO_RUNAWAY_H

#include "play/play.h"

/* The play failed for want of a reply behind a vCont that is to be refused, for its action or its thread-id:
 * where 0x03 stops a program now, the failure is named by that. Else nothing is sent. */
void runaway_look(play *p);

#endif
