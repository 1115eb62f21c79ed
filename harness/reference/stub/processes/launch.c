/* The next program is started: by vRun, by LLDB's A, by a restart.
 * Arguments come as hex strings, as one text to be split as a shell would, or with their lengths.
 * Source: GDB manual, Packets (vRun); LLDB gdb-remote extensions (A, qLaunchSuccess). */
/* SPDX-License-Identifier: MIT */
#include "launch.h"

#include "errors.h"
#include "handlers.h"
#include "run_control.h"
#include "stop.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

void stub_launch_reset_environment(rsp_stub *s) {
    rsp_buf_clear(&s->launch->env);
    for (size_t i = 0; i < s->opt.num_env; i++)
        stub_launch_append(&s->launch->env, s->opt.env[i]);
}

static rsp_status set_default(rsp_stub *s) {
    stub_launch_reset_environment(s);
    rsp_buf_append(&s->launch->cwd, s->opt.cwd);
    if (s->launch->env.status != RSP_OK || s->launch->cwd.status != RSP_OK)
        return RSP_LIMIT;
    rsp_buf_clear(&s->launch->args);
    for (size_t i = 0; i < s->opt.argc; i++)
        stub_launch_append(&s->launch->args, s->opt.argv[i]);
    return s->launch->args.status;
}

rsp_status stub_launch_new(rsp_stub *s) {
    struct stub_launch *launch = rsp_mem_calloc(s->opt.mem, 1, sizeof(*launch));
    if (!launch)
        return RSP_NO_MEMORY;
    s->launch = launch;
    rsp_buf_init(&launch->args, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    rsp_buf_init(&launch->env, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    rsp_buf_init(&launch->cwd, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    for (size_t i = 0; i < RSP_ARRAY_LEN(launch->streams); i++)
        rsp_buf_init(&launch->streams[i], s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    return set_default(s);
}

void stub_launch_free(rsp_stub *s) {
    if (!s->launch)
        return;
    rsp_buf_free(&s->launch->args);
    rsp_buf_free(&s->launch->env);
    rsp_buf_free(&s->launch->cwd);
    for (size_t i = 0; i < RSP_ARRAY_LEN(s->launch->streams); i++)
        rsp_buf_free(&s->launch->streams[i]);
    rsp_mem_free(s->opt.mem, s->launch);
    s->launch = NULL;
}

static size_t count_strings(const rsp_buf *list) {
    size_t num = 0;
    for (size_t i = 0; i < list->len; i++)
        num += list->ptr[i] == 0;
    return num;
}

static void fill_strings(rsp_bytes *out, const rsp_buf *list) {
    rsp_bytes rest = rsp_buf_bytes(list);
    while (rest.len)
        *out++ = rsp_bytes_split(&rest, 0);
}

rsp_status stub_launch_start(rsp_stub *s, int64_t *out_pid, rsp_error *error) {
    const struct stub_launch *launch = s->launch;
    size_t argc = count_strings(&launch->args);
    size_t num_env = count_strings(&launch->env);
    if (argc == 0 || !s->opt.ops->launch)
        return rsp_fail(error, RSP_NOT_FOUND, "there is no program to start");
    rsp_bytes *strings = rsp_mem_calloc(s->opt.mem, argc + num_env, sizeof(*strings));
    if (!strings)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    fill_strings(strings, &launch->args);
    fill_strings(strings + argc, &launch->env);
    const rsp_target_launch how = {
        .argv = strings,
        .argc = argc,
        .env = strings + argc,
        .num_env = num_env,
        .cwd = rsp_buf_bytes(&launch->cwd),
        .randomize = launch->randomize,
        .stdin_path = rsp_buf_bytes(&launch->streams[0]),
        .stdout_path = rsp_buf_bytes(&launch->streams[1]),
        .stderr_path = rsp_buf_bytes(&launch->streams[2]),
    };
    rsp_status status = s->opt.ops->launch(s->opt.target, &how, out_pid, error);
    rsp_mem_free(s->opt.mem, strings);
    return status;
}

/* Appends hex digits as one string without NULs inside. */
static rsp_status append_hex_string(rsp_buf *list, rsp_bytes digits) {
    size_t start = list->len;
    rsp_status status = rsp_hex_decode(list, digits);
    rsp_bytes text = rsp_bytes_from(rsp_buf_bytes(list), start);
    if (status == RSP_OK && rsp_bytes_index(text, 0) < text.len)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        rsp_buf_push(list, 0);
    return status == RSP_OK ? list->status : status;
}

/* Splits one string as a shell would: blanks, quotes and backslashes, nothing else. */
static void append_words(rsp_buf *list, rsp_bytes text) {
    uint8_t quote = 0;
    bool inside = false;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
            if (inside)
                rsp_buf_push(list, 0);
            inside = false;
            continue;
        }
        inside = true;
        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? 0 : c;
        } else {
            if (c == '\\' && quote != '\'' && i + 1 < text.len)
                c = text.ptr[++i];
            rsp_buf_push(list, c);
        }
    }
    if (inside)
        rsp_buf_push(list, 0);
}

static rsp_status append_single_argument(rsp_stub *s, rsp_buf *list, rsp_bytes digits) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    rsp_status status = rsp_hex_decode(&text, digits);
    if (status == RSP_OK && rsp_bytes_index(rsp_buf_bytes(&text), 0) < text.len)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        append_words(list, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return status == RSP_OK ? list->status : status;
}

/* "[hex]{;[hex]}" into `list`; without a file name the last program's, and without anything its arguments. */
static rsp_status parse_run(rsp_stub *s, rsp_buf *list, rsp_bytes args) {
    bool more = rsp_bytes_index(args, ';') < args.len;
    rsp_bytes file = rsp_bytes_split(&args, ';');
    const rsp_buf *last = &s->launch->args;
    rsp_status status;
    if (file.len == 0 && !more) {
        rsp_buf_append(list, rsp_buf_bytes(last));
        return list->len ? list->status : RSP_NOT_FOUND;
    }
    if (file.len == 0) {
        rsp_bytes rest = rsp_buf_bytes(last);
        rsp_bytes path = rsp_bytes_split(&rest, 0);
        if (path.len == 0)
            return RSP_NOT_FOUND;
        stub_launch_append(list, path);
        status = list->status;
    } else {
        status = append_hex_string(list, file);
    }
    while (more && status == RSP_OK) {
        more = rsp_bytes_index(args, ';') < args.len;
        rsp_bytes item = rsp_bytes_split(&args, ';');
        status = stub_agreed(s, STUB_AGREED_SINGLE_INF_ARG) ? append_single_argument(s, list, item)
                                                            : append_hex_string(list, item);
    }
    return status;
}

/* The new list takes the place of the old one once it has started. */
static rsp_status start_list(rsp_stub *s, rsp_buf *list, int64_t *out_pid, rsp_error *error) {
    rsp_buf old = s->launch->args;
    s->launch->args = *list;
    rsp_status status = stub_launch_start(s, out_pid, error);
    if (status != RSP_OK) {
        s->launch->args = old;
        return status;
    }
    rsp_buf_free(&old);
    rsp_buf_init(list, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    return RSP_OK;
}

/* The client's own bytes may stand in a message: none of them may look like a part of the protocol. */
static void make_plain(char *text) {
    for (char *at = text; *at; at++)
        if (*at < ' ' || *at > '~' || strchr("#$*}", *at))
            *at = '?';
}

stub_reply_kind stub_on_run(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf list;
    int64_t pid = 0;
    rsp_error error = {0};
    rsp_buf_init(&list, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    rsp_status status = parse_run(s, &list, args);
    if (status == RSP_OK)
        status = start_list(s, &list, &pid, &error);
    rsp_buf_free(&list);
    if (status == RSP_OK) {
        stub_process_started(s, pid, RSP_SIGNAL_TRAP);
        stub_stop_reply(s, s->general, reply);
    } else if (status == RSP_MALFORMED) {
        stub_error(s, reply, STUB_E_SYNTAX, "malformed arguments");
    } else {
        make_plain(error.msg);
        stub_error(s, reply, STUB_E_GENERAL, error.msg[0] ? error.msg : "the program could not be started");
    }
    return STUB_REPLY_SEND;
}

/* One "length,index,hex" of LLDB's A packet; the length counts hex digits and is decimal. */
static rsp_status take_argument(rsp_buf *list, size_t expected, rsp_bytes *in) {
    uint64_t len;
    uint64_t index;
    if (rsp_take_decimal(&len, in) != RSP_OK || !rsp_take_byte(in, ',') ||
        rsp_take_decimal(&index, in) != RSP_OK || !rsp_take_byte(in, ','))
        return RSP_MALFORMED;
    if (index != expected || len > in->len)
        return RSP_MALFORMED;
    rsp_bytes digits = rsp_bytes_sub(*in, 0, (size_t)len);
    *in = rsp_bytes_from(*in, (size_t)len);
    if (in->len && !rsp_take_byte(in, ','))
        return RSP_MALFORMED;
    return append_hex_string(list, digits);
}

stub_reply_kind stub_on_arguments(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf list;
    rsp_error error = {0};
    int64_t pid = 0;
    rsp_buf_init(&list, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    rsp_status status = args.len ? RSP_OK : RSP_MALFORMED;
    for (size_t i = 0; status == RSP_OK && args.len; i++)
        status = take_argument(&list, i, &args);
    if (status != RSP_OK) {
        rsp_buf_free(&list);
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed arguments");
    }
    /* LLDB takes OK for "understood", and asks qLaunchSuccess how it went. */
    status = start_list(s, &list, &pid, &error);
    rsp_buf_free(&list);
    s->launch->failed = status != RSP_OK;
    make_plain(error.msg);
    memcpy(s->launch->error, error.msg, sizeof(error.msg));
    if (status == RSP_OK)
        stub_process_started(s, pid, RSP_SIGNAL_TRAP);
    return stub_ok(reply);
}

stub_reply_kind stub_on_launch_success(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (!s->launch->failed)
        return stub_ok(reply);
    rsp_buf_push(reply, 'E');
    rsp_buf_str(reply, s->launch->error[0] ? s->launch->error : "the program could not be started");
    return STUB_REPLY_SEND;
}

/* The arguments as one shell-quoted text, which is what the packet carries. */
stub_reply_kind stub_on_exec_and_args(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_bytes rest = rsp_buf_bytes(&s->launch->args);
    (void)args;
    if (rest.len == 0) {
        rsp_buf_push(reply, 'U');
        return STUB_REPLY_SEND;
    }
    rsp_buf_str(reply, "S;");
    rsp_hex_append(reply, rsp_bytes_split(&rest, 0));
    rsp_buf_push(reply, ';');
    for (bool first = true; rest.len; first = false) {
        rsp_bytes item = rsp_bytes_split(&rest, 0);
        if (!first)
            rsp_hex_append(reply, RSP_LIT(" "));
        if (item.len == 0)
            rsp_hex_append(reply, RSP_LIT("''"));
        for (size_t i = 0; i < item.len; i++) {
            if (rsp_bytes_index(RSP_LIT(" \t\n'\"\\"), item.ptr[i]) < 6)
                rsp_hex_append(reply, RSP_LIT("\\"));
            rsp_hex_append(reply, rsp_bytes_sub(item, i, 1));
        }
    }
    rsp_buf_push(reply, ';');
    return STUB_REPLY_SEND;
}
