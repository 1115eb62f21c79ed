/* Heaps of threads, by deadline and by last turn.
 * A thread is at most once in each heap and knows its slot there.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_HEAP_H
#define RSP_MACHINE_HEAP_H

#include "kernel.h"

/* Room for so many threads: adding one never fails then. False without memory. */
bool heap_reserve(thread_heap *h, const rsp_mem *mem, size_t num);
/* Frees the room; the threads are others'. */
void heap_free(thread_heap *h, const rsp_mem *mem);
/* Adds a thread that is not in it. */
void heap_add(thread_heap *h, rsp_thread *t);
/* Takes the thread out; does nothing when it is not in. */
void heap_remove(thread_heap *h, rsp_thread *t);
/* To be called after the key of a thread has changed. */
void heap_moved(thread_heap *h, rsp_thread *t);
/* The thread with the least key; NULL: the heap is empty. */
rsp_thread *heap_first(const thread_heap *h);

#endif
