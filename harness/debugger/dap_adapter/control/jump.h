/* Handlers of the requests that set a thread to another line without executing what is between.
 * The table is control_commands.c.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_JUMP_H
#define RSP_DAP_ADAPTER_JUMP_H

#include "serve/handler.h"

adapter_handler control_goto_targets;
adapter_handler control_goto;

/* A thread stands as after a stop, without a run: `ahead` inlined functions begin there and are not entered.
 */
void control_stand_anew(adapter *a, rsp_ptid thread, const char *reason, size_t ahead);

/* Behind the reply: the stop that this is told by. */
void control_tell_jump(adapter *a);

#endif
