/* Heaps of threads, by deadline and by last turn.
 * A thread is at most once in each heap and knows its slot there.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_HEAP_H
#define RSP_MACHINE_HEAP_H

#include "kernel.h"

/* Room for so many threads: adding one never fails then. False without memory. */
bool heap_reserve(thread_heap *h, const rsp_mem *mem, size_t num);
void heap_free(thread_heap *h, const rsp_mem *mem);
void heap_add(thread_heap *h, rsp_thread *t);
void heap_remove(thread_heap *h, rsp_thread *t); /* does nothing when it is not in the heap */
void heap_moved(thread_heap *h, rsp_thread *t);  /* after its key has changed */
rsp_thread *heap_first(const thread_heap *h);    /* NULL: empty */

#endif
