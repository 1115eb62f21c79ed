/* Formats by hand: a debugger's format string never reaches the C library.
 * Flags, width, precision and length modifiers as in C; %n and floating point are refused.
 * Source: C11 7.21.6.1. */
/* SPDX-License-Identifier: MIT */
#include "agent_printf.h"

#include "agent_eval.h"

#include "core/limits.h"

typedef struct conversion {
    bool left;
    bool plus;
    bool blank;
    bool alternate;
    bool zero;
    bool has_precision;
    size_t width;
    size_t precision;
    unsigned bits; /* of the integer argument */
    uint8_t letter;
} conversion;

typedef struct printer {
    const stub_agent_host *host;
    const uint64_t *args;
    size_t num_args;
    size_t used_args;
} printer;

static bool next_arg(printer *p, uint64_t *out) {
    if (p->used_args == p->num_args)
        return false;
    *out = p->args[p->used_args++];
    return true;
}

static void pad(rsp_buf *out, uint8_t with, size_t num) {
    for (; num > 0; num--)
        rsp_buf_push(out, with);
}

/* No digits are 0; larger fields than three digits are refused. */
static bool take_number(size_t *out, rsp_bytes *in) {
    uint64_t value = 0;
    rsp_status status = rsp_take_decimal(&value, in);
    *out = (size_t)value;
    return status != RSP_RANGE && value <= RSP_LIMIT_AGENT_FIELD;
}

static void take_flags(conversion *c, rsp_bytes *in) {
    for (;;) {
        if (rsp_take_byte(in, '-'))
            c->left = true;
        else if (rsp_take_byte(in, '+'))
            c->plus = true;
        else if (rsp_take_byte(in, ' '))
            c->blank = true;
        else if (rsp_take_byte(in, '#'))
            c->alternate = true;
        else if (rsp_take_byte(in, '0'))
            c->zero = true;
        else
            return;
    }
}

/* int is 32 bits on every target we know; long, long long, size_t, intmax_t and ptrdiff_t are taken as 64. */
static void take_length(conversion *c, rsp_bytes *in) {
    c->bits = 32;
    if (rsp_take_text(in, RSP_LIT("hh")))
        c->bits = 8;
    else if (rsp_take_byte(in, 'h'))
        c->bits = 16;
    else if (rsp_take_text(in, RSP_LIT("ll")) || rsp_take_byte(in, 'l') || rsp_take_byte(in, 'j') ||
             rsp_take_byte(in, 'z') || rsp_take_byte(in, 't'))
        c->bits = 64;
}

static bool take_conversion(conversion *c, rsp_bytes *in) {
    take_flags(c, in);
    if (!take_number(&c->width, in))
        return false;
    c->has_precision = rsp_take_byte(in, '.');
    if (c->has_precision && !take_number(&c->precision, in))
        return false;
    take_length(c, in);
    if (in->len == 0)
        return false;
    c->letter = in->ptr[0];
    *in = rsp_bytes_from(*in, 1);
    return true;
}

/* Text with its sign or 0x in front, padded to the width. */
static void put_field(rsp_buf *out, const conversion *c, rsp_bytes prefix, rsp_bytes text, size_t zeros) {
    size_t len = prefix.len + zeros + text.len;
    size_t fill = c->width > len ? c->width - len : 0;
    if (c->zero && !c->left && !c->has_precision) {
        zeros += fill;
        fill = 0;
    }
    if (!c->left)
        pad(out, ' ', fill);
    rsp_buf_append(out, prefix);
    pad(out, '0', zeros);
    rsp_buf_append(out, text);
    if (c->left)
        pad(out, ' ', fill);
}

static rsp_bytes digits_of(uint8_t store[24], uint64_t value, unsigned base, bool upper) {
    size_t at = 24;
    while (value > 0) {
        uint8_t digit = (uint8_t)rsp_hex_digits[value % base];
        store[--at] = upper && digit >= 'a' ? (uint8_t)(digit - 32) : digit;
        value /= base;
    }
    return rsp_bytes_make(store + at, 24 - at);
}

static rsp_bytes sign_prefix(const conversion *c, bool negative) {
    if (negative)
        return RSP_LIT("-");
    if (c->plus)
        return RSP_LIT("+");
    return c->blank ? RSP_LIT(" ") : RSP_LIT("");
}

static rsp_status put_integer(printer *p, conversion *c) {
    uint64_t value;
    if (!next_arg(p, &value))
        return RSP_MALFORMED;
    uint64_t mask = c->bits < 64 ? (UINT64_C(1) << c->bits) - 1 : UINT64_MAX;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    bool negative = is_signed && value >> (c->bits - 1) & 1;
    value = (negative ? 0 - value : value) & mask;
    unsigned base = c->letter == 'x' || c->letter == 'X' ? 16 : 10;
    if (c->letter == 'o')
        base = 8;
    uint8_t store[24];
    rsp_bytes digits = digits_of(store, value, base, c->letter == 'X');
    size_t least = c->has_precision ? c->precision : 1;
    size_t zeros = least > digits.len ? least - digits.len : 0;
    rsp_bytes prefix = is_signed ? sign_prefix(c, negative) : RSP_LIT("");
    if (c->alternate && base == 16 && value != 0)
        prefix = c->letter == 'X' ? RSP_LIT("0X") : RSP_LIT("0x");
    if (c->alternate && base == 8 && zeros == 0 && (digits.len == 0 || value != 0))
        zeros = 1;
    put_field(p->host->out, c, prefix, digits, zeros);
    return RSP_OK;
}

static rsp_status put_pointer(printer *p, conversion *c) {
    uint64_t value;
    if (!next_arg(p, &value))
        return RSP_MALFORMED;
    uint8_t store[24];
    rsp_bytes digits = digits_of(store, value, 16, false);
    put_field(p->host->out, c, RSP_LIT("0x"), digits, digits.len == 0);
    return RSP_OK;
}

static rsp_status put_char(printer *p, conversion *c) {
    uint64_t value;
    if (!next_arg(p, &value))
        return RSP_MALFORMED;
    uint8_t byte = (uint8_t)value;
    c->zero = false;
    put_field(p->host->out, c, RSP_LIT(""), rsp_bytes_make(&byte, 1), 0);
    return RSP_OK;
}

/* Up to the NUL, the precision or RSP_LIMIT_AGENT_STRING_BYTES, whichever comes first. */
static rsp_status put_string(printer *p, conversion *c) {
    const stub_agent_host *host = p->host;
    uint8_t text[RSP_LIMIT_AGENT_STRING_BYTES];
    uint64_t addr;
    if (!next_arg(p, &addr))
        return RSP_MALFORMED;
    size_t most = c->has_precision && c->precision < sizeof text ? c->precision : sizeof text;
    size_t len = 0;
    for (; len < most; len++) {
        if (host->read_memory(host->ctx, addr + len, text + len, 1) != 1)
            return RSP_FAULT;
        if (text[len] == 0)
            break;
    }
    c->zero = false;
    put_field(host->out, c, RSP_LIT(""), rsp_bytes_make(text, len), 0);
    return RSP_OK;
}

static rsp_status put_conversion(printer *p, conversion *c) {
    switch (c->letter) {
    case '%':
        rsp_buf_push(p->host->out, '%');
        return RSP_OK;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return put_integer(p, c);
    case 'c':
        return put_char(p, c);
    case 'p':
        return put_pointer(p, c);
    case 's':
        return put_string(p, c);
    case 'e':
    case 'f':
    case 'g':
    case 'a':
        return RSP_UNSUPPORTED;
    default:
        return RSP_MALFORMED;
    }
}

/* \ooo, at most three octal digits. */
static bool put_octal(rsp_buf *out, rsp_bytes *in) {
    unsigned value = 0;
    size_t num = 0;
    while (num < 3 && num < in->len && in->ptr[num] >= '0' && in->ptr[num] <= '7')
        value = value * 8 + (unsigned)(in->ptr[num++] - '0');
    *in = rsp_bytes_from(*in, num);
    rsp_buf_push(out, (uint8_t)value);
    return num > 0;
}

static bool put_escape(rsp_buf *out, rsp_bytes *in) {
    static const char letters[] = "abefnrtv\\\"'?";
    static const char bytes[] = "\a\b\033\f\n\r\t\v\\\"'?";
    const char *at = in->len > 0 && in->ptr[0] != 0 ? strchr(letters, in->ptr[0]) : NULL;
    if (!at)
        return put_octal(out, in);
    rsp_buf_push(out, (uint8_t)bytes[at - letters]);
    *in = rsp_bytes_from(*in, 1);
    return true;
}

rsp_status stub_agent_printf(const stub_agent_host *host, rsp_bytes format, const uint64_t *args,
                             size_t num_args) {
    printer p = {.host = host, .args = args, .num_args = num_args};
    rsp_status status = host->out ? RSP_OK : RSP_UNSUPPORTED;
    while (status == RSP_OK && format.len > 0) {
        uint8_t byte = format.ptr[0];
        format = rsp_bytes_from(format, 1);
        if (byte == '%') {
            conversion c = {0};
            bool good = take_conversion(&c, &format);
            status = good ? put_conversion(&p, &c) : RSP_MALFORMED;
        } else if (byte == '\\') {
            status = put_escape(host->out, &format) ? RSP_OK : RSP_MALFORMED;
        } else {
            rsp_buf_push(host->out, byte);
        }
        if (status == RSP_OK)
            status = host->out->status;
    }
    return status;
}
