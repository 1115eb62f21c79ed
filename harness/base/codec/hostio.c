/* vFile requests and replies, error numbers, the stat block.
 * Each operation is a row: its name and the fields behind the second colon.
 * Source: GDB manual, Host I/O Packets. */
/* SPDX-License-Identifier: MIT */
#include "codec/hostio.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const struct {
    rsp_hostio_op op;
    const char *name;
    const char *fields;
} ops[] = {
#define OP_ROW(id_, name_, fields_) {.op = RSP_HOSTIO_##id_, .name = (name_), .fields = (fields_)},
    RSP_HOSTIO_LIST(OP_ROW)
#undef OP_ROW
};

static const struct {
    uint64_t number;
    const char *name;
} errors[] = {
#define ERROR_ROW(name_, number_) {.number = (number_), .name = #name_},
    RSP_FILEIO_ERROR_LIST(ERROR_ROW)
#undef ERROR_ROW
};

const char *rsp_fileio_error_name(uint64_t number) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(errors); i++)
        if (errors[i].number == number)
            return errors[i].name;
    return "EUNKNOWN";
}

static uint64_t *number_field(rsp_hostio_request *r, char field) {
    assert(r);
    switch (field) {
    case 'f':
        return &r->flags;
    case 'o':
        return &r->mode;
    case 'd':
        return &r->fd;
    case 'n':
        return &r->count;
    case 't':
        return &r->offset;
    case 'i':
        return &r->pid;
    default:
        return NULL;
    }
}

static rsp_status take_path(rsp_bytes *out, rsp_bytes *in) {
    size_t len = rsp_bytes_index(*in, ',');
    *out = rsp_bytes_sub(*in, 0, len);
    if (len % 2)
        return RSP_MALFORMED;
    for (size_t i = 0; i < len; i++)
        if (rsp_hex_value(out->ptr[i]) < 0)
            return RSP_MALFORMED;
    *in = rsp_bytes_from(*in, len);
    return RSP_OK;
}

static rsp_status take_field(rsp_hostio_request *r, char field, rsp_bytes *in) {
    uint64_t *number = number_field(r, field);
    if (number)
        return rsp_take_hex(number, in);
    if (field == 'p' || field == 'P')
        return take_path(field == 'p' ? &r->path_hex : &r->path2_hex, in);
    r->data = *in;
    *in = rsp_bytes_from(*in, in->len);
    return RSP_OK;
}

static rsp_status take_fields(rsp_hostio_request *r, const char *fields, rsp_bytes *in) {
    for (size_t i = 0; fields[i]; i++) {
        if (i > 0 && !rsp_take_byte(in, ','))
            return RSP_MALFORMED;
        rsp_status status = take_field(r, fields[i], in);
        if (status != RSP_OK)
            return status;
    }
    return in->len > 0 ? RSP_MALFORMED : RSP_OK;
}

rsp_status rsp_hostio_parse(rsp_hostio_request *out, rsp_bytes payload, rsp_error *error) {
    rsp_bytes in = payload;
    *out = (rsp_hostio_request){0};
    if (!rsp_packet_take(&in, RSP_PACKET_VFILE))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a vFile request");
    size_t colon = rsp_bytes_index(in, ':');
    rsp_bytes name = rsp_bytes_sub(in, 0, colon);
    for (size_t i = 0; i < RSP_ARRAY_LEN(ops); i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(ops[i].name)))
            continue;
        if (colon == in.len)
            return rsp_fail_offset(error, RSP_MALFORMED, NULL, payload.len, "vFile:%s without `:`",
                                   ops[i].name);
        in = rsp_bytes_from(in, colon + 1);
        out->op = ops[i].op;
        rsp_status status = take_fields(out, ops[i].fields, &in);
        if (status != RSP_OK)
            return rsp_fail_offset(error, status, NULL, payload.len - in.len, "bad field in vFile:%s",
                                   ops[i].name);
        return RSP_OK;
    }
    return rsp_fail_offset(error, RSP_UNSUPPORTED, NULL, 6, "unknown vFile operation");
}

static void put_field(rsp_buf *out, const rsp_hostio_request *request, char field) {
    rsp_hostio_request copy = *request;
    const uint64_t *number = number_field(&copy, field);
    if (number)
        rsp_hex_append_u64(out, *number);
    else if (field == 'p' || field == 'P')
        rsp_buf_append(out, field == 'p' ? request->path_hex : request->path2_hex);
    else
        rsp_escape_append(out, request->data);
}

rsp_status rsp_hostio_build(rsp_buf *out, const rsp_hostio_request *request) {
    for (size_t row = 0; row < RSP_ARRAY_LEN(ops); row++) {
        if (ops[row].op != request->op)
            continue;
        rsp_packet_begin(out, RSP_PACKET_VFILE);
        rsp_buf_printf(out, "%s:", ops[row].name);
        for (size_t i = 0; ops[row].fields[i]; i++) {
            if (i > 0)
                rsp_buf_push(out, ',');
            put_field(out, request, ops[row].fields[i]);
        }
        return out->status;
    }
    return RSP_USAGE;
}

/* A hex number, possibly with a minus sign. */
static rsp_status take_signed(int64_t *out, rsp_bytes *in) {
    uint64_t value = 0;
    bool negative = rsp_take_byte(in, '-');
    rsp_status status = rsp_take_hex(&value, in);
    if (status != RSP_OK)
        return status;
    if (value > INT64_MAX)
        return RSP_RANGE;
    *out = negative ? -(int64_t)value : (int64_t)value;
    return RSP_OK;
}

static rsp_status take_reply(rsp_hostio_reply *reply, rsp_bytes *in) {
    if (rsp_take_byte(in, ',')) {
        reply->bare = true;
        reply->value = *in;
        *in = rsp_bytes_from(*in, in->len);
        return reply->value.len > 0 ? RSP_OK : RSP_MALFORMED;
    }
    rsp_status status = take_signed(&reply->result, in);
    if (status == RSP_OK && rsp_take_byte(in, ',')) {
        reply->has_error = true;
        status = rsp_take_hex(&reply->error, in);
    }
    if (status == RSP_OK && rsp_take_byte(in, ';')) {
        reply->has_attachment = true;
        reply->attachment = *in;
        *in = rsp_bytes_from(*in, in->len);
    }
    return status == RSP_OK && in->len > 0 ? RSP_MALFORMED : status;
}

rsp_status rsp_hostio_reply_parse(rsp_hostio_reply *out, rsp_bytes decoded, rsp_error *error) {
    rsp_bytes in = decoded;
    rsp_hostio_reply reply = {0};
    if (!rsp_take_byte(&in, 'F'))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "vFile reply does not start with F");
    rsp_status status = take_reply(&reply, &in);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, decoded.len - in.len, "bad vFile reply");
    *out = reply;
    return RSP_OK;
}

void rsp_hostio_reply_build(rsp_buf *out, const rsp_hostio_reply *reply) {
    rsp_buf_push(out, 'F');
    if (reply->bare) {
        rsp_buf_push(out, ',');
        rsp_escape_append(out, reply->value);
        return;
    }
    if (reply->result < 0)
        rsp_buf_push(out, '-');
    rsp_hex_append_u64(out, reply->result < 0 ? 0 - (uint64_t)reply->result : (uint64_t)reply->result);
    if (reply->has_error) {
        rsp_buf_push(out, ',');
        rsp_hex_append_u64(out, reply->error);
    }
    if (reply->has_attachment) {
        rsp_buf_push(out, ';');
        rsp_escape_append(out, reply->attachment);
    }
}

void rsp_hostio_error_build(rsp_buf *out, rsp_fileio_error error) {
    rsp_hostio_reply reply = {.result = -1, .has_error = true, .error = (uint64_t)error};
    rsp_hostio_reply_build(out, &reply);
}

static uint8_t *put_big(uint8_t *at, uint64_t value, size_t len) {
    for (size_t i = 0; i < len; i++)
        at[i] = (uint8_t)(value >> (8 * (len - 1 - i)));
    return at + len;
}

static uint64_t take_big(const uint8_t **at, size_t len) {
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++)
        value = value << 8 | (*at)[i];
    *at += len;
    return value;
}

void rsp_fileio_stat_encode(uint8_t out[RSP_FILEIO_STAT_BYTES], const rsp_fileio_stat *stat) {
    const uint32_t head[] = {stat->dev, stat->ino, stat->mode, stat->nlink, stat->uid, stat->gid, stat->rdev};
    const uint64_t middle[] = {stat->size, stat->blksize, stat->blocks};
    const uint32_t tail[] = {stat->atime, stat->mtime, stat->ctime};
    for (size_t i = 0; i < RSP_ARRAY_LEN(head); i++)
        out = put_big(out, head[i], 4);
    for (size_t i = 0; i < RSP_ARRAY_LEN(middle); i++)
        out = put_big(out, middle[i], 8);
    for (size_t i = 0; i < RSP_ARRAY_LEN(tail); i++)
        out = put_big(out, tail[i], 4);
}

rsp_status rsp_fileio_stat_decode(rsp_fileio_stat *out, rsp_bytes block) {
    if (block.len != RSP_FILEIO_STAT_BYTES)
        return RSP_MALFORMED;
    const uint8_t *at = block.ptr;
    uint32_t *const head[] = {&out->dev, &out->ino, &out->mode, &out->nlink,
                              &out->uid, &out->gid, &out->rdev};
    uint64_t *const middle[] = {&out->size, &out->blksize, &out->blocks};
    uint32_t *const tail[] = {&out->atime, &out->mtime, &out->ctime};
    for (size_t i = 0; i < RSP_ARRAY_LEN(head); i++)
        *head[i] = (uint32_t)take_big(&at, 4);
    for (size_t i = 0; i < RSP_ARRAY_LEN(middle); i++)
        *middle[i] = take_big(&at, 8);
    for (size_t i = 0; i < RSP_ARRAY_LEN(tail); i++)
        *tail[i] = (uint32_t)take_big(&at, 4);
    return RSP_OK;
}
