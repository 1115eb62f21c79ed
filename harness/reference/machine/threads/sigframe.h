/* The frame on a program's stack while a handler runs.
 * As Linux lays it out for RV64.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SIGFRAME_H
#define RSP_MACHINE_SIGFRAME_H

#include "kernel.h"

/* False when the stack can not be written. */
bool sigframe_push(rsp_thread *t, const signal_info *info, const signal_action *action);
/* False when the frame can not be read. */
bool sigframe_pop(rsp_thread *t);

#endif
