/* The stretch of code of the line is decoded from the pc, where an instruction begins.
 * A call through a register is none that can be named.
 * See line_calls.h. */
/* SPDX-License-Identifier: MIT */
#include "code/line_calls.h"

#include "core/mem.h"
#include "dwarf/debug_line.h"

enum { LINE_BYTES_MAX = 64 * 1024 };

static bool can_be_entered(const rsp_debuggee *d, const machine_call *call) {
    rsp_debug_line line;
    return call->direct && rsp_debug_line_at(d->file, call->target - d->bias, &line) == RSP_OK;
}

static bool is_among(uint64_t target, const machine_call *calls, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (calls[i].target == target)
            return true;
    return false;
}

rsp_status line_calls_find(const rsp_debuggee *debuggee, const rsp_debug_thread *thread, uint64_t pc,
                           machine_call *out, size_t *out_num) {
    uint64_t low = 0;
    uint64_t high = 0;
    bool statement = false;
    *out_num = 0;
    if (rsp_debug_line_extent(debuggee->file, pc - debuggee->bias, &low, &high, &statement) != RSP_OK)
        return RSP_OK;
    const uint64_t left = high + debuggee->bias - pc;
    const size_t len = left < LINE_BYTES_MAX ? (size_t)left : LINE_BYTES_MAX;
    uint8_t *code = rsp_mem_alloc(NULL, len + 1);
    if (!code)
        return RSP_NO_MEMORY;
    rsp_status status = thread->read_memory(thread->ctx, pc, code, len);
    if (status == RSP_OK) {
        machine_call all[LINE_CALLS_MAX];
        const size_t num = machine_calls(rsp_debug_file_facts(debuggee->file)->machine, pc,
                                         rsp_bytes_make(code, len), all, LINE_CALLS_MAX);
        for (size_t i = 0; i < num; i++)
            if (can_be_entered(debuggee, &all[i]) && !is_among(all[i].target, out, *out_num))
                out[(*out_num)++] = all[i];
    }
    rsp_mem_free(NULL, code);
    return status;
}
