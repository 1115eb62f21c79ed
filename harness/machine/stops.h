/* Hardware breakpoints and watchpoints of a process, as the interpreter's exits see them.
 * A few slots each.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_STOPS_H
#define RSP_MACHINE_STOPS_H

#include "kernel.h"

const stop_point *stop_find(const rsp_process *p, rsp_trap_kind kind, uint64_t address);
bool stop_watch_hit(const rsp_process *p, rsp_machine_event *out);
rsp_status stops_copy(rsp_process *to, const rsp_process *from);
void stops_clear(rsp_process *p);

#endif
