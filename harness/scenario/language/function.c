/* The functions of expressions: conversions, slices, ids, sums.
 * All results live in the environment's arena and are bounded by RSP_LIMIT_VALUE_BYTES.
 * docs/scenarios.md lists them with an example each. */
/* SPDX-License-Identifier: MIT */
#include "language/function.h"

#include "language/template.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/frame.h>
#include <rsp/id.h>
#include <stdlib.h>

int take_escape(rsp_bytes *in) {
    static const char from[] = "nrt0\\$'\"{}";
    static const char to[] = "\n\r\t\0\\$'\"{}";
    if (in->len == 0)
        return -1;
    if (in->ptr[0] == 'x') {
        int high = in->len > 2 ? rsp_hex_value(in->ptr[1]) : -1;
        int low = in->len > 2 ? rsp_hex_value(in->ptr[2]) : -1;
        if (high < 0 || low < 0)
            return -1;
        *in = rsp_bytes_from(*in, 3);
        return high * 16 + low;
    }
    const char *found = in->ptr[0] ? strchr(from, in->ptr[0]) : NULL;
    if (!found)
        return -1;
    *in = rsp_bytes_from(*in, 1);
    return (unsigned char)to[found - from];
}

void append_ordered(rsp_buf *out, uint64_t number, size_t width, bool big_endian) {
    for (size_t i = 0; i < width; i++) {
        size_t shift = 8 * (big_endian ? width - 1 - i : i);
        rsp_buf_push(out, (uint8_t)(shift < 64 ? number >> shift : 0));
    }
}

static rsp_bytes as_bytes(const expr_env *env, const value *v) {
    if (v->kind == VALUE_BYTES)
        return v->bytes;
    rsp_buf buf = {.mem = env->arena->mem};
    value_append(&buf, v);
    rsp_bytes copy = rsp_arena_bytes(env->arena, rsp_buf_bytes(&buf));
    rsp_buf_free(&buf);
    return copy;
}

/* Hands a buffer's content to the arena. */
static const char *give(const expr_env *env, rsp_buf *buf, value *out) {
    rsp_status status = buf->status;
    *out = value_bytes(rsp_arena_bytes(env->arena, rsp_buf_bytes(buf)));
    rsp_buf_free(buf);
    return status == RSP_OK ? NULL : "the result is too large";
}

static rsp_buf make_buf(const expr_env *env) {
    return (rsp_buf){.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

static const char *need_number(const value *v, uint64_t *out) {
    return value_number(v, out) ? NULL : "a number is wanted";
}

static const char *call_hex(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_hex_append(&buf, as_bytes(env, &args[0]));
    return give(env, &buf, out);
}

static const char *call_unhex(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_status status = rsp_hex_decode(&buf, as_bytes(env, &args[0]));
    const char *wrong = give(env, &buf, out);
    return status == RSP_MALFORMED ? "not pairs of hex digits" : wrong;
}

static const char *call_len(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    *out = value_int(args[0].kind == VALUE_LIST ? args[0].num : as_bytes(env, &args[0]).len);
    return NULL;
}

static const char *ordered(const expr_env *env, const value *args, bool big_endian, value *out) {
    uint64_t number = 0;
    uint64_t width = 0;
    if (!value_number(&args[0], &number) || !value_number(&args[1], &width) || width > 64)
        return "wants a number and a width of at most 64 bytes";
    rsp_buf buf = make_buf(env);
    append_ordered(&buf, number, width, big_endian);
    return give(env, &buf, out);
}

static const char *call_le(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return ordered(env, args, false, out);
}

static const char *call_be(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return ordered(env, args, true, out);
}

static const char *call_target(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return ordered(env, args, env->big_endian, out);
}

static const char *number_of(const expr_env *env, const value *v, bool big_endian, value *out) {
    rsp_bytes bytes = as_bytes(env, v);
    uint64_t number = 0;
    if (bytes.len > 8)
        bytes = big_endian ? rsp_bytes_from(bytes, bytes.len - 8) : rsp_bytes_sub(bytes, 0, 8);
    for (size_t i = 0; i < bytes.len; i++)
        number = number << 8 | bytes.ptr[big_endian ? i : bytes.len - 1 - i];
    *out = value_int(number);
    return NULL;
}

static const char *call_from_le(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return number_of(env, &args[0], false, out);
}

static const char *call_from_be(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return number_of(env, &args[0], true, out);
}

static const char *call_from_target(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    return number_of(env, &args[0], env->big_endian, out);
}

static const char *call_dec(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes text = as_bytes(env, &args[0]);
    uint64_t number = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9' || number > (UINT64_MAX - 9) / 10)
            return "not a decimal number";
        number = number * 10 + (uint64_t)(text.ptr[i] - '0');
    }
    *out = value_int(number);
    return text.len ? NULL : "not a decimal number";
}

static const char *call_num(const expr_env *env, const value *args, size_t num, value *out) {
    (void)env, (void)num;
    uint64_t number = 0;
    const char *wrong = need_number(&args[0], &number);
    *out = value_int(number);
    return wrong;
}

static const char *call_repeat(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    uint64_t times = 0;
    rsp_bytes unit = as_bytes(env, &args[0]);
    if (!value_number(&args[1], &times))
        return "the second argument is a number";
    if (unit.len > 0 && times > RSP_LIMIT_VALUE_BYTES / unit.len)
        return "the result is too large";
    rsp_buf buf = make_buf(env);
    for (uint64_t i = 0; i < times && unit.len > 0; i++)
        rsp_buf_append(&buf, unit);
    return give(env, &buf, out);
}

static const char *call_bytes(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    expr_error error;
    rsp_status status = expr_bytes(env, as_bytes(env, &args[0]), &buf, &error);
    const char *wrong = give(env, &buf, out);
    return status == RSP_OK ? wrong : "not a bytes literal";
}

static const char *call_cat(const expr_env *env, const value *args, size_t num, value *out) {
    rsp_buf buf = make_buf(env);
    for (size_t i = 0; i < num; i++)
        value_append(&buf, &args[i]);
    return give(env, &buf, out);
}

static const char *call_sub(const expr_env *env, const value *args, size_t num, value *out) {
    uint64_t offset = 0;
    uint64_t len = SIZE_MAX;
    if (!value_number(&args[1], &offset) || (num > 2 && !value_number(&args[2], &len)))
        return "wants text, offset, length";
    *out = value_bytes(rsp_bytes_sub(as_bytes(env, &args[0]), (size_t)offset, (size_t)len));
    return NULL;
}

static const char *call_rev(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes bytes = as_bytes(env, &args[0]);
    rsp_buf buf = make_buf(env);
    for (size_t i = bytes.len; i > 0; i--)
        rsp_buf_push(&buf, bytes.ptr[i - 1]);
    return give(env, &buf, out);
}

static const char *call_upper(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes bytes = as_bytes(env, &args[0]);
    rsp_buf buf = make_buf(env);
    for (size_t i = 0; i < bytes.len; i++) {
        uint8_t c = bytes.ptr[i];
        rsp_buf_push(&buf, c >= 'a' && c <= 'z' ? (uint8_t)(c - 32) : c);
    }
    return give(env, &buf, out);
}

static const char *call_replace(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes rest = as_bytes(env, &args[0]);
    rsp_bytes from = as_bytes(env, &args[1]);
    rsp_bytes to = as_bytes(env, &args[2]);
    if (from.len == 0)
        return "nothing to look for";
    rsp_buf buf = make_buf(env);
    while (rest.len > 0) {
        size_t at = rsp_bytes_search(rest, from);
        rsp_buf_append(&buf, rsp_bytes_sub(rest, 0, at));
        if (at == rest.len)
            break;
        rsp_buf_append(&buf, to);
        rest = rsp_bytes_from(rest, at + from.len);
    }
    return give(env, &buf, out);
}

static const char *call_escape(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_escape_append(&buf, as_bytes(env, &args[0]));
    return give(env, &buf, out);
}

static const char *call_packet(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_frame_packet(&buf, as_bytes(env, &args[0]));
    return give(env, &buf, out);
}

static const char *call_checksum(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_hex_append_fixed(&buf, rsp_checksum(as_bytes(env, &args[0])), 2);
    return give(env, &buf, out);
}

/* qCRC's sum: polynomial 0x04c11db7, most significant bit first, start 0xffffffff, no final inversion. */
static const char *call_crc32(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes bytes = as_bytes(env, &args[0]);
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < bytes.len; i++) {
        crc ^= (uint32_t)bytes.ptr[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 0x80000000U ? crc << 1 ^ 0x04c11db7U : crc << 1;
    }
    *out = value_int(crc);
    return NULL;
}

static const char *call_json(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_buf buf = make_buf(env);
    rsp_json_string_append(&buf, as_bytes(env, &args[0]));
    return give(env, &buf, out);
}

static const char *parse_id(const expr_env *env, const value *v, rsp_ptid *out) {
    return rsp_ptid_parse(out, as_bytes(env, v)) == RSP_OK ? NULL : "not a thread id";
}

static const char *call_pid(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_ptid id = {0};
    const char *wrong = parse_id(env, &args[0], &id);
    *out = value_int((uint64_t)id.pid);
    return wrong;
}

static const char *call_tid(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_ptid id = {0};
    const char *wrong = parse_id(env, &args[0], &id);
    *out = value_int((uint64_t)id.tid);
    return wrong;
}

static const char *call_path(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    const char *path = NULL;
    if (env->program_path) {
        const char *name = rsp_arena_printf(env->arena, "%.*s", (int)as_bytes(env, &args[0]).len,
                                            (const char *)as_bytes(env, &args[0]).ptr);
        path = env->program_path(env->ctx, name);
    }
    if (!path)
        return "the stub's path of this program is not known";
    *out = value_bytes(rsp_bytes_str(rsp_arena_str(env->arena, path)));
    return NULL;
}

static const char *extreme(const value *args, size_t num, bool largest, value *out) {
    uint64_t best = 0;
    for (size_t i = 0; i < num; i++) {
        uint64_t number = 0;
        if (!value_number(&args[i], &number))
            return "wants numbers";
        best = i == 0 || (largest ? number > best : number < best) ? number : best;
    }
    *out = value_int(best);
    return NULL;
}

static const char *call_min(const expr_env *env, const value *args, size_t num, value *out) {
    (void)env;
    return extreme(args, num, false, out);
}

static const char *call_max(const expr_env *env, const value *args, size_t num, value *out) {
    (void)env;
    return extreme(args, num, true, out);
}

static const char *call_list(const expr_env *env, const value *args, size_t num, value *out) {
    *out = value_list(NULL, 0);
    for (size_t i = 0; i < num; i++) {
        /* lists are flattened: list(a, b) of two lists is one list */
        for (size_t j = 0; args[i].kind == VALUE_LIST && j < args[i].num; j++)
            *out = value_list_add(env->arena, out, args[i].items[j]);
        if (args[i].kind != VALUE_LIST)
            *out = value_list_add(env->arena, out, args[i]);
    }
    return NULL;
}

static const char *call_without(const expr_env *env, const value *args, size_t num, value *out) {
    if (args[0].kind != VALUE_LIST)
        return "the first argument is a list";
    *out = value_list(NULL, 0);
    for (size_t i = 0; i < args[0].num; i++) {
        bool keep = true;
        for (size_t j = 1; j < num; j++)
            keep = keep && !value_equal(&args[0].items[i], &args[j]);
        if (keep)
            *out = value_list_add(env->arena, out, args[0].items[i]);
    }
    return NULL;
}

static const char *call_split(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes rest = as_bytes(env, &args[0]);
    rsp_bytes separator = as_bytes(env, &args[1]);
    if (separator.len == 0)
        return "the separator is empty";
    *out = value_list(NULL, 0);
    for (size_t at = 0; at < rest.len;) {
        at = rsp_bytes_search(rest, separator);
        *out = value_list_add(env->arena, out, value_bytes(rsp_bytes_sub(rest, 0, at)));
        if (at < rest.len) {
            rest = rsp_bytes_from(rest, at + separator.len);
            at = 0;
        }
    }
    return NULL;
}

static const char *call_before(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes text = as_bytes(env, &args[0]);
    *out = value_bytes(rsp_bytes_sub(text, 0, rsp_bytes_search(text, as_bytes(env, &args[1]))));
    return NULL;
}

static const char *call_after(const expr_env *env, const value *args, size_t num, value *out) {
    (void)num;
    rsp_bytes text = as_bytes(env, &args[0]);
    rsp_bytes mark = as_bytes(env, &args[1]);
    *out = value_bytes(rsp_bytes_from(text, rsp_bytes_search(text, mark) + mark.len));
    return NULL;
}

static const function functions[] = {
    {"after", 2, 2, call_after, "what follows the first mark: after(x, ';')"},
    {"be", 2, 2, call_be, "big-endian bytes: be(0x1234, 2)"},
    {"before", 2, 2, call_before, "what stands before the first mark: before(x, ';')"},
    {"bytes", 1, 1, call_bytes, "a bytes literal: bytes('00..ff')"},
    {"cat", 1, FUNCTION_MAX_ARGS, call_cat, "joined texts: cat(a, ',', b)"},
    {"checksum", 1, 1, call_checksum, "two hex digits: checksum('?')"},
    {"crc32", 1, 1, call_crc32, "the sum of qCRC"},
    {"dec", 1, 1, call_dec, "text read as a decimal number"},
    {"escape", 1, 1, call_escape, "with # $ } * escaped for the wire"},
    {"from_be", 1, 1, call_from_be, "number of big-endian bytes"},
    {"from_le", 1, 1, call_from_le, "number of little-endian bytes"},
    {"from_target", 1, 1, call_from_target, "number of bytes in the target's order"},
    {"hex", 1, 1, call_hex, "hex digits of bytes: hex('ls')"},
    {"json", 1, 1, call_json, "as a JSON string with quotes"},
    {"le", 2, 2, call_le, "little-endian bytes: le(5, 4)"},
    {"len", 1, 1, call_len, "bytes of a text, items of a list"},
    {"list", 0, FUNCTION_MAX_ARGS, call_list, "a list of its arguments, lists flattened"},
    {"max", 1, FUNCTION_MAX_ARGS, call_max, "the largest number"},
    {"min", 1, FUNCTION_MAX_ARGS, call_min, "the smallest number"},
    {"num", 1, 1, call_num, "text read as a hex number"},
    {"packet", 1, 1, call_packet, "framed as it stands: packet('?') is $?#3f"},
    {"path", 1, 1, call_path, "what the stub calls a debuggee: path('hello')"},
    {"pid", 1, 1, call_pid, "process of a thread id, 0 without"},
    {"repeat", 2, 2, call_repeat, "text so many times: repeat('a', 100)"},
    {"replace", 3, 3, call_replace, "every occurrence: replace(x, 'a', 'b')"},
    {"rev", 1, 1, call_rev, "bytes in reverse order"},
    {"split", 2, 2, call_split, "a list of parts: split(x, ',')"},
    {"sub", 2, 3, call_sub, "part of a text: sub(x, offset, length)"},
    {"target", 2, 2, call_target, "bytes in the target's order: target($work, 8)"},
    {"tid", 1, 1, call_tid, "thread of a thread id"},
    {"unhex", 1, 1, call_unhex, "bytes of hex digits"},
    {"upper", 1, 1, call_upper, "in upper case"},
    {"without", 2, FUNCTION_MAX_ARGS, call_without, "a list without some items"},
};

const function *function_find(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(functions); i++) {
        if (rsp_bytes_equal(name, rsp_bytes_str(functions[i].name)))
            return &functions[i];
    }
    return NULL;
}

const char *expr_function_name(const void *unused, size_t i) {
    (void)unused;
    return i < RSP_ARRAY_LEN(functions) ? functions[i].name : NULL;
}
