/* Hardware breakpoints and watchpoints of a process, as the interpreter's exits see them.
 * A few slots each.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_STOPS_H
#define RSP_MACHINE_STOPS_H

#include "kernel.h"

static inline bool stop_is_watch(rsp_trap_kind kind) {
    return kind != RSP_STOP_BREAK_SW && kind != RSP_STOP_BREAK_HW;
}

/* The slot of this kind at this address; NULL when there is none. */
const stop_point *stop_find(const rsp_process *p, rsp_trap_kind kind, uint64_t address);
/* Whether the accesses of the last instruction touched this one; fills watch and address. Not for
 * breakpoints. */
bool stop_point_hit(const stop_point *w, const space *s, rsp_machine_event *out);
/* Whether the accesses of the last instruction touched a watchpoint; fills watch and address. */
bool stop_watch_hit(const rsp_process *p, rsp_machine_event *out);
/* Takes a slot, or does nothing where it is taken by the same. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status stops_add(rsp_process *p, const stop_point *s);
/* Frees the slot of this kind, address and, for a watchpoint, length. RSP_NOT_FOUND. */
rsp_status stops_drop(rsp_process *p, const stop_point *gone);
/* The child of a traced fork starts with all. RSP_NO_MEMORY. */
rsp_status stops_copy(rsp_process *to, const rsp_process *from);
/* Removes all. */
void stops_clear(rsp_process *p);

#endif
