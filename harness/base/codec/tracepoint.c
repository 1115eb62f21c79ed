/* QTDP: definitions of tracepoints, and the actions in them.
 * QTDP:1:400500:E:0:0:X3,220127-, then QTDP:-1:400500:R03M2,10,8-, then QTDP:-1:400500:SX3,220127.
 * Source: GDB manual, Tracepoint Packets (QTDP). */
/* SPDX-License-Identifier: MIT */
#include "codec/tracepoint.h"

#include "codec/breakpoint.h"
#include "core/hex.h"

#include <assert.h>

static rsp_status take_separated(uint64_t *out, rsp_bytes *in, uint8_t separator) {
    rsp_status status = rsp_take_hex(out, in);
    return status == RSP_OK && !rsp_take_byte(in, separator) ? RSP_MALFORMED : status;
}

static rsp_status take_mask(rsp_trace_action *out, rsp_bytes *in) {
    size_t len = 0;
    while (len < in->len && rsp_hex_value(in->ptr[len]) >= 0)
        len++;
    *out = (rsp_trace_action){.kind = RSP_TRACE_REGISTERS, .mask = rsp_bytes_sub(*in, 0, len)};
    *in = rsp_bytes_from(*in, len);
    return len > 0 ? RSP_OK : RSP_MALFORMED;
}

/* The base is a number of 32 bits with a sign, in hex as it stands or with a minus: a negative one is none.
 */
static rsp_status take_memory(rsp_trace_action *out, rsp_bytes *in) {
    rsp_trace_action action = {.kind = RSP_TRACE_MEMORY};
    bool negative = rsp_take_byte(in, '-');
    rsp_status status = take_separated(&action.base, in, ',');
    if (status == RSP_OK)
        status = take_separated(&action.offset, in, ',');
    if (status == RSP_OK)
        status = rsp_take_hex(&action.length, in);
    if (status == RSP_OK && action.base > UINT32_MAX)
        status = RSP_RANGE;
    action.based = !negative && action.base <= INT32_MAX;
    *out = action;
    return status;
}

rsp_status rsp_trace_action_next(rsp_trace_action *out, rsp_bytes *rest) {
    assert(out && rest);
    rsp_bytes in = *rest;
    rsp_status status = RSP_MALFORMED;
    if (in.len == 0)
        return RSP_NOT_FOUND;
    if (in.ptr[0] == 'X') {
        *out = (rsp_trace_action){.kind = RSP_TRACE_EXPRESSION};
        status = rsp_agent_expr_next(&out->code, &in);
    } else if (rsp_take_byte(&in, 'R')) {
        status = take_mask(out, &in);
    } else if (rsp_take_byte(&in, 'M')) {
        status = take_memory(out, &in);
    }
    if (status == RSP_OK)
        *rest = in;
    return status;
}

bool rsp_trace_mask_has(rsp_bytes mask, uint64_t number) {
    if (number / 4 >= mask.len)
        return false;
    return rsp_hex_value(mask.ptr[mask.len - 1 - (size_t)(number / 4)]) >> (number % 4) & 1;
}

static rsp_status take_actions(rsp_tracepoint *out, rsp_bytes *in) {
    out->stepping = rsp_take_byte(in, 'S');
    out->actions = *in;
    rsp_trace_action action;
    rsp_status status;
    do
        status = rsp_trace_action_next(&action, in);
    while (status == RSP_OK);
    if (out->actions.len == 0 && !out->more)
        return RSP_MALFORMED;
    return status == RSP_NOT_FOUND ? RSP_OK : status;
}

static rsp_status take_option(rsp_tracepoint *out, rsp_bytes *in) {
    uint64_t length;
    if (in->len > 0 && in->ptr[0] == 'X' && out->condition.len == 0)
        return rsp_agent_expr_next(&out->condition, in);
    if (rsp_take_byte(in, 'S')) {
        out->way = RSP_TRACEPOINT_STATIC;
        return RSP_OK;
    }
    out->way = RSP_TRACEPOINT_FAST;
    return rsp_take_byte(in, 'F') ? rsp_take_hex(&length, in) : RSP_MALFORMED;
}

static rsp_status take_definition(rsp_tracepoint *out, rsp_bytes *in) {
    out->enabled = rsp_take_byte(in, 'E');
    if ((!out->enabled && !rsp_take_byte(in, 'D')) || !rsp_take_byte(in, ':'))
        return RSP_MALFORMED;
    rsp_status status = take_separated(&out->steps, in, ':');
    if (status == RSP_OK)
        status = rsp_take_hex(&out->passes, in);
    while (status == RSP_OK && in->len > 0)
        status = rsp_take_byte(in, ':') ? take_option(out, in) : RSP_MALFORMED;
    return status;
}

rsp_status rsp_tracepoint_parse(rsp_tracepoint *out, rsp_bytes args, rsp_error *error) {
    rsp_bytes in = args;
    rsp_tracepoint point = {.continues = rsp_take_byte(&in, '-')};
    point.more = in.len > 0 && in.ptr[in.len - 1] == '-';
    in.len -= point.more;
    rsp_status status = take_separated(&point.number, &in, ':');
    if (status == RSP_OK)
        status = take_separated(&point.addr, &in, ':');
    if (status == RSP_OK)
        status = point.continues ? take_actions(&point, &in) : take_definition(&point, &in);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, (size_t)(in.ptr - args.ptr), "bad tracepoint");
    *out = point;
    return RSP_OK;
}
