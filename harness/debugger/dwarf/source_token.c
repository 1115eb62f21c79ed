/* A number's type is the smallest of C's that holds it: int, unsigned for hexadecimal ones, then long.
 * The longest operator wins, as in C.
 * See source_token.h. */
/* SPDX-License-Identifier: MIT */
#include "source_token.h"

#include "core/hex.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>

static const char *const signs[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "*",
                                    "/",  "%",  "+",  "-",  "<",  ">",  "&",  "^",  "|",  "~",
                                    "!",  "(",  ")",  "[",  "]",  ".",  "?",  ":",  ",",  "="};

static rsp_status fail(rsp_error *error, rsp_status status, size_t offset, const char *what) {
    return rsp_fail_offset(error, status, "condition", offset, "%s", what);
}

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static uint8_t at(rsp_bytes source, size_t offset) {
    return offset < source.len ? source.ptr[offset] : 0;
}

static size_t word_end(rsp_bytes source, size_t from) {
    while (from < source.len && (is_letter(source.ptr[from]) || rsp_is_digit(source.ptr[from])))
        from++;
    return from;
}

/* "config::depth" is one name. */
static size_t name_end(rsp_bytes source, size_t from) {
    size_t end = word_end(source, from);
    while (at(source, end) == ':' && at(source, end + 1) == ':' && is_letter(at(source, end + 2)))
        end = word_end(source, end + 2);
    return end;
}

/* The suffix of a number: u and l in any order and case. */
static bool take_suffix(token *out, rsp_bytes suffix) {
    for (size_t i = 0; i < suffix.len; i++) {
        uint8_t c = suffix.ptr[i] | 0x20;
        if (c != 'u' && c != 'l')
            return false;
        out->is_unsigned = out->is_unsigned || c == 'u';
        out->is_long = out->is_long || c == 'l';
    }
    return suffix.len <= 3;
}

static void choose_type(token *out, unsigned base) {
    if (out->number > UINT32_MAX || (!out->is_unsigned && base == 10 && out->number > INT32_MAX))
        out->is_long = true;
    uint64_t most = out->is_long ? (uint64_t)INT64_MAX : (uint64_t)INT32_MAX;
    out->is_unsigned = out->is_unsigned || out->number > most;
}

/* The end of decimal digits. */
static size_t digits_end(rsp_bytes source, size_t from) {
    while (rsp_is_digit(at(source, from)))
        from++;
    return from;
}

/* The end of "1.5", "1.", ".5" or "1e-3", without a suffix; `from` for a whole number. */
static size_t real_end(rsp_bytes source, size_t from) {
    size_t end = digits_end(source, from);
    size_t power = end;
    if (at(source, end) == '.')
        power = digits_end(source, end + 1);
    uint8_t letter = at(source, power) | 0x20;
    bool sign = at(source, power + 1) == '-' || at(source, power + 1) == '+';
    if (letter == 'e' && rsp_is_digit(at(source, power + 1 + sign)))
        return digits_end(source, power + 1 + sign);
    return power > end ? power : from;
}

static rsp_status read_real(token *out, rsp_bytes source, size_t end, rsp_error *error) {
    char text[TOKEN_TEXT_MAX + 1] = {0};
    if (end - out->begin > TOKEN_TEXT_MAX)
        return fail(error, RSP_LIMIT, out->begin, "a number has at most 64 characters");
    memcpy(text, source.ptr + out->begin, end - out->begin);
    out->kind = TOKEN_REAL;
    out->real = strtod(text, NULL);
    out->is_float = (at(source, end) | 0x20) == 'f';
    out->end = end + out->is_float;
    double most = out->is_float ? FLT_MAX : DBL_MAX;
    if (out->real > most)
        return fail(error, RSP_RANGE, out->begin, "the number is too large for its type");
    if (word_end(source, out->end) > out->end || at(source, out->end) == '.')
        return fail(error, RSP_SYNTAX, out->end,
                    "this is no number: 12, 0x1f, 017 and 1.5 are, with u, l or f after them");
    return RSP_OK;
}

static rsp_status read_number(token *out, rsp_bytes source, rsp_error *error) {
    rsp_bytes word = rsp_bytes_sub(source, out->begin, word_end(source, out->begin) - out->begin);
    bool hex = word.len > 2 && word.ptr[0] == '0' && (word.ptr[1] | 0x20) == 'x';
    unsigned base = hex ? 16 : word.len > 1 && word.ptr[0] == '0' ? 8 : 10;
    size_t i = hex ? 2 : 0;
    out->kind = TOKEN_NUMBER;
    for (; i < word.len; i++) {
        int digit = rsp_hex_value(word.ptr[i]);
        if (digit < 0 || (unsigned)digit >= base)
            break;
        if (out->number > (UINT64_MAX - (unsigned)digit) / base)
            return fail(error, RSP_RANGE, out->begin, "the number does not fit in 64 bits");
        out->number = out->number * base + (unsigned)digit;
    }
    if (!take_suffix(out, rsp_bytes_from(word, i)))
        return fail(error, RSP_SYNTAX, out->begin + i,
                    "this is no number: 12, 0x1f, 017 and 1.5 are, with u, l or f after them");
    choose_type(out, base);
    out->end = out->begin + word.len;
    return RSP_OK;
}

/* One letter of a character or text, escapes undone. Moves *offset. */
static rsp_status read_letter(uint8_t *out, rsp_bytes source, size_t *offset, rsp_error *error) {
    static const char escapes[] = "n\nt\tr\r0\0a\ab\bf\fv\v\\\\''\"\"";
    uint8_t c = at(source, (*offset)++);
    *out = c;
    if (c != '\\')
        return RSP_OK;
    c = at(source, (*offset)++);
    for (size_t i = 0; i + 1 < sizeof escapes - 1; i += 2) {
        if ((uint8_t)escapes[i] != c)
            continue;
        *out = (uint8_t)escapes[i + 1];
        return RSP_OK;
    }
    if (c != 'x' || rsp_hex_decode_into(out, rsp_bytes_sub(source, *offset, 2)) != RSP_OK ||
        *offset + 2 > source.len)
        return fail(error, RSP_SYNTAX, *offset - 2, "no such escape; a byte is written \\x1b");
    *offset += 2;
    return RSP_OK;
}

static rsp_status read_character(token *out, rsp_bytes source, rsp_error *error) {
    uint8_t letter = 0;
    size_t offset = out->begin + 1;
    if (offset >= source.len || source.ptr[offset] == '\'')
        return fail(error, RSP_SYNTAX, out->begin, "a character is written 'c'");
    rsp_status status = read_letter(&letter, source, &offset, error);
    if (status != RSP_OK)
        return status;
    if (at(source, offset) != '\'')
        return fail(error, RSP_SYNTAX, out->begin, "a character is written 'c'");
    out->kind = TOKEN_NUMBER;
    out->number = letter;
    out->end = offset + 1;
    return RSP_OK;
}

static rsp_status read_text(token *out, rsp_bytes source, rsp_error *error) {
    size_t offset = out->begin + 1;
    out->kind = TOKEN_TEXT;
    while (at(source, offset) != '"') {
        if (offset >= source.len)
            return fail(error, RSP_SYNTAX, out->begin, "this text is never closed");
        if (out->length == TOKEN_TEXT_MAX)
            return fail(error, RSP_LIMIT, out->begin, "a text in a condition has at most 64 bytes");
        rsp_status status = read_letter(&out->bytes[out->length], source, &offset, error);
        if (status != RSP_OK)
            return status;
        if (out->bytes[out->length++] == 0)
            return fail(error, RSP_SYNTAX, out->begin, "a text ends at its first \\0");
    }
    out->end = offset + 1;
    return RSP_OK;
}

static rsp_status read_sign(token *out, rsp_bytes source, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_from(source, out->begin);
    for (size_t i = 0; i < RSP_ARRAY_LEN(signs); i++) {
        if (!rsp_bytes_starts(rest, rsp_bytes_str(signs[i])))
            continue;
        out->kind = TOKEN_SIGN;
        out->text = rsp_bytes_sub(rest, 0, strlen(signs[i]));
        out->end = out->begin + out->text.len;
        return RSP_OK;
    }
    return fail(error, RSP_SYNTAX, out->begin, "this letter has no meaning in a condition");
}

rsp_status token_read(token *out, rsp_bytes source, size_t from, rsp_error *error) {
    assert(from <= source.len);
    while (from < source.len &&
           (source.ptr[from] == ' ' || source.ptr[from] == '\t' || source.ptr[from] == '\n'))
        from++;
    *out = (token){.begin = from, .end = from};
    if (from >= source.len)
        return RSP_OK;
    uint8_t c = source.ptr[from];
    size_t real =
        rsp_is_digit(c) || (c == '.' && rsp_is_digit(at(source, from + 1))) ? real_end(source, from) : from;
    if (real > from)
        return read_real(out, source, real, error);
    if (rsp_is_digit(c))
        return read_number(out, source, error);
    if (c == '\'')
        return read_character(out, source, error);
    if (c == '"')
        return read_text(out, source, error);
    if (!is_letter(c) && c != '$')
        return read_sign(out, source, error);
    size_t begin = from + (c == '$');
    out->kind = c == '$' ? TOKEN_REGISTER : TOKEN_NAME;
    out->end = c == '$' ? word_end(source, begin) : name_end(source, begin);
    out->text = rsp_bytes_sub(source, begin, out->end - begin);
    return out->text.len > 0 ? RSP_OK : fail(error, RSP_SYNTAX, from, "the name of a register is missing");
}

bool token_is(const token *word, const char *sign) {
    return word->kind == TOKEN_SIGN && rsp_bytes_equal(word->text, rsp_bytes_str(sign));
}
