/* Threads that wait for a time, in a heap by deadline and then by thread id.
 * Held threads are not in it: their time does not count until they are resumed.
 * See timer.h. */
/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include "heap.h"

void timer_set(rsp_thread *t) {
    timer_clear(t);
    heap_add(&t->machine->timers, t);
}

void timer_clear(rsp_thread *t) {
    heap_remove(&t->machine->timers, t);
}
