/* Matching of patterns and filling of templates.
 * A gap of as few bytes as possible is tried again with more; all others take what they can.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/pattern.h"

#include "codec/escape.h"
#include "codec/hostio.h"
#include "codec/signals.h"
#include "core/hex.h"
#include <inttypes.h>

static size_t count_digits(rsp_bytes text, uint8_t last_digit) {
    size_t num = 0;
    while (num < text.len && (last_digit ? text.ptr[num] >= '0' && text.ptr[num] <= last_digit
                                         : rsp_hex_value(text.ptr[num]) >= 0))
        num++;
    return num;
}

static uint64_t hex_of(rsp_bytes text) {
    uint64_t value = 0;
    return rsp_hex_u64(&value, text) == RSP_OK ? value : UINT64_MAX;
}

/* How many bytes fill the gap; SIZE_MAX when none can. `%*` is the caller's. */
static size_t gap_len(char kind, rsp_bytes text) {
    size_t digits = count_digits(text, 0);
    switch (kind) {
    case 'x':
        return digits > 0 ? digits : SIZE_MAX;
    case 'X':
        return digits > 0 && hex_of(rsp_bytes_sub(text, 0, digits)) > INT32_MAX ? digits : SIZE_MAX;
    case 'u':
        digits = count_digits(text, '9');
        return digits > 0 ? digits : SIZE_MAX;
    case 'b':
        return digits >= 2 ? 2 : SIZE_MAX;
    case 'q':
        return digits >= 16 ? 16 : SIZE_MAX;
    case 'g':
        return digits == 0 && text.len > 0 ? 1 : SIZE_MAX;
    case 'h':
        return digits & ~(size_t)1;
    default:
        return text.len > 0 ? 1 : SIZE_MAX;
    }
}

/* The pattern from the start of the text; *end is what is left of it. */
static bool match_start(const char *pattern, rsp_bytes text, bool whole, stub_gaps *gaps, rsp_bytes *end) {
    for (; *pattern; pattern++) {
        if (pattern[0] != '%' || pattern[1] == '%') {
            pattern += pattern[0] == '%';
            if (!rsp_take_byte(&text, (uint8_t)*pattern))
                return false;
            continue;
        }
        rsp_bytes *gap = &gaps->items[gaps->num++];
        size_t num = gaps->num;
        bool any = *++pattern == '*';
        size_t len = any ? 0 : gap_len(*pattern, text);
        for (; any && len <= text.len; len++) {
            *gap = rsp_bytes_sub(text, 0, len);
            gaps->num = num;
            if (match_start(pattern + 1, rsp_bytes_from(text, len), whole, gaps, end))
                return true;
        }
        if (any || len == SIZE_MAX)
            return false;
        *gap = rsp_bytes_sub(text, 0, len);
        text = rsp_bytes_from(text, len);
    }
    *end = text;
    return !whole || text.len == 0;
}

bool stub_match(const char *pattern, rsp_bytes text, stub_gaps *gaps) {
    rsp_bytes end;
    stub_gaps found = *gaps;
    bool fits = match_start(pattern, text, true, &found, &end);
    if (fits)
        *gaps = found;
    return fits;
}

uint64_t stub_as_decimal(uint64_t hex) {
    uint64_t value = 0;
    for (unsigned shift = 64; shift > 0; shift -= 4)
        value = value * 10 + (hex >> (shift - 4) & 15);
    return value;
}

static uint64_t linux_flags(uint64_t flags) {
    uint64_t out = flags & 3;
    out |= flags & 0x40 ? RSP_FILEIO_O_CREAT : 0;
    out |= flags & 0x80 ? RSP_FILEIO_O_EXCL : 0;
    out |= flags & 0x200 ? RSP_FILEIO_O_TRUNC : 0;
    return out | (flags & 0x400 ? RSP_FILEIO_O_APPEND : 0);
}

/* X(letter, conversion of n, how the result is written) */
#define NUMBERS(X)                                           \
    X('d', n, "%" PRIu64)                                    \
    X('D', n, "%02" PRIu64)                                  \
    X('t', stub_as_decimal(n), "%" PRIx64)                   \
    X('T', stub_as_decimal(n), "%02" PRIx64)                 \
    X('a', n & ~UINT64_C(3), "%" PRIx64)                     \
    X('c', n < 64 ? n : 64, "%" PRIx64)                      \
    X('P', n < 4096 ? n : 4096, "%" PRIx64)                  \
    X('m', n & 15, "%" PRIx64)                               \
    X('o', n & 3, "%" PRIx64)                                \
    X('v', n >= 32 ? n - 32 : n, "%" PRIx64)                 \
    X('w', n << 8, "%" PRIx64)                               \
    X('k', n | 0x80, "%02" PRIx64)                           \
    X('j', n + 16, "%" PRIx64)                               \
    X('l', rsp_signal_to_linux((unsigned)n), "%02" PRIx64)   \
    X('L', rsp_signal_from_linux((unsigned)n), "%02" PRIx64) \
    X('f', linux_flags(n), "%" PRIx64)                       \
    X('A', n & ~(uint64_t)RSP_FILEIO_O_APPEND, "%" PRIx64)   \
    X('E', n | RSP_FILEIO_O_TRUNC, "%" PRIx64)

static bool convert_number(rsp_buf *out, char letter, uint64_t n) {
    switch (letter) {
#define NUMBER(letter_, result, format)                  \
    case letter_:                                        \
        rsp_buf_printf(out, format, (uint64_t)(result)); \
        return true;
        NUMBERS(NUMBER)
#undef NUMBER
    default:
        return false;
    }
}

/* A decimal number, as hexadecimal or with 8 more. */
static void convert_decimal(rsp_buf *out, char letter, rsp_bytes text) {
    uint64_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n = n * 10 + (uint64_t)(text.ptr[i] - '0');
    if (letter == 'x')
        rsp_hex_append_u64(out, n);
    else
        rsp_buf_printf(out, "%" PRIu64, n >= 64 ? n + 8 : n);
}

static void convert_escaped(rsp_buf *out, char letter, rsp_bytes text) {
    rsp_buf data = {.mem = out->mem};
    bool good = rsp_unescape(&data, text) == RSP_OK;
    if (!good)
        rsp_buf_append(out, text);
    else if (letter == 'u')
        rsp_buf_append(out, rsp_buf_bytes(&data));
    else if (letter == 'H')
        rsp_hex_append(out, rsp_buf_bytes(&data));
    else
        rsp_hex_append_u64(out, data.len);
    rsp_buf_free(&data);
}

static void append_zeros(rsp_buf *out, uint64_t num) {
    for (size_t i = 0; i < num && i < 64; i++)
        rsp_buf_str(out, "00");
}

static void append_swapped(rsp_buf *out, rsp_bytes digits) {
    for (size_t at = digits.len; at >= 2; at -= 2)
        rsp_buf_append(out, rsp_bytes_sub(digits, at - 2, 2));
}

static void convert(rsp_buf *out, char letter, rsp_bytes text) {
    if (letter == 'p') {
        if (rsp_hex_decode(out, text) != RSP_OK)
            rsp_buf_append(out, text);
    } else if (letter == 'h')
        rsp_hex_append(out, text);
    else if (letter == 'n')
        rsp_hex_append_u64(out, text.len / 2);
    else if (letter == 'y')
        rsp_hex_append_u64(out, text.len);
    else if (letter == 's')
        append_swapped(out, text);
    else if (letter == 'z')
        append_zeros(out, hex_of(text));
    else if (letter == 'x' || letter == 'G')
        convert_decimal(out, letter, text);
    else if (!convert_number(out, letter, hex_of(text)))
        convert_escaped(out, letter, text);
}

void stub_fill_template(rsp_buf *out, const char *template, const stub_gaps *gaps) {
    for (; *template; template ++) {
        char letter = 0;
        if (*template != '%' || *++template == '%') {
            rsp_buf_push(out, (uint8_t) * template);
            continue;
        }
        if (*template > '9')
            letter = *template ++;
        rsp_bytes gap = gaps->items[*template - '1'];
        if (letter)
            convert(out, letter, gap);
        else
            rsp_buf_append(out, gap);
    }
}

bool stub_replace_places(rsp_buf *out, rsp_bytes text, const char *pattern, const char *template) {
    bool any = false;
    while (text.len > 0) {
        stub_gaps gaps = {.num = 0};
        rsp_bytes end;
        bool fits = match_start(pattern, text, false, &gaps, &end);
        if (fits)
            stub_fill_template(out, template, &gaps);
        else
            rsp_buf_push(out, text.ptr[0]);
        text = fits ? end : rsp_bytes_from(text, 1);
        any = any || fits;
    }
    return any;
}
