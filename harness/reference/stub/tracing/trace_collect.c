/* What a tracepoint records of a thread: its condition is evaluated, and its actions make a frame.
 * Registers are read once for all tracepoints at a place; memory is cut into the blocks of a trace file.
 * Source: GDB manual, Tracepoint Packets (QTDP); Tracepoint Actions. */
/* SPDX-License-Identifier: MIT */
#include "trace_collect.h"

#include "agent_eval.h"
#include "memory.h"
#include "thread_registers.h"

#include "codec/tracepoint.h"
#include "core/byte_order.h"
#include "core/hex.h"

static rsp_status register_value(void *ctx, uint64_t number, uint64_t *out) {
    const stub_collection *c = ctx;
    *out = 0;
    for (size_t i = 0; i < c->set->num; i++) {
        const rsp_register *reg = &c->set->registers[i];
        size_t len = reg->bitsize / 8 < 8 ? reg->bitsize / 8 : 8;
        if (reg->regnum != number || stub_register_unreadable(c->s, c->thread, reg->regnum))
            continue;
        *out = rsp_number_of(rsp_bytes_make(c->s->trace->block.ptr + reg->offset, len), c->set->big_endian);
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

static size_t read_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    const stub_collection *c = ctx;
    return stub_read(c->s, c->thread.pid, addr, dst, len);
}

/* Records what can be read, block by block; a full buffer ends it, too. */
static rsp_status record_memory(void *ctx, uint64_t addr, uint64_t length, bool to_zero) {
    const stub_collection *c = ctx;
    struct stub_trace *trace = c->s->trace;
    rsp_status status = RSP_OK;
    bool ended = false;
    while (length > 0 && status == RSP_OK && !ended && !trace->buffer.full) {
        enum { STRING_BYTES = 64 };
        size_t most = to_zero ? STRING_BYTES : STUB_TRACE_BLOCK_MOST;
        size_t want = length < most ? (size_t)length : most;
        rsp_buf_clear(&trace->data);
        uint8_t *room = rsp_buf_extend(&trace->data, want);
        size_t got = room ? stub_read(c->s, c->thread.pid, addr, room, want) : 0;
        size_t zero = to_zero ? rsp_bytes_index(rsp_bytes_make(room, got), 0) : got;
        ended = zero < got;
        size_t keep = ended ? zero + 1 : got;
        if (keep > 0)
            stub_trace_buffer_memory(&trace->buffer, addr, rsp_bytes_make(room, keep));
        status = ended || got == want ? RSP_OK : RSP_FAULT;
        addr += got;
        length -= want;
    }
    return status;
}

static rsp_status get_variable(void *ctx, uint64_t number, uint64_t *out) {
    const stub_collection *c = ctx;
    return stub_trace_value(c->s, number, out) ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_status set_variable(void *ctx, uint64_t number, uint64_t value) {
    const stub_collection *c = ctx;
    stub_trace_variable *v = stub_trace_variable_find(&c->s->trace->table, number);
    if (v)
        v->value = value;
    return v ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_status record_variable(void *ctx, uint64_t number) {
    const stub_collection *c = ctx;
    uint64_t value;
    rsp_status status = get_variable(ctx, number, &value);
    if (status == RSP_OK)
        stub_trace_buffer_variable(&c->s->trace->buffer, (uint32_t)number, value);
    return status;
}

static const stub_agent_tracing tracing = {
    .memory = record_memory, .get = get_variable, .set = set_variable, .record = record_variable};

static rsp_status evaluate(stub_collection *c, rsp_bytes code, stub_agent_result *out) {
    const stub_agent_host host = {.ctx = c,
                                  .read_register = register_value,
                                  .read_memory = read_memory,
                                  .tracing = &tracing,
                                  .big_endian = c->set->big_endian,
                                  .stub = c->s};
    return stub_agent_eval(out, &host, code);
}

static rsp_status record_expression(stub_collection *c, rsp_bytes hex) {
    stub_agent_result ignored;
    rsp_buf *code = &c->s->trace->code;
    rsp_buf_clear(code);
    rsp_status status = rsp_hex_decode(code, hex);
    return status == RSP_OK ? evaluate(c, rsp_buf_bytes(code), &ignored) : status;
}

static void record_registers(const stub_collection *c, rsp_bytes mask) {
    stub_trace_mask have = {{0}};
    bool any = false;
    for (size_t i = 0; i < c->set->num && i / 64 < STUB_TRACE_MASK_WORDS; i++) {
        unsigned regnum = c->set->registers[i].regnum;
        bool wanted = rsp_trace_mask_has(mask, regnum) && !stub_register_unreadable(c->s, c->thread, regnum);
        have.words[i / 64] |= (uint64_t)wanted << i % 64;
        any = any || wanted;
    }
    if (any)
        stub_trace_buffer_registers(&c->s->trace->buffer,
                                    rsp_bytes_make(c->s->trace->block.ptr, c->set->block_bytes), &have);
}

/* Memory that can't be read is left out: only an expression that fails ends the trace. */
static rsp_status act(stub_collection *c, const rsp_trace_action *action) {
    uint64_t base = 0;
    if (action->kind == RSP_TRACE_EXPRESSION)
        return record_expression(c, action->code);
    if (action->kind == RSP_TRACE_REGISTERS)
        record_registers(c, action->mask);
    else if (!action->based || register_value(c, action->base, &base) == RSP_OK)
        (void)record_memory(c, base + action->offset, action->length, false);
    return RSP_OK;
}

static rsp_status run_actions(stub_collection *c, char kind) {
    rsp_status status = RSP_OK;
    for (const stub_trace_text *text = c->point->first; text; text = text->next) {
        rsp_trace_action action;
        rsp_bytes rest = text->text;
        while (text->kind == kind && status == RSP_OK && rsp_trace_action_next(&action, &rest) == RSP_OK)
            status = act(c, &action);
    }
    return status;
}

rsp_status stub_collection_begin(stub_collection *c, rsp_stub *s, rsp_ptid thread) {
    rsp_buf *block = &s->trace->block;
    *c = (stub_collection){.s = s, .thread = thread, .set = s->opt.ops->register_set(s->opt.target)};
    rsp_buf_clear(block);
    uint8_t *bytes = rsp_buf_extend(block, c->set->block_bytes);
    return bytes ? s->opt.ops->read_registers(s->opt.target, thread, bytes) : RSP_NO_MEMORY;
}

rsp_status stub_collection_condition(stub_collection *c, bool *out) {
    stub_agent_result result = {.value = 1, .has_value = true};
    rsp_status status = RSP_OK;
    if (c->point->condition.len > 0)
        status = evaluate(c, rsp_buf_bytes(&c->point->condition), &result);
    *out = status == RSP_OK && result.value != 0;
    return status == RSP_OK && !result.has_value ? RSP_MALFORMED : status;
}

rsp_status stub_collection_record(stub_collection *c, char kind) {
    stub_trace_buffer *buffer = &c->s->trace->buffer;
    uint64_t pc = 0;
    (void)register_value(c, c->set->pc, &pc);
    stub_trace_buffer_begin(buffer, (uint32_t)c->point->number, pc);
    rsp_status status = run_actions(c, kind);
    c->point->usage += stub_trace_buffer_finish(buffer);
    return status;
}
