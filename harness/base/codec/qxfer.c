/* qXfer requests, replies, and windows of objects in memory.
 * qXfer:features:read:target.xml:0,fff
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#include "codec/qxfer.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* What stands before the next `:`; false when there is none. */
static bool take_field(rsp_bytes *out, rsp_bytes *in) {
    if (rsp_bytes_index(*in, ':') == in->len)
        return false;
    *out = rsp_bytes_split(in, ':');
    return true;
}

static rsp_status take_write(rsp_qxfer *x, rsp_bytes *in) {
    rsp_status status = rsp_take_hex(&x->offset, in);
    if (status == RSP_OK && !rsp_take_byte(in, ':'))
        status = RSP_MALFORMED;
    x->data = *in;
    return status;
}

static rsp_status take_read(rsp_qxfer *x, rsp_bytes *in) {
    rsp_status status = rsp_take_addr_len(&x->offset, &x->length, in);
    return status == RSP_OK && in->len > 0 ? RSP_MALFORMED : status;
}

rsp_status rsp_qxfer_parse(rsp_qxfer *out, rsp_bytes payload, rsp_error *error) {
    rsp_bytes in = payload;
    *out = (rsp_qxfer){0};
    if (!rsp_packet_take(&in, RSP_PACKET_QXFER))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a qXfer request");
    if (!take_field(&out->object, &in) || !take_field(&out->operation, &in))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, payload.len, "qXfer without object or operation");
    bool write = rsp_bytes_equal(out->operation, RSP_LIT("write"));
    if (!write && !rsp_bytes_equal(out->operation, RSP_LIT("read")))
        return rsp_fail(error, RSP_UNSUPPORTED, "qXfer operation is neither read nor write");
    if (!take_field(&out->annex, &in))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, payload.len, "qXfer without annex");
    rsp_status status = write ? take_write(out, &in) : take_read(out, &in);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, payload.len - in.len, "bad window in qXfer");
    return RSP_OK;
}

void rsp_qxfer_build(rsp_buf *out, const rsp_qxfer *request) {
    rsp_packet_begin(out, RSP_PACKET_QXFER);
    rsp_buf_append(out, request->object);
    rsp_buf_push(out, ':');
    rsp_buf_append(out, request->operation);
    rsp_buf_push(out, ':');
    rsp_buf_append(out, request->annex);
    rsp_buf_push(out, ':');
    rsp_hex_append_u64(out, request->offset);
    if (rsp_bytes_equal(request->operation, RSP_LIT("write"))) {
        rsp_buf_push(out, ':');
        rsp_escape_append(out, request->data);
        return;
    }
    rsp_buf_push(out, ',');
    rsp_hex_append_u64(out, request->length);
}

rsp_status rsp_qxfer_reply_parse(rsp_qxfer_reply *out, rsp_bytes decoded, rsp_error *error) {
    rsp_qxfer_reply reply = {.data = rsp_bytes_from(decoded, 1)};
    if (decoded.len == 0 || (decoded.ptr[0] != 'm' && decoded.ptr[0] != 'l'))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "qXfer reply starts with neither m nor l");
    reply.last = decoded.ptr[0] == 'l';
    if (!reply.last && reply.data.len == 0)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 1, "qXfer reply m without data");
    *out = reply;
    return RSP_OK;
}

void rsp_qxfer_reply_build(rsp_buf *out, const rsp_qxfer_reply *reply) {
    rsp_buf_push(out, reply->last ? 'l' : 'm');
    rsp_escape_append(out, reply->data);
}

rsp_status rsp_qxfer_window(rsp_buf *out, rsp_bytes object, uint64_t offset, uint64_t length,
                            size_t max_payload) {
    size_t from = offset < object.len ? (size_t)offset : object.len;
    rsp_bytes rest = rsp_bytes_from(object, from);
    rsp_bytes data = rsp_bytes_sub(rest, 0, length < rest.len ? (size_t)length : rest.len);
    if (max_payload > 0)
        data = rsp_bytes_sub(data, 0, rsp_escape_fit(data, max_payload - 1));
    if (data.len == 0 && rest.len > 0)
        return RSP_RANGE;
    rsp_qxfer_reply reply = {.last = data.len == rest.len, .data = data};
    rsp_qxfer_reply_build(out, &reply);
    return out->status;
}
