/* The instructions under a 5-byte jump: how many there are, whether they can stand elsewhere, and then there.
 * Whoever else jumps into these bytes is looked for in x86_64_targets.c.
 * Not public; trampoline.h has the reasons. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_X86_64_MOVE_H
#define CLIENT_X86_64_MOVE_H

#include "condition/trampoline.h"

/* Fills map->num_displaced. NONE, or why the jump cannot be put there. */
rsp_trampoline_reason x86_64_displace(rsp_trampoline *map, const rsp_trampoline_site *site);

/* The same for the first instruction alone, of whatever length. */
rsp_trampoline_reason x86_64_displace_first(rsp_trampoline *map, const rsp_trampoline_site *site);

/* Appends the instructions, to stand at map->moved, and the jumps that lead on; fills `done` and the places.
 * NONE, or what is out of reach from there. */
rsp_trampoline_reason x86_64_move(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site);

/* Whether something else than the code before them leads into the middle of the displaced bytes, as far as
 * the code around tells: relative jumps into them, and jumps whose targets nobody can see. NONE: no. */
rsp_trampoline_reason x86_64_targets(const rsp_trampoline *map, const rsp_trampoline_site *site);

#endif
