/* Hits of breakpoints that are out by the time that the stub tells them: it had kept them, since another
 * thread's stop came first. GDB passes over them likewise.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_LATE_HIT_H
#define RSP_CONDITION_LATE_HIT_H

#include "set.h"

/* *out: the stop is one, and the thread can go on from where it stands. Only a stub that tells `swbreak` and
 * `hwbreak` tells these apart; false where nobody has asked what machine it is. Errors: the session's. */
rsp_status late_hit_look(rsp_conditionals *set, const rsp_stop_reply *stop, bool *out);

#endif
