/* Faults of stop replies: their texts are changed, by patterns or by a function.
 * Where that is done is in stop_text.c.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/row.h"

#include "ids.h"
#include "live_threads.h"
#include "stop.h"

#include <inttypes.h>

static bool begins(const stub_stop_edit *t, char letter) {
    return t->out->len > t->start && t->out->ptr[t->start] == (uint8_t)letter;
}

static void break_signal_zero(const stub_stop_edit *t) {
    if (begins(t, 'T') && t->stop->kind >= 0 && t->stop->kind != RSP_TARGET_SIGNALLED)
        memcpy(t->out->ptr + t->start + 1, "00", 2);
}

/* The value of "key:value;" becomes an id. */
static void set_id(const stub_stop_edit *t, const char *key, rsp_ptid id) {
    rsp_buf rest = {.mem = t->s->opt.mem};
    size_t at =
        t->start + rsp_bytes_search(rsp_bytes_from(rsp_buf_bytes(t->out), t->start), rsp_bytes_str(key));
    if (!begins(t, 'T') || at == t->out->len)
        return;
    rsp_bytes value = rsp_bytes_from(rsp_buf_bytes(t->out), at + strlen(key));
    rsp_buf_append(&rest, rsp_bytes_from(value, rsp_bytes_index(value, ';')));
    rsp_buf_truncate(t->out, at + strlen(key));
    stub_append_ptid(t->s, t->out, id);
    rsp_buf_append(t->out, rsp_buf_bytes(&rest));
    rsp_buf_free(&rest);
}

static void leader_thread(const stub_stop_edit *t) {
    rsp_ptid leader = t->stop->thread;
    if (stub_first_thread(t->s, leader.pid, &leader))
        set_id(t, "thread:", leader);
}

static void step_names_leader(const stub_stop_edit *t) {
    if (t->stop->kind == RSP_TARGET_STEPPED)
        leader_thread(t);
}

static void exec_old_thread(const stub_stop_edit *t) {
    rsp_ptid other = t->stop->thread;
    other.tid += 2; /* none of those that are left */
    if (t->stop->kind == RSP_TARGET_EXECED)
        set_id(t, "thread:", other);
}

static void thread_is_child(const stub_stop_edit *t) {
    if (t->stop->child.tid == 0)
        return;
    set_id(t, "fork:", t->stop->thread);
    set_id(t, "thread:", t->stop->child);
}

static void process_unasked(const stub_stop_edit *t) {
    rsp_bytes text = rsp_bytes_from(rsp_buf_bytes(t->out), t->start);
    if ((begins(t, 'W') || begins(t, 'X')) && rsp_bytes_index(text, ';') == text.len)
        rsp_buf_printf(t->out, ";process:%" PRIx64, (uint64_t)t->stop->thread.pid);
}

static const stub_fault_row rows[] = {
    STOP_PLACES(STOP_DECIMAL_ADDRESS, "watch:%x;", "watch:%d1;"),
    STOP_PLACES(STOP_DECIMAL_ADDRESS, "syscall_entry:%x;", "syscall_entry:%d1;"),
    STOP_PLACES(STOP_DECIMAL_ADDRESS, "syscall_return:%x;", "syscall_return:%d1;"),
    STOP_PLACES(STOP_SYSCALL_DECIMAL, "syscall_entry:%x;", "syscall_entry:%d1;"),
    STOP_PLACES(STOP_SYSCALL_DECIMAL, "syscall_return:%x;", "syscall_return:%d1;"),
    STOP_PLACES(FORK_EXEC_PLAIN_PATH, "exec:%h;", "exec:%p1;"),
    STOP_PLACES(LLDB_RAW_THREAD_NAME, "hexname:%h;", "name:%p1;"),
    STOP_PLACES(STOP_HWBREAK_AS_SWBREAK, "hwbreak:;", "swbreak:;"),
    STOP_PLACES(STOP_LIBRARY_SILENT, "library:;", ""),
    STOP_PLACES(STOP_SWBREAK_VALUE, "wbreak:;", "wbreak:1;"),
    STOP(STOP_WATCHES_UNASKED, "%*watch:%x;%*", "%1watch:%2;watch:%2;%3"),
    STOP(STOP_WATCHES_ANYWHERE, "%*watch:%x;%*watch:%x;%*", "%1watch:%2;%3watch:%j4;%5"),
    STOP(STOP_TWO_REASONS, "T%b%*watch:%*", "T%1swbreak:;%2watch:%3"),
    STOP_PLACES(LLDB_SHORT_THREAD_PCS, "thread-pcs:%x,%*;", "thread-pcs:%1;"),
    STOP_PLACES(LLDB_BINARIES_PREFIXED, "threads:", "added-binaries:0x1000,0x2000;threads:"),
    STOP_PLACES(LLDB_BINARIES_PLAIN, "threads:", "detailed-binaries-info:[];threads:"),
    STOP_PLACES(LLDB_STEP_IS_BREAKPOINT, "reason:trace;", "reason:breakpoint;"),
    STOP_CALL(STOP_BREAK_SIGNAL_ZERO, break_signal_zero),
    STOP(STOP_HOST_SIGNALS, "T%b%*", "T%l1%2"),
    STOP(STOP_HOST_SIGNALS, "X%b%*", "X%l1%2"),
    STOP(STOP_ILLEGAL_AS_TRAP, "T04%*", "T05%1"),
    STOP_CALL(STOP_LEADER_THREAD, leader_thread),
    STOP_PLACES(STOP_NO_THREAD, "thread:p%x.%x;", ""),
    STOP_PLACES(STOP_NO_THREAD, "thread:%x;", ""),
    STOP_CALL(VCONT_STEP_NAMES_LEADER, step_names_leader),
    STOP_CALL(FORK_EXEC_OLD_THREAD, exec_old_thread),
    STOP_CALL(FORK_THREAD_IS_CHILD, thread_is_child),
    STOP_PLACES(STOP_HEX_KEY, "core:0;", "dead:1;"),
    STOP_PLACES(REG_DECIMAL_NUMBERS, ";%b:", ";%D1:"),
    STOP(REG_DECIMAL_NUMBERS, "T%b%b:%*", "T%1%D2:%3"),
    STOP(REG_WITHOUT_BYTES, "T%b%*", "T%143:;%2"),
    STOP(STOP_NO_LAST_SEMICOLON, "T%*;", "T%1"),
    STOP(MP_EXIT_WITHOUT_PROCESS, "W%x;%*", "W%1"),
    STOP(MP_EXIT_WITHOUT_PROCESS, "X%x;%*", "X%1"),
    STOP_CALL(QSUP_PID_UNASKED, process_unasked),
    STOP(STOP_RAW_WAIT_STATUS, "W%x%*", "W%w1%2"),
    STOP(MP_DECIMAL_STATUS, "W%x%*", "W%D1%2"),
    STOP(STOP_KILLED_AS_EXIT, "X%x%*", "W%k1%2"),
};
STUB_FAULT_TABLE(stub_stop_faults, rows);
