/* Connections of the look and of rehearsals, which no scenario plays on: from the provider, which hears of
 * their end.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FRESH_LINK_H
#define RSP_SCENARIO_FRESH_LINK_H

#include "run/runner.h"

/* A link to a stub with that program. Statuses of the provider. */
rsp_status fresh_link_open(rsp_runner *r, const char *program, rsp_link **out_link, rsp_error *error);

/* The default program. `ctx` is the runner, here and below: for the options of a look or a rehearsal. */
rsp_status fresh_link_default(void *ctx, rsp_link **out_link, rsp_error *error);

/* Tells the provider, and closes it. */
void fresh_link_close(void *ctx, rsp_link *link);

#endif
