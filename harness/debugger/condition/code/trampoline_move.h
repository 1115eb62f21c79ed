/* The instruction at a site moved to another place: checked, then relocated.
 * Not public; trampoline.h has the reasons.
 * Source: The RISC-V Instruction Set Manual, volume I, RV32/64G Instruction Set Listings. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_TRAMPOLINE_MOVE_H
#define CLIENT_TRAMPOLINE_MOVE_H

#include "condition/trampoline.h"

/* Appends the instruction, to stand at map->moved, and the jumps that lead on; fills `done` and the places.
 * NONE, or why it cannot stand there. */
rsp_trampoline_reason trampoline_move(rsp_trampoline *map, rsp_buf *out);

#endif
