/* Processes that serve several scenarios, where we start the stub: a start may take longer than the scenario.
 * A stub that serves one client after the other takes the next scenario's; of one that serves a single
 * client, scenarios share the connection. Private to the layer; see docs/decisions/0054. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SHARING_H
#define RSP_SCENARIO_SHARING_H

#include "play/play.h"

/* What scenarios share. */
typedef enum sharing {
    SHARING_NONE,    /* each has a process of its own, or the stub is not ours to start */
    SHARING_PROCESS, /* the process, by connections of their own */
    SHARING_LINE,    /* the process and its only connection */
} sharing;

/* By the provider and the look. */
sharing sharing_by(const rsp_stub_provider *provider, const rsp_manners *manners);
sharing sharing_of(const play *p);

#define SHARING_FRESH "it is about how a connection begins or ends"

/* Why the scenario's process can't serve others afterwards, for the report; NULL: it can, if all is well, or
 * none is shared. */
const char *sharing_unfit(const play *p);
/* Whether a process that has served others will do for a play whose process can't serve others afterwards. */
bool sharing_ends_one(const play *p);
/* Whether the process must be one that has served nobody, because of how the scenario begins. */
bool sharing_wants_fresh(const play *p);

/* Gives the open link's process to the provider, for the next play. False: the link is still the caller's. */
bool sharing_rest(play *p);

#endif
