/* What the client wants to be told and what it does not: signals, system calls, thread events.
 * Each request replaces the one before it, and a malformed one changes nothing.
 * Source: GDB manual, General Query Packets (QPassSignals, QCatchSyscalls, QThreadEvents, QThreadOptions). */
/* SPDX-License-Identifier: MIT */
#include "event_filter.h"

#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "live_threads.h"
#include "run_state.h"
#include "selected_thread.h"
#include "wire_signal.h"

#include "core/limits.h"

enum { NUM_SIGNALS = RSP_SIGNAL_LIBRT + 1 };

/* "num;num;..." to a flag per signal in GDB's numbering; numbers that mean nothing are left out. */
static rsp_status parse_signals(rsp_stub *s, uint8_t *set, rsp_bytes list) {
    while (list.len) {
        uint64_t number;
        rsp_bytes item = rsp_bytes_split(&list, ';');
        rsp_status status = rsp_hex_u64(&number, item);
        if (status != RSP_OK)
            return status;
        if (number > 0xff)
            continue;
        int signal = stub_gdb_signal(s, (int)number);
        if (signal > 0 && signal < NUM_SIGNALS)
            set[signal] = 1;
    }
    return RSP_OK;
}

stub_reply_kind stub_on_pass_signals(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint8_t set[NUM_SIGNALS] = {0};
    if (parse_signals(s, set, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed signal list");
    s->opt.ops->set_pass_signals(s->opt.target, set, NUM_SIGNALS);
    return stub_ok(reply);
}

stub_reply_kind stub_on_program_signals(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint8_t set[NUM_SIGNALS] = {0};
    if (parse_signals(s, set, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed signal list");
    memcpy(s->run->program_signals, set, sizeof(set));
    return stub_ok(reply);
}

/* "0", "1" or "1;num;num": the numbers go to the scratch buffer of resumes. */
static rsp_status parse_syscalls(rsp_stub *s, rsp_bytes args, bool *out_on) {
    rsp_buf *numbers = &s->run->resumes;
    rsp_bytes flag = rsp_bytes_split(&args, ';');
    rsp_buf_clear(numbers);
    *out_on = rsp_bytes_equal(flag, RSP_LIT("1"));
    if (!*out_on && (!rsp_bytes_equal(flag, RSP_LIT("0")) || args.len))
        return RSP_MALFORMED;
    while (args.len) {
        uint64_t number;
        rsp_bytes item = rsp_bytes_split(&args, ';');
        rsp_status status = rsp_hex_u64(&number, item);
        if (status != RSP_OK)
            return status;
        rsp_buf_append(numbers, rsp_bytes_make(&number, sizeof(number)));
    }
    return numbers->status;
}

stub_reply_kind stub_on_catch_syscalls(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on;
    rsp_ptid thread;
    if (parse_syscalls(s, args, &on) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed list of system calls");
    if (stub_general_thread(s, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no process is selected");
    const rsp_buf *list = &s->run->resumes;
    const uint64_t *numbers = (const uint64_t *)(const void *)list->ptr;
    size_t num = list->len / sizeof(*numbers);
    s->opt.ops->set_catch_syscalls(s->opt.target, thread.pid, on, num ? numbers : NULL, num);
    if (on)
        stub_agree(s, STUB_AGREED_CATCH_SYSCALLS, true);
    return stub_ok(reply);
}

/* A new client has asked for nothing; what its predecessor asked for goes with it. */
void stub_event_filter_connect(rsp_stub *s) {
    int64_t pid = 0;
    while (stub_agreed(s, STUB_AGREED_CATCH_SYSCALLS) && s->opt.ops->process_next(s->opt.target, pid, &pid))
        s->opt.ops->set_catch_syscalls(s->opt.target, pid, false, NULL, 0);
    s->agreed = 0;
    s->parting = STUB_PARTING_BY_OPTION;
    memset(s->run->program_signals, 1, sizeof(s->run->program_signals));
    s->run->program_signals[RSP_SIGNAL_TRAP] = 0; /* as GDB's defaults have it */
    s->run->program_signals[RSP_SIGNAL_INT] = 0;
}

bool stub_wants_event(const rsp_stub *s, rsp_target_event_kind kind) {
    switch (kind) {
    case RSP_TARGET_FORKED:
        return stub_agreed(s, STUB_AGREED_FORK_EVENTS);
    case RSP_TARGET_VFORKED:
    case RSP_TARGET_VFORK_DONE:
        return stub_agreed(s, STUB_AGREED_VFORK_EVENTS);
    case RSP_TARGET_EXECED:
        return stub_agreed(s, STUB_AGREED_EXEC_EVENTS);
    case RSP_TARGET_CALL:
    case RSP_TARGET_TRACE_STEPPED:
    case RSP_TARGET_OUTPUT:
        return false;
    case RSP_TARGET_STEPPED:
    case RSP_TARGET_BREAK_SOFTWARE:
    case RSP_TARGET_BREAK_HARDWARE:
    case RSP_TARGET_WATCH_WRITE:
    case RSP_TARGET_WATCH_READ:
    case RSP_TARGET_WATCH_ACCESS:
    case RSP_TARGET_SIGNALLED:
    case RSP_TARGET_CLONED:
    case RSP_TARGET_THREAD_CREATED:
    case RSP_TARGET_THREAD_EXITED:
    case RSP_TARGET_PROCESS_EXITED:
    case RSP_TARGET_PROCESS_KILLED:
    case RSP_TARGET_SYSCALL_ENTRY:
    case RSP_TARGET_SYSCALL_RETURN:
    case RSP_TARGET_LIBRARIES:
    case RSP_TARGET_HISTORY_BEGIN:
    case RSP_TARGET_HISTORY_END:
        return true;
    }
    return true;
}

void stub_update_events(rsp_stub *s) {
    unsigned bits = RSP_TARGET_REPORT_EXEC; /* breakpoints of the old image are dropped in any case */
    if (stub_agreed(s, STUB_AGREED_FORK_EVENTS))
        bits |= RSP_TARGET_REPORT_FORK;
    if (stub_agreed(s, STUB_AGREED_VFORK_EVENTS))
        bits |= RSP_TARGET_REPORT_VFORK;
    if (stub_agreed(s, STUB_AGREED_THREAD_EVENTS))
        bits |= RSP_TARGET_REPORT_THREADS;
    if (s->opt.ops->set_events)
        s->opt.ops->set_events(s->opt.target, bits);
}

stub_reply_kind stub_on_thread_events(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on = rsp_bytes_equal(args, RSP_LIT("1"));
    if (!on && !rsp_bytes_equal(args, RSP_LIT("0")))
        return stub_error(s, reply, STUB_E_SYNTAX, "mode must be 0 or 1");
    stub_agree(s, STUB_AGREED_THREAD_EVENTS, on);
    stub_update_events(s);
    return stub_ok(reply);
}

enum { KNOWN_OPTIONS = RSP_THREAD_REPORT_CLONE | RSP_THREAD_REPORT_EXIT };

/* "num[:id]" */
static rsp_status parse_option(const rsp_stub *s, rsp_bytes item, unsigned *out_bits, rsp_ptid *out_match) {
    uint64_t bits;
    *out_match = (rsp_ptid){RSP_ID_ALL, RSP_ID_ALL};
    rsp_status status = rsp_take_hex(&bits, &item);
    if (status != RSP_OK)
        return status;
    if (bits & ~(uint64_t)KNOWN_OPTIONS)
        return RSP_RANGE;
    *out_bits = (unsigned)bits & KNOWN_OPTIONS;
    if (item.len == 0)
        return RSP_OK;
    if (!rsp_take_byte(&item, ':') || rsp_ptid_parse(out_match, item) != RSP_OK)
        return RSP_MALFORMED;
    if (out_match->pid == 0 && out_match->tid > 0)
        return stub_resolve_thread(s, *out_match, out_match);
    return RSP_OK;
}

/* The last match counts, so applying in order does it. A wildcard goes over all threads. */
static void apply_option(rsp_stub *s, unsigned bits, rsp_ptid match) {
    rsp_ptid thread = {0, 0};
    if (match.pid > 0 && match.tid > 0) {
        s->opt.ops->set_thread_options(s->opt.target, match, bits);
        return;
    }
    while (stub_next_thread(s, &thread))
        if (rsp_ptid_matches(match, thread))
            s->opt.ops->set_thread_options(s->opt.target, thread, bits);
}

/* With many options and threads the work is bounded by what one packet may ask for. */
static bool walk_options(rsp_stub *s, rsp_bytes list, bool effective) {
    size_t num = 0;
    while (list.len) {
        unsigned bits;
        rsp_ptid match;
        rsp_bytes item = rsp_bytes_split(&list, ';');
        if (++num > RSP_LIMIT_STUB_THREAD_OPTIONS || parse_option(s, item, &bits, &match) != RSP_OK)
            return false;
        if (effective)
            apply_option(s, bits, match);
    }
    return num > 0;
}

stub_reply_kind stub_on_thread_options(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (!walk_options(s, args, false))
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed or unknown thread options");
    (void)walk_options(s, args, true);
    return stub_ok(reply);
}
