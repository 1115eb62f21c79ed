/* When something is recorded: a thread comes to a tracepoint, or makes a step of while-stepping.
 * The program never stops for it. Going on from a place where a hit was recorded is no second hit.
 * Source: GDB manual, Tracepoint Packets (QTDP); Tracepoint Passcounts. */
/* SPDX-License-Identifier: MIT */
#include "trace.h"
#include "trace_collect.h"

static void fail(stub_collection *c, rsp_status status, const char *where) {
    rsp_buf *text = &c->s->trace->end_text;
    rsp_buf_clear(text);
    rsp_buf_printf(text, "%s: %s", where, rsp_status_text(status));
    stub_trace_stop(c->s, STUB_TRACE_ERROR, c->point->number);
}

static bool passed(const stub_tracepoint *point) {
    return point->passes > 0 && point->hits >= point->passes;
}

/* One frame; false when the trace has ended with it. */
static bool record_frame(stub_collection *c, char kind) {
    struct stub_trace *trace = c->s->trace;
    rsp_status status = stub_collection_record(c, kind);
    if (status != RSP_OK)
        fail(c, status, "an action can't be evaluated");
    else if (trace->buffer.full)
        stub_trace_stop(c->s, STUB_TRACE_FULL, 0);
    return trace->running;
}

/* One that fails ends the trace. */
static bool condition_holds(stub_collection *c) {
    bool holds;
    rsp_status status = stub_collection_condition(c, &holds);
    if (status != RSP_OK)
        fail(c, status, "a condition can't be evaluated");
    return status == RSP_OK && holds;
}

static stub_trace_thread *listed(const rsp_buf *list, size_t *num) {
    *num = list->len / sizeof(stub_trace_thread);
    return (stub_trace_thread *)(void *)list->ptr;
}

/* The thread's entry, for this tracepoint; NULL stands for a parked one. */
static stub_trace_thread *find_listed(const rsp_buf *list, rsp_ptid thread, const stub_tracepoint *point) {
    size_t num;
    stub_trace_thread *items = listed(list, &num);
    for (size_t i = 0; i < num; i++)
        if (rsp_ptid_equal(items[i].thread, thread) && items[i].point == point)
            return &items[i];
    return NULL;
}

static void drop_listed(rsp_buf *list, const stub_trace_thread *item) {
    size_t num;
    stub_trace_thread *items = listed(list, &num);
    items[item - items] = items[num - 1];
    rsp_buf_truncate(list, (num - 1) * sizeof *items);
}

static void begin_stepping(rsp_stub *s, rsp_ptid thread, stub_tracepoint *point) {
    stub_trace_thread *again = find_listed(&s->trace->stepping, thread, point);
    const stub_trace_thread item = {.thread = thread, .point = point, .left = point->steps};
    if (again)
        *again = item;
    else
        rsp_buf_append(&s->trace->stepping, rsp_bytes_make(&item, sizeof item));
    s->opt.ops->set_stepping(s->opt.target, thread, true);
}

/* One tracepoint; false when the trace has ended with it. */
static bool hit_one(stub_collection *c) {
    if (!c->point->installed || !c->point->enabled)
        return true;
    if (!condition_holds(c))
        return c->s->trace->running;
    c->point->hits++;
    if (!record_frame(c, 'A'))
        return false;
    if (c->point->steps > 0)
        begin_stepping(c->s, c->thread, c->point);
    else if (passed(c->point))
        stub_trace_stop(c->s, STUB_TRACE_PASS_COUNT, c->point->number);
    return c->s->trace->running;
}

static void hit(rsp_stub *s, const rsp_target_event *event) {
    stub_collection c;
    stub_trace_thread *parked = find_listed(&s->trace->parked, event->thread, NULL);
    if (parked) {
        drop_listed(&s->trace->parked, parked);
        return;
    }
    if (stub_collection_begin(&c, s, event->thread) != RSP_OK)
        return;
    c.point = stub_tracepoint_at(&s->trace->table, event->address);
    while (c.point && hit_one(&c))
        c.point = stub_tracepoint_beside(c.point);
}

/* One step of one tracepoint: false when the trace has ended with it. */
static bool step_one(stub_collection *c, size_t index) {
    size_t num;
    stub_trace_thread *item = &listed(&c->s->trace->stepping, &num)[index];
    c->point = item->point;
    item->left--;
    bool last = item->left == 0;
    if (last)
        drop_listed(&c->s->trace->stepping, item);
    if (!record_frame(c, 'S'))
        return false;
    if (last && passed(c->point))
        stub_trace_stop(c->s, STUB_TRACE_PASS_COUNT, c->point->number);
    return c->s->trace->running;
}

static void stepped(rsp_stub *s, rsp_ptid thread) {
    stub_collection c;
    size_t num;
    bool goes_on = false;
    (void)listed(&s->trace->stepping, &num);
    if (stub_collection_begin(&c, s, thread) != RSP_OK)
        return;
    for (size_t i = num; i-- > 0;) {
        const stub_trace_thread *item = &listed(&s->trace->stepping, &num)[i];
        if (!rsp_ptid_equal(item->thread, thread))
            continue;
        goes_on = goes_on || item->left > 1;
        if (!step_one(&c, i))
            return;
    }
    if (!goes_on)
        s->opt.ops->set_stepping(s->opt.target, thread, false);
}

/* A thread that has ended, or all of a process, have nothing to record any more. */
static void forget(rsp_buf *list, rsp_ptid thread, bool process) {
    size_t num;
    (void)listed(list, &num);
    for (size_t i = num; i-- > 0;) {
        const stub_trace_thread *item = &listed(list, &num)[i];
        if (process ? item->thread.pid == thread.pid : rsp_ptid_equal(item->thread, thread))
            drop_listed(list, item);
    }
}

/* What is gone through again was recorded when it happened. */
static bool in_past(const rsp_stub *s) {
    return s->opt.ops->in_past && s->opt.ops->in_past(s->opt.target);
}

void stub_trace_event(rsp_stub *s, const rsp_target_event *event) {
    bool process = event->kind == RSP_TARGET_PROCESS_EXITED || event->kind == RSP_TARGET_PROCESS_KILLED ||
                   event->kind == RSP_TARGET_EXECED;
    if (!s->trace->running && event->kind == RSP_TARGET_TRACE_STEPPED)
        s->opt.ops->set_stepping(s->opt.target, event->thread, false);
    if (!s->trace->running)
        return;
    if (process || event->kind == RSP_TARGET_THREAD_EXITED) {
        forget(&s->trace->stepping, event->thread, process);
        forget(&s->trace->parked, event->thread, process);
    } else if (in_past(s)) {
        return;
    } else if (event->kind == RSP_TARGET_TRACE_STEPPED) {
        stepped(s, event->thread);
    } else if (stub_trace_hit(s, event)) {
        hit(s, event);
    }
}

bool stub_trace_hit(const rsp_stub *s, const rsp_target_event *event) {
    return event->kind == RSP_TARGET_BREAK_SOFTWARE && event->signal == 0 && s->trace->running &&
           stub_tracepoint_holds(&s->trace->table, event->address);
}

void stub_trace_left(rsp_stub *s, int64_t pid) {
    const rsp_ptid process = {pid, 0};
    forget(&s->trace->stepping, process, true);
    forget(&s->trace->parked, process, true);
}

void stub_trace_park(rsp_stub *s, const rsp_target_event *event) {
    const stub_trace_thread item = {.thread = event->thread, .left = event->address};
    if (s->trace->running)
        rsp_buf_append(&s->trace->parked, rsp_bytes_make(&item, sizeof item));
}

void stub_trace_resumed(rsp_stub *s, rsp_ptid thread, uint64_t pc) {
    const stub_trace_thread *parked = find_listed(&s->trace->parked, thread, NULL);
    if (parked && parked->left != pc)
        drop_listed(&s->trace->parked, parked);
}
