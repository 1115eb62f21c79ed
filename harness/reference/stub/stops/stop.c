/* Stop replies: the text of one stop, for `?`, resumes, %Stop, vStopped and LLDB's thread queries.
 * What a reply may say depends on what the client has negotiated.
 * Source: GDB manual, Stop Reply Packets; LLDB gdb-remote extensions, Stop reply packet extensions. */
/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include "breakpoint_table.h"
#include "event_filter.h"
#include "faults/hooks.h"
#include "ids.h"
#include "stop_table.h"
#include "thread_registers.h"
#include "wire_signal.h"

#include "core/limits.h"

static void append_register(rsp_buf *out, unsigned regnum, rsp_bytes value, bool first) {
    (void)first;
    rsp_hex_append_fixed(out, regnum, regnum > 0xff ? 4 : 2);
    rsp_buf_push(out, ':');
    rsp_hex_append(out, value);
    rsp_buf_push(out, ';');
}

static void append_pair(rsp_buf *out, const char *key, rsp_bytes value) {
    rsp_buf_str(out, key);
    rsp_buf_push(out, ':');
    rsp_buf_append(out, value);
    rsp_buf_push(out, ';');
}

static void append_number(rsp_buf *out, const char *key, uint64_t number) {
    rsp_buf_str(out, key);
    rsp_buf_push(out, ':');
    rsp_hex_append_u64(out, number);
    rsp_buf_push(out, ';');
}

static void append_id(const rsp_stub *s, rsp_buf *out, const char *key, rsp_ptid id) {
    rsp_buf_str(out, key);
    rsp_buf_push(out, ':');
    stub_append_ptid(s, out, id);
    rsp_buf_push(out, ';');
}

/* Not for a client that asked for none: its predecessor's stop is a plain trap to it. */
static void append_syscall(const rsp_stub *s, rsp_buf *out, const char *key, uint64_t number) {
    if (stub_agreed(s, STUB_AGREED_CATCH_SYSCALLS))
        append_number(out, key, number);
}

static void append_exec(const stub_stop *stop, rsp_buf *out) {
    rsp_buf_str(out, "exec:");
    rsp_hex_append(out, rsp_buf_bytes(&stop->text));
    rsp_buf_push(out, ';');
}

static void append_break(const rsp_stub *s, rsp_buf *out, bool hardware) {
    bool wanted = hardware ? stub_agreed(s, STUB_AGREED_HWBREAK) : stub_agreed(s, STUB_AGREED_SWBREAK);
    if (wanted)
        append_pair(out, hardware ? "hwbreak" : "swbreak", RSP_LIT(""));
}

static const char *watch_key(rsp_breakpoint_type type) {
    static const char *const keys[] = {[RSP_BREAKPOINT_WRITE] = "watch",
                                       [RSP_BREAKPOINT_READ] = "rwatch",
                                       [RSP_BREAKPOINT_ACCESS] = "awatch"};
    return keys[type];
}

/* Where only the word is known that was touched, each watchpoint in it may be the one that was hit. */
static void append_watches(const rsp_stub *s, const stub_stop *stop, rsp_breakpoint_type type, rsp_buf *out) {
    enum { WORD_BYTES = 8 };
    append_number(out, watch_key(type), stop->address);
    if (!s->opt.inexact_watchpoints || !stub_agreed(s, STUB_AGREED_MULTI_WP_ADDR))
        return;
    for (const stub_breakpoint *b = stub_breakpoint_first(s, stop->thread.pid); b; b = b->next)
        if (b->type >= RSP_BREAKPOINT_WRITE && b->addr != stop->address &&
            b->addr / WORD_BYTES == stop->address / WORD_BYTES)
            append_number(out, watch_key(b->type), b->addr);
}

/* At most one of GDB's reason keys, but for watchpoints. A client that asked for no such event finds a plain
 * trap in what its predecessor, or itself before another qSupported, was told. */
static void append_reason(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    if (stop->kind < 0 || !stub_wants_event(s, (rsp_target_event_kind)stop->kind))
        return;
    switch ((rsp_target_event_kind)stop->kind) {
    case RSP_TARGET_BREAK_SOFTWARE:
        append_break(s, out, false);
        break;
    case RSP_TARGET_BREAK_HARDWARE:
        append_break(s, out, true);
        break;
    case RSP_TARGET_WATCH_WRITE:
        append_watches(s, stop, RSP_BREAKPOINT_WRITE, out);
        break;
    case RSP_TARGET_WATCH_READ:
        append_watches(s, stop, RSP_BREAKPOINT_READ, out);
        break;
    case RSP_TARGET_WATCH_ACCESS:
        append_watches(s, stop, RSP_BREAKPOINT_ACCESS, out);
        break;
    case RSP_TARGET_FORKED:
        append_id(s, out, "fork", stop->child);
        break;
    case RSP_TARGET_VFORKED:
        append_id(s, out, "vfork", stop->child);
        break;
    case RSP_TARGET_VFORK_DONE:
        append_pair(out, "vforkdone", RSP_LIT(""));
        break;
    case RSP_TARGET_EXECED:
        append_exec(stop, out);
        break;
    case RSP_TARGET_CLONED:
        append_id(s, out, "clone", stop->child);
        break;
    case RSP_TARGET_THREAD_CREATED:
        if (stub_agreed(s, STUB_AGREED_THREAD_EVENTS)) /* not for a client that asked for none */
            append_pair(out, "create", RSP_LIT(""));
        break;
    case RSP_TARGET_SYSCALL_ENTRY:
        append_syscall(s, out, "syscall_entry", stop->number);
        break;
    case RSP_TARGET_SYSCALL_RETURN:
        append_syscall(s, out, "syscall_return", stop->number);
        break;
    case RSP_TARGET_LIBRARIES:
        append_pair(out, "library", RSP_LIT(""));
        break;
    case RSP_TARGET_HISTORY_BEGIN:
        append_pair(out, "replaylog", RSP_LIT("begin"));
        break;
    case RSP_TARGET_HISTORY_END:
        append_pair(out, "replaylog", RSP_LIT("end"));
        break;
    case RSP_TARGET_STEPPED:
    case RSP_TARGET_SIGNALLED:
    case RSP_TARGET_THREAD_EXITED:
    case RSP_TARGET_PROCESS_EXITED:
    case RSP_TARGET_PROCESS_KILLED:
    case RSP_TARGET_CALL:
    case RSP_TARGET_TRACE_STEPPED:
    case RSP_TARGET_OUTPUT:
        break;
    }
}

const char *stub_stop_lldb_reason(const rsp_stub *s, const stub_stop *stop) {
    if (stop->kind < 0)
        return stop->signal ? "signal" : NULL;
    if (!stub_wants_event(s, (rsp_target_event_kind)stop->kind))
        return NULL;
    switch ((rsp_target_event_kind)stop->kind) {
    case RSP_TARGET_STEPPED:
        return "trace";
    case RSP_TARGET_BREAK_SOFTWARE:
    case RSP_TARGET_BREAK_HARDWARE:
        return "breakpoint";
    case RSP_TARGET_WATCH_WRITE:
    case RSP_TARGET_WATCH_READ:
    case RSP_TARGET_WATCH_ACCESS:
        return "watchpoint";
    case RSP_TARGET_SIGNALLED:
        return "signal";
    case RSP_TARGET_FORKED:
        return "fork";
    case RSP_TARGET_VFORKED:
        return "vfork";
    case RSP_TARGET_VFORK_DONE:
        return "vforkdone";
    case RSP_TARGET_EXECED:
        return "exec";
    case RSP_TARGET_CLONED:
    case RSP_TARGET_THREAD_CREATED:
    case RSP_TARGET_THREAD_EXITED:
    case RSP_TARGET_PROCESS_EXITED:
    case RSP_TARGET_PROCESS_KILLED:
    case RSP_TARGET_SYSCALL_ENTRY:
    case RSP_TARGET_SYSCALL_RETURN:
    case RSP_TARGET_LIBRARIES:
    case RSP_TARGET_CALL:
    case RSP_TARGET_HISTORY_BEGIN:
    case RSP_TARGET_HISTORY_END:
    case RSP_TARGET_TRACE_STEPPED:
    case RSP_TARGET_OUTPUT:
        return NULL;
    }
    return NULL;
}

static int signal_of(const rsp_stub *s, const stub_stop *stop) {
    /* A fresh program stands at its entry, for GDB with SIGTRAP. LLDB would take that for a hit of the
     * breakpoint that it plants at the entry itself, and go on at once: it gets SIGSTOP, as from lldb-server.
     */
    if (stop->kind < 0 && stop->signal == RSP_SIGNAL_TRAP && stub_agreed(s, STUB_AGREED_LLDB))
        return stub_wire_signal(s, RSP_SIGNAL_STOP);
    if (stop->kind < 0 || stop->kind == RSP_TARGET_SIGNALLED)
        return stub_wire_signal(s, stop->signal);
    return RSP_SIGNAL_TRAP;
}

/* A name that could be taken for protocol is sent as digits. */
static bool name_is_plain(rsp_bytes name) {
    for (size_t i = 0; i < name.len; i++) {
        uint8_t c = name.ptr[i];
        if (c <= ' ' || c >= 0x7f || rsp_bytes_index(RSP_LIT(":;,#$%*}"), c) < 8)
            return false;
    }
    return true;
}

static void append_name(const rsp_stub *s, rsp_ptid thread, rsp_buf *out) {
    rsp_buf name;
    if (!s->opt.ops->thread_name)
        return;
    rsp_buf_init(&name, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    s->opt.ops->thread_name(s->opt.target, thread, &name);
    rsp_bytes text = rsp_buf_bytes(&name);
    if (text.len && name_is_plain(text)) {
        append_pair(out, "name", text);
    } else if (text.len) {
        rsp_buf_str(out, "hexname:");
        rsp_hex_append(out, text);
        rsp_buf_push(out, ';');
    }
    rsp_buf_free(&name);
}

/* LLDB's lists, both in the same order; left out where they would not leave room in the packet, as LLDB then
 * asks for the threads. */
static void append_thread_lists(rsp_stub *s, int64_t pid, rsp_buf *out) {
    size_t start = out->len;
    rsp_ptid thread = {pid, 0};
    rsp_buf_str(out, "threads:");
    for (bool first = true; s->opt.ops->thread_next(s->opt.target, pid, thread.tid, &thread.tid);
         first = false) {
        if (!first)
            rsp_buf_push(out, ',');
        rsp_hex_append_u64(out, (uint64_t)thread.tid);
        if (out->len > s->opt.packet_bytes / 3) {
            rsp_buf_truncate(out, start);
            return;
        }
    }
    rsp_buf_str(out, ";thread-pcs:");
    thread.tid = 0;
    for (bool first = true; s->opt.ops->thread_next(s->opt.target, pid, thread.tid, &thread.tid);
         first = false) {
        uint64_t pc;
        stub_thread_pc(s, thread, &pc);
        if (!first)
            rsp_buf_push(out, ',');
        rsp_hex_append_u64(out, pc);
    }
    rsp_buf_push(out, ';');
    if (out->len > s->opt.packet_bytes / 4 * 3)
        rsp_buf_truncate(out, start);
}

static void append_lldb(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    const char *reason = stub_stop_lldb_reason(s, stop);
    if (stub_agreed(s, STUB_AGREED_LIST_THREADS))
        append_thread_lists(s, stop->thread.pid, out);
    if (stub_agreed(s, STUB_AGREED_LLDB))
        append_name(s, stop->thread, out);
    if (reason)
        append_pair(out, "reason", rsp_bytes_str(reason));
}

static void append_thread_stop(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    rsp_buf_push(out, 'T');
    rsp_hex_append_fixed(out, (uint64_t)signal_of(s, stop), 2);
    append_reason(s, stop, out);
    append_id(s, out, "thread", stop->thread);
    rsp_buf_str(out, "core:0;");
    append_lldb(s, stop, out);
    stub_expedite(s, stop->thread, out, append_register);
}

static void append_process(const rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    if (!stub_agreed(s, STUB_AGREED_MULTIPROCESS))
        return;
    rsp_buf_str(out, ";process:");
    rsp_hex_append_u64(out, (uint64_t)stop->thread.pid);
}

static void append_exit(const rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    rsp_buf_push(out, 'W');
    rsp_hex_append_fixed(out, stop->number & 0xff, 2);
    append_process(s, stop, out);
}

static void append_killed(const rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    rsp_buf_push(out, 'X');
    rsp_hex_append_fixed(out, (uint64_t)stub_wire_signal(s, stop->signal), 2);
    append_process(s, stop, out);
}

void stub_stop_write(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    if (stop->kind == STUB_STOP_NO_RESUMED) {
        rsp_buf_push(out, 'N');
    } else if (stop->kind == RSP_TARGET_PROCESS_EXITED) {
        append_exit(s, stop, out);
    } else if (stop->kind == RSP_TARGET_PROCESS_KILLED) {
        append_killed(s, stop, out);
    } else if (stop->kind == RSP_TARGET_THREAD_EXITED) {
        rsp_buf_push(out, 'w');
        rsp_hex_append_u64(out, stop->number & 0xff);
        rsp_buf_push(out, ';');
        stub_append_ptid(s, out, stop->thread);
    } else {
        append_thread_stop(s, stop, out);
    }
}

/* With the smallest packet a long exec path may not fit; then the thread at least is named. */
void stub_stop_text(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    size_t start = out->len;
    stub_fault_stop_text(s, stop, out);
    if (out->status != RSP_LIMIT)
        return;
    out->status = RSP_OK;
    rsp_buf_truncate(out, start);
    rsp_buf_push(out, 'T');
    rsp_hex_append_fixed(out, (uint64_t)signal_of(s, stop), 2);
    append_id(s, out, "thread", stop->thread);
}

void stub_stop_reply(rsp_stub *s, rsp_ptid thread, rsp_buf *out) {
    const stub_stop *stop = stub_stop_find(s, thread);
    stub_stop plain = {.thread = thread, .kind = STUB_STOP_PLAIN};
    stub_stop_text(s, stop ? stop : &plain, out);
}
