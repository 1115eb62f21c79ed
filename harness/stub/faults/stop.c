/* Faults of stop replies: the stop is changed before its text is made, or the text after it.
 * Every stop that is told goes through here: replies, notifications, vStopped and LLDB's queries.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"

#include "ids.h"
#include "run_control.h"
#include "stop.h"
#include "thread_registers.h"

#include <inttypes.h>

/* The text of one stop, at the end of a buffer. */
typedef struct stop_text {
    rsp_stub *s;
    const stub_stop *stop;
    rsp_buf *out;
    size_t start;
} stop_text;

static rsp_bytes text_of(const stop_text *t) {
    return rsp_bytes_from(rsp_buf_bytes(t->out), t->start);
}

static bool begins(const stop_text *t, char letter) {
    return t->out->len > t->start && t->out->ptr[t->start] == (uint8_t)letter;
}

/* The `len` bytes at `at`, which counts from the start of the text, become others. */
static void replace_at(const stop_text *t, size_t at, size_t len, rsp_bytes instead) {
    rsp_buf rest = {.mem = t->s->opt.mem};
    rsp_buf_append(&rest, rsp_bytes_from(text_of(t), at + len));
    rsp_buf_truncate(t->out, t->start + at);
    rsp_buf_append(t->out, instead);
    rsp_buf_append(t->out, rsp_buf_bytes(&rest));
    rsp_buf_free(&rest);
}

static void replace(const stop_text *t, const char *find, const char *instead) {
    size_t at = rsp_bytes_search(text_of(t), rsp_bytes_str(find));
    if (at < text_of(t).len)
        replace_at(t, at, strlen(find), rsp_bytes_str(instead));
}

/* Where the value of "key:value;" stands; empty when the key is not there. */
static rsp_bytes value_of(const stop_text *t, const char *key, size_t *at) {
    size_t key_at = rsp_bytes_search(text_of(t), rsp_bytes_str(key));
    *at = key_at + strlen(key);
    rsp_bytes rest = rsp_bytes_from(text_of(t), *at);
    return rsp_bytes_sub(rest, 0, rsp_bytes_index(rest, ';'));
}

static void set_number(const stop_text *t, size_t at, size_t len, const char *fmt, unsigned number) {
    char digits[16];
    rsp_buf text = {.ptr = (uint8_t *)digits, .cap = sizeof digits, .limit = sizeof digits};
    rsp_buf_printf(&text, fmt, number);
    replace_at(t, at, len, rsp_buf_bytes(&text));
}

static void make_decimal(const stop_text *t, const char *key) {
    size_t at;
    uint64_t number;
    rsp_bytes value = value_of(t, key, &at);
    rsp_buf text = {.mem = t->s->opt.mem};
    if (value.len > 0 && rsp_hex_u64(&number, value) == RSP_OK) {
        rsp_buf_printf(&text, "%" PRIu64, number);
        replace_at(t, at, value.len, rsp_buf_bytes(&text));
    }
    rsp_buf_free(&text);
}

static void decode_value(const stop_text *t, const char *key) {
    size_t at;
    rsp_bytes value = value_of(t, key, &at);
    rsp_buf text = {.mem = t->s->opt.mem};
    if (value.len > 0 && rsp_hex_decode(&text, value) == RSP_OK)
        replace_at(t, at, value.len, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void decimal_address(const stop_text *t) {
    make_decimal(t, "watch:");
    make_decimal(t, "syscall_entry:");
    make_decimal(t, "syscall_return:");
}

static void decimal_syscall(const stop_text *t) {
    make_decimal(t, "syscall_entry:");
    make_decimal(t, "syscall_return:");
}

static void plain_path(const stop_text *t) {
    decode_value(t, "exec:");
}

static void raw_name(const stop_text *t) {
    decode_value(t, "hexname:");
    replace(t, "hexname:", "name:");
}

static void hwbreak_as_swbreak(const stop_text *t) {
    replace(t, "hwbreak:;", "swbreak:;");
}

static void swbreak_value(const stop_text *t) {
    replace(t, "wbreak:;", "wbreak:1;");
}

static bool is_watch(const stub_stop *stop) {
    return stop->kind == RSP_TARGET_WATCH_WRITE || stop->kind == RSP_TARGET_WATCH_READ ||
           stop->kind == RSP_TARGET_WATCH_ACCESS;
}

static void two_reasons(const stop_text *t) {
    if (is_watch(t->stop) && begins(t, 'T'))
        replace_at(t, 3, 0, RSP_LIT("swbreak:;"));
}

static void short_thread_pcs(const stop_text *t) {
    size_t at;
    rsp_bytes value = value_of(t, "thread-pcs:", &at);
    size_t first = rsp_bytes_index(value, ',');
    replace_at(t, at + first, value.len - first, RSP_LIT(""));
}

static void step_is_breakpoint(const stop_text *t) {
    if (t->stop->kind == RSP_TARGET_STEPPED)
        replace(t, "reason:trace;", "reason:breakpoint;");
}

static void break_signal_zero(const stop_text *t) {
    if (begins(t, 'T') && t->stop->kind >= 0 && t->stop->kind != RSP_TARGET_SIGNALLED)
        replace_at(t, 1, 2, RSP_LIT("00"));
}

static void host_signals(const stop_text *t) {
    uint64_t number;
    if ((begins(t, 'T') || begins(t, 'X')) && rsp_hex_u64(&number, rsp_bytes_sub(text_of(t), 1, 2)) == RSP_OK)
        set_number(t, 1, 2, "%02x", rsp_signal_to_linux((unsigned)number));
}

static void name_thread(const stop_text *t, rsp_ptid thread) {
    size_t at;
    rsp_bytes value = value_of(t, "thread:", &at);
    rsp_buf text = {.mem = t->s->opt.mem};
    stub_append_ptid(t->s, &text, thread);
    if (value.len > 0 && begins(t, 'T'))
        replace_at(t, at, value.len, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void leader_thread(const stop_text *t) {
    rsp_ptid leader = t->stop->thread;
    if (stub_first_thread(t->s, leader.pid, &leader))
        name_thread(t, leader);
}

static void step_names_leader(const stop_text *t) {
    if (t->stop->kind == RSP_TARGET_STEPPED)
        leader_thread(t);
}

static void exec_old_thread(const stop_text *t) {
    rsp_ptid other = t->stop->thread;
    other.tid += 2; /* none of those that are left */
    if (t->stop->kind == RSP_TARGET_EXECED)
        name_thread(t, other);
}

static void thread_is_child(const stop_text *t) {
    size_t at;
    rsp_bytes value = value_of(t, "fork:", &at);
    rsp_buf text = {.mem = t->s->opt.mem};
    if (t->stop->child.tid == 0 || !begins(t, 'T'))
        return;
    stub_append_ptid(t->s, &text, t->stop->thread);
    if (value.len > 0)
        replace_at(t, at, value.len, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    name_thread(t, t->stop->child);
}

static void hex_key(const stop_text *t) {
    replace(t, "core:0;", "dead:1;");
}

static bool is_register(rsp_bytes pair) {
    return pair.len > 3 && pair.ptr[2] == ':' && rsp_hex_value(pair.ptr[0]) >= 0 &&
           rsp_hex_value(pair.ptr[1]) >= 0;
}

static void decimal_registers(const stop_text *t) {
    for (size_t at = 3; begins(t, 'T') && at < text_of(t).len;) {
        rsp_bytes rest = rsp_bytes_from(text_of(t), at);
        size_t len = rsp_bytes_index(rest, ';') + 1;
        uint64_t number;
        if (is_register(rest) && rsp_hex_u64(&number, rsp_bytes_sub(rest, 0, 2)) == RSP_OK)
            set_number(t, at, 2, "%02u", (unsigned)number);
        at += len;
    }
}

static void no_last_semicolon(const stop_text *t) {
    if (begins(t, 'T'))
        rsp_buf_truncate(t->out, t->out->len - 1);
}

static bool is_exit(const stop_text *t) {
    return begins(t, 'W') || begins(t, 'X');
}

static void without_process(const stop_text *t) {
    if (is_exit(t))
        rsp_buf_truncate(t->out, t->start + rsp_bytes_index(text_of(t), ';'));
}

static void process_unasked(const stop_text *t) {
    if (is_exit(t) && rsp_bytes_index(text_of(t), ';') == text_of(t).len)
        rsp_buf_printf(t->out, ";process:%" PRIx64, (uint64_t)t->stop->thread.pid);
}

static void raw_wait_status(const stop_text *t) {
    if (begins(t, 'W'))
        set_number(t, 1, 2, "%x", (unsigned)t->stop->number << 8);
}

static void decimal_status(const stop_text *t) {
    if (begins(t, 'W'))
        set_number(t, 1, 2, "%02u", (unsigned)t->stop->number & 0xff);
}

static void killed_as_exit(const stop_text *t) {
    uint64_t number;
    if (!begins(t, 'X') || rsp_hex_u64(&number, rsp_bytes_sub(text_of(t), 1, 2)) != RSP_OK)
        return;
    t->out->ptr[t->start] = 'W';
    set_number(t, 1, 2, "%02x", 0x80U | (unsigned)number);
}

/* What a fault makes of the text. */
static const struct {
    rsp_fault fault;
    void (*change)(const stop_text *t);
} changes[] = {
    {RSP_FAULT_STOP_DECIMAL_ADDRESS, decimal_address},
    {RSP_FAULT_STOP_SYSCALL_DECIMAL, decimal_syscall},
    {RSP_FAULT_FORK_EXEC_PLAIN_PATH, plain_path},
    {RSP_FAULT_LLDB_RAW_THREAD_NAME, raw_name},
    {RSP_FAULT_STOP_HWBREAK_AS_SWBREAK, hwbreak_as_swbreak},
    {RSP_FAULT_STOP_SWBREAK_VALUE, swbreak_value},
    {RSP_FAULT_STOP_TWO_REASONS, two_reasons},
    {RSP_FAULT_LLDB_SHORT_THREAD_PCS, short_thread_pcs},
    {RSP_FAULT_LLDB_STEP_IS_BREAKPOINT, step_is_breakpoint},
    {RSP_FAULT_STOP_BREAK_SIGNAL_ZERO, break_signal_zero},
    {RSP_FAULT_STOP_HOST_SIGNALS, host_signals},
    {RSP_FAULT_STOP_LEADER_THREAD, leader_thread},
    {RSP_FAULT_VCONT_STEP_NAMES_LEADER, step_names_leader},
    {RSP_FAULT_FORK_EXEC_OLD_THREAD, exec_old_thread},
    {RSP_FAULT_FORK_THREAD_IS_CHILD, thread_is_child},
    {RSP_FAULT_STOP_HEX_KEY, hex_key},
    {RSP_FAULT_REG_DECIMAL_NUMBERS, decimal_registers},
    {RSP_FAULT_STOP_NO_LAST_SEMICOLON, no_last_semicolon},
    {RSP_FAULT_MP_EXIT_WITHOUT_PROCESS, without_process},
    {RSP_FAULT_QSUP_PID_UNASKED, process_unasked},
    {RSP_FAULT_STOP_RAW_WAIT_STATUS, raw_wait_status},
    {RSP_FAULT_MP_DECIMAL_STATUS, decimal_status},
    {RSP_FAULT_STOP_KILLED_AS_EXIT, killed_as_exit},
};

/* The stop as the fault takes it. */
static stub_stop mistaken(rsp_stub *s, const stub_stop *stop) {
    stub_stop other = *stop;
    if (is_watch(stop) && stub_fault(s, RSP_FAULT_BRK_WATCH_CODE_ADDRESS))
        stub_thread_pc(s, stop->thread, &other.address);
    if (is_watch(stop) && stub_fault(s, RSP_FAULT_BRK_WATCH_ONLY))
        other.kind = RSP_TARGET_WATCH_WRITE;
    return other;
}

void stub_fault_stop_text(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    if (s->opt.fault == RSP_FAULT_NONE) {
        stub_stop_write(s, stop, out);
        return;
    }
    const stop_text t = {.s = s, .stop = stop, .out = out, .start = out->len};
    stub_stop other = mistaken(s, stop);
    unsigned agreed = s->agreed;
    if (stub_fault(s, RSP_FAULT_QSUP_SWBREAK_UNASKED))
        stub_agree(s, STUB_AGREED_SWBREAK | STUB_AGREED_HWBREAK, true);
    stub_stop_write(s, &other, out);
    s->agreed = agreed;
    for (size_t i = 0; i < RSP_ARRAY_LEN(changes) && out->status == RSP_OK; i++)
        if (stub_fault(s, changes[i].fault))
            changes[i].change(&t);
}
