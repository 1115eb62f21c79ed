/* LLDB's questions about processes and users, and its list of signals.
 * Numbers are decimal here, texts are hex. Processes are those that are debugged.
 * Source: LLDB gdb-remote extensions, qfProcessInfo, qProcessInfoPID, qUserName; jSignalsInfo. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "live_threads.h"
#include "wire_signal.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "codec/signals.h"
#include "core/limits.h"
#include <inttypes.h>

/* lldb-server's number for the end of the list. */
enum { STUB_E_NO_MORE = 8 };

static bool take_decimal(int64_t *out, rsp_bytes text) {
    int64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9' || value > INT32_MAX)
            return false;
        value = value * 10 + (text.ptr[i] - '0');
    }
    *out = value;
    return text.len > 0;
}

static bool is_debugged(const rsp_stub *s, int64_t pid) {
    rsp_ptid first;
    return pid > 0 && stub_first_thread(s, pid, &first);
}

static void append_path(const rsp_stub *s, int64_t pid, rsp_buf *out) {
    const rsp_ptid whose = {pid, pid};
    if (s->opt.ops->read_object)
        (void)s->opt.ops->read_object(s->opt.target, whose, RSP_OBJECT_EXEC_FILE, rsp_bytes_make(NULL, 0),
                                      out);
}

static void append_process(rsp_stub *s, int64_t pid, rsp_buf *reply) {
    const rsp_target_ops *ops = s->opt.ops;
    rsp_buf path;
    rsp_buf_init(&path, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    append_path(s, pid, &path);
    int64_t parent = ops->process_parent ? ops->process_parent(s->opt.target, pid) : 0;
    rsp_buf_printf(reply, "pid:%" PRId64 ";ppid:%" PRId64 ";uid:0;gid:0;euid:0;egid:0;name:", pid, parent);
    rsp_hex_append(reply, rsp_buf_bytes(&path));
    rsp_buf_str(reply, ";triple:");
    rsp_hex_append(reply, rsp_bytes_str(ops->register_set(s->opt.target)->triple));
    rsp_buf_push(reply, ';');
    rsp_buf_free(&path);
}

stub_reply_kind stub_on_process_info_pid(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid;
    if (!take_decimal(&pid, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "want a decimal process id");
    if (!is_debugged(s, pid))
        return stub_error(s, reply, STUB_E_THREAD, "no such process");
    append_process(s, pid, reply);
    return STUB_REPLY_SEND;
}

typedef struct process_filter {
    rsp_buf name;
    rsp_bytes match; /* "equals", "starts_with", "ends_with" or "contains"; empty: any name */
    int64_t pid;     /* 0: any */
} process_filter;

static bool name_fits(const process_filter *f, rsp_bytes path) {
    rsp_bytes name = rsp_buf_bytes(&f->name);
    if (name.len > path.len)
        return false;
    if (rsp_bytes_equal(f->match, RSP_LIT("starts_with")))
        return rsp_bytes_starts(path, name);
    if (rsp_bytes_equal(f->match, RSP_LIT("ends_with")))
        return rsp_bytes_equal(rsp_bytes_from(path, path.len - name.len), name);
    if (rsp_bytes_equal(f->match, RSP_LIT("contains")))
        return name.len == 0 || rsp_bytes_search(path, name) < path.len;
    return rsp_bytes_equal(path, name);
}

/* The name that is asked for is that of the file, without its folder. */
static bool fits(const rsp_stub *s, const process_filter *f, int64_t pid) {
    if (f->pid != 0 && f->pid != pid)
        return false;
    if (f->match.len == 0)
        return true;
    rsp_buf path;
    rsp_buf_init(&path, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    append_path(s, pid, &path);
    rsp_bytes name = rsp_buf_bytes(&path);
    for (size_t at; (at = rsp_bytes_index(name, '/')) < name.len;)
        name = rsp_bytes_from(name, at + 1);
    bool good = name_fits(f, name);
    rsp_buf_free(&path);
    return good;
}

/* "key:value;..."; keys that we do not know hold for every process. */
static bool take_filter(process_filter *f, rsp_bytes args) {
    while (args.len > 0) {
        rsp_bytes value = rsp_bytes_split(&args, ';');
        rsp_bytes key = rsp_bytes_split(&value, ':');
        bool good = true;
        if (rsp_bytes_equal(key, RSP_LIT("name")))
            good = rsp_hex_decode(&f->name, value) == RSP_OK;
        else if (rsp_bytes_equal(key, RSP_LIT("name_match")))
            f->match = value;
        else if (rsp_bytes_equal(key, RSP_LIT("pid")))
            good = take_decimal(&f->pid, value);
        if (!good)
            return false;
    }
    if (f->match.len == 0 && f->name.len > 0)
        f->match = RSP_LIT("equals");
    return true;
}

/* The first process behind `after` that the filter lets through. */
static stub_reply_kind answer_next(rsp_stub *s, const process_filter *f, int64_t after, rsp_buf *reply) {
    int64_t pid = after;
    do
        if (!s->opt.ops->process_next(s->opt.target, pid, &pid))
            return stub_error(s, reply, STUB_E_NO_MORE, "no more processes");
    while (!fits(s, f, pid));
    s->listed_process = pid;
    append_process(s, pid, reply);
    return STUB_REPLY_SEND;
}

/* The filter is kept as text, for qsProcessInfo. */
static stub_reply_kind list(rsp_stub *s, int64_t after, rsp_buf *reply) {
    process_filter filter = {.name = {.mem = s->opt.mem}};
    stub_reply_kind kind;
    if (take_filter(&filter, rsp_buf_bytes(&s->process_filter)))
        kind = answer_next(s, &filter, after, reply);
    else
        kind = stub_error(s, reply, STUB_E_SYNTAX, "want key:value; pairs");
    rsp_buf_free(&filter.name);
    return kind;
}

stub_reply_kind stub_on_first_process(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf_clear(&s->process_filter);
    rsp_buf_append(&s->process_filter, args);
    s->listed_process = 0;
    return list(s, 0, reply);
}

/* The process that was told last may be gone: then the list has ended. */
stub_reply_kind stub_on_next_process(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (!is_debugged(s, s->listed_process))
        return stub_error(s, reply, STUB_E_NO_MORE, "no more processes");
    return list(s, s->listed_process, reply);
}

/* There is one user and one group. */
static stub_reply_kind answer_name(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t id;
    if (!take_decimal(&id, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "want a decimal id");
    if (id != 0)
        return stub_error(s, reply, STUB_E_GENERAL, "no such id");
    rsp_hex_append(reply, RSP_LIT("root"));
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_user_name(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return answer_name(s, args, reply);
}

stub_reply_kind stub_on_group_name(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return answer_name(s, args, reply);
}

/* Signals that programs get all day do not stop them: as in GDB's table. */
static bool stops(unsigned signal) {
    return signal != RSP_SIGNAL_ALRM && signal != RSP_SIGNAL_URG && signal != RSP_SIGNAL_CHLD &&
           signal != RSP_SIGNAL_WINCH;
}

static void append_signal(const rsp_stub *s, rsp_buf *json, unsigned signal, bool first) {
    bool suppress = signal == RSP_SIGNAL_TRAP || signal == RSP_SIGNAL_INT || signal == RSP_SIGNAL_STOP;
    rsp_buf_printf(json, "%s{\"signo\":%d,\"name\":", first ? "" : ",", stub_wire_signal(s, (int)signal));
    rsp_json_string_append(json, rsp_bytes_str(rsp_signal_name(signal)));
    rsp_buf_printf(json, ",\"suppress\":%s,\"stop\":%s,\"notify\":%s}", suppress ? "true" : "false",
                   stops(signal) ? "true" : "false", stops(signal) ? "true" : "false");
}

/* Those that the target has, by the numbers that stops have. */
stub_reply_kind stub_on_signals_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf json = {.mem = s->opt.mem};
    bool first = true;
    (void)args;
    rsp_buf_push(&json, '[');
    for (unsigned signal = 1; signal <= RSP_SIGNAL_LIBRT; signal++) {
        if (rsp_signal_to_linux(signal) == 0 || !rsp_signal_name(signal))
            continue;
        append_signal(s, &json, signal, first);
        first = false;
    }
    rsp_buf_push(&json, ']');
    rsp_escape_append(reply, rsp_buf_bytes(&json));
    if (json.status != RSP_OK)
        reply->status = json.status;
    rsp_buf_free(&json);
    return STUB_REPLY_SEND;
}

/* There are no such plug-ins. */
stub_reply_kind stub_on_structured_data(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    rsp_buf_str(reply, "[]");
    return STUB_REPLY_SEND;
}
