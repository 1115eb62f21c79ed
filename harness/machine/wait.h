/* Waiting in a system call, and its ends.
 * Also futexes, which other threads end.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_WAIT_H
#define RSP_MACHINE_WAIT_H

#include "kernel.h"

void wait_begin(rsp_thread *t, const wait *w);
void wait_end(rsp_thread *t);                      /* the call will be executed again */
void wait_complete(rsp_thread *t, int64_t result); /* the call returns this */
void wait_interrupt(rsp_thread *t, bool restart);  /* a handler is about to run */
void wait_timeout(rsp_thread *t);
void wake_readers(rsp_machine *m);
uint32_t futex_wake(rsp_machine *m, const void *key, uint64_t offset, uint32_t num, uint32_t bitset);
void futex_key(space *s, uint64_t address, const void **out_key, uint64_t *out_offset);

#endif
