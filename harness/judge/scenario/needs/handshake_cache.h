/* Needs that a stub is known not to meet, before it is started once more: the features that it announces to
 * the same qSupported, and modes that it refused. Starting a stub is what most of a run's time goes into.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_HANDSHAKE_CACHE_H
#define RSP_SCENARIO_HANDSHAKE_CACHE_H

#include "play/play.h"

/* Keeps what this handshake showed: to be called when it is over, in whatever way. */
void handshake_cache_add(play *p);

/* Whether an earlier handshake of the same kind shows that this scenario is skipped, and why: the reason is
 * the one that its own connection would give. */
bool handshake_cache_skips(play *p, const char **out_reason);

/* Whether another play of this run had a reply to the qSupported that this play sends. */
bool handshake_cache_has(play *p);

#endif
