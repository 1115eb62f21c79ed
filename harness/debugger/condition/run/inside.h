/* Threads in a trampoline: their registers in the program's own terms, moved out, or moved in.
 * All of them stand still meanwhile.
 * See inside.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_INSIDE_H
#define RSP_CONDITION_INSIDE_H

#include "code_memory.h"
#include "condition/trampoline.h"
#include <rsp/client.h>

/* Gives a thread inside the registers of the program and sets its pc. */
rsp_status inside_put_back(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                           uint64_t pc);

/* Overwrites in the digits of g, from `start` of the buffer, what the trampoline has changed for a thread
 * inside. */
rsp_status inside_undo(const code_memory *memory, rsp_ptid thread, const rsp_trampoline_origin *place,
                       rsp_buf *hex, size_t start);

/* All threads of the process (0: the only one) that are inside go back to where they stand in the program. */
rsp_status inside_evacuate(const rsp_trampoline *map, int64_t pid, const code_memory *memory);

/* Those that stand in the middle of the bytes that the jump will replace go on in their copy. RSP_REFUSED:
 * one cannot, and all are where they were. */
rsp_status inside_let_in(const rsp_trampoline *map, int64_t pid, const code_memory *memory);

/* All other threads of the process that have met a trap of the code and whose stop nobody tells: they meet it
 * again when they go on. LLDB's stubs stop a process for one thread, and forget what the others have met. */
rsp_status inside_trap_again(const rsp_trampoline *map, int64_t pid, const code_memory *memory);

#endif
