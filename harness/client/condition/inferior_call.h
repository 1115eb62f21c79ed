/* A Linux system call in the inferior, made by its last stopped thread: RV64 and x86-64.
 * Registers and memory are afterwards as they were before.
 * Source: Linux system call conventions, syscall(2). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_INFERIOR_CALL_H
#define RSP_CONDITION_INFERIOR_CALL_H

#include "code_tail.h"
#include <rsp/client.h>

/* RV64: calls `number` with six arguments; the instruction stands at `at` (a multiple of 4) for that moment.
 * RSP_OK with the result, which may be -errno. Whatever fails, what can be restored is. */
rsp_status inferior_call(rsp_client *client, uint64_t at, uint64_t number, const uint64_t args[6],
                         uint64_t *out_result, const rsp_mem *mem);

/* x86-64: the same by code in `room`, which is idle and is 0 again afterwards. It saves the thread's
 * registers, calls, and goes back by itself: should the link be lost at any moment, the program goes on
 * undisturbed. A thread that stands in an interrupted system call restarts it afterwards, as it would have
 * done. RSP_REFUSED: the room is too small. */
rsp_status inferior_call_in(rsp_client *client, const code_tail *room, uint64_t number,
                            const uint64_t args[6], uint64_t *out_result, const rsp_mem *mem);

#endif
