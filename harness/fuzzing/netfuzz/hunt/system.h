/* What this layer needs of the system: memory shared with a stub, the memory of a process, exact waits.
 * What a system does not have is reported, not guessed.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_SYSTEM_H
#define RSP_NETFUZZ_SYSTEM_H

#include <rsp/bytes.h>

/* Zeroed System V shared memory, and its id. */
rsp_status rsp_system_share(size_t size, uint8_t **out_memory, int *out_id, rsp_error *error);
void rsp_system_unshare(uint8_t *memory, int id);

/* Resident bytes of a process; 0 where the system does not say. */
uint64_t rsp_system_resident(long pid);

/* From now on this thread's waits end on time. By default Linux lets them be 50 us late, longer than most
 * stubs take for an answer. */
void rsp_system_wait_exactly(void);

#endif
