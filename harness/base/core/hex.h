/* Hexadecimal digits one by one, beside the functions of rsp/bytes.h for whole payloads; and a small scanner
 * that takes fields off the front of a slice, as packets are written.
 * Source: GDB manual, Overview (numbers and data in packets). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HEX_H
#define RSP_HEX_H

#include <rsp/bytes.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* "0123456789abcdef" */
extern const char rsp_hex_digits[17];

/* The value of each byte as a digit; -1 for bytes that are none. */
extern const int8_t rsp_hex_values[256];

/* 0..15, or -1 for a byte that is no hex digit. */
static inline int rsp_hex_value(uint8_t c) {
    return rsp_hex_values[c];
}

/* The byte that the first two digits are; -1 where no two are there. */
static inline int rsp_hex_pair(rsp_bytes text) {
    if (text.len < 2 || rsp_hex_value(text.ptr[0]) < 0 || rsp_hex_value(text.ptr[1]) < 0)
        return -1;
    return rsp_hex_value(text.ptr[0]) << 4 | rsp_hex_value(text.ptr[1]);
}

/* Whether a byte is a decimal digit. */
static inline bool rsp_is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* A letter of ASCII in its small form, every other byte as it is. */
static inline uint8_t rsp_ascii_lower(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

/* How many digits a number takes without leading zeros. */
unsigned rsp_hex_width(uint64_t value);

/* Appends exactly `width` digits (1..16): the low ones, padded with zeros. */
void rsp_hex_append_fixed(rsp_buf *out, uint64_t value, unsigned width);

/* Takes the longest run of hex digits off the front of *in. Same errors; *in is unchanged then. */
rsp_status rsp_take_hex(uint64_t *out_value, rsp_bytes *in) RSP_MUST_USE;

/* The same for decimal digits. */
rsp_status rsp_take_decimal(uint64_t *out_value, rsp_bytes *in) RSP_MUST_USE;

/* All of `digits` as a decimal number: RSP_MALFORMED when empty or with a non-digit, RSP_RANGE beyond 64
 * bits. */
rsp_status rsp_decimal_u64(uint64_t *out_value, rsp_bytes digits) RSP_MUST_USE;

/* Takes the given byte off the front of *in. False, and *in unchanged, where it is not there. */
static inline bool rsp_take_byte(rsp_bytes *in, uint8_t byte) {
    if (in->len == 0 || in->ptr[0] != byte)
        return false;
    *in = rsp_bytes_from(*in, 1);
    return true;
}

/* The same with a text. */
static inline bool rsp_take_text(rsp_bytes *in, rsp_bytes text) {
    if (!rsp_bytes_starts(*in, text))
        return false;
    *in = rsp_bytes_from(*in, text.len);
    return true;
}

/* "A,N" (address and length, as in m, X, qXfer windows) off the front of *in. */
rsp_status rsp_take_addr_len(uint64_t *out_addr, uint64_t *out_len, rsp_bytes *in) RSP_MUST_USE;

RSP_END_DECLS

#endif
