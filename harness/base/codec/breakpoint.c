/* Z and z requests.
 * Z0,1000,4;X3,220127X2,2201;cmds:1,X3,...
 * Source: GDB manual, Packets (z0, Z0 and following). */
/* SPDX-License-Identifier: MIT */
#include "codec/breakpoint.h"

#include "core/hex.h"
#include "core/limits.h"

rsp_status rsp_agent_expr_next(rsp_bytes *out_hex, rsp_bytes *rest) {
    rsp_bytes in = *rest;
    uint64_t len = 0;
    if (in.len == 0)
        return RSP_NOT_FOUND;
    if (!rsp_take_byte(&in, 'X') || rsp_take_hex(&len, &in) != RSP_OK || !rsp_take_byte(&in, ',') || len == 0)
        return RSP_MALFORMED;
    if (len > RSP_LIMIT_AGENT_BYTES)
        return RSP_LIMIT;
    rsp_bytes digits = rsp_bytes_sub(in, 0, (size_t)len * 2);
    if (digits.len < len * 2)
        return RSP_MALFORMED;
    for (size_t i = 0; i < digits.len; i++)
        if (rsp_hex_value(digits.ptr[i]) < 0)
            return RSP_MALFORMED;
    *out_hex = digits;
    *rest = rsp_bytes_from(in, digits.len);
    return RSP_OK;
}

void rsp_agent_expr_append(rsp_buf *out, rsp_bytes bytecode) {
    rsp_buf_push(out, 'X');
    rsp_hex_append_u64(out, bytecode.len);
    rsp_buf_push(out, ',');
    rsp_hex_append(out, bytecode);
}

/* Expressions up to the end of *in or a `;`. */
static rsp_status take_list(rsp_bytes *out_list, rsp_bytes *in) {
    rsp_bytes start = *in;
    rsp_bytes hex;
    rsp_status status = RSP_OK;
    do
        status = rsp_agent_expr_next(&hex, in);
    while (status == RSP_OK && in->len > 0 && in->ptr[0] != ';');
    *out_list = rsp_bytes_sub(start, 0, start.len - in->len);
    return status == RSP_NOT_FOUND ? RSP_MALFORMED : status;
}

static rsp_status take_commands(rsp_breakpoint *bp, rsp_bytes *in) {
    uint64_t persist = 0;
    bp->has_commands = true;
    if (rsp_take_hex(&persist, in) != RSP_OK || !rsp_take_byte(in, ','))
        return RSP_MALFORMED;
    bp->persist = persist != 0;
    return take_list(&bp->commands, in);
}

/* Behind kind: conditions first, then commands, each at most once. */
static rsp_status take_lists(rsp_breakpoint *bp, rsp_bytes *in) {
    rsp_status status = RSP_OK;
    bool allowed = bp->insert && bp->type <= RSP_BREAK_HARDWARE;
    while (status == RSP_OK && in->len > 0) {
        if (!allowed || bp->has_commands || !rsp_take_byte(in, ';'))
            return RSP_MALFORMED;
        if (rsp_take_text(in, RSP_LIT("cmds:")))
            status = take_commands(bp, in);
        else if (bp->conditions.len == 0)
            status = take_list(&bp->conditions, in);
        else
            status = RSP_MALFORMED;
    }
    return status;
}

static rsp_status take_place(rsp_breakpoint *bp, rsp_bytes *in) {
    uint64_t type = 0;
    rsp_status status = rsp_take_hex(&type, in);
    if (status == RSP_OK && type > UINT8_MAX)
        status = RSP_RANGE;
    if (status == RSP_OK && !rsp_take_byte(in, ','))
        status = RSP_MALFORMED;
    bp->type = (uint8_t)type;
    return status == RSP_OK ? rsp_take_addr_len(&bp->addr, &bp->kind, in) : status;
}

rsp_status rsp_breakpoint_parse(rsp_breakpoint *out, rsp_bytes payload, rsp_error *error) {
    rsp_breakpoint bp = {0};
    rsp_bytes in = payload;
    bp.insert = rsp_take_byte(&in, 'Z');
    if (!bp.insert && !rsp_take_byte(&in, 'z'))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a breakpoint request");
    rsp_status status = take_place(&bp, &in);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, payload.len - in.len, "bad type, address or kind");
    status = take_lists(&bp, &in);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, payload.len - in.len, "bad conditions or commands");
    *out = bp;
    return RSP_OK;
}

void rsp_breakpoint_build(rsp_buf *out, const rsp_breakpoint *bp) {
    rsp_buf_push(out, bp->insert ? 'Z' : 'z');
    rsp_hex_append_u64(out, bp->type);
    rsp_buf_push(out, ',');
    rsp_hex_append_u64(out, bp->addr);
    rsp_buf_push(out, ',');
    rsp_hex_append_u64(out, bp->kind);
    if (bp->conditions.len > 0) {
        rsp_buf_push(out, ';');
        rsp_buf_append(out, bp->conditions);
    }
    if (bp->has_commands) {
        rsp_buf_str(out, bp->persist ? ";cmds:1," : ";cmds:0,");
        rsp_buf_append(out, bp->commands);
    }
}
