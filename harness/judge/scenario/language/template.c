/* Texts with expressions in them: parsed into parts, and written out.
 * One scanner finds the end of ${...}; what is around it differs.
 * Errors point at the byte of the text, so that the caret stands where the mistake is. */
/* SPDX-License-Identifier: MIT */
#include "language/template.h"

#include "language/function.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <ctype.h>
#include <stdio.h>

/* Fixed bytes, or the value of an expression; so many times. */
typedef struct part {
    rsp_bytes bytes;     /* fixed ones */
    const expression *e; /* NULL: the fixed bytes */
    rsp_bytes format;    /* of the value, where there is a colon */
    bool formatted;
    size_t e_at;      /* in the text: the expression, */
    size_t format_at; /* the format, */
    size_t repeat_at; /* the "*N" */
    size_t repeat_width;
    uint64_t times;
    struct part *next;
} part;

struct template {
    template_kind kind;
    part *parts;
};

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
    return rsp_decimal_u64(out, digits) == RSP_OK && *out > 0 && *out <= max;
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

/* --- parsing --- */

typedef struct parser {
    rsp_bytes text;
    size_t at;
    rsp_arena *arena;
    expr_error *error;
    rsp_buf fixed; /* bytes that are not in a part yet */
    part **last;
} parser;

static rsp_status add_part(parser *p, part made) {
    part *kept = rsp_arena_alloc(p->arena, sizeof *kept);
    if (!kept)
        return p->arena->status;
    *kept = made;
    *p->last = kept;
    p->last = &kept->next;
    return RSP_OK;
}

/* The bytes from `mark` on become a part. */
static rsp_status add_fixed(parser *p, size_t mark, part made) {
    if (p->fixed.status != RSP_OK)
        return p->fixed.status;
    made.bytes = rsp_arena_bytes(p->arena, rsp_bytes_from(rsp_buf_bytes(&p->fixed), mark));
    rsp_buf_truncate(&p->fixed, mark);
    return made.bytes.len > 0 ? add_part(p, made) : p->arena->status;
}

/* What was collected so far. */
static rsp_status end_fixed(parser *p) {
    return add_fixed(p, 0, (part){.times = 1});
}

static bool at_insert(rsp_bytes text, size_t at) {
    return text.len >= at + 2 && text.ptr[at] == '$' && text.ptr[at + 1] == '{';
}

static bool known_format(rsp_bytes format) {
    uint64_t width = 0;
    if (rsp_bytes_equal(format, RSP_LIT("HEX")) || rsp_bytes_equal(format, RSP_LIT("dec")))
        return true;
    if (rsp_take_text(&format, RSP_LIT("hex")))
        return format_width(format, 16, &width);
    return (rsp_take_text(&format, RSP_LIT("le")) || rsp_take_text(&format, RSP_LIT("be")) ||
            rsp_take_text(&format, RSP_LIT("t"))) &&
           format_width(format, 64, &width);
}

static rsp_status wrong_format(const part *made, expr_error *error) {
    return wrong(error, made->format_at, made->format.len,
                 "not a format of a number; there are hexN HEX dec leN beN tN");
}

/* At "${": its part is made, not added. */
static rsp_status take_insert(parser *p, part *out) {
    size_t len = 0;
    size_t colon = 0;
    size_t start = p->at + 2;
    rsp_bytes rest = rsp_bytes_from(p->text, start);
    if (!find_close(rest, &len, &colon))
        return wrong(p->error, p->at, 2, "'${' without its '}'");
    *out = (part){.e_at = start, .times = 1, .formatted = colon < len};
    rsp_status status = expr_parse(&out->e, rsp_bytes_sub(rest, 0, colon), p->arena, p->error);
    if (status != RSP_OK) {
        p->error->offset += start;
        return status;
    }
    p->at = start + len + 1;
    if (!out->formatted)
        return RSP_OK;
    out->format = rsp_bytes_sub(rest, colon + 1, len - colon - 1);
    out->format_at = start + colon + 1;
    return known_format(out->format) ? RSP_OK : wrong_format(out, p->error);
}

static rsp_status add_insert(parser *p) {
    part made;
    rsp_status status = end_fixed(p);
    if (status == RSP_OK)
        status = take_insert(p, &made);
    return status == RSP_OK ? add_part(p, made) : status;
}

/* "${a}+4" is a common slip: the sum belongs inside. */
static bool slipped_sum(rsp_bytes text, size_t at) {
    return text.len - at >= 2 && (text.ptr[at] == '+' || text.ptr[at] == '-') && isdigit(text.ptr[at + 1]);
}

static rsp_status parse_payload(parser *p) {
    uint8_t c = p->text.ptr[p->at];
    if (at_insert(p->text, p->at)) {
        rsp_status status = add_insert(p);
        if (status == RSP_OK && slipped_sum(p->text, p->at))
            return wrong(p->error, p->at, 2, "arithmetic belongs inside the braces: ${name+4}");
        return status;
    }
    if (c == '\\') {
        rsp_bytes rest = rsp_bytes_from(p->text, p->at + 1);
        int byte = take_escape(&rest);
        if (byte < 0)
            return wrong(p->error, p->at, 2, "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\ \\$");
        rsp_buf_push(&p->fixed, (uint8_t)byte);
        p->at = p->text.len - rest.len;
        return RSP_OK;
    }
    if (c >= 0x80)
        return wrong(p->error, p->at, 1, "not ASCII; write \\xNN in plain or single-quoted text");
    rsp_buf_push(&p->fixed, c);
    p->at++;
    return RSP_OK;
}

/* A hex pair at `at`; -1 when there is none. */
static int pair_at(rsp_bytes text, size_t at) {
    int high = at + 1 < text.len ? rsp_hex_value(text.ptr[at]) : -1;
    int low = at + 1 < text.len ? rsp_hex_value(text.ptr[at + 1]) : -1;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* Behind an element: "*N" repeats it. False: there is none. */
static bool take_repeat(parser *p, part *out) {
    if (p->at >= p->text.len || p->text.ptr[p->at] != '*')
        return false;
    uint64_t times = 0;
    out->repeat_at = p->at++;
    while (p->at < p->text.len && isdigit(p->text.ptr[p->at]) && times < RSP_LIMIT_VALUE_BYTES)
        times = times * 10 + (uint64_t)(p->text.ptr[p->at++] - '0');
    out->repeat_width = p->at - out->repeat_at;
    out->times = times;
    return true;
}

static rsp_status no_number(const parser *p, const part *made) {
    return wrong(p->error, made->repeat_at, 1, "'*' wants a decimal number");
}

static bool too_many(const part *made, size_t unit) {
    return unit > 0 && made->times > RSP_LIMIT_VALUE_BYTES / unit;
}

static rsp_status wrong_repeat(const part *made, expr_error *error) {
    return wrong(error, made->repeat_at, made->repeat_width, "too many bytes");
}

/* A pair, or "aa..bb". */
static rsp_status take_pairs(parser *p) {
    int first = pair_at(p->text, p->at);
    if (first < 0)
        return wrong(p->error, p->at, 1, "not bytes: wants hex pairs, aa..bb, aa*N, 'text' or ${...}");
    p->at += 2;
    int last = first;
    if (p->text.len - p->at >= 4 && p->text.ptr[p->at] == '.' && p->text.ptr[p->at + 1] == '.') {
        last = pair_at(p->text, p->at + 2);
        if (last < first)
            return wrong(p->error, p->at, 4, "a range goes up, from aa to bb");
        p->at += 4;
    }
    for (int byte = first; byte <= last; byte++)
        rsp_buf_push(&p->fixed, (uint8_t)byte);
    return RSP_OK;
}

static rsp_status take_quoted(parser *p) {
    size_t start = p->at;
    uint8_t quote = p->text.ptr[p->at++];
    while (p->at < p->text.len && p->text.ptr[p->at] != quote) {
        uint8_t c = p->text.ptr[p->at++];
        if (c == '\\') {
            rsp_bytes rest = rsp_bytes_from(p->text, p->at);
            int byte = take_escape(&rest);
            if (byte < 0)
                return wrong(p->error, p->at - 1, 2, "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\");
            p->at = p->text.len - rest.len;
            c = (uint8_t)byte;
        }
        rsp_buf_push(&p->fixed, c);
    }
    if (p->at >= p->text.len)
        return wrong(p->error, start, 1, "text without its closing quote");
    p->at++;
    return RSP_OK;
}

static rsp_status parse_insert_of_bytes(parser *p) {
    part made = {0};
    rsp_status status = end_fixed(p);
    if (status == RSP_OK)
        status = take_insert(p, &made);
    if (status == RSP_OK && take_repeat(p, &made) && made.repeat_width == 1)
        status = no_number(p, &made);
    return status == RSP_OK ? add_part(p, made) : status;
}

static rsp_status parse_bytes(parser *p) {
    uint8_t c = p->text.ptr[p->at];
    if (isspace(c) || c == '_') {
        p->at++;
        return RSP_OK;
    }
    if (at_insert(p->text, p->at))
        return parse_insert_of_bytes(p);
    size_t mark = p->fixed.len;
    part made = {.times = 1};
    rsp_status status = c == '\'' || c == '"' ? take_quoted(p) : take_pairs(p);
    if (status != RSP_OK || !take_repeat(p, &made))
        return status;
    size_t unit = p->fixed.len - mark;
    if (made.repeat_width == 1)
        return no_number(p, &made);
    if (too_many(&made, unit))
        return wrong_repeat(&made, p->error);
    if (made.times == 0) {
        rsp_buf_truncate(&p->fixed, mark);
        return RSP_OK;
    }
    part before = {.times = 1};
    before.bytes = rsp_arena_bytes(p->arena, rsp_bytes_sub(rsp_buf_bytes(&p->fixed), 0, mark));
    if (before.bytes.len > 0)
        status = add_part(p, before);
    if (status == RSP_OK)
        status = add_fixed(p, mark, made);
    rsp_buf_clear(&p->fixed);
    return status;
}

static void append_literal(rsp_buf *out, uint8_t byte) {
    if (byte && strchr(".[]{}()*+?^$|\\", byte))
        rsp_buf_push(out, '\\');
    rsp_buf_push(out, byte);
}

static rsp_status parse_regex(parser *p) {
    int byte = p->text.len - p->at >= 4 && p->text.ptr[p->at] == '\\' && p->text.ptr[p->at + 1] == 'x'
                   ? pair_at(p->text, p->at + 2)
                   : -1;
    if (at_insert(p->text, p->at))
        return add_insert(p);
    if (byte >= 0) {
        append_literal(&p->fixed, (uint8_t)byte);
        p->at += 4;
        return RSP_OK;
    }
    bool escaped = p->text.ptr[p->at] == '\\' && p->at + 1 < p->text.len;
    rsp_buf_append(&p->fixed, rsp_bytes_sub(p->text, p->at, escaped ? 2 : 1));
    p->at += escaped ? 2 : 1;
    return RSP_OK;
}

rsp_status template_parse(const template **out, template_kind kind, rsp_bytes text, rsp_arena *arena,
                          expr_error *error) {
    template *made = rsp_arena_alloc(arena, sizeof *made);
    *error = (expr_error){0};
    *out = NULL;
    if (!made)
        return arena->status == RSP_OK ? RSP_NO_MEMORY : arena->status;
    made->kind = kind;
    parser p = {.text = text,
                .arena = arena,
                .error = error,
                .fixed = {.mem = arena->mem, .limit = RSP_LIMIT_VALUE_BYTES},
                .last = &made->parts};
    rsp_status status = RSP_OK;
    while (p.at < text.len && status == RSP_OK)
        status = kind == TEMPLATE_PAYLOAD ? parse_payload(&p)
                 : kind == TEMPLATE_BYTES ? parse_bytes(&p)
                                          : parse_regex(&p);
    if (status == RSP_OK)
        status = end_fixed(&p);
    rsp_buf_free(&p.fixed);
    *out = status == RSP_OK ? made : NULL;
    return status;
}

/* --- writing --- */

bool template_is_fixed(const template *t) {
    for (const part *p = t->parts; p; p = p->next) {
        if (p->e)
            return false;
    }
    return true;
}

static rsp_status write_insert(const part *p, const expr_env *env, rsp_buf *out, expr_error *error) {
    value v = {0};
    rsp_status status = expr_evaluate(p->e, env, &v, error);
    if (status != RSP_OK) {
        error->offset += p->e_at;
        return status;
    }
    if (!p->formatted)
        value_append(out, &v);
    else if (!append_formatted(env, p->format, &v, out))
        return wrong_format(p, error);
    return RSP_OK;
}

/* In a regular expression the value stands for itself. */
static rsp_status write_literally(const part *p, const expr_env *env, rsp_buf *out, expr_error *error) {
    rsp_buf inserted = {.mem = out->mem};
    rsp_status status = write_insert(p, env, &inserted, error);
    for (size_t i = 0; i < inserted.len; i++)
        append_literal(out, inserted.ptr[i]);
    rsp_buf_free(&inserted);
    return status;
}

/* The bytes from `mark` on, so many times in all. */
static rsp_status repeat(const part *p, size_t mark, rsp_buf *out, expr_error *error) {
    size_t unit = out->len - mark;
    if (too_many(p, unit))
        return wrong_repeat(p, error);
    if (p->times == 0)
        rsp_buf_truncate(out, mark);
    for (uint64_t i = 1; i < p->times && unit > 0; i++) {
        uint8_t *to = rsp_buf_extend(out, unit);
        if (!to)
            return out->status;
        memcpy(to, out->ptr + mark, unit);
    }
    return RSP_OK;
}

rsp_status template_write(const template *t, const expr_env *env, rsp_buf *out, expr_error *error) {
    rsp_status status = RSP_OK;
    *error = (expr_error){0};
    for (const part *p = t->parts; p && status == RSP_OK; p = p->next) {
        size_t mark = out->len;
        if (!p->e)
            rsp_buf_append(out, p->bytes);
        else
            status = t->kind == TEMPLATE_REGEX ? write_literally(p, env, out, error)
                                               : write_insert(p, env, out, error);
        if (status == RSP_OK && p->times != 1)
            status = repeat(p, mark, out, error);
    }
    return status == RSP_OK ? out->status : status;
}

/* --- values --- */

static bool all_digits(rsp_bytes text) {
    bool hex = rsp_take_text(&text, RSP_LIT("0x"));
    for (size_t i = 0; i < text.len; i++) {
        if (hex ? !isxdigit(text.ptr[i]) : !isdigit(text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

/* "${...}" and nothing else: the expression in it. */
static bool is_one_insert(rsp_bytes text, rsp_bytes *out) {
    size_t len = 0;
    size_t colon = 0;
    bool is = text.len > 2 && at_insert(text, 0) && find_close(rsp_bytes_from(text, 2), &len, &colon) &&
              len + 3 == text.len && colon == len;
    *out = is ? rsp_bytes_sub(text, 2, len) : (rsp_bytes){0};
    return is;
}

rsp_status value_text_parse(value_text *out, rsp_bytes text, bool quoted, rsp_arena *arena,
                            expr_error *error) {
    bool dollar = text.len > 1 && text.ptr[0] == '$' && (isalpha(text.ptr[1]) || text.ptr[1] == '_');
    bool sign = text.len > 0 && text.ptr[0] == '=';
    rsp_bytes inner = sign ? rsp_bytes_from(text, 1) : text;
    *out = (value_text){.at = sign};
    if (!dollar && !sign && (quoted || !all_digits(text))) {
        if (!is_one_insert(text, &inner))
            return template_parse(&out->text, TEMPLATE_PAYLOAD, text, arena, error);
        out->at = 2;
    }
    rsp_status status = expr_parse(&out->e, inner, arena, error);
    error->offset += out->at;
    return status;
}

rsp_status value_text_evaluate(const value_text *t, const expr_env *env, value *out, expr_error *error) {
    if (t->e) {
        rsp_status status = expr_evaluate(t->e, env, out, error);
        error->offset += t->at;
        return status;
    }
    rsp_buf buf = {.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
    rsp_status status = template_write(t->text, env, &buf, error);
    *out = value_bytes(rsp_arena_bytes(env->arena, rsp_buf_bytes(&buf)));
    rsp_buf_free(&buf);
    return status;
}

/* --- parsing and evaluating in one --- */

rsp_status expr_text(const expr_env *env, template_kind kind, rsp_bytes text, rsp_buf *out,
                     expr_error *error) {
    const template *t = NULL;
    rsp_status status = template_parse(&t, kind, text, env->arena, error);
    return status == RSP_OK ? template_write(t, env, out, error) : status;
}

rsp_status expr_value(const expr_env *env, rsp_bytes text, bool quoted, value *out, expr_error *error) {
    expr_error dummy;
    value_text t;
    error = error ? error : &dummy;
    *out = (value){0};
    rsp_status status = value_text_parse(&t, text, quoted, env->arena, error);
    return status == RSP_OK ? value_text_evaluate(&t, env, out, error) : status;
}
