/* What a client defines before a trace: tracepoints with actions and source, variables, read-only memory.
 * A request that is refused changes nothing.
 * Source: GDB manual, Tracepoint Packets (QTinit, QTDP, QTDPsrc, QTDV, QTEnable, QTDisable, QTro). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "trace.h"

#include "codec/tracepoint.h"
#include "core/limits.h"

/* Two bytes in a trace file, where 0 stands for the end. */
enum { HIGHEST_NUMBER = UINT16_MAX };

stub_reply_kind stub_on_trace_init(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    struct stub_trace *trace = s->trace;
    (void)args;
    stub_trace_stop(s, STUB_TRACE_STOPPED, 0);
    stub_trace_connect(s);
    stub_trace_table_clear(&trace->table);
    stub_trace_buffer_clear(&trace->buffer);
    trace->end = STUB_TRACE_NOT_RUN;
    trace->end_number = 0;
    return stub_ok(reply);
}

static stub_reply_kind answer(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    switch ((int)status) {
    case RSP_OK:
        return stub_ok(reply);
    case RSP_NOT_FOUND:
        return stub_error(s, reply, STUB_E_GENERAL, "no such tracepoint");
    case RSP_DUPLICATE:
        return stub_error(s, reply, STUB_E_GENERAL, "there is such a tracepoint already");
    case RSP_UNSUPPORTED:
        return stub_error(s, reply, STUB_E_GENERAL, "only tracepoints by traps are supported");
    case RSP_FAULT:
        return stub_error(s, reply, STUB_E_MEMORY, "cannot insert there");
    case RSP_LIMIT:
    case RSP_NO_MEMORY:
        return stub_error(s, reply, STUB_E_LIMIT, "no room for more");
    default:
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed tracepoint request");
    }
}

/* Without memory for its condition it is defined, and disabled: a request that fails half-way. */
static rsp_status define(rsp_stub *s, const rsp_tracepoint *from) {
    stub_trace_table *table = &s->trace->table;
    if (from->number == 0 || from->number > HIGHEST_NUMBER)
        return RSP_RANGE;
    if (from->way != RSP_TRACEPOINT_TRAP)
        return RSP_UNSUPPORTED;
    if (stub_tracepoint_find(table, from->number, from->addr))
        return RSP_DUPLICATE;
    stub_tracepoint *point = stub_tracepoint_add(table, from->number, from->addr);
    if (!point)
        return RSP_LIMIT;
    point->steps = from->steps;
    point->passes = from->passes;
    rsp_status status = rsp_hex_decode(&point->condition, from->condition);
    point->enabled = status == RSP_OK && from->enabled;
    return status;
}

static rsp_status extend(rsp_stub *s, const rsp_tracepoint *from) {
    stub_tracepoint *point = stub_tracepoint_find(&s->trace->table, from->number, from->addr);
    if (!point)
        return RSP_NOT_FOUND;
    if (from->stepping && point->stepping)
        return RSP_MALFORMED;
    bool stepping = point->stepping || from->stepping;
    rsp_status status = stub_tracepoint_append(&s->trace->table, point, stepping ? 'S' : 'A', from->actions);
    if (status == RSP_OK)
        point->stepping = stepping;
    return status;
}

/* One that is complete joins a trace that runs. */
static stub_reply_kind on_definition(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_tracepoint from;
    rsp_status status = rsp_tracepoint_parse(&from, args, NULL);
    if (status == RSP_OK)
        status = from.continues ? extend(s, &from) : define(s, &from);
    if (status == RSP_OK && s->trace->running && !from.more)
        status = stub_trace_install(s, stub_tracepoint_find(&s->trace->table, from.number, from.addr));
    return answer(s, reply, status);
}

stub_reply_kind stub_on_trace_define(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return on_definition(s, args, reply);
}

stub_reply_kind stub_on_trace_extend(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    args = rsp_bytes_make(args.ptr - 1, args.len + 1); /* with the minus, which the packet's name has */
    return on_definition(s, args, reply);
}

/* "number:addr", and what is behind it. */
static rsp_status take_point(rsp_stub *s, rsp_bytes *args, stub_tracepoint **out) {
    uint64_t number;
    uint64_t addr;
    rsp_status status = rsp_take_hex(&number, args);
    if (status == RSP_OK && !rsp_take_byte(args, ':'))
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        status = rsp_take_hex(&addr, args);
    if (status != RSP_OK)
        return status;
    *out = stub_tracepoint_find(&s->trace->table, number, addr);
    return *out ? RSP_OK : RSP_NOT_FOUND;
}

/* "type:start:length:hex" of one piece of source. */
static bool is_source(rsp_bytes text) {
    uint64_t start;
    uint64_t length;
    rsp_bytes type = rsp_bytes_split(&text, ':');
    bool good = type.len > 0 && rsp_take_hex(&start, &text) == RSP_OK && rsp_take_byte(&text, ':') &&
                rsp_take_hex(&length, &text) == RSP_OK && rsp_take_byte(&text, ':') && text.len % 2 == 0;
    for (size_t i = 0; good && i < text.len; i++)
        good = rsp_hex_value(text.ptr[i]) >= 0;
    return good && start <= length && text.len / 2 <= length - start;
}

stub_reply_kind stub_on_trace_source(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    stub_tracepoint *point;
    rsp_status status = take_point(s, &args, &point);
    if (status == RSP_OK && (!rsp_take_byte(&args, ':') || !is_source(args)))
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        status = stub_tracepoint_append(&s->trace->table, point, 'Z', args);
    return answer(s, reply, status);
}

static stub_reply_kind enable(rsp_stub *s, rsp_bytes args, bool on, rsp_buf *reply) {
    stub_tracepoint *point;
    rsp_status status = take_point(s, &args, &point);
    if (status == RSP_OK && args.len > 0)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        point->enabled = on;
    return answer(s, reply, status);
}

stub_reply_kind stub_on_trace_enable(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return enable(s, args, true, reply);
}

stub_reply_kind stub_on_trace_disable(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return enable(s, args, false, reply);
}

/* "number:value:builtin:name". */
typedef struct variable {
    uint64_t number;
    uint64_t value;
    uint64_t builtin;
    rsp_bytes name; /* hex digits */
} variable;

static rsp_status take_variable(variable *out, rsp_bytes args) {
    uint64_t *const numbers[] = {&out->number, &out->value, &out->builtin};
    for (size_t i = 0; i < RSP_ARRAY_LEN(numbers); i++) {
        rsp_status status = rsp_take_hex(numbers[i], &args);
        if (status != RSP_OK || !rsp_take_byte(&args, ':'))
            return status == RSP_OK ? RSP_MALFORMED : status;
    }
    out->name = args;
    return out->number > UINT16_MAX || out->builtin > 1 ? RSP_RANGE : RSP_OK;
}

/* The client repeats what it has learned of a variable of ours: that stays computed. */
static rsp_status set_variable(rsp_stub *s, const variable *from) {
    rsp_buf name = {.mem = s->opt.mem};
    stub_trace_variable *v = stub_trace_variable_find(&s->trace->table, from->number);
    rsp_status status = rsp_hex_decode(&name, from->name);
    if (status == RSP_OK && name.len > RSP_LIMIT_STUB_TEXT_BYTES)
        status = RSP_LIMIT;
    if (status == RSP_OK && !v)
        v = stub_trace_variable_add(&s->trace->table, from->number);
    if (status == RSP_OK && !v)
        status = RSP_LIMIT;
    if (status == RSP_OK) {
        v->of_stub =
            v->of_stub && from->builtin && rsp_bytes_equal(rsp_buf_bytes(&v->name), rsp_buf_bytes(&name));
        v->builtin = from->builtin;
        v->initial = from->value;
        v->value = from->value;
        rsp_buf_clear(&v->name);
        rsp_buf_append(&v->name, rsp_buf_bytes(&name));
        status = v->name.status;
    }
    rsp_buf_free(&name);
    return status;
}

stub_reply_kind stub_on_trace_variable(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    variable from;
    rsp_status status = take_variable(&from, args);
    if (status == RSP_OK)
        status = set_variable(s, &from);
    return answer(s, reply, status);
}

/* "start,end" pairs; the list replaces the one before. */
stub_reply_kind stub_on_trace_read_only(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf list = {.mem = s->opt.mem};
    rsp_status status = RSP_OK;
    (void)rsp_take_byte(&args, ':');
    while (args.len > 0 && status == RSP_OK) {
        uint64_t pair[2];
        rsp_bytes item = rsp_bytes_split(&args, ':');
        status = rsp_take_addr_len(&pair[0], &pair[1], &item);
        if (status == RSP_OK && item.len > 0)
            status = RSP_MALFORMED;
        rsp_buf_append(&list, rsp_bytes_make(pair, sizeof pair));
    }
    if (status == RSP_OK)
        status = list.status;
    if (status == RSP_OK) {
        rsp_buf_clear(&s->trace->table.read_only);
        rsp_buf_append(&s->trace->table.read_only, rsp_buf_bytes(&list));
        status = s->trace->table.read_only.status;
    }
    rsp_buf_free(&list);
    return answer(s, reply, status);
}
