/* The stretch of code of the line is decoded from the pc, where an instruction begins.
 * A call through a register is none that can be named.
 * See line_calls.h. */
/* SPDX-License-Identifier: MIT */
#include "code/line_calls.h"

#include "core/mem.h"
#include "dwarf/debug_line.h"
#include "dwarf/debug_symbol.h"

enum { LINE_BYTES_MAX = 64 * 1024, LINKAGE_BYTES = 16 };

static bool can_be_entered(const rsp_modules *modules, const machine_call *call) {
    const rsp_debuggee *d = rsp_modules_debuggee_at(modules, call->target);
    rsp_debug_line line;
    return d && rsp_debug_line_at(d->file, call->target - d->bias, &line) == RSP_OK;
}

/* A call of a linkage table is one of the function that the loader binds to its entry. */
static rsp_status follow(const rsp_modules *modules, const rsp_debug_thread *thread, machine_call *call) {
    const rsp_debuggee *d = rsp_modules_debuggee_at(modules, call->target);
    uint8_t code[LINKAGE_BYTES];
    uint64_t slot = 0;
    if (!d || !rsp_debug_symbol_is_linkage(d->file, call->target - d->bias))
        return RSP_OK;
    rsp_status status = thread->read_memory(thread->ctx, call->target, code, sizeof code);
    if (status != RSP_OK || !machine_linkage_slot(rsp_debug_file_facts(d->file)->machine, call->target,
                                                  rsp_bytes_make(code, sizeof code), &slot))
        return status == RSP_FAULT ? RSP_OK : status;
    const char *name = rsp_debug_symbol_of_slot(d->file, slot - d->bias);
    if (name)
        (void)rsp_modules_function(modules, name, &call->target);
    return RSP_OK;
}

static bool is_among(uint64_t target, const machine_call *calls, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (calls[i].target == target)
            return true;
    return false;
}

static rsp_status take(const rsp_modules *modules, const rsp_debug_thread *thread, machine_call *all,
                       size_t num, machine_call *out, size_t *out_num) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        if (!all[i].direct)
            continue;
        status = follow(modules, thread, &all[i]);
        if (status == RSP_OK && can_be_entered(modules, &all[i]) && !is_among(all[i].target, out, *out_num))
            out[(*out_num)++] = all[i];
    }
    return status;
}

rsp_status line_calls_find(const rsp_modules *modules, const rsp_debug_thread *thread, uint64_t pc,
                           machine_call *out, size_t *out_num) {
    const rsp_debuggee *d = rsp_modules_debuggee_at(modules, pc);
    uint64_t low = 0;
    uint64_t high = 0;
    bool statement = false;
    *out_num = 0;
    if (!d || rsp_debug_line_extent(d->file, pc - d->bias, &low, &high, &statement) != RSP_OK)
        return RSP_OK;
    const uint64_t left = high + d->bias - pc;
    const size_t len = left < LINE_BYTES_MAX ? (size_t)left : LINE_BYTES_MAX;
    uint8_t *code = rsp_mem_alloc(NULL, len + 1);
    if (!code)
        return RSP_NO_MEMORY;
    rsp_status status = thread->read_memory(thread->ctx, pc, code, len);
    if (status == RSP_OK) {
        machine_call all[LINE_CALLS_MAX];
        const size_t num = machine_calls(rsp_debug_file_facts(d->file)->machine, pc,
                                         rsp_bytes_make(code, len), all, LINE_CALLS_MAX);
        status = take(modules, thread, all, num, out, out_num);
    }
    rsp_mem_free(NULL, code);
    return status;
}
