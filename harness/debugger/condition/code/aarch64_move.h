/* AArch64: the instruction at a site moved to another place, checked, then relocated.
 * Not public; trampoline.h has the reasons.
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), A64 Instruction Set Encoding. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_AARCH64_MOVE_H
#define CLIENT_AARCH64_MOVE_H

#include "condition/trampoline.h"

/* Whether the instruction can be moved at all. NONE: yes. `before` is code that ends at the site. */
rsp_trampoline_reason aarch64_check(uint64_t site, uint32_t insn, rsp_bytes before);

/* Appends the instruction of map->original, to stand at map->moved, and the branches that lead on; fills
 * `done` and the places. NONE, or why it cannot stand there. */
rsp_trampoline_reason aarch64_move(rsp_trampoline *map, rsp_buf *out);

#endif
