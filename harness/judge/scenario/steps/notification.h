/* A notification that was received, taken apart.
 * For the steps that wait for one.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NOTIFICATION_H
#define RSP_SCENARIO_NOTIFICATION_H

#include "play/play.h"

/* "Stop:T05...": the body is kept as the last reply. False: it has another name. NULL: any, kept whole. */
bool take_notification(play *p, const char *name);

#endif
