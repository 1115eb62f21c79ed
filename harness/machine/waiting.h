/* Waiting in a system call, and its ends.
 * One noun: each system call that can wait begins and ends here. Also futexes, which other threads end.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_WAITING_H
#define RSP_MACHINE_WAITING_H

#include "kernel.h"

/* The thread waits; its pc stays at the ecall. */
void wait_begin(rsp_thread *t, const wait *w);
/* The wait is over: the call will be executed again. */
void wait_end(rsp_thread *t);
/* The wait is over: the call returns this. */
void wait_complete(rsp_thread *t, int64_t result);
/* A handler is about to run: the call returns -EINTR, or is executed again after it. */
void wait_interrupt(rsp_thread *t, bool restart);
/* The deadline has come. */
void wait_timeout(rsp_thread *t);
/* There is input, or its end: all readers try again. */
void wake_readers(rsp_machine *m);
/* Wakes up to `num` threads that wait for the futex with a bit of the set; how many there were. */
uint32_t futex_wake(rsp_machine *m, const void *key, uint64_t offset, uint32_t num, uint32_t bitset);
/* What a futex at the address is known by: the space, or the page if it is shared. */
void futex_key(space *s, uint64_t address, const void **out_key, uint64_t *out_offset);

#endif
