/* The queue of stops, linked both ways: as they happened, or after `?` as the threads follow each other.
 * Every operation but dropping takes constant time, however long the queue is.
 * Source: GDB manual, Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "stop_queue.h"

#include "faults/hooks.h"
#include "run_state.h"
#include "stop.h"
#include "stop_table.h"

#include <assert.h>

void stub_queue_push(rsp_stub *s, stub_stop *stop) {
    struct stub_run *run = s->run;
    assert(!stub_stop_waits(stop));
    stop->state = stop->state == STUB_STOP_KNOWN ? STUB_STOP_REQUEUED : STUB_STOP_QUEUED;
    run->num_queued++;
    stop->prev = run->last;
    stop->next = NULL;
    if (run->last)
        run->last->next = stop;
    else
        run->first = stop;
    run->last = stop;
    stub_fault_queued(s, stop);
}

void stub_queue_remove(rsp_stub *s, stub_stop *stop) {
    struct stub_run *run = s->run;
    if (!stub_stop_waits(stop))
        return;
    if (stop->prev)
        stop->prev->next = stop->next;
    else
        run->first = stop->next;
    if (stop->next)
        stop->next->prev = stop->prev;
    else
        run->last = stop->prev;
    stop->prev = NULL;
    stop->next = NULL;
    stop->state = stop->state == STUB_STOP_REQUEUED ? STUB_STOP_KNOWN : STUB_STOP_UNKNOWN;
    run->num_queued--;
}

void stub_queue_told(rsp_stub *s, stub_stop *stop) {
    stub_queue_remove(s, stop);
    stop->state = STUB_STOP_KNOWN;
}

void stub_queue_clear(rsp_stub *s) {
    while (s->run->first) {
        stub_stop *stop = s->run->first;
        stub_queue_told(s, stop);
        if (stub_stop_is_end(stop))
            stub_stop_release(s, stop);
    }
}

void stub_queue_drop_process(rsp_stub *s, int64_t pid) {
    for (stub_stop *stop = s->run->first; stop;) {
        stub_stop *next = stop->next;
        if (stub_stop_is_end(stop) && stop->thread.pid == pid) {
            stub_queue_remove(s, stop);
            stub_stop_release(s, stop);
        }
        stop = next;
    }
}
