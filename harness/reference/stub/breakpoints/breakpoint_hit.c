/* A thread has hit a breakpoint: its conditions decide whether that is reported, its commands run first.
 * Bytecode sees the registers of the thread that hit, and the memory of its process.
 * Source: GDB manual, Packets (Z0, conditions and commands). */
/* SPDX-License-Identifier: MIT */
#include "breakpoint_hit.h"
#include "agent_eval.h"
#include "breakpoint_table.h"
#include "memory.h"
#include "nonstop.h"
#include "thread_registers.h"

#include "core/byte_order.h"

/* What conditions and commands see: the thread that hit, its process. */
typedef struct hit_context {
    rsp_stub *s;
    rsp_ptid thread;
} hit_context;

static rsp_status hit_register(void *ctx, uint64_t number, uint64_t *out_value) {
    const hit_context *hit = ctx;
    rsp_stub *s = hit->s;
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    const rsp_register *reg = NULL;
    for (size_t i = 0; i < set->num && !reg; i++)
        if (set->registers[i].regnum == number &&
            !stub_register_unreadable(s, hit->thread, set->registers[i].regnum))
            reg = &set->registers[i];
    rsp_buf_clear(&s->breakpoints->block);
    uint8_t *block = reg ? rsp_buf_extend(&s->breakpoints->block, set->block_bytes) : NULL;
    if (!block)
        return reg ? RSP_NO_MEMORY : RSP_NOT_FOUND;
    rsp_status status = s->opt.ops->read_registers(s->opt.target, hit->thread, block);
    size_t len = reg->bitsize / 8 < 8 ? reg->bitsize / 8 : 8;
    *out_value =
        status == RSP_OK ? rsp_number_of(rsp_bytes_make(block + reg->offset, len), set->big_endian) : 0;
    return status;
}

static size_t hit_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    const hit_context *hit = ctx;
    return stub_read(hit->s, hit->thread.pid, addr, dst, len);
}

static stub_agent_host host_of(hit_context *hit, rsp_buf *printed) {
    rsp_stub *s = hit->s;
    return (stub_agent_host){.ctx = hit,
                             .read_register = hit_register,
                             .read_memory = hit_memory,
                             .out = printed,
                             .big_endian = s->opt.ops->register_set(s->opt.target)->big_endian,
                             .stub = s};
}

/* No condition is true. One that fails is true as well: the debugger is to see it. */
static bool condition_holds(const stub_breakpoint *b, hit_context *hit) {
    stub_agent_host host = host_of(hit, NULL);
    bool any = false;
    for (size_t i = 0; i < b->num_expressions && !b->expressions[i].command; i++) {
        stub_agent_result result;
        rsp_status status = stub_agent_eval(&result, &host, b->expressions[i].code);
        if (status != RSP_OK || !result.has_value || result.value != 0)
            return true;
        any = true;
    }
    return !any;
}

static bool has_commands(const stub_breakpoint *b) {
    return b->num_expressions > 0 && b->expressions[b->num_expressions - 1].command;
}

/* False when one failed: then the stop is reported. */
static bool run_commands(const stub_breakpoint *b, hit_context *hit) {
    rsp_stub *s = hit->s;
    rsp_buf *printed = &s->breakpoints->printed;
    rsp_buf_clear(printed);
    stub_agent_host host = host_of(hit, printed);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < b->num_expressions && status == RSP_OK; i++) {
        stub_agent_result result;
        if (b->expressions[i].command)
            status = stub_agent_eval(&result, &host, b->expressions[i].code);
    }
    if (printed->len > 0)
        stub_output(s, rsp_buf_bytes(printed));
    return status == RSP_OK;
}

/* Whether this breakpoint wants the hit reported. */
static bool wants_report(const stub_breakpoint *b, hit_context *hit) {
    return condition_holds(b, hit) && (!has_commands(b) || !run_commands(b, hit));
}

bool stub_breakpoint_hit(rsp_stub *s, const rsp_target_event *event, bool traced) {
    if (event->kind != RSP_TARGET_BREAK_SOFTWARE && event->kind != RSP_TARGET_BREAK_HARDWARE)
        return true;
    hit_context hit = {.s = s, .thread = event->thread};
    int64_t pid = event->thread.pid;
    const stub_breakpoint *software =
        stub_breakpoint_find(s, pid, RSP_BREAKPOINT_SOFTWARE, event->address, 0);
    const stub_breakpoint *hardware =
        stub_breakpoint_find(s, pid, RSP_BREAKPOINT_HARDWARE, event->address, 0);
    if (!software && !hardware)
        return !traced;
    bool reports = software && wants_report(software, &hit);
    reports |= hardware && wants_report(hardware, &hit);
    return reports;
}
