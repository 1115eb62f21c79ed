/* The text of a log point: what stands in braces is translated at the first hit of a place, once.
 * Names of other units are looked for in all of the debug information, which takes longer than the hit.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOG_POINT_H
#define RSP_DAP_ADAPTER_LOG_POINT_H

#include "control/breakpoint.h"

/* Tells the editor the text with the values of the stopped thread, which stands where the breakpoint lies for
 * the `i`-th time. */
void log_point_say(adapter *a, breakpoint *b, size_t i);

#endif
