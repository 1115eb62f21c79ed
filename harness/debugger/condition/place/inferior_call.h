/* A Linux system call in the inferior, made by its last stopped thread: RV64, AArch64, x86-64.
 * Registers and memory are afterwards as they were before.
 * Source: Linux system call conventions, syscall(2). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_INFERIOR_CALL_H
#define RSP_CONDITION_INFERIOR_CALL_H

#include "code_tail.h"
#include "condition/trampoline.h"
#include <rsp/client.h>

/* RV64 and AArch64: where the instruction of a system call stands. */
typedef struct call_place {
    rsp_machine_kind kind;
    uint64_t at;  /* a multiple of 4 */
    bool present; /* it is the program's own; else it is written there for the moment of the call */
} call_place;

/* The bytes of that instruction. */
void inferior_call_bytes(rsp_machine_kind kind, uint8_t out[4]);

/* Calls `number` with six arguments. RSP_OK with the result, which may be -errno. RSP_REFUSED: the
 * instruction cannot be written there, and nothing has happened. Whatever fails, what can be restored is. */
rsp_status inferior_call(rsp_client *client, const call_place *place, uint64_t number, const uint64_t args[6],
                         uint64_t *out_result, const rsp_mem *mem);

/* x86-64: the same by code in `room`, which is idle and is 0 again afterwards. It saves the thread's
 * registers, calls, and goes back by itself: should the link be lost at any moment, the program goes on
 * undisturbed. A thread that stands in an interrupted system call restarts it afterwards, as it would have
 * done. RSP_REFUSED: the room is too small. */
rsp_status inferior_call_in(rsp_client *client, const code_tail *room, uint64_t number,
                            const uint64_t args[6], uint64_t *out_result, const rsp_mem *mem);

#endif
