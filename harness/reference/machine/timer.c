/* Threads that wait for a time, in a heap by deadline and then by thread id.
 * Held threads are not in it: their time does not count until they are resumed.
 * When a thread's time has come its system call ends. */
/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include "alarms.h"
#include "heap.h"
#include "waiting.h"

void timer_set(rsp_thread *t) {
    timer_clear(t);
    heap_add(&t->machine->timers, t);
}

void timer_clear(rsp_thread *t) {
    heap_remove(&t->machine->timers, t);
}

uint64_t timer_next_ns(const rsp_machine *m) {
    const rsp_thread *first = heap_first(&m->timers);
    uint64_t threads = first ? first->wait.deadline_ns : RSP_NEVER_NS;
    uint64_t alarms = m->num_alarms ? alarm_next_ns(m) : RSP_NEVER_NS;
    return threads < alarms ? threads : alarms;
}

void timer_fire(rsp_machine *m) {
    const rsp_thread *first;
    alarm_fire(m);
    while ((first = heap_first(&m->timers)) != NULL && first->wait.deadline_ns <= now_ns(m))
        wait_timeout(heap_first(&m->timers));
}
