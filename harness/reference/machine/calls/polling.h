/* Waiting for several descriptors at once, with a mask of signals for as long as it takes.
 * A call is executed again whenever something has changed.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_POLLING_H
#define RSP_MACHINE_POLLING_H

#include "syscall.h"

/* The mask at the address holds until the call ends; 0: none. 0 or -EFAULT. */
int64_t poll_enter_mask(call *c, uint64_t address);
/* The call ends with this result: the old mask holds again. */
int64_t poll_leave_mask(call *c, uint64_t address, int64_t result);
/* The moment up to which the call waits, from the time at the address; 0: for ever. 0 or a negative error. */
int64_t poll_deadline(call *c, uint64_t address, uint64_t *out);
/* Nothing is ready: waits until the deadline, looking again at `wake`. What the call gives. */
int64_t poll_again(call *c, uint64_t mask, uint64_t deadline, uint64_t wake);

#endif
