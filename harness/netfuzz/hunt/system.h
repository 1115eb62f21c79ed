/* What this layer needs of the system: memory shared with a stub, how much memory a process has, exact waits.
 * One file implements it; what a system does not have is reported, not guessed.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SYSTEM_H
#define RSP_NETFUZZ_SYSTEM_H

#include <rsp/bytes.h>

/* Zeroed System V shared memory, and its id. */
rsp_status rsp_system_share(size_t size, uint8_t **out_memory, int *out_id, rsp_error *error);
void rsp_system_unshare(uint8_t *memory, int id);

/* Resident bytes of a process and its children; 0 where that can not be known. */
uint64_t rsp_system_resident(long pid);

/* From now on this thread's waits end when they should, where the system has it otherwise by default: Linux
 * lets them be 50 us late, which is longer than most stubs take for an answer. */
void rsp_system_wait_exactly(void);

#endif
