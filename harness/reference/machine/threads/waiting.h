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
uint32_t futex_wake(rsp_machine *m, const futex_place *at, uint32_t num, uint32_t bitset);
/* Up to `num` threads that wait for one futex wait for the other; how many there were. */
uint32_t futex_requeue(rsp_machine *m, const futex_place *from, const futex_place *to, uint32_t num);
/* Ends the wait of the first thread that waits for the lock; the lock's new value, 0 for nobody's. */
uint32_t futex_hand_over(rsp_machine *m, const futex_place *at);
/* What a futex at the address is known by: the space, or the page if it is shared. */
void futex_key(space *s, uint64_t address, const void **out_key, uint64_t *out_offset);

#endif
