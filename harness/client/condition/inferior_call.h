/* A Linux system call in the inferior, made by its last stopped thread. RV64.
 * Registers and memory are afterwards as they were before.
 * Source: Linux system call conventions, RISC-V. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_INFERIOR_CALL_H
#define RSP_CONDITION_INFERIOR_CALL_H

#include <rsp/client.h>

/* Calls `number` with six arguments; the instruction stands at `at` (a multiple of 4) for that moment. RSP_OK
 * with the result, which may be -errno. Whatever fails, what can be restored is. */
rsp_status inferior_call(rsp_client *client, uint64_t at, uint64_t number, const uint64_t args[6],
                         uint64_t *out_result, const rsp_mem *mem);

#endif
