/* vCont actions and the reply to vCont?.
 * ;s:p1.1;C05:p1.-1;r1000,1010:2;c
 * Source: GDB manual, Packets (vCont). */
/* SPDX-License-Identifier: MIT */
#include <rsp/payload.h>

#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char ops[] = "cCsStr"; /* in the order of rsp_vcont_support */

static rsp_status take_arguments(rsp_vcont_action *action, rsp_bytes *rest) {
    if (action->op == 'C' || action->op == 'S') {
        if (rest->len < 2)
            return RSP_MALFORMED;
        rsp_bytes digits = rsp_bytes_sub(*rest, 0, 2);
        *rest = rsp_bytes_from(*rest, 2);
        return rsp_hex_decode_into(&action->signal, digits);
    }
    return action->op == 'r' ? rsp_take_addr_len(&action->start, &action->end, rest) : RSP_OK;
}

rsp_status rsp_vcont_next(rsp_vcont_action *out, rsp_bytes *rest) {
    rsp_vcont_action action = {0};
    rsp_bytes in = *rest;
    if (in.len == 0)
        return RSP_NOT_FOUND;
    if (!rsp_take_byte(&in, ';') || in.len == 0 || !memchr(ops, in.ptr[0], sizeof(ops) - 1))
        return RSP_MALFORMED;
    action.op = (char)in.ptr[0];
    in = rsp_bytes_from(in, 1);
    rsp_status status = take_arguments(&action, &in);
    if (status == RSP_OK && rsp_take_byte(&in, ':')) {
        action.has_id = true;
        status = rsp_take_ptid(&action.id, &in);
    }
    if (status == RSP_OK && in.len > 0 && in.ptr[0] != ';')
        status = RSP_MALFORMED;
    if (status != RSP_OK)
        return status;
    *out = action;
    *rest = in;
    return RSP_OK;
}

rsp_status rsp_vcont_parse(rsp_vcont_action *actions, size_t cap, size_t *out_num, rsp_bytes payload,
                           rsp_error *error) {
    rsp_bytes rest = payload;
    rsp_vcont_action action;
    rsp_status status;
    size_t num = 0;
    size_t most = cap > 0 && cap < RSP_LIMIT_VCONT_ACTIONS ? cap : RSP_LIMIT_VCONT_ACTIONS;
    if (!rsp_take_text(&rest, rsp_packet_name(RSP_PACKET_VCONT)))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a vCont request");
    while ((status = rsp_vcont_next(&action, &rest)) == RSP_OK) {
        if (num == most)
            return rsp_fail_offset(error, RSP_LIMIT, NULL, payload.len - rest.len, "more than %zu actions",
                                   most);
        if (cap > 0)
            actions[num] = action;
        num++;
    }
    if (status != RSP_NOT_FOUND)
        return rsp_fail_offset(error, status, NULL, payload.len - rest.len, "bad vCont action");
    if (num == 0)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, payload.len, "vCont without an action");
    *out_num = num;
    return RSP_OK;
}

rsp_status rsp_vcont_build(rsp_buf *out, const rsp_vcont_action *actions, size_t num, bool multiprocess) {
    for (size_t i = 0; i < num; i++)
        if (!actions[i].op || !strchr(ops, actions[i].op))
            return RSP_USAGE;
    rsp_buf_append(out, rsp_packet_name(RSP_PACKET_VCONT));
    for (size_t i = 0; i < num; i++) {
        const rsp_vcont_action *action = &actions[i];
        rsp_buf_push(out, ';');
        rsp_buf_push(out, (uint8_t)action->op);
        if (action->op == 'C' || action->op == 'S')
            rsp_hex_append_fixed(out, action->signal, 2);
        if (action->op == 'r') {
            rsp_hex_append_u64(out, action->start);
            rsp_buf_push(out, ',');
            rsp_hex_append_u64(out, action->end);
        }
        if (action->has_id) {
            rsp_buf_push(out, ':');
            rsp_ptid_append(out, action->id, multiprocess);
        }
    }
    return out->status;
}

rsp_status rsp_vcont_reply_parse(unsigned *out_set, size_t *out_unknown, rsp_bytes payload,
                                 rsp_error *error) {
    rsp_bytes rest = payload;
    unsigned set = 0;
    size_t unknown = 0;
    if (!rsp_take_text(&rest, rsp_packet_name(RSP_PACKET_VCONT)) ||
        (rest.len > 0 && !rsp_take_byte(&rest, ';')))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a reply to vCont?");
    while (rest.len > 0) {
        rsp_bytes item = rsp_bytes_split(&rest, ';');
        const char *op = item.len == 1 ? memchr(ops, item.ptr[0], sizeof(ops) - 1) : NULL;
        if (op)
            set |= 1U << (op - ops);
        else
            unknown++;
    }
    *out_set = set;
    if (out_unknown)
        *out_unknown = unknown;
    return RSP_OK;
}

void rsp_vcont_reply_build(rsp_buf *out, unsigned set) {
    rsp_buf_append(out, rsp_packet_name(RSP_PACKET_VCONT));
    for (size_t i = 0; ops[i]; i++)
        if (set >> i & 1) {
            rsp_buf_push(out, ';');
            rsp_buf_push(out, (uint8_t)ops[i]);
        }
}
