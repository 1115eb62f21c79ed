/* The functions of expressions: conversions, slices, ids, sums.
 * All results live in the environment's arena and are bounded by RSP_LIMIT_VALUE_BYTES.
 * docs/scenarios.md lists them with an example each. */
/* SPDX-License-Identifier: MIT */
#include "language/function.h"
#include "language/node.h"

#include "language/template.h"

#include "codec/crc.h"
#include "codec/escape.h"
#include "codec/json.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/frame.h>
#include <rsp/payload.h>
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
    uint8_t *to = rsp_buf_extend(out, width);
    if (to)
        rsp_number_put(to, width, number, big_endian);
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

static rsp_bytes text_of(const function_call *c, size_t arg) {
    return as_bytes(c->env, &c->args[arg]);
}

/* Hands a buffer's content to the arena. */
static const char *give(const function_call *c, rsp_buf *buf) {
    rsp_status status = buf->status;
    *c->out = value_bytes(rsp_arena_bytes(c->env->arena, rsp_buf_bytes(buf)));
    rsp_buf_free(buf);
    return status == RSP_OK ? NULL : "the result is too large";
}

static rsp_buf make_buf(const function_call *c) {
    return (rsp_buf){.mem = c->env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

/* --- from a text to a text --- */

static void append_checksum(rsp_buf *out, rsp_bytes text) {
    rsp_hex_append_fixed(out, rsp_checksum(text), 2);
}

static void append_reversed(rsp_buf *out, rsp_bytes text) {
    for (size_t i = text.len; i > 0; i--)
        rsp_buf_push(out, text.ptr[i - 1]);
}

static void append_upper(rsp_buf *out, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        rsp_buf_push(out,
                     text.ptr[i] >= 'a' && text.ptr[i] <= 'z' ? (uint8_t)(text.ptr[i] - 32) : text.ptr[i]);
}

/* --- all others --- */

static const char *call_unhex(const function_call *c) {
    rsp_buf buf = make_buf(c);
    rsp_status status = rsp_hex_decode(&buf, text_of(c, 0));
    const char *wrong = give(c, &buf);
    return status == RSP_MALFORMED ? "not pairs of hex digits" : wrong;
}

static const char *call_len(const function_call *c) {
    *c->out = value_int(c->args[0].kind == VALUE_LIST ? c->args[0].num : text_of(c, 0).len);
    return NULL;
}

static const char *ordered(const function_call *c, bool big_endian) {
    uint64_t number = 0;
    uint64_t width = 0;
    if (!value_number(&c->args[0], &number) || !value_number(&c->args[1], &width) || width > 64)
        return "wants a number and a width of at most 64 bytes";
    rsp_buf buf = make_buf(c);
    append_ordered(&buf, number, width, big_endian);
    return give(c, &buf);
}

static const char *call_le(const function_call *c) {
    return ordered(c, false);
}

static const char *call_be(const function_call *c) {
    return ordered(c, true);
}

static const char *call_target(const function_call *c) {
    return ordered(c, c->env->big_endian);
}

static const char *number_of(const function_call *c, bool big_endian) {
    *c->out = value_int(rsp_number_of(text_of(c, 0), big_endian));
    return NULL;
}

static const char *call_from_le(const function_call *c) {
    return number_of(c, false);
}

static const char *call_from_be(const function_call *c) {
    return number_of(c, true);
}

static const char *call_from_target(const function_call *c) {
    return number_of(c, c->env->big_endian);
}

static const char *call_dec(const function_call *c) {
    uint64_t number = 0;
    const bool is = text_u64(text_of(c, 0), &number);
    *c->out = value_int(number);
    return is ? NULL : "not a decimal number";
}

static const char *call_num(const function_call *c) {
    uint64_t number = 0;
    bool is = value_number(&c->args[0], &number);
    *c->out = value_int(number);
    return is ? NULL : "a number is wanted";
}

static const char *call_repeat(const function_call *c) {
    uint64_t times = 0;
    rsp_bytes unit = text_of(c, 0);
    if (!value_number(&c->args[1], &times))
        return "the second argument is a number";
    if (unit.len > 0 && times > RSP_LIMIT_VALUE_BYTES / unit.len)
        return "the result is too large";
    rsp_buf buf = make_buf(c);
    for (uint64_t i = 0; i < times && unit.len > 0; i++)
        rsp_buf_append(&buf, unit);
    return give(c, &buf);
}

static const char *call_bytes(const function_call *c) {
    rsp_buf buf = make_buf(c);
    expr_error error;
    rsp_status status = expr_text(c->env, TEMPLATE_BYTES, text_of(c, 0), &buf, &error);
    const char *wrong = give(c, &buf);
    return status == RSP_OK ? wrong : "not a bytes literal";
}

static const char *call_cat(const function_call *c) {
    rsp_buf buf = make_buf(c);
    for (size_t i = 0; i < c->num; i++)
        value_append(&buf, &c->args[i]);
    return give(c, &buf);
}

static const char *call_sub(const function_call *c) {
    uint64_t offset = 0;
    uint64_t len = SIZE_MAX;
    if (!value_number(&c->args[1], &offset) || (c->num > 2 && !value_number(&c->args[2], &len)))
        return "wants text, offset, length";
    *c->out = value_bytes(rsp_bytes_sub(text_of(c, 0), (size_t)offset, (size_t)len));
    return NULL;
}

static const char *call_replace(const function_call *c) {
    rsp_bytes rest = text_of(c, 0);
    rsp_bytes from = text_of(c, 1);
    rsp_bytes to = text_of(c, 2);
    if (from.len == 0)
        return "nothing to look for";
    rsp_buf buf = make_buf(c);
    while (rest.len > 0) {
        size_t at = rsp_bytes_search(rest, from);
        rsp_buf_append(&buf, rsp_bytes_sub(rest, 0, at));
        if (at == rest.len)
            break;
        rsp_buf_append(&buf, to);
        rest = rsp_bytes_from(rest, at + from.len);
    }
    return give(c, &buf);
}

static const char *call_crc32(const function_call *c) {
    *c->out = value_int(rsp_crc32(RSP_CRC32_START, text_of(c, 0)));
    return NULL;
}

static const char *id_part(const function_call *c, bool process) {
    rsp_ptid id = {0};
    bool is = rsp_ptid_parse(&id, text_of(c, 0)) == RSP_OK;
    *c->out = value_int((uint64_t)(process ? id.pid : id.tid));
    return is ? NULL : "not a thread id";
}

static const char *call_pid(const function_call *c) {
    return id_part(c, true);
}

static const char *call_tid(const function_call *c) {
    return id_part(c, false);
}

static const char *call_path(const function_call *c) {
    const char *path = NULL;
    if (c->env->program_path) {
        const char *name =
            rsp_arena_printf(c->env->arena, "%.*s", (int)text_of(c, 0).len, (const char *)text_of(c, 0).ptr);
        path = c->env->program_path(c->env->ctx, name);
    }
    if (!path)
        return "the stub's path of this program is not known";
    *c->out = value_bytes(rsp_bytes_str(rsp_arena_str(c->env->arena, path)));
    return NULL;
}

static const char *extreme(const function_call *c, bool largest) {
    uint64_t best = 0;
    for (size_t i = 0; i < c->num; i++) {
        uint64_t number = 0;
        if (!value_number(&c->args[i], &number))
            return "wants numbers";
        best = i == 0 || (largest ? number > best : number < best) ? number : best;
    }
    *c->out = value_int(best);
    return NULL;
}

static const char *call_min(const function_call *c) {
    return extreme(c, false);
}

static const char *call_max(const function_call *c) {
    return extreme(c, true);
}

static const char *call_list(const function_call *c) {
    *c->out = value_list(NULL, 0);
    for (size_t i = 0; i < c->num; i++) {
        /* lists are flattened: list(a, b) of two lists is one list */
        for (size_t j = 0; c->args[i].kind == VALUE_LIST && j < c->args[i].num; j++)
            *c->out = value_list_add(c->env->arena, c->out, c->args[i].items[j]);
        if (c->args[i].kind != VALUE_LIST)
            *c->out = value_list_add(c->env->arena, c->out, c->args[i]);
    }
    return NULL;
}

static const char *call_without(const function_call *c) {
    if (c->args[0].kind != VALUE_LIST)
        return "the first argument is a list";
    *c->out = value_list(NULL, 0);
    for (size_t i = 0; i < c->args[0].num; i++) {
        bool keep = true;
        for (size_t j = 1; j < c->num; j++)
            keep = keep && !value_equal(&c->args[0].items[i], &c->args[j]);
        if (keep)
            *c->out = value_list_add(c->env->arena, c->out, c->args[0].items[i]);
    }
    return NULL;
}

static const char *call_split(const function_call *c) {
    rsp_bytes rest = text_of(c, 0);
    rsp_bytes separator = text_of(c, 1);
    if (separator.len == 0)
        return "the separator is empty";
    *c->out = value_list(NULL, 0);
    for (size_t at = 0; at < rest.len;) {
        at = rsp_bytes_search(rest, separator);
        *c->out = value_list_add(c->env->arena, c->out, value_bytes(rsp_bytes_sub(rest, 0, at)));
        if (at < rest.len) {
            rest = rsp_bytes_from(rest, at + separator.len);
            at = 0;
        }
    }
    return NULL;
}

static const char *call_before(const function_call *c) {
    rsp_bytes text = text_of(c, 0);
    *c->out = value_bytes(rsp_bytes_sub(text, 0, rsp_bytes_search(text, text_of(c, 1))));
    return NULL;
}

static const char *call_after(const function_call *c) {
    rsp_bytes text = text_of(c, 0);
    rsp_bytes mark = text_of(c, 1);
    *c->out = value_bytes(rsp_bytes_from(text, rsp_bytes_search(text, mark) + mark.len));
    return NULL;
}

static const function functions[] = {
    {"after", 2, 2, call_after, .text = "what follows the first mark: after(x, ';')"},
    {"be", 2, 2, call_be, .text = "big-endian bytes: be(0x1234, 2)"},
    {"before", 2, 2, call_before, .text = "what stands before the first mark: before(x, ';')"},
    {"bytes", 1, 1, call_bytes, .text = "a bytes literal: bytes('00..ff')"},
    {"cat", 1, FUNCTION_MAX_ARGS, call_cat, .text = "joined texts: cat(a, ',', b)"},
    {"checksum", 1, 1, .append = append_checksum, .text = "two hex digits: checksum('?')"},
    {"crc32", 1, 1, call_crc32, .text = "the sum of qCRC"},
    {"dec", 1, 1, call_dec, .text = "text read as a decimal number, or behind 0x as a hex one"},
    {"escape", 1, 1, .append = rsp_escape_append, .text = "with # $ } * escaped for the wire"},
    {"from_be", 1, 1, call_from_be, .text = "number of big-endian bytes"},
    {"from_le", 1, 1, call_from_le, .text = "number of little-endian bytes"},
    {"from_target", 1, 1, call_from_target, .text = "number of bytes in the target's order"},
    {"hex", 1, 1, .append = rsp_hex_append, .text = "hex digits of bytes: hex('ls')"},
    {"json", 1, 1, .append = rsp_json_string_append, .text = "as a JSON string with quotes"},
    {"le", 2, 2, call_le, .text = "little-endian bytes: le(5, 4)"},
    {"len", 1, 1, call_len, .text = "bytes of a text, items of a list"},
    {"list", 0, FUNCTION_MAX_ARGS, call_list, .text = "a list of its arguments, lists flattened"},
    {"max", 1, FUNCTION_MAX_ARGS, call_max, .text = "the largest number"},
    {"min", 1, FUNCTION_MAX_ARGS, call_min, .text = "the smallest number"},
    {"num", 1, 1, call_num, .text = "text read as a hex number"},
    {"packet", 1, 1, .append = rsp_frame_packet, .text = "framed as it stands: packet('?') is $?#3f"},
    {"path", 1, 1, call_path, .text = "what the stub calls a debuggee: path('hello')"},
    {"pid", 1, 1, call_pid, .text = "process of a thread id, 0 without"},
    {"repeat", 2, 2, call_repeat, .text = "text so many times: repeat('a', 100)"},
    {"replace", 3, 3, call_replace, .text = "every occurrence: replace(x, 'a', 'b')"},
    {"rev", 1, 1, .append = append_reversed, .text = "bytes in reverse order"},
    {"split", 2, 2, call_split, .text = "a list of parts: split(x, ',')"},
    {"sub", 2, 3, call_sub, .text = "part of a text: sub(x, offset, length)"},
    {"target", 2, 2, call_target, .text = "bytes in the target's order: target($work, 8)"},
    {"tid", 1, 1, call_tid, .text = "thread of a thread id"},
    {"unhex", 1, 1, call_unhex, .text = "bytes of hex digits"},
    {"upper", 1, 1, .append = append_upper, .text = "in upper case"},
    {"without", 2, FUNCTION_MAX_ARGS, call_without, .text = "a list without some items"},
};

const function *function_find(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(functions); i++) {
        if (rsp_bytes_equal(name, rsp_bytes_str(functions[i].name)))
            return &functions[i];
    }
    return NULL;
}

const char *function_apply(const function *f, const function_call *c) {
    if (f->call)
        return f->call(c);
    rsp_buf buf = make_buf(c);
    f->append(&buf, text_of(c, 0));
    return give(c, &buf);
}

const char *expr_function_name(const void *unused, size_t i) {
    (void)unused;
    return i < RSP_ARRAY_LEN(functions) ? functions[i].name : NULL;
}
