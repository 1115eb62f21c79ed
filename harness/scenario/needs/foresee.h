/* Needs that a stub is known not to meet, before it is started once more: the features that it announces to
 * the same qSupported, and modes that it refused. Starting a stub is what most of a run's time goes into.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FORESEE_H
#define RSP_SCENARIO_FORESEE_H

#include "play/play.h"

/* Keeps what this handshake showed: to be called when it is over, in whatever way. */
void foresee_remember(play *p);

/* Whether an earlier handshake of the same kind shows that this scenario is skipped, and why: the reason is
 * the one that its own connection would give. */
bool foresee_skip(play *p, const char **out_reason);

/* Whether another play of this run had a reply to the qSupported that this play sends. */
bool foresee_was_served(play *p);

#endif
