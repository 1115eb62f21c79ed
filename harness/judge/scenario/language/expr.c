/* Expressions: parsed by precedence climbing into a tree, and the tree evaluated.
 * A name that is known but has no value yet (dry) makes the result unknown, not wrong.
 * Arithmetic is modulo 2^64, as addresses are. */
/* SPDX-License-Identifier: MIT */
#include "language/expr.h"

#include "language/function.h"

#include "codec/signals.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <ctype.h>
#include <stdio.h>

typedef enum expr_kind {
    EXPR_NUMBER,
    EXPR_TEXT,
    EXPR_NAME,
    EXPR_CALL,  /* `function` of `operands` */
    EXPR_INDEX, /* the second of `operands` is the index of the first */
    EXPR_SIGN,  /* `number` is '-' or '~', before the one of `operands` */
    EXPR_CHAIN, /* the first of `operands`, then each of the others by its operator */
} expr_kind;

/* A chain keeps its operands in a list, so the tree is as deep as the brackets are, which is bounded. */
struct expression {
    expr_kind kind;
    uint32_t at; /* where an error is shown */
    uint32_t width;
    uint32_t op_at; /* operand of a chain: where its operator stands */
    char op;        /* operand of a chain, but the first */
    uint64_t number;
    rsp_bytes text;
    const function *function;
    expression *operands;
    expression *next; /* in the list of operands */
};

typedef struct parser {
    rsp_arena *arena;
    rsp_bytes text;
    size_t at;
    size_t depth;
    rsp_status status;
    expr_error *error;
} parser;

static expression *fail(parser *p, rsp_status status, size_t at, size_t width, const char *fmt, ...)
    RSP_PRINTF(5, 6);

static void tell(expr_error *error, size_t at, size_t width, const char *fmt, va_list ap) {
    error->offset = at;
    error->width = width ? width : 1;
    (void)vsnprintf(error->message, sizeof error->message, fmt, ap);
}

/* Always NULL, for whoever returns it. The first error counts. */
static expression *fail(parser *p, rsp_status status, size_t at, size_t width, const char *fmt, ...) {
    if (p->status != RSP_OK)
        return NULL;
    p->status = status;
    va_list ap;
    va_start(ap, fmt);
    tell(p->error, at, width, fmt, ap);
    va_end(ap);
    return NULL;
}

static expression *make(parser *p, expr_kind kind, size_t at, size_t width) {
    expression *e = rsp_arena_alloc(p->arena, sizeof *e);
    if (!e) {
        p->status = p->status == RSP_OK ? p->arena->status : p->status;
        return NULL;
    }
    *e = (expression){.kind = kind, .at = (uint32_t)at, .width = (uint32_t)width};
    return e;
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
    if (!accept(p, c))
        (void)fail(p, RSP_SYNTAX, p->at, 1, "'%c' is missing", c);
    return p->status == RSP_OK;
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

static expression *make_number(parser *p, size_t start, uint64_t number) {
    expression *e = make(p, EXPR_NUMBER, start, p->at - start);
    if (e)
        e->number = number;
    return e;
}

static expression *parse_number(parser *p) {
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
    return make_number(p, start, number);
}

/* The bytes up to the closing quote; false for an unknown escape. */
static bool take_quoted(parser *p, uint8_t quote, rsp_buf *out) {
    while (p->at < p->text.len && p->text.ptr[p->at] != quote) {
        uint8_t c = p->text.ptr[p->at++];
        if (c == '\\') {
            rsp_bytes rest = rsp_bytes_from(p->text, p->at);
            int byte = take_escape(&rest);
            if (byte < 0)
                return false;
            p->at = p->text.len - rest.len;
            c = (uint8_t)byte;
        }
        rsp_buf_push(out, c);
    }
    return true;
}

/* Quoted text: the same escapes as in payloads, but no expressions. */
static expression *parse_string(parser *p) {
    size_t start = p->at;
    uint8_t quote = p->text.ptr[p->at++];
    rsp_buf buf = {.mem = p->arena->mem};
    if (!take_quoted(p, quote, &buf)) {
        rsp_buf_free(&buf);
        return fail(p, RSP_SYNTAX, p->at - 1, 2, "unknown escape; there are \\xNN \\n \\r \\t \\0 \\\\");
    }
    if (buf.status != RSP_OK)
        p->status = buf.status;
    rsp_bytes text = rsp_arena_bytes(p->arena, rsp_buf_bytes(&buf));
    rsp_buf_free(&buf);
    if (p->at >= p->text.len)
        return fail(p, RSP_SYNTAX, start, 1, "text without its closing quote");
    p->at++;
    expression *e = make(p, EXPR_TEXT, start, p->at - start);
    if (e)
        e->text = text;
    return e;
}

static expression *parse_binary(parser *p, unsigned min);

static expression *parse_call(parser *p, rsp_bytes name, size_t start) {
    size_t num = 0;
    const function *f = function_find(name);
    if (!f) {
        p->error->unknown_name = true;
        return fail(p, RSP_NOT_FOUND, start, name.len, "no function '%.*s'", (int)name.len,
                    (const char *)name.ptr);
    }
    expression *call = make(p, EXPR_CALL, start, 0);
    expression **last = call ? &call->operands : NULL;
    while (call && peek(p) != ')') {
        if (num == FUNCTION_MAX_ARGS)
            return fail(p, RSP_SYNTAX, p->at, 1, "too many arguments");
        if ((num > 0 && !expect(p, ',')) || !(*last = parse_binary(p, 0)))
            return NULL;
        last = &(*last)->next;
        num++;
    }
    if (!call)
        return NULL;
    p->at++;
    if (num < f->min_args || num > f->max_args)
        return fail(p, RSP_SYNTAX, start, name.len, "%s wants %zu argument%s", f->name, f->min_args,
                    f->min_args == 1 ? "" : "s");
    call->function = f;
    call->width = (uint32_t)(p->at - start);
    return call;
}

/* $name, ${name}, name, name(...) */
static expression *parse_name(parser *p) {
    bool brace = accept(p, '$') && p->at < p->text.len && p->text.ptr[p->at] == '{';
    p->at += brace;
    size_t start = p->at;
    rsp_bytes name = take_name(p);
    if (name.len == 0)
        return fail(p, RSP_SYNTAX, start, 1, "a name is missing");
    if (brace && !expect(p, '}'))
        return NULL;
    if (!brace && accept(p, '('))
        return parse_call(p, name, start);
    unsigned signal = rsp_bytes_starts(name, RSP_LIT("SIG")) ? rsp_signal_from_name(name) : 0;
    if (signal)
        return make_number(p, start, signal);
    expression *e = make(p, EXPR_NAME, start, name.len);
    if (e)
        e->text = name;
    return e;
}

static expression *parse_primary(parser *p) {
    int c = peek(p);
    if (c < 0)
        return fail(p, RSP_SYNTAX, p->at, 1, "the expression ends too early");
    if (isdigit(c))
        return parse_number(p);
    if (c == '\'' || c == '"')
        return parse_string(p);
    if (accept(p, '(')) {
        expression *inner = parse_binary(p, 0);
        return inner && expect(p, ')') ? inner : NULL;
    }
    if (c == '$' || is_name_byte(c, true))
        return parse_name(p);
    return fail(p, RSP_SYNTAX, p->at, 1, "'%c' does not start a value", isprint(c) ? c : '?');
}

static expression *parse_unary(parser *p);

static expression *parse_sign(parser *p, size_t start, char sign) {
    p->at++;
    expression *operand = parse_unary(p);
    expression *e = operand ? make(p, EXPR_SIGN, start, 1) : NULL;
    if (e) {
        e->number = (unsigned char)sign;
        e->operands = operand;
    }
    return e;
}

/* "[" is taken: the list is `of`. */
static expression *parse_index(parser *p, size_t start, expression *of) {
    expression *index = parse_binary(p, 0);
    if (!index || !expect(p, ']'))
        return NULL;
    expression *e = make(p, EXPR_INDEX, start, p->at - start);
    if (e) {
        e->operands = of;
        of->next = index;
    }
    return e;
}

static expression *parse_unary(parser *p) {
    if (p->depth >= RSP_LIMIT_EXPR_DEPTH)
        return fail(p, RSP_LIMIT, p->at, 1, "nested too deeply");
    p->depth++;
    int c = peek(p);
    size_t start = p->at;
    size_t indexes = 0;
    expression *e = c == '-' || c == '~' ? parse_sign(p, start, (char)c) : parse_primary(p);
    while (e && accept(p, '[')) {
        if (++indexes > RSP_LIMIT_EXPR_DEPTH)
            return fail(p, RSP_LIMIT, p->at - 1, 1, "nested too deeply");
        e = parse_index(p, start, e);
    }
    p->depth--;
    return e;
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

/* `left` with all that follows it at this precedence or a higher one. */
static expression *parse_binary(parser *p, unsigned min) {
    expression *left = parse_unary(p);
    expression *chain = NULL;
    expression *last = left;
    while (left) {
        const operator* op = peek_operator(p);
        if (!op || op->precedence < min)
            return chain ? chain : left;
        size_t at = p->at;
        p->at += strlen(op->text);
        if (!chain)
            chain = make(p, EXPR_CHAIN, at, 1);
        expression *right = chain ? parse_binary(p, op->precedence + 1) : NULL;
        if (!right)
            return NULL;
        chain->operands = left;
        right->op = op->text[0];
        right->op_at = (uint32_t)at;
        last->next = right;
        last = right;
    }
    return NULL;
}

rsp_status expr_parse(const expression **out, rsp_bytes text, rsp_arena *arena, expr_error *error) {
    *error = (expr_error){0};
    *out = NULL;
    parser p = {.arena = arena, .text = text, .error = error};
    expression *e = parse_binary(&p, 0);
    if (e && peek(&p) >= 0)
        (void)fail(&p, RSP_SYNTAX, p.at, text.len - p.at, "this does not belong to the expression");
    if (p.status == RSP_OK && arena->status != RSP_OK)
        return arena->status;
    *out = p.status == RSP_OK ? e : NULL;
    return p.status;
}

/* --- evaluating --- */

static rsp_status wrong(expr_error *error, rsp_status status, const expression *e, const char *fmt, ...)
    RSP_PRINTF(4, 5);

static rsp_status wrong(expr_error *error, rsp_status status, const expression *e, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    tell(error, e->at, e->width, fmt, ap);
    va_end(ap);
    return status;
}

static rsp_status evaluate(const expression *e, const expr_env *env, value *out, expr_error *error);

static rsp_status call(const expression *e, const expr_env *env, value *out, expr_error *error) {
    value args[FUNCTION_MAX_ARGS] = {{0}};
    size_t num = 0;
    bool known = true;
    for (const expression *arg = e->operands; arg; arg = arg->next) {
        rsp_status status = evaluate(arg, env, &args[num], error);
        if (status != RSP_OK)
            return status;
        known = args[num++].kind != VALUE_NONE && known;
    }
    *out = (value){0};
    const char *refused = known ? function_apply(e->function, &(function_call){env, args, num, out}) : NULL;
    return refused ? wrong(error, RSP_RANGE, e, "%s: %s", e->function->name, refused) : RSP_OK;
}

static rsp_status look_up(const expression *e, const expr_env *env, value *out, expr_error *error) {
    *out = (value){0};
    if (env->lookup && env->lookup(env->ctx, e->text, out))
        return RSP_OK;
    error->unknown_name = true;
    return wrong(error, RSP_NOT_FOUND, e, "'%.*s' has no value here", (int)e->text.len,
                 (const char *)e->text.ptr);
}

static rsp_status item(const expression *e, const expr_env *env, value *out, expr_error *error) {
    value index = {0};
    uint64_t i = 0;
    rsp_status status = evaluate(e->operands, env, out, error);
    if (status == RSP_OK)
        status = evaluate(e->operands->next, env, &index, error);
    if (status != RSP_OK)
        return status;
    if (out->kind == VALUE_NONE || index.kind == VALUE_NONE) {
        *out = (value){0};
        return RSP_OK;
    }
    if (out->kind != VALUE_LIST || !value_number(&index, &i))
        return wrong(error, RSP_RANGE, e, "only lists have items");
    if (i >= out->num)
        return wrong(error, RSP_RANGE, e, "there are only %zu items", out->num);
    *out = out->items[i];
    return RSP_OK;
}

static rsp_status apply_sign(const expression *e, const expr_env *env, value *out, expr_error *error) {
    uint64_t number = 0;
    rsp_status status = evaluate(e->operands, env, out, error);
    if (status != RSP_OK || out->kind == VALUE_NONE)
        return status;
    if (!value_number(out, &number))
        return wrong(error, RSP_RANGE, e, "a number is wanted");
    *out = value_int(e->number == '-' ? 0 - number : ~number);
    return RSP_OK;
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

/* One operator of a chain: `left` and the operand that stands behind it. */
static rsp_status apply(const expression *operand, value *left, const value *right, expr_error *error) {
    const expression at = {.at = operand->op_at, .width = 1};
    const bool doubled = operand->op == '<' || operand->op == '>';
    uint64_t a = 0;
    uint64_t b = 0;
    if (left->kind == VALUE_NONE || right->kind == VALUE_NONE) {
        *left = (value){0};
        return RSP_OK;
    }
    if (!value_number(left, &a) || !value_number(right, &b))
        return wrong(error, RSP_RANGE, &at, "'%c%.*s' wants numbers; cat() joins texts", operand->op, doubled,
                     &operand->op);
    if ((operand->op == '/' || operand->op == '%') && b == 0)
        return wrong(error, RSP_RANGE, &at, "division by zero");
    *left = value_int(arithmetic(operand->op, a, b));
    return RSP_OK;
}

static rsp_status chain(const expression *e, const expr_env *env, value *out, expr_error *error) {
    rsp_status status = evaluate(e->operands, env, out, error);
    for (const expression *operand = e->operands->next; operand && status == RSP_OK;
         operand = operand->next) {
        value right = {0};
        status = evaluate(operand, env, &right, error);
        if (status == RSP_OK)
            status = apply(operand, out, &right, error);
    }
    return status;
}

static rsp_status evaluate(const expression *e, const expr_env *env, value *out, expr_error *error) {
    switch (e->kind) {
    case EXPR_NUMBER:
        *out = value_int(e->number);
        return RSP_OK;
    case EXPR_TEXT:
        *out = value_bytes(e->text);
        return RSP_OK;
    case EXPR_NAME:
        return look_up(e, env, out, error);
    case EXPR_CALL:
        return call(e, env, out, error);
    case EXPR_INDEX:
        return item(e, env, out, error);
    case EXPR_SIGN:
        return apply_sign(e, env, out, error);
    case EXPR_CHAIN:
        return chain(e, env, out, error);
    }
    return RSP_UNSUPPORTED;
}

rsp_status expr_evaluate(const expression *e, const expr_env *env, value *out, expr_error *error) {
    *error = (expr_error){0};
    *out = (value){0};
    rsp_status status = evaluate(e, env, out, error);
    return status == RSP_OK && env->arena->status != RSP_OK ? env->arena->status : status;
}
