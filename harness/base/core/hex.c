/* Hex digits to bytes and numbers and back.
 * Digits go out in lower case and come in in both.
 * Source: GDB manual, Overview. */
/* SPDX-License-Identifier: MIT */
#include "core/hex.h"

#include <assert.h>

const char rsp_hex_digits[17] = "0123456789abcdef";

#define ROW16(v) v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v
#define LETTERS -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1

const int8_t rsp_hex_values[256] = {
    ROW16(-1), ROW16(-1), ROW16(-1), 0,         1,         2,         3,         4,
    5,         6,         7,         8,         9,         -1,        -1,        -1,
    -1,        -1,        -1,        LETTERS,   ROW16(-1), LETTERS,   ROW16(-1), ROW16(-1),
    ROW16(-1), ROW16(-1), ROW16(-1), ROW16(-1), ROW16(-1), ROW16(-1), ROW16(-1)};

void rsp_hex_append(rsp_buf *out, rsp_bytes data) {
    if (data.len == 0)
        return;
    uint8_t *at = data.len <= SIZE_MAX / 2 ? rsp_buf_extend(out, data.len * 2) : NULL;
    for (size_t i = 0; at && i < data.len; i++) {
        *at++ = (uint8_t)rsp_hex_digits[data.ptr[i] >> 4];
        *at++ = (uint8_t)rsp_hex_digits[data.ptr[i] & 15];
    }
}

unsigned rsp_hex_width(uint64_t value) {
    unsigned width = 1;
    while (width < 16 && value >> (4 * width))
        width++;
    return width;
}

void rsp_hex_append_u64(rsp_buf *out, uint64_t value) {
    rsp_hex_append_fixed(out, value, rsp_hex_width(value));
}

void rsp_hex_append_fixed(rsp_buf *out, uint64_t value, unsigned width) {
    assert(width <= 16);
    uint8_t *at = rsp_buf_extend(out, width);
    while (at && width-- > 0)
        *at++ = (uint8_t)rsp_hex_digits[(value >> (4 * width)) & 15];
}

rsp_status rsp_hex_decode_into(uint8_t *dst, rsp_bytes digits) {
    assert(dst || digits.len == 0);
    if (digits.len % 2)
        return RSP_MALFORMED;
    int bad = 0;
    for (size_t i = 0; i < digits.len; i += 2) {
        int high = rsp_hex_value(digits.ptr[i]);
        int low = rsp_hex_value(digits.ptr[i + 1]);
        bad |= high | low;
        dst[i / 2] = (uint8_t)(((unsigned)high << 4 | (unsigned)low) & 0xff);
    }
    return bad < 0 ? RSP_MALFORMED : RSP_OK;
}

rsp_status rsp_hex_decode(rsp_buf *out, rsp_bytes digits) {
    size_t before = out->len;
    if (digits.len % 2)
        return RSP_MALFORMED;
    if (digits.len == 0)
        return out->status;
    uint8_t *at = rsp_buf_extend(out, digits.len / 2);
    if (!at)
        return out->status;
    rsp_status status = rsp_hex_decode_into(at, digits);
    if (status != RSP_OK)
        rsp_buf_truncate(out, before);
    return status;
}

rsp_status rsp_take_hex(uint64_t *out_value, rsp_bytes *in) {
    assert(out_value && in);
    uint64_t value = 0;
    bool overflow = false;
    size_t at = 0;
    for (; at < in->len && rsp_hex_value(in->ptr[at]) >= 0; at++) {
        overflow |= value >> 60 != 0;
        value = value << 4 | (uint64_t)rsp_hex_value(in->ptr[at]);
    }
    if (at == 0)
        return RSP_MALFORMED;
    if (overflow)
        return RSP_RANGE;
    *out_value = value;
    *in = rsp_bytes_from(*in, at);
    return RSP_OK;
}

rsp_status rsp_take_decimal(uint64_t *out_value, rsp_bytes *in) {
    uint64_t value = 0;
    bool overflow = false;
    size_t at = 0;
    for (; at < in->len && in->ptr[at] >= '0' && in->ptr[at] <= '9'; at++) {
        uint64_t digit = (uint64_t)(in->ptr[at] - '0');
        overflow |= value > (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (at == 0)
        return RSP_MALFORMED;
    if (overflow)
        return RSP_RANGE;
    *out_value = value;
    *in = rsp_bytes_from(*in, at);
    return RSP_OK;
}

rsp_status rsp_decimal_u64(uint64_t *out_value, rsp_bytes digits) {
    uint64_t value = 0;
    rsp_status status = rsp_take_decimal(&value, &digits);
    if (status == RSP_OK && digits.len)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        *out_value = value;
    return status;
}

rsp_status rsp_hex_u64(uint64_t *out_value, rsp_bytes digits) {
    uint64_t value = 0;
    rsp_status status = rsp_take_hex(&value, &digits);
    if (status == RSP_OK && digits.len)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        *out_value = value;
    return status;
}

rsp_status rsp_take_addr_len(uint64_t *out_addr, uint64_t *out_len, rsp_bytes *in) {
    assert(out_addr && out_len && in);
    rsp_bytes rest = *in;
    uint64_t addr = 0;
    uint64_t len = 0;
    rsp_status status = rsp_take_hex(&addr, &rest);
    if (status == RSP_OK && !rsp_take_byte(&rest, ','))
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        status = rsp_take_hex(&len, &rest);
    if (status != RSP_OK)
        return status;
    *out_addr = addr;
    *out_len = len;
    *in = rest;
    return RSP_OK;
}
