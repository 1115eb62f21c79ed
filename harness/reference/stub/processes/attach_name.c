/* vAttachName, vAttachWait and vAttachOrWait: processes are looked for by the name of their file.
 * A program counts as new when it was not there, by this name, when the client began to wait for it.
 * Source: LLDB gdb-remote extensions; LLDB's source, GDBRemoteCommunicationServerLLGS. */
/* SPDX-License-Identifier: MIT */
#include "attach_name.h"

#include "errors.h"
#include "handlers.h"
#include "run_control.h"
#include "send.h"

#include "core/limits.h"
#include <string.h>

/* Of a path what follows the last slash, unless a path is asked for. */
static bool has_name(rsp_bytes path, rsp_bytes name) {
    bool by_path = rsp_bytes_index(name, '/') < name.len;
    for (size_t at; !by_path && (at = rsp_bytes_index(path, '/')) < path.len;)
        path = rsp_bytes_from(path, at + 1);
    return name.len > 0 && rsp_bytes_equal(path, name);
}

static bool is_old(const rsp_stub *s, int64_t pid) {
    const rsp_buf *old = &s->run->old_pids;
    for (size_t at = 0; at < old->len; at += sizeof pid)
        if (memcmp(old->ptr + at, &pid, sizeof pid) == 0)
            return true;
    return false;
}

/* How many free processes have the name and are not old; *out_pid is the last one. */
static size_t find_programs(const rsp_stub *s, rsp_bytes name, int64_t *out_pid) {
    rsp_buf path;
    size_t num = 0;
    int64_t pid = 0;
    rsp_buf_init(&path, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    while (s->opt.ops->attachable_next(s->opt.target, pid, &pid, &path)) {
        if (has_name(rsp_buf_bytes(&path), name) && !is_old(s, pid)) {
            num++;
            *out_pid = pid;
        }
        rsp_buf_clear(&path);
    }
    rsp_buf_free(&path);
    return num;
}

static void attach(rsp_stub *s, int64_t pid, rsp_buf *reply) {
    if (s->opt.ops->attach(s->opt.target, pid, NULL) != RSP_OK) {
        stub_error(s, reply, STUB_E_GENERAL, "the process could not be attached");
        return;
    }
    stub_process_started(s, pid, 0);
    stub_stop_reply(s, s->general, reply);
}

/* The name that is asked for, in s->run->awaited; false: the reply is an error. */
static bool take_name(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf *name = &s->run->awaited;
    rsp_buf_clear(name);
    rsp_buf_clear(&s->run->old_pids);
    bool good = args.len > 0 && rsp_hex_decode(name, args) == RSP_OK;
    if (!good)
        stub_error(s, reply, STUB_E_SYNTAX, "want a name in hex");
    else if (stub_non_stop(s))
        stub_error(s, reply, STUB_E_GENERAL, "not in non-stop mode");
    return good && !stub_non_stop(s);
}

/* One program has the name: it is attached. False: there is none, and the reply is not written. */
static bool attach_only(rsp_stub *s, rsp_buf *reply) {
    int64_t pid = 0;
    size_t num = find_programs(s, rsp_buf_bytes(&s->run->awaited), &pid);
    if (num > 1)
        stub_error(s, reply, STUB_E_GENERAL, "several processes have this name");
    else if (num == 1)
        attach(s, pid, reply);
    return num > 0;
}

stub_reply_kind stub_on_attach_name(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (take_name(s, args, reply) && !attach_only(s, reply))
        stub_error(s, reply, STUB_E_GENERAL, "no process has this name");
    rsp_buf_clear(&s->run->awaited);
    return STUB_REPLY_SEND;
}

static stub_reply_kind begin_waiting(rsp_stub *s) {
    s->run->busy = true;
    stub_enter(s, STUB_RUN_AWAITED);
    return STUB_REPLY_LATER;
}

stub_reply_kind stub_on_attach_wait(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid = 0;
    if (!take_name(s, args, reply)) {
        rsp_buf_clear(&s->run->awaited);
        return STUB_REPLY_SEND;
    }
    rsp_buf *old = &s->run->old_pids;
    while (old->status == RSP_OK && find_programs(s, rsp_buf_bytes(&s->run->awaited), &pid) > 0)
        rsp_buf_append(old, rsp_bytes_make(&pid, sizeof pid));
    if (old->status == RSP_OK)
        return begin_waiting(s);
    rsp_buf_clear(&s->run->awaited);
    return stub_error(s, reply, STUB_E_LIMIT, "too many processes have this name");
}

stub_reply_kind stub_on_attach_or_wait(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (take_name(s, args, reply) && !attach_only(s, reply))
        return begin_waiting(s);
    rsp_buf_clear(&s->run->awaited);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_attach_or_wait_supported(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    return stub_ok(reply);
}

bool stub_waits_for_program(const rsp_stub *s) {
    return s->run->awaited.len > 0 && s->run->state == STUB_RUN_AWAITED;
}

/* Sends what is in the reply buffer. */
static void answer(rsp_stub *s) {
    stub_enter(s, STUB_RUN_HALTED);
    stub_send(s, rsp_buf_bytes(&s->reply));
    rsp_buf_clear(&s->reply);
    rsp_buf_clear(&s->run->awaited);
}

/* In slices so short that a program which has just begun is met near its begin. */
void stub_wait_for_program(rsp_stub *s, uint64_t budget_insns) {
    enum { SLICE_INSNS = 200 };
    rsp_run_state state = RSP_RUN_BUSY;
    for (uint64_t done = 0; done < budget_insns && state == RSP_RUN_BUSY; done += SLICE_INSNS) {
        state = s->opt.ops->run(s->opt.target, SLICE_INSNS, stub_on_event, s);
        s->run->busy = state == RSP_RUN_BUSY;
        rsp_buf_clear(&s->reply);
        if (attach_only(s, &s->reply)) {
            answer(s);
            return;
        }
    }
}

void stub_stop_waiting(rsp_stub *s) {
    rsp_buf_clear(&s->reply);
    stub_error(s, &s->reply, STUB_E_GENERAL, "no such process has begun");
    answer(s);
}
