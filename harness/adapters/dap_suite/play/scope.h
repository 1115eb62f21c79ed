/* Which scope of a frame has the local variables: adapters have others before it, such as arguments.
 * It may ask for variables.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_SCOPE_H
#define RSP_DAP_SUITE_SCOPE_H

#include "play/play.h"

/* The one of the array `scopes` of a response that has the locals of the play's line, borrowed. NULL: there
 * is no scope, or the play has failed. */
const json_t *dap_scope_choose(play *p, const json_t *scopes);

#endif
