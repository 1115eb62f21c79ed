/* Texts with expressions in them: payloads, bytes literals, regular expressions.
 * One scanner finds the end of ${...}; what is around it differs.
 * Errors point at the byte of the text, so that the caret stands where the mistake is. */
/* SPDX-License-Identifier: MIT */
#include "expr.h"
#include "function.h"

#include <ctype.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <stdio.h>

static rsp_status wrong(expr_error *error, size_t offset, size_t width, const char *message) {
    *error = (expr_error){.offset = offset, .width = width ? width : 1};
    (void)snprintf(error->message, sizeof error->message, "%s", message);
    return RSP_SYNTAX;
}

/* Length of the text up to the brace that closes ${, and where its ':' is (or that length). */
static bool find_close(rsp_bytes text, size_t *out_len, size_t *out_colon) {
    uint8_t quote = 0;
    size_t depth = 0;
    size_t colon = SIZE_MAX;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (quote) {
            if (c == '\\')
                i++;
            else if (c == quote)
                quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == '}' && depth == 0) {
            *out_len = i;
            *out_colon = colon == SIZE_MAX ? i : colon;
            return true;
        } else if (c == ')' || c == ']' || c == '}') {
            depth -= depth > 0;
        } else if (c == ':' && depth == 0 && colon == SIZE_MAX) {
            colon = i;
        }
    }
    return false;
}

/* The number behind a format's letters; false when there is none or it is too large. */
static bool format_width(rsp_bytes digits, uint64_t max, uint64_t *out) {
    *out = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (!isdigit(digits.ptr[i]) || *out > max)
            return false;
        *out = *out * 10 + (uint64_t)(digits.ptr[i] - '0');
    }
    return digits.len > 0 && *out > 0 && *out <= max;
}

static bool format_ordered(rsp_buf *out, uint64_t number, uint64_t width, bool big_endian) {
    rsp_buf bytes = {.mem = out->mem};
    append_ordered(&bytes, number, (size_t)width, big_endian);
    rsp_hex_append(out, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    return true;
}

/* hexN, HEX, dec, leN, beN, tN; see docs/scenarios.md. */
static bool append_formatted(const expr_env *env, rsp_bytes format, const value *v, rsp_buf *out) {
    uint64_t number = 0;
    uint64_t width = 0;
    bool have = value_number(v, &number) || v->kind == VALUE_NONE;
    if (rsp_take_text(&format, RSP_LIT("hex")) && have && format_width(format, 16, &width))
        return rsp_hex_append_fixed(out, number, (unsigned)width), true;
    if (rsp_bytes_equal(format, RSP_LIT("HEX")) && have)
        return rsp_buf_printf(out, "%llX", (unsigned long long)number), true;
    if (rsp_bytes_equal(format, RSP_LIT("dec")) && have)
        return rsp_buf_printf(out, "%llu", (unsigned long long)number), true;
    if (rsp_take_text(&format, RSP_LIT("le")) && have && format_width(format, 64, &width))
        return format_ordered(out, number, width, false);
    if (rsp_take_text(&format, RSP_LIT("be")) && have && format_width(format, 64, &width))
        return format_ordered(out, number, width, true);
    if (rsp_take_text(&format, RSP_LIT("t")) && have && format_width(format, 64, &width))
        return format_ordered(out, number, width, env->big_endian);
    return false;
}

/* At "${": evaluates and appends; *at moves behind the brace. */
static rsp_status insert(const expr_env *env, rsp_bytes text, size_t *at, rsp_buf *out, expr_error *error) {
    size_t start = *at + 2;
    size_t len = 0;
    size_t colon = 0;
    rsp_bytes rest = rsp_bytes_from(text, start);
    if (!find_close(rest, &len, &colon))
        return wrong(error, *at, 2, "'${' without its '}'");
    value v = {0};
    rsp_status status = expr_eval(env, rsp_bytes_sub(rest, 0, colon), &v, error);
    if (status != RSP_OK) {
        error->offset += start;
        return status;
    }
    *at = start + len + 1;
    if (colon == len) {
        value_append(out, &v);
        return RSP_OK;
    }
    rsp_bytes format = rsp_bytes_sub(rest, colon + 1, len - colon - 1);
    if (!append_formatted(env, format, &v, out))
        return wrong(error, start + colon + 1, len - colon - 1,
                     "not a format of a number; there are hexN HEX dec leN beN tN");
    return RSP_OK;
}

static bool at_insert(rsp_bytes text, size_t at) {
    return text.len >= at + 2 && text.ptr[at] == '$' && text.ptr[at + 1] == '{';
}

/* "${a}+4" is a common slip: the sum belongs inside. */
static bool slipped_sum(rsp_bytes text, size_t at) {
    return text.len - at >= 2 && (text.ptr[at] == '+' || text.ptr[at] == '-') && isdigit(text.ptr[at + 1]);
}

rsp_status expr_payload(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) {
    rsp_status status = RSP_OK;
    size_t at = 0;
    while (at < text.len && status == RSP_OK) {
        uint8_t c = text.ptr[at];
        if (at_insert(text, at)) {
            status = insert(env, text, &at, out, error);
            if (status == RSP_OK && slipped_sum(text, at))
                return wrong(error, at, 2, "arithmetic belongs inside the braces: ${name+4}");
        } else if (c == '\\') {
            rsp_bytes rest = rsp_bytes_from(text, at + 1);
            int byte = take_escape(&rest);
            if (byte < 0)
                return wrong(error, at, 2, "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\ \\$");
            rsp_buf_push(out, (uint8_t)byte);
            at = text.len - rest.len;
        } else if (c >= 0x80) {
            return wrong(error, at, 1, "not ASCII; write \\xNN in plain or single-quoted text");
        } else {
            rsp_buf_push(out, c);
            at++;
        }
    }
    return status == RSP_OK ? out->status : status;
}

/* A hex pair at `at`; -1 when there is none. */
static int pair_at(rsp_bytes text, size_t at) {
    int high = at + 1 < text.len ? rsp_hex_value(text.ptr[at]) : -1;
    int low = at + 1 < text.len ? rsp_hex_value(text.ptr[at + 1]) : -1;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* Behind an element that starts at out[mark]: "*N" repeats it. */
static rsp_status take_repeat(rsp_bytes text, size_t *at, size_t mark, rsp_buf *out, expr_error *error) {
    if (*at >= text.len || text.ptr[*at] != '*')
        return RSP_OK;
    size_t start = (*at)++;
    uint64_t times = 0;
    while (*at < text.len && isdigit(text.ptr[*at]) && times < RSP_LIMIT_VALUE_BYTES)
        times = times * 10 + (uint64_t)(text.ptr[(*at)++] - '0');
    size_t unit = out->len - mark;
    if (*at == start + 1)
        return wrong(error, start, 1, "'*' wants a decimal number");
    if (unit > 0 && times > RSP_LIMIT_VALUE_BYTES / unit)
        return wrong(error, start, *at - start, "too many bytes");
    if (times == 0)
        rsp_buf_truncate(out, mark);
    for (uint64_t i = 1; i < times && unit > 0; i++) {
        uint8_t *to = rsp_buf_extend(out, unit);
        if (!to)
            return out->status;
        memcpy(to, out->ptr + mark, unit);
    }
    return RSP_OK;
}

/* A pair, or "aa..bb". */
static rsp_status take_pairs(rsp_bytes text, size_t *at, rsp_buf *out, expr_error *error) {
    int first = pair_at(text, *at);
    if (first < 0)
        return wrong(error, *at, 1, "not bytes: wants hex pairs, aa..bb, aa*N, 'text' or ${...}");
    *at += 2;
    int last = first;
    if (text.len - *at >= 4 && text.ptr[*at] == '.' && text.ptr[*at + 1] == '.') {
        last = pair_at(text, *at + 2);
        if (last < first)
            return wrong(error, *at, 4, "a range goes up, from aa to bb");
        *at += 4;
    }
    for (int byte = first; byte <= last; byte++)
        rsp_buf_push(out, (uint8_t)byte);
    return RSP_OK;
}

static rsp_status take_quoted(rsp_bytes text, size_t *at, rsp_buf *out, expr_error *error) {
    size_t start = *at;
    uint8_t quote = text.ptr[(*at)++];
    while (*at < text.len && text.ptr[*at] != quote) {
        uint8_t c = text.ptr[(*at)++];
        if (c == '\\') {
            rsp_bytes rest = rsp_bytes_from(text, *at);
            int byte = take_escape(&rest);
            if (byte < 0)
                return wrong(error, *at - 1, 2, "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\");
            *at = text.len - rest.len;
            c = (uint8_t)byte;
        }
        rsp_buf_push(out, c);
    }
    if (*at >= text.len)
        return wrong(error, start, 1, "text without its closing quote");
    (*at)++;
    return RSP_OK;
}

rsp_status expr_bytes(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) {
    rsp_status status = RSP_OK;
    size_t at = 0;
    while (at < text.len && status == RSP_OK) {
        uint8_t c = text.ptr[at];
        if (isspace(c) || c == '_') {
            at++;
            continue;
        }
        size_t mark = out->len;
        if (at_insert(text, at))
            status = insert(env, text, &at, out, error);
        else if (c == '\'' || c == '"')
            status = take_quoted(text, &at, out, error);
        else
            status = take_pairs(text, &at, out, error);
        if (status == RSP_OK)
            status = take_repeat(text, &at, mark, out, error);
    }
    return status == RSP_OK ? out->status : status;
}

static void append_literal(rsp_buf *out, uint8_t byte) {
    if (byte && strchr(".[]{}()*+?^$|\\", byte))
        rsp_buf_push(out, '\\');
    rsp_buf_push(out, byte);
}

rsp_status expr_regex(const expr_env *env, rsp_bytes text, rsp_buf *out, expr_error *error) {
    rsp_buf inserted = {.mem = out->mem};
    rsp_status status = RSP_OK;
    size_t at = 0;
    while (at < text.len && status == RSP_OK) {
        int byte = text.len - at >= 4 && text.ptr[at] == '\\' && text.ptr[at + 1] == 'x'
                       ? pair_at(text, at + 2)
                       : -1;
        if (at_insert(text, at)) {
            rsp_buf_clear(&inserted);
            status = insert(env, text, &at, &inserted, error);
            for (size_t i = 0; i < inserted.len; i++)
                append_literal(out, inserted.ptr[i]);
        } else if (byte >= 0) {
            append_literal(out, (uint8_t)byte);
            at += 4;
        } else {
            bool escaped = text.ptr[at] == '\\' && at + 1 < text.len;
            rsp_buf_append(out, rsp_bytes_sub(text, at, escaped ? 2 : 1));
            at += escaped ? 2 : 1;
        }
    }
    rsp_buf_free(&inserted);
    return status == RSP_OK ? out->status : status;
}

static bool all_digits(rsp_bytes text) {
    bool hex = rsp_take_text(&text, RSP_LIT("0x"));
    for (size_t i = 0; i < text.len; i++) {
        if (hex ? !isxdigit(text.ptr[i]) : !isdigit(text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

rsp_status expr_value(const expr_env *env, rsp_bytes text, bool quoted, value *out, expr_error *error) {
    bool dollar = text.len > 1 && text.ptr[0] == '$' && (isalpha(text.ptr[1]) || text.ptr[1] == '_');
    if (dollar || (!quoted && all_digits(text)))
        return expr_eval(env, text, out, error);
    if (text.len > 0 && text.ptr[0] == '=') {
        rsp_status status = expr_eval(env, rsp_bytes_from(text, 1), out, error);
        error->offset++;
        return status;
    }
    size_t len = 0;
    size_t colon = 0;
    if (text.len > 2 && at_insert(text, 0) && find_close(rsp_bytes_from(text, 2), &len, &colon) &&
        len + 3 == text.len && colon == len) {
        rsp_status status = expr_eval(env, rsp_bytes_sub(text, 2, len), out, error);
        error->offset += 2;
        return status;
    }
    rsp_buf buf = {.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
    rsp_status status = expr_payload(env, text, &buf, error);
    *out = value_bytes(rsp_arena_bytes(env->arena, rsp_buf_bytes(&buf)));
    rsp_buf_free(&buf);
    return status;
}
