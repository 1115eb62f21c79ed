/* Times in system calls: what a struct timespec of the program holds, and the point in time it stands for.
 * Both saturate below RSP_NEVER_NS.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_CALL_TIME_H
#define RSP_MACHINE_CALL_TIME_H

#include "syscall.h"

#define EPOCH_NS (UINT64_C(1700000000) * RSP_NS_PER_S) /* what the real-time clock shows at the start */

/* struct timespec: 0, -EFAULT or -EINVAL. */
int64_t call_time(const call *c, uint64_t address, uint64_t *out_ns);
/* Two words, of a timespec or a timeval: 0 or -EFAULT. */
int64_t put_pair(const call *c, uint64_t address, uint64_t first, uint64_t second);
/* A point of a clock in virtual time. */
uint64_t clock_point(uint64_t clock, uint64_t ns);
/* The same from now on. A call that is executed again keeps the deadline of its first execution. */
uint64_t call_deadline(call *c, uint64_t ns);

#endif
