/* Numbers and times in the lines of packet logs, as debuggers, stubs and loggers print them.
 * A time of the day counts from midnight: only differences are used.
 * See log.h. */
/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "core/hex.h"

enum { MOST_DIGITS = 18, NANO_DIGITS = 9, MICRO_DIGITS = 6, SECOND_DIGITS = 10, SIXTY = 60 };

uint64_t log_take_decimal(rsp_bytes *text, size_t *out_digits) {
    size_t num = 0;
    uint64_t value = 0;
    for (; num < text->len && rsp_is_digit(text->ptr[num]); num++)
        if (num < MOST_DIGITS)
            value = value * 10 + (uint64_t)(text->ptr[num] - '0');
    *out_digits = num;
    *text = rsp_bytes_from(*text, num);
    return value;
}

/* The digits behind a '.': nanoseconds. */
static uint64_t fraction_of(uint64_t value, size_t digits) {
    for (size_t i = digits; i < NANO_DIGITS; i++)
        value *= 10;
    for (size_t i = NANO_DIGITS; i < digits && i < MOST_DIGITS; i++)
        value /= 10;
    return value;
}

uint64_t log_take_time(rsp_bytes *text) {
    rsp_bytes rest = *text;
    size_t digits = 0;
    const uint64_t seconds = log_take_decimal(&rest, &digits);
    if (digits == 0 || digits > SECOND_DIGITS || !rsp_take_byte(&rest, '.'))
        return 0;
    const uint64_t fraction = log_take_decimal(&rest, &digits);
    if (digits != MICRO_DIGITS && digits != NANO_DIGITS)
        return 0;
    *text = rest;
    return seconds * RSP_NS_PER_S + fraction_of(fraction, digits);
}

/* "12:03:04.250" */
static uint64_t clock_at(rsp_bytes text) {
    uint64_t parts[3];
    size_t digits = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        parts[i] = log_take_decimal(&text, &digits);
        if (digits != 2 || (i < 2 && !rsp_take_byte(&text, ':')))
            return 0;
    }
    const uint64_t seconds = (parts[0] * SIXTY + parts[1]) * SIXTY + parts[2];
    if (!rsp_take_byte(&text, '.') && !rsp_take_byte(&text, ','))
        return seconds * RSP_NS_PER_S;
    const uint64_t fraction = log_take_decimal(&text, &digits);
    return seconds * RSP_NS_PER_S + fraction_of(fraction, digits);
}

/* "Debug: 40 3000 gdb_server.c:371": the number in front of the file is in milliseconds. */
static uint64_t openocd_time(rsp_bytes words) {
    size_t end = rsp_bytes_search(words, RSP_LIT(" gdb_server.c:"));
    size_t at = end;
    size_t digits = 0;
    if (end == words.len)
        return 0;
    while (at > 0 && rsp_is_digit(words.ptr[at - 1]))
        at--;
    rsp_bytes number = rsp_bytes_sub(words, at, end - at);
    return log_take_decimal(&number, &digits) * RSP_NS_PER_MS;
}

uint64_t log_time_in(rsp_bytes words) {
    for (size_t at = 0; at < words.len; at++) {
        const bool begins = rsp_is_digit(words.ptr[at]) &&
                            (at == 0 || (!rsp_is_digit(words.ptr[at - 1]) && words.ptr[at - 1] != '.'));
        if (!begins)
            continue;
        rsp_bytes rest = rsp_bytes_from(words, at);
        const uint64_t clock = clock_at(rest);
        const uint64_t time_ns = clock ? clock : log_take_time(&rest);
        if (time_ns > 0)
            return time_ns;
    }
    return openocd_time(words);
}
