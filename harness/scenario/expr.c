/* Evaluates expressions by precedence climbing straight over the text; there is no tree.
 * A name that is known but has no value yet (dry) makes the result unknown, not wrong.
 * Arithmetic is modulo 2^64, as addresses are. */
/* SPDX-License-Identifier: MIT */
#include "expr.h"

#include "function.h"

#include <ctype.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/signals.h>
#include <stdio.h>

typedef struct parser {
    const expr_env *env;
    rsp_bytes text;
    size_t at;
    size_t depth;
    rsp_status status;
    expr_error *error;
} parser;

static bool fail(parser *p, rsp_status status, size_t at, size_t width, const char *fmt, ...)
    RSP_PRINTF(5, 6);

static bool fail(parser *p, rsp_status status, size_t at, size_t width, const char *fmt, ...) {
    if (p->status != RSP_OK)
        return false;
    p->status = status;
    p->error->offset = at;
    p->error->width = width ? width : 1;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(p->error->message, sizeof p->error->message, fmt, ap);
    va_end(ap);
    return false;
}

static int peek(parser *p) {
    while (p->at < p->text.len && (p->text.ptr[p->at] == ' ' || p->text.ptr[p->at] == '\t'))
        p->at++;
    return p->at < p->text.len ? p->text.ptr[p->at] : -1;
}

static bool accept(parser *p, char c) {
    if (peek(p) != c)
        return false;
    p->at++;
    return true;
}

static bool expect(parser *p, char c) {
    if (accept(p, c))
        return true;
    return fail(p, RSP_SYNTAX, p->at, 1, "'%c' is missing", c);
}

static bool is_name_byte(int c, bool first) {
    return isalpha(c) || c == '_' || (!first && (isdigit(c) || c == '.'));
}

static rsp_bytes take_name(parser *p) {
    size_t start = p->at;
    while (p->at < p->text.len && is_name_byte(p->text.ptr[p->at], p->at == start))
        p->at++;
    return rsp_bytes_sub(p->text, start, p->at - start);
}

static bool parse_number(parser *p, value *out) {
    size_t start = p->at;
    uint64_t number = 0;
    if (p->text.len - p->at > 2 && p->text.ptr[p->at] == '0' && (p->text.ptr[p->at + 1] | 0x20) == 'x') {
        rsp_bytes rest = rsp_bytes_from(p->text, p->at + 2);
        if (rsp_take_hex(&number, &rest) != RSP_OK)
            return fail(p, RSP_RANGE, start, 2, "not a hex number of 64 bits");
        p->at = p->text.len - rest.len;
    } else {
        while (p->at < p->text.len && isdigit(p->text.ptr[p->at])) {
            if (number > (UINT64_MAX - 9) / 10)
                return fail(p, RSP_RANGE, start, p->at - start, "number beyond 64 bits");
            number = number * 10 + (uint64_t)(p->text.ptr[p->at++] - '0');
        }
    }
    if (p->at < p->text.len && is_name_byte(p->text.ptr[p->at], false))
        return fail(p, RSP_SYNTAX, start, p->at - start + 1, "not a number; hexadecimal starts with 0x");
    *out = value_int(number);
    return true;
}

/* Quoted text: the same escapes as in payloads, but no expressions. */
static bool parse_string(parser *p, value *out) {
    size_t start = p->at;
    uint8_t quote = p->text.ptr[p->at++];
    rsp_buf buf = {.mem = p->env->arena->mem};
    while (p->at < p->text.len && p->text.ptr[p->at] != quote) {
        uint8_t c = p->text.ptr[p->at++];
        if (c == '\\') {
            rsp_bytes rest = rsp_bytes_from(p->text, p->at);
            int byte = take_escape(&rest);
            if (byte < 0) {
                rsp_buf_free(&buf);
                return fail(p, RSP_SYNTAX, p->at - 1, 2,
                            "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\");
            }
            p->at = p->text.len - rest.len;
            c = (uint8_t)byte;
        }
        rsp_buf_push(&buf, c);
    }
    *out = value_bytes(rsp_arena_bytes(p->env->arena, rsp_buf_bytes(&buf)));
    rsp_buf_free(&buf);
    if (p->at >= p->text.len)
        return fail(p, RSP_SYNTAX, start, 1, "text without its closing quote");
    p->at++;
    return true;
}

static bool parse_binary(parser *p, unsigned min, value *out);

static bool parse_call(parser *p, rsp_bytes name, size_t start, value *out) {
    value args[FUNCTION_MAX_ARGS] = {{0}};
    size_t num = 0;
    bool known = true;
    const function *f = function_find(name);
    if (!f)
        p->error->unknown_name = true;
    if (!f)
        return fail(p, RSP_NOT_FOUND, start, name.len, "no function '%.*s'", (int)name.len,
                    (const char *)name.ptr);
    while (peek(p) != ')') {
        if (num == FUNCTION_MAX_ARGS)
            return fail(p, RSP_SYNTAX, p->at, 1, "too many arguments");
        if ((num > 0 && !expect(p, ',')) || !parse_binary(p, 0, &args[num]))
            return false;
        known = args[num++].kind != VALUE_NONE && known;
    }
    p->at++;
    if (num < f->min_args || num > f->max_args)
        return fail(p, RSP_SYNTAX, start, name.len, "%s wants %zu argument%s", f->name, f->min_args,
                    f->min_args == 1 ? "" : "s");
    if (!known) {
        *out = (value){0};
        return true;
    }
    const char *wrong = f->call(p->env, args, num, out);
    if (wrong)
        return fail(p, RSP_RANGE, start, p->at - start, "%s: %s", f->name, wrong);
    return true;
}

static bool parse_lookup(parser *p, rsp_bytes name, size_t start, value *out) {
    *out = (value){0};
    unsigned signal = rsp_bytes_starts(name, RSP_LIT("SIG")) ? rsp_signal_from_name(name) : 0;
    if (signal) {
        *out = value_int(signal);
        return true;
    }
    if (p->env->lookup && p->env->lookup(p->env->ctx, name, out))
        return true;
    p->error->unknown_name = true;
    return fail(p, RSP_NOT_FOUND, start, name.len, "'%.*s' has no value here", (int)name.len,
                (const char *)name.ptr);
}

/* $name, ${name}, name, name(...) */
static bool parse_name(parser *p, value *out) {
    bool brace = accept(p, '$') && p->at < p->text.len && p->text.ptr[p->at] == '{';
    p->at += brace;
    size_t start = p->at;
    rsp_bytes name = take_name(p);
    if (name.len == 0)
        return fail(p, RSP_SYNTAX, start, 1, "a name is missing");
    if (brace && !expect(p, '}'))
        return false;
    if (!brace && accept(p, '('))
        return parse_call(p, name, start, out);
    return parse_lookup(p, name, start, out);
}

static bool parse_primary(parser *p, value *out) {
    int c = peek(p);
    if (c < 0)
        return fail(p, RSP_SYNTAX, p->at, 1, "the expression ends too early");
    if (isdigit(c))
        return parse_number(p, out);
    if (c == '\'' || c == '"')
        return parse_string(p, out);
    if (accept(p, '('))
        return parse_binary(p, 0, out) && expect(p, ')');
    if (c == '$' || is_name_byte(c, true))
        return parse_name(p, out);
    return fail(p, RSP_SYNTAX, p->at, 1, "'%c' does not start a value", isprint(c) ? c : '?');
}

static bool apply_index(parser *p, size_t start, const value *index, value *v) {
    uint64_t i = 0;
    if (v->kind == VALUE_NONE || index->kind == VALUE_NONE) {
        *v = (value){0};
        return true;
    }
    if (v->kind != VALUE_LIST || !value_number(index, &i))
        return fail(p, RSP_RANGE, start, p->at - start, "only lists have items");
    if (i >= v->num)
        return fail(p, RSP_RANGE, start, p->at - start, "there are only %zu items", v->num);
    *v = v->items[i];
    return true;
}

static bool parse_unary(parser *p, value *out) {
    if (p->depth >= RSP_LIMIT_EXPR_DEPTH)
        return fail(p, RSP_LIMIT, p->at, 1, "nested too deeply");
    p->depth++;
    size_t start = p->at;
    int c = peek(p);
    bool ok;
    if (c == '-' || c == '~') {
        p->at++;
        uint64_t number = 0;
        ok = parse_unary(p, out);
        if (ok && out->kind != VALUE_NONE) {
            ok = value_number(out, &number) || fail(p, RSP_RANGE, start, 1, "a number is wanted");
            *out = value_int(c == '-' ? 0 - number : ~number);
        }
    } else {
        ok = parse_primary(p, out);
    }
    while (ok && accept(p, '[')) {
        value index = {0};
        ok = parse_binary(p, 0, &index) && expect(p, ']') && apply_index(p, start, &index, out);
    }
    p->depth--;
    return ok;
}

typedef struct operator{
    const char *text;
    unsigned precedence;
}
operator;

static const operator operators[] = {
    {"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3}, {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6}, {"%", 6},
};

static const operator* peek_operator(parser *p) {
    (void)peek(p);
    rsp_bytes rest = rsp_bytes_from(p->text, p->at);
    for (size_t i = 0; i < RSP_ARRAY_LEN(operators); i++) {
        if (rsp_bytes_starts(rest, rsp_bytes_str(operators[i].text)))
            return &operators[i];
    }
    return NULL;
}

static uint64_t arithmetic(char op, uint64_t a, uint64_t b) {
    switch (op) {
    case '<':
        return b < 64 ? a << b : 0;
    case '>':
        return b < 64 ? a >> b : 0;
    case '|':
        return a | b;
    case '^':
        return a ^ b;
    case '&':
        return a & b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    default:
        return a % b;
    }
}

static bool apply(parser *p, size_t at, const operator* op, value *left, const value *right) {
    uint64_t a = 0;
    uint64_t b = 0;
    char c = op->text[0];
    if (left->kind == VALUE_NONE || right->kind == VALUE_NONE) {
        *left = (value){0};
        return true;
    }
    if (!value_number(left, &a) || !value_number(right, &b))
        return fail(p, RSP_RANGE, at, 1, "'%s' wants numbers; cat() joins texts", op->text);
    if ((c == '/' || c == '%') && b == 0)
        return fail(p, RSP_RANGE, at, 1, "division by zero");
    *left = value_int(arithmetic(c, a, b));
    return true;
}

static bool parse_binary(parser *p, unsigned min, value *out) {
    if (!parse_unary(p, out))
        return false;
    for (;;) {
        const operator* op = peek_operator(p);
        if (!op || op->precedence < min)
            return true;
        size_t at = p->at;
        p->at += strlen(op->text);
        value right = {0};
        if (!parse_binary(p, op->precedence + 1, &right) || !apply(p, at, op, out, &right))
            return false;
    }
}

rsp_status expr_eval(const expr_env *env, rsp_bytes text, value *out, expr_error *error) {
    expr_error dummy;
    error = error ? error : &dummy;
    *error = (expr_error){0};
    parser p = {.env = env, .text = text, .error = error};
    *out = (value){0};
    if (parse_binary(&p, 0, out) && peek(&p) >= 0)
        (void)fail(&p, RSP_SYNTAX, p.at, text.len - p.at, "this does not belong to the expression");
    if (p.status == RSP_OK && env->arena->status != RSP_OK)
        return env->arena->status;
    return p.status;
}
