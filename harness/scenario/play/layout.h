/* The registers of a stub that describes none, as far as the look found them.
 * They stand where those of a description would, so that scenarios read and write them by name and number.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAY_LAYOUT_H
#define PLAY_LAYOUT_H

#include "play/knowledge.h"

/* Fills k->target, and says whether the look knows enough for that. */
bool layout_of_look(stub_knowledge *k);

#endif
