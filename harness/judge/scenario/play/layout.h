/* The registers of a stub whose target.xml has none, as far as the look has found them.
 * They take the place of a description, so scenarios can use them by name and number.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAY_LAYOUT_H
#define PLAY_LAYOUT_H

#include "play/knowledge.h"

/* Fills k->target; false when the look knows too little. */
bool layout_of_look(stub_knowledge *k);

#endif
