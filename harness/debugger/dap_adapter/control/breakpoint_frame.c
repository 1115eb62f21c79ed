/* A data breakpoint on a variable of a function goes when the function returns: its memory is another's then.
 * The program stops unseen where the caller goes on, and a return of an inner call there, or of another
 * thread, ends nothing. See breakpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"

#include "core/hex.h"
#include "debuggee/debuggee.h"

/* Beyond that a stack pointer is on another stack: of a coroutine, or for signals. */
enum { SAME_STACK = 1024 * 1024 };

/* "0xCALLER/0xSTACK/THREAD#STOP", as dataBreakpointInfo gives it; the stop makes it unlike any other frame.
 */
bool breakpoint_read_frame(breakpoint *b, rsp_bytes text) {
    rsp_bytes rest = text;
    const rsp_bytes caller = rsp_bytes_split(&rest, '/');
    const rsp_bytes stack = rsp_bytes_split(&rest, '/');
    const rsp_bytes thread = rsp_bytes_split(&rest, '#');
    uint64_t tid = 0;
    if (!rsp_bytes_starts(caller, RSP_LIT("0x")) || !rsp_bytes_starts(stack, RSP_LIT("0x")) ||
        rsp_hex_u64(&b->frame_end, rsp_bytes_from(caller, 2)) != RSP_OK ||
        rsp_hex_u64(&b->frame_sp, rsp_bytes_from(stack, 2)) != RSP_OK ||
        rsp_decimal_u64(&tid, thread) != RSP_OK || tid > INT64_MAX)
        return false;
    b->frame_thread = (int64_t)tid;
    return true;
}

/* The stack pointer of the thread that has stopped. */
static bool read_sp(adapter *a, rsp_ptid thread, uint64_t *out) {
    rsp_debuggee_thread storage = {.debuggee = adapter_debuggee(a), .id = thread};
    if (!storage.debuggee)
        return false;
    const rsp_debug_thread reader = rsp_debuggee_reader(&storage);
    const rsp_debug_machine machine = rsp_debug_file_facts(storage.debuggee->file)->machine;
    return reader.read_register(reader.ctx, rsp_debug_register_sp(machine), out) == RSP_OK;
}

static bool has_frame(const breakpoint *b) {
    return b->kind == BREAK_DATA && b->num_addresses > 0 && b->frame_end != 0;
}

static void end(adapter *a, breakpoint *b) {
    rsp_buf text = {.mem = a->options.mem};
    breakpoint_unwatch(a, b);
    rsp_buf_printf(&text,
                   "data breakpoint %lld (%llu bytes at 0x%llx) is removed: the function of the variable has "
                   "returned\n",
                   (long long)b->id, (unsigned long long)b->length, (unsigned long long)b->addresses[0]);
    b->over = true;
    breakpoint_bind(a, b);
    adapter_output(a, "console", rsp_buf_bytes(&text));
    adapter_event(a, "breakpoint",
                  json_pack("{s:s, s:o}", "reason", "removed", "breakpoint", breakpoint_json(a, b)));
    rsp_buf_free(&text);
}

void breakpoints_end_frames(adapter *a, uint64_t place, uint64_t watched) {
    const rsp_ptid thread = rsp_client_stop_thread(a->program.client);
    for (breakpoint *b = a->control->breakpoints.first; b && !a->control->backwards; b = b->next) {
        uint64_t sp = 0;
        if (!has_frame(b) || b->frame_thread != thread.tid)
            continue;
        const bool hit = b->frame_end == place || (watched && watched - b->addresses[0] < b->length);
        if (hit && read_sp(a, thread, &sp) && sp >= b->frame_sp && sp - b->frame_sp < SAME_STACK)
            end(a, b);
    }
}

void breakpoints_forget_frames(adapter *a) {
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next)
        b->over = b->over || has_frame(b);
}
