/* Tracing as a whole: it begins, puts its tracepoints into every process, and ends for a reason.
 * A tracepoint is a software breakpoint of the target, shared with those of the client.
 * Source: GDB manual, Tracepoint Packets (QTStart, QTStop, QTDisconnected). */
/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include "breakpoint_table.h"
#include "run_state.h"

#include "core/limits.h"
#include "core/mem.h"

enum { TIMESTAMP_NUMBER = 1 };

bool stub_trace_offered(const rsp_stub *s) {
    const rsp_target_ops *ops = s->opt.ops;
    return s->opt.trace_buffer_bytes > 0 && ops->insert_point && ops->remove_point && ops->set_stepping;
}

/* The variable that every trace has, as gdbserver has it: microseconds of the target. */
static rsp_status add_timestamp(struct stub_trace *trace) {
    stub_trace_variable *v = stub_trace_variable_add(&trace->table, TIMESTAMP_NUMBER);
    if (!v)
        return RSP_NO_MEMORY;
    v->builtin = true;
    v->of_stub = true;
    rsp_buf_str(&v->name, "trace_timestamp");
    return v->name.status;
}

rsp_status stub_trace_new(rsp_stub *s) {
    struct stub_trace *trace = rsp_mem_calloc(s->opt.mem, 1, sizeof *trace);
    s->trace = trace;
    if (!trace)
        return RSP_NO_MEMORY;
    stub_trace_table_init(&trace->table, s->opt.mem);
    stub_trace_buffer_init(&trace->buffer, s->opt.mem);
    trace->buffer.size = s->opt.trace_buffer_bytes;
    rsp_buf *const texts[] = {&trace->end_text, &trace->user, &trace->notes, &trace->stop_note};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        rsp_buf_init(texts[i], s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    rsp_buf *const lists[] = {&trace->stepping, &trace->parked, &trace->block, &trace->data, &trace->code};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        rsp_buf_init(lists[i], s->opt.mem, 0);
    return add_timestamp(trace);
}

void stub_trace_free(rsp_stub *s) {
    struct stub_trace *trace = s->trace;
    if (!trace)
        return;
    rsp_buf *const all[] = {&trace->end_text,  &trace->user,     &trace->notes,
                            &trace->stop_note, &trace->stepping, &trace->parked,
                            &trace->block,     &trace->data,     &trace->code};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        rsp_buf_free(all[i]);
    stub_trace_buffer_free(&trace->buffer);
    stub_trace_table_free(&trace->table);
    rsp_mem_free(s->opt.mem, trace);
    s->trace = NULL;
}

void stub_trace_connect(rsp_stub *s) {
    s->trace->frame_selected = false;
    s->trace->sent_point = NULL;
    s->trace->sent_text = NULL;
    s->trace->sent_variable = NULL;
}

bool stub_trace_disconnect(rsp_stub *s) {
    s->trace->frame_selected = false;
    if (s->trace->running && !s->trace->outlives_client)
        stub_trace_stop(s, STUB_TRACE_DISCONNECTED, 0);
    return s->trace->running;
}

/* The packet does not say how long the instruction is: the target takes what fits. */
static rsp_status insert(const rsp_stub *s, int64_t pid, uint64_t addr) {
    static const uint64_t kinds[] = {4, 2, 1};
    rsp_status status = RSP_FAULT;
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds) && status == RSP_FAULT; i++)
        status = s->opt.ops->insert_point(s->opt.target, pid, RSP_BREAKPOINT_SOFTWARE, addr, kinds[i]);
    return status == RSP_DUPLICATE ? RSP_OK : status;
}

static void take_out(const rsp_stub *s, int64_t pid, uint64_t addr) {
    if (!stub_breakpoint_find(s, pid, RSP_BREAKPOINT_SOFTWARE, addr, 0))
        (void)s->opt.ops->remove_point(s->opt.target, pid, RSP_BREAKPOINT_SOFTWARE, addr, 4);
}

static void uninstall(rsp_stub *s, uint64_t addr) {
    int64_t pid = 0;
    while (s->opt.ops->process_next(s->opt.target, pid, &pid))
        take_out(s, pid, addr);
}

rsp_status stub_trace_install(rsp_stub *s, const stub_tracepoint *point) {
    stub_tracepoint *own = stub_tracepoint_find(&s->trace->table, point->number, point->addr);
    rsp_status status = RSP_OK;
    int64_t pid = 0;
    while (status == RSP_OK && s->opt.ops->process_next(s->opt.target, pid, &pid))
        status = insert(s, pid, point->addr);
    if (status == RSP_OK)
        own->installed = true;
    else if (!(s->trace->running && stub_tracepoint_holds(&s->trace->table, point->addr)))
        uninstall(s, point->addr);
    return status;
}

void stub_trace_process(rsp_stub *s, int64_t pid) {
    for (const stub_tracepoint *p = s->trace->table.first; s->trace->running && p; p = p->next)
        if (p->installed)
            (void)insert(s, pid, p->addr); /* another program need not have this place */
}

static uint64_t now_us(const rsp_stub *s) {
    return s->opt.ops->clock_us ? s->opt.ops->clock_us(s->opt.target) : 0;
}

bool stub_trace_value(const rsp_stub *s, uint64_t number, uint64_t *out) {
    const stub_trace_variable *v = stub_trace_variable_find(&s->trace->table, number);
    if (!v)
        return false;
    *out = v->of_stub ? now_us(s) : v->value;
    return true;
}

static void begin(rsp_stub *s) {
    struct stub_trace *trace = s->trace;
    stub_trace_buffer_clear(&trace->buffer);
    trace->buffer.big_endian = s->opt.ops->register_set(s->opt.target)->big_endian;
    trace->frame_selected = false;
    trace->running = true;
    trace->end = STUB_TRACE_UNKNOWN;
    trace->end_number = 0;
    trace->started_us = now_us(s);
    trace->ended_us = 0;
    rsp_buf_clear(&trace->end_text);
    rsp_buf_clear(&trace->stop_note);
    for (stub_tracepoint *p = trace->table.first; p; p = p->next) {
        p->installed = false;
        p->hits = 0;
        p->usage = 0;
    }
    for (stub_trace_variable *v = trace->table.first_variable; v; v = v->next)
        v->value = v->initial;
}

rsp_status stub_trace_start(rsp_stub *s) {
    rsp_status status = RSP_OK;
    begin(s);
    for (const stub_tracepoint *p = s->trace->table.first; p && status == RSP_OK; p = p->next)
        status = stub_trace_install(s, p);
    if (status != RSP_OK)
        stub_trace_stop(s, STUB_TRACE_NOT_RUN, 0);
    return status;
}

static void end_stepping(rsp_stub *s) {
    const stub_trace_thread *list = (const stub_trace_thread *)(const void *)s->trace->stepping.ptr;
    size_t num = s->trace->stepping.len / sizeof *list;
    for (size_t i = 0; i < num; i++)
        if (s->opt.ops->thread_alive(s->opt.target, list[i].thread))
            s->opt.ops->set_stepping(s->opt.target, list[i].thread, false);
    rsp_buf_clear(&s->trace->stepping);
    rsp_buf_clear(&s->trace->parked);
}

void stub_trace_stop(rsp_stub *s, stub_trace_end end, uint64_t number) {
    struct stub_trace *trace = s->trace;
    if (!trace->running)
        return;
    for (stub_tracepoint *p = trace->table.first; p; p = p->next) {
        if (p->installed)
            uninstall(s, p->addr);
        p->installed = false;
    }
    end_stepping(s);
    trace->running = false;
    trace->end = end;
    trace->end_number = number;
    trace->ended_us = now_us(s);
}
