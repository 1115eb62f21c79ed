/* Stop replies taken apart and put together.
 * T05thread:p1.2;swbreak:;08:0010;  -- keys go through one table, hex keys are registers.
 * Source: GDB manual, Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include <rsp/payload.h>

#include "codec/file_call.h"
#include "core/hex.h"

static const struct {
    const char *key;
    rsp_stop_value value;
} reasons[] = {[RSP_REASON_NONE] = {.key = ""},
#define REASON_ROW(name_, key_, value_, signal_, asked_) \
    [RSP_REASON_##name_] = {.key = (key_), .value = RSP_STOP_VALUE_##value_},
               RSP_STOP_REASON_LIST(REASON_ROW)
#undef REASON_ROW
};

static bool is_number(rsp_stop_value value) {
    return value == RSP_STOP_VALUE_ADDRESS || value == RSP_STOP_VALUE_NUMBER;
}

static bool is_reason(rsp_stop_reason reason) {
    return reason > RSP_REASON_NONE && (size_t)reason < RSP_ARRAY_LEN(reasons);
}

const char *rsp_stop_reason_key(rsp_stop_reason reason) {
    return reasons[is_reason(reason) ? reason : RSP_REASON_NONE].key;
}

rsp_stop_value rsp_stop_reason_value(rsp_stop_reason reason) {
    return reasons[is_reason(reason) ? reason : RSP_REASON_NONE].value;
}

rsp_stop_reason rsp_stop_reason_find(rsp_bytes key) {
    for (size_t i = RSP_REASON_NONE + 1; i < RSP_ARRAY_LEN(reasons); i++)
        if (rsp_bytes_equal(key, rsp_bytes_str(reasons[i].key)))
            return (rsp_stop_reason)i;
    return RSP_REASON_NONE;
}

bool rsp_stop_reply_is(rsp_bytes payload) {
    if (payload.len == 0)
        return false;
    int second = payload.len > 1 ? rsp_hex_value(payload.ptr[1]) : -1;
    switch (payload.ptr[0]) {
    case 'S':
    case 'T':
    case 'W':
    case 'X':
    case 'w':
        return second >= 0;
    case 'N':
        return payload.len == 1;
    case 'O':
        return payload.len == 1 || second >= 0;
    case 'F':
        return rsp_file_call_is(payload);
    default:
        return false;
    }
}

bool rsp_stop_register_known(const rsp_stop_register *reg) {
    return reg->value.len > 0 && rsp_bytes_index(reg->value, 'x') == reg->value.len;
}

static rsp_status bad(rsp_error *error, rsp_bytes payload, const uint8_t *at, const char *what) {
    return rsp_fail_offset(error, RSP_MALFORMED, NULL, (uint64_t)(at - payload.ptr), "%s", what);
}

static bool take_id(rsp_stop_reply *out, rsp_ptid *id, rsp_bytes value) {
    if (rsp_ptid_parse(id, value) != RSP_OK)
        return false;
    out->multiprocess = out->multiprocess || value.ptr[0] == 'p';
    return true;
}

/* Of several reasons the first is kept: illegal but for watch addresses, and then the first counts.
 * One with a bad value is none, wherever it stands. */
static bool take_reason(rsp_stop_reply *out, rsp_stop_reason reason, rsp_bytes value) {
    rsp_stop_value kind = rsp_stop_reason_value(reason);
    uint64_t number = 0;
    rsp_ptid id = {0};
    if (is_number(kind) && rsp_hex_u64(&number, value) != RSP_OK)
        return false;
    if (kind == RSP_STOP_VALUE_ID && !take_id(out, &id, value))
        return false;
    if (out->num_reasons++ > 0)
        return true;
    out->reason = reason;
    out->reason_number = number;
    out->reason_id = id;
    out->reason_text = value;
    return true;
}

static bool take_thread(rsp_stop_reply *out, rsp_bytes value) {
    bool taken = take_id(out, &out->thread, value);
    out->has_thread = out->has_thread || taken;
    return taken;
}

static bool take_core(rsp_stop_reply *out, rsp_bytes value) {
    bool taken = rsp_hex_u64(&out->core, value) == RSP_OK;
    out->has_core = out->has_core || taken;
    return taken;
}

/* Keys whose value is kept as it stands. */
static rsp_bytes *text_field(rsp_stop_reply *out, rsp_bytes key) {
    const struct {
        const char *key;
        rsp_bytes *field;
    } texts[] = {{"reason", &out->lldb_reason},
                 {"name", &out->name},
                 {"hexname", &out->hexname},
                 {"threads", &out->threads},
                 {"thread-pcs", &out->thread_pcs}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        if (rsp_bytes_equal(key, rsp_bytes_str(texts[i].key)))
            return texts[i].field;
    return NULL;
}

/* No bytes at all: the register cannot be read at this stop (debugserver, lldb 23). */
static bool take_register(rsp_stop_reply *out, uint64_t num, rsp_bytes value) {
    for (size_t i = 0; i < value.len; i++)
        if (rsp_hex_value(value.ptr[i]) < 0 && value.ptr[i] != 'x')
            return false;
    if (value.len % 2)
        return false;
    if (out->num_registers == RSP_LIMIT_STOP_REGISTERS)
        out->num_left_out++;
    else
        out->registers[out->num_registers++] = (rsp_stop_register){.num = num, .value = value};
    return true;
}

static void take_other(rsp_stop_reply *out, rsp_bytes key, rsp_bytes value) {
    if (out->num_others == RSP_LIMIT_STOP_PAIRS)
        out->num_left_out++;
    else
        out->others[out->num_others++] = (rsp_stop_pair){.key = key, .value = value};
}

/* False for a key that is not known here, and for a value that is not what the key asks for. */
static bool take_known(rsp_stop_reply *out, rsp_bytes key, rsp_bytes value) {
    uint64_t num = 0;
    rsp_bytes *text = text_field(out, key);
    rsp_stop_reason reason = rsp_stop_reason_find(key);
    if (reason != RSP_REASON_NONE)
        return take_reason(out, reason, value);
    if (text) {
        *text = value;
        return true;
    }
    if (rsp_bytes_equal(key, RSP_LIT("thread")))
        return take_thread(out, value);
    if (rsp_bytes_equal(key, RSP_LIT("core")))
        return take_core(out, value);
    return rsp_hex_u64(&num, key) == RSP_OK && take_register(out, num, value);
}

/* A pair that is not understood costs no more than itself: the program has stopped all the same. */
static rsp_status take_pairs(rsp_stop_reply *out, rsp_bytes rest, rsp_bytes payload, rsp_error *error) {
    while (rest.len > 0) {
        const uint8_t *start = rest.ptr;
        out->unterminated = rsp_bytes_index(rest, ';') == rest.len;
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        size_t colon = rsp_bytes_index(pair, ':');
        if (colon == pair.len)
            return bad(error, payload, start, "pair without `:` in a stop reply");
        if (colon == 0)
            return bad(error, payload, start, "pair without a key in a stop reply");
        rsp_bytes key = rsp_bytes_sub(pair, 0, colon);
        rsp_bytes value = rsp_bytes_from(pair, colon + 1);
        if (!take_known(out, key, value))
            take_other(out, key, value);
    }
    return RSP_OK;
}

/* Two digits exactly: signals of S, T, X. */
static bool take_signal(uint8_t *out, rsp_bytes *in) {
    if (in->len < 2 || rsp_hex_decode_into(out, rsp_bytes_sub(*in, 0, 2)) != RSP_OK)
        return false;
    *in = rsp_bytes_from(*in, 2);
    return true;
}

static rsp_status parse_exit(rsp_stop_reply *out, rsp_bytes rest, rsp_bytes payload, rsp_error *error) {
    uint64_t value = 0;
    if (rsp_take_hex(&value, &rest) != RSP_OK || (out->kind == RSP_STOP_TERMINATED && value > 0xff))
        return bad(error, payload, payload.ptr + 1, "bad number in an exit reply");
    if (out->kind == RSP_STOP_TERMINATED)
        out->signal = (uint8_t)value;
    else
        out->status = value;
    if (rest.len == 0 && out->kind != RSP_STOP_THREAD_EXITED)
        return RSP_OK;
    if (!rsp_take_byte(&rest, ';'))
        return bad(error, payload, rest.ptr ? rest.ptr : payload.ptr, "missing `;` in an exit reply");
    if (out->kind == RSP_STOP_THREAD_EXITED)
        return take_thread(out, rest) ? RSP_OK : bad(error, payload, rest.ptr, "bad thread-id");
    out->has_process = true;
    if (!rsp_take_text(&rest, RSP_LIT("process:")) || rsp_pid_parse(&out->process, rest) != RSP_OK)
        return bad(error, payload, rest.ptr, "bad process in an exit reply");
    return RSP_OK;
}

static rsp_status parse_output(rsp_stop_reply *out, rsp_bytes rest, rsp_bytes payload, rsp_error *error) {
    out->text = rest;
    if (rest.len % 2)
        return bad(error, payload, payload.ptr + payload.len - 1, "odd number of digits in an output packet");
    for (size_t i = 0; i < rest.len; i++)
        if (rsp_hex_value(rest.ptr[i]) < 0)
            return bad(error, payload, rest.ptr + i, "no hex digit in an output packet");
    return RSP_OK;
}

rsp_status rsp_stop_reply_parse(rsp_stop_reply *out, rsp_bytes payload, rsp_error *error) {
    memset(out, 0, offsetof(rsp_stop_reply, registers));
    if (!rsp_stop_reply_is(payload))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a stop reply");
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    out->kind = (rsp_stop_kind)payload.ptr[0];
    switch (out->kind) {
    case RSP_STOP_SIGNAL:
        return take_signal(&out->signal, &rest) && rest.len == 0
                   ? RSP_OK
                   : bad(error, payload, payload.ptr + 1, "S wants two digits and no more");
    case RSP_STOP_THREAD:
        if (!take_signal(&out->signal, &rest))
            return bad(error, payload, payload.ptr + 1, "T wants two digits");
        return take_pairs(out, rest, payload, error);
    case RSP_STOP_EXITED:
    case RSP_STOP_TERMINATED:
    case RSP_STOP_THREAD_EXITED:
        return parse_exit(out, rest, payload, error);
    case RSP_STOP_OUTPUT:
        return parse_output(out, rest, payload, error);
    case RSP_STOP_FILEIO:
        out->text = rest;
        return RSP_OK;
    case RSP_STOP_NO_RESUMED:
        return RSP_OK;
    }
    return RSP_OK;
}

static void put_text(rsp_buf *out, const char *key, rsp_bytes value) {
    if (value.len == 0)
        return;
    rsp_buf_printf(out, "%s:", key);
    rsp_buf_append(out, value);
    rsp_buf_push(out, ';');
}

static void put_reason(rsp_buf *out, const rsp_stop_reply *reply) {
    rsp_stop_value kind = rsp_stop_reason_value(reply->reason);
    if (!is_reason(reply->reason))
        return;
    rsp_buf_printf(out, "%s:", rsp_stop_reason_key(reply->reason));
    if (is_number(kind))
        rsp_hex_append_u64(out, reply->reason_number);
    else if (kind == RSP_STOP_VALUE_ID)
        rsp_ptid_append(out, reply->reason_id, reply->multiprocess);
    else
        rsp_buf_append(out, reply->reason_text);
    rsp_buf_push(out, ';');
}

static void put_pairs(rsp_buf *out, const rsp_stop_reply *reply) {
    put_reason(out, reply);
    if (reply->has_thread) {
        rsp_buf_str(out, "thread:");
        rsp_ptid_append(out, reply->thread, reply->multiprocess);
        rsp_buf_push(out, ';');
    }
    put_text(out, "threads", reply->threads);
    put_text(out, "thread-pcs", reply->thread_pcs);
    if (reply->has_core) {
        rsp_buf_str(out, "core:");
        rsp_hex_append_u64(out, reply->core);
        rsp_buf_push(out, ';');
    }
    put_text(out, "name", reply->name);
    put_text(out, "hexname", reply->hexname);
    put_text(out, "reason", reply->lldb_reason);
    for (size_t i = 0; i < reply->num_others; i++) {
        rsp_buf_append(out, reply->others[i].key);
        rsp_buf_push(out, ':');
        rsp_buf_append(out, reply->others[i].value);
        rsp_buf_push(out, ';');
    }
    for (size_t i = 0; i < reply->num_registers; i++) {
        uint64_t num = reply->registers[i].num;
        if (num < 0x10)
            rsp_buf_push(out, '0');
        rsp_hex_append_u64(out, num);
        rsp_buf_push(out, ':');
        rsp_buf_append(out, reply->registers[i].value);
        rsp_buf_push(out, ';');
    }
}

static void put_exit(rsp_buf *out, const rsp_stop_reply *reply) {
    uint64_t value = reply->kind == RSP_STOP_TERMINATED ? reply->signal : reply->status;
    /* At least two digits: debuggers without multiprocess read exactly two. */
    if (value < 0x100)
        rsp_hex_append_fixed(out, value, 2);
    else
        rsp_hex_append_u64(out, value);
    if (reply->kind == RSP_STOP_THREAD_EXITED) {
        rsp_buf_push(out, ';');
        rsp_ptid_append(out, reply->thread, reply->multiprocess);
    } else if (reply->has_process) {
        rsp_buf_str(out, ";process:");
        rsp_hex_append_u64(out, (uint64_t)reply->process);
    }
}

rsp_status rsp_stop_reply_build(rsp_buf *out, const rsp_stop_reply *reply) {
    if ((int)reply->kind > 'w' || rsp_bytes_index(RSP_LIT("STWXwNOF"), (uint8_t)reply->kind) == 8)
        return RSP_USAGE;
    rsp_buf_push(out, (uint8_t)reply->kind);
    switch (reply->kind) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        rsp_hex_append_fixed(out, reply->signal, 2);
        if (reply->kind == RSP_STOP_THREAD)
            put_pairs(out, reply);
        break;
    case RSP_STOP_EXITED:
    case RSP_STOP_TERMINATED:
    case RSP_STOP_THREAD_EXITED:
        put_exit(out, reply);
        break;
    case RSP_STOP_OUTPUT:
    case RSP_STOP_FILEIO:
        rsp_buf_append(out, reply->text);
        break;
    case RSP_STOP_NO_RESUMED:
        break;
    }
    return out->status;
}
