/* What the next program finds: its environment, directory, standard streams, addresses.
 * A malformed request changes nothing.
 * Source: GDB manual, General Query Packets (QEnvironment..); LLDB extensions (QSetSTDIN..). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "launch.h"

#include "core/limits.h"

/* Takes NAME out of the environment; `name` has no '='. */
static void unset(rsp_buf *env, rsp_bytes name) {
    size_t at = 0;
    while (at < env->len) {
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(env), at);
        rsp_bytes item = rsp_bytes_split(&rest, 0);
        bool whole = item.len > name.len && item.ptr[name.len] == '=';
        if (whole && rsp_bytes_starts(item, name)) {
            memmove(env->ptr + at, env->ptr + at + item.len + 1, env->len - at - item.len - 1);
            rsp_buf_truncate(env, env->len - item.len - 1);
        } else {
            at += item.len + 1;
        }
    }
}

static stub_reply_kind set_variable(rsp_stub *s, rsp_bytes text, rsp_buf *reply) {
    rsp_buf *env = &s->launch->env;
    size_t name_len = rsp_bytes_index(text, '=');
    if (name_len == 0 || name_len == text.len || rsp_bytes_index(text, 0) < text.len)
        return stub_error(s, reply, STUB_E_SYNTAX, "NAME=VALUE expected");
    if (text.len >= RSP_LIMIT_STUB_ARG_BYTES - env->len || !rsp_buf_reserve(env, text.len + 1)) {
        env->status = RSP_OK;
        return stub_error(s, reply, STUB_E_LIMIT, "environment too large");
    }
    unset(env, rsp_bytes_sub(text, 0, name_len));
    stub_launch_append(env, text);
    return stub_ok(reply);
}

stub_reply_kind stub_on_environment_set(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    if (rsp_hex_decode(&text, args) == RSP_OK)
        set_variable(s, rsp_buf_bytes(&text), reply);
    else
        stub_error(s, reply, STUB_E_SYNTAX, "malformed variable");
    rsp_buf_free(&text);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_environment_plain(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return set_variable(s, args, reply);
}

stub_reply_kind stub_on_environment_unset(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf name;
    rsp_buf_init(&name, s->opt.mem, RSP_LIMIT_STUB_ARG_BYTES);
    bool good = args.len && rsp_hex_decode(&name, args) == RSP_OK;
    if (good) {
        unset(&s->launch->env, rsp_buf_bytes(&name));
        stub_ok(reply);
    } else {
        stub_error(s, reply, STUB_E_SYNTAX, "malformed name");
    }
    rsp_buf_free(&name);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_environment_reset(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_launch_reset_environment(s);
    return stub_ok(reply);
}

/* Hex path into `path`; the old one stays when it is malformed. */
static stub_reply_kind set_path(rsp_stub *s, rsp_buf *path, rsp_bytes digits, rsp_buf *reply) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    bool good = rsp_hex_decode(&text, digits) == RSP_OK;
    if (!good || rsp_bytes_index(rsp_buf_bytes(&text), 0) < text.len) {
        rsp_buf_free(&text);
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed path");
    }
    rsp_buf_free(path);
    *path = text;
    return stub_ok(reply);
}

stub_reply_kind stub_on_set_working_dir(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return set_path(s, &s->launch->cwd, args, reply);
}

stub_reply_kind stub_on_get_working_dir(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_bytes cwd = rsp_buf_bytes(&s->launch->cwd);
    (void)args;
    rsp_hex_append(reply, cwd.len ? cwd : RSP_LIT("/"));
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_set_stdin(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return set_path(s, &s->launch->streams[0], args, reply);
}

stub_reply_kind stub_on_set_stdout(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return set_path(s, &s->launch->streams[1], args, reply);
}

stub_reply_kind stub_on_set_stderr(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return set_path(s, &s->launch->streams[2], args, reply);
}

/* "cols=N" or "rows=N" */
static bool take_size(rsp_bytes *args, rsp_bytes key, uint64_t *out) {
    return rsp_take_text(args, key) && rsp_take_byte(args, '=') && rsp_take_decimal(out, args) == RSP_OK &&
           *out <= UINT16_MAX;
}

/* The terminal of the machine has no size: the setting is accepted for what it can change. No columns and no
 * rows: the debugger has no terminal. Source: LLDB gdb-remote extensions, QSetSTDIOWindowSize. */
stub_reply_kind stub_on_set_terminal_size(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t cols = 0;
    uint64_t rows = 0;
    bool good = take_size(&args, RSP_LIT("cols"), &cols) && rsp_take_byte(&args, ';') &&
                take_size(&args, RSP_LIT("rows"), &rows);
    (void)rsp_take_byte(&args, ';');
    if (!good || args.len > 0 || (cols == 0) != (rows == 0))
        return stub_error(s, reply, STUB_E_SYNTAX, "want cols=N;rows=N, both 0 or both 1 to 65535");
    return stub_ok(reply);
}

static stub_reply_kind flag_error(rsp_stub *s, rsp_buf *reply) {
    return stub_error(s, reply, STUB_E_SYNTAX, "value must be 0 or 1");
}

stub_reply_kind stub_on_disable_randomization(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (!rsp_bytes_equal(args, RSP_LIT("0")) && !rsp_bytes_equal(args, RSP_LIT("1")))
        return flag_error(s, reply);
    s->launch->randomize = args.ptr[0] == '0';
    return stub_ok(reply);
}

/* No shell is ever involved here; the setting is accepted for what it can change. */
stub_reply_kind stub_on_startup_with_shell(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool known = rsp_bytes_equal(args, RSP_LIT("0")) || rsp_bytes_equal(args, RSP_LIT("1"));
    return known ? stub_ok(reply) : flag_error(s, reply);
}
