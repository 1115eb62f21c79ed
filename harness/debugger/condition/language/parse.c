/* The parser of conditions: two stacks, no recursion, one pass from text to postfix operations.
 * Operands are emitted as they come, operators wait until one that binds no tighter follows.
 * See program.h for what is emitted. */
/* SPDX-License-Identifier: MIT */
#include "thread_question.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"

static const struct {
    rsp_bytes text;
    int precedence;
} binaries[] = {
#define BINARY_ROW(name, text, precedence) {{(const uint8_t *)(text), sizeof(text) - 1}, (precedence)},
    CONDITION_BINARY_LIST(BINARY_ROW)
#undef BINARY_ROW
};

/* What waits: a binary operator, a prefix operator, or an open bracket with what its closing one emits. */
typedef enum waiting_kind { WAIT_BINARY, WAIT_PREFIX, WAIT_BRACKET } waiting_kind;

typedef struct waiting {
    waiting_kind kind;
    condition_binary op;
    condition_node node; /* WAIT_PREFIX; WAIT_BRACKET: LOAD, EXTEND, or CONST for a plain parenthesis */
    uint32_t offset;
    size_t skip; /* index of the SKIP that wants to know its JOIN */
} waiting;

typedef struct parser {
    rsp_bytes text;
    size_t at;
    const rsp_condition_names *names;
    rsp_error *error;
    condition_node *nodes;
    size_t num_nodes;
    uint32_t values; /* on the stack of values now */
    uint32_t max_values;
    bool want_operand;
    size_t depth;
    waiting stack[RSP_LIMIT_CONDITION_DEPTH];
} parser;

static rsp_status fail(const parser *p, rsp_status status, size_t offset, const char *what) {
    return rsp_fail_offset(p->error, status, "condition", offset, "%s", what);
}

static rsp_status fail_name(const parser *p, size_t offset, const char *what, rsp_bytes name) {
    return rsp_fail_offset(p->error, RSP_NOT_FOUND, "condition", offset, "%s '%.*s'", what,
                           (int)(name.len < 64 ? name.len : 64), (const char *)name.ptr);
}

static uint8_t peek(const parser *p) {
    return p->at < p->text.len ? p->text.ptr[p->at] : 0;
}

static bool is_word(uint8_t c) {
    return rsp_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

static void skip_blanks(parser *p) {
    while (p->at < p->text.len && (peek(p) == ' ' || peek(p) == '\t' || peek(p) == '\n'))
        p->at++;
}

static rsp_bytes take_word(parser *p) {
    size_t start = p->at;
    while (p->at < p->text.len && is_word(peek(p)))
        p->at++;
    return rsp_bytes_sub(p->text, start, p->at - start);
}

/* How many values an operation pops; all but SKIP push one. */
static uint32_t pops(const condition_node *node) {
    switch (node->kind) {
    case NODE_CONST:
    case NODE_REGISTER:
        return 0;
    case NODE_LOAD:
    case NODE_EXTEND:
    case NODE_NEGATE:
    case NODE_INVERT:
    case NODE_NOT:
    case NODE_SKIP_FALSE:
    case NODE_SKIP_TRUE:
    case NODE_JOIN:
        return 1;
    case NODE_BINARY:
        return 2;
    }
    return 0;
}

/* The array has room: every operation stands for a byte of the text at least. */
static rsp_status emit(parser *p, condition_node node) {
    bool skip = node.kind == NODE_SKIP_FALSE || node.kind == NODE_SKIP_TRUE;
    node.below = p->values - pops(&node);
    p->values = node.below + !skip;
    if (p->values > RSP_LIMIT_CONDITION_STACK)
        return fail(p, RSP_LIMIT, node.offset, "too many values wait for their operators");
    if (p->values > p->max_values)
        p->max_values = p->values;
    p->nodes[p->num_nodes++] = node;
    return RSP_OK;
}

static rsp_status push(parser *p, const waiting *entry) {
    if (p->depth == RSP_ARRAY_LEN(p->stack))
        return fail(p, RSP_LIMIT, entry->offset, "nested too deeply");
    p->stack[p->depth++] = *entry;
    return RSP_OK;
}

static rsp_status emit_waiting(parser *p, const waiting *entry) {
    if (entry->kind == WAIT_PREFIX)
        return emit(p, entry->node);
    if (entry->op != CONDITION_BOTH && entry->op != CONDITION_EITHER)
        return emit(p, (condition_node){.kind = NODE_BINARY, .op = entry->op, .offset = entry->offset});
    p->nodes[entry->skip].value = p->num_nodes;
    return emit(p, (condition_node){.kind = NODE_JOIN, .offset = entry->offset});
}

/* Emits what waits and binds at least as tightly as `precedence`, up to the innermost open bracket. */
static rsp_status reduce(parser *p, int precedence) {
    rsp_status status = RSP_OK;
    while (status == RSP_OK && p->depth > 0) {
        const waiting *top = &p->stack[p->depth - 1];
        if (top->kind == WAIT_BRACKET ||
            (top->kind == WAIT_BINARY && binaries[top->op].precedence < precedence))
            break;
        p->depth--;
        status = emit_waiting(p, top);
    }
    return status;
}

/* Decimal, or hexadecimal behind 0x. */
static rsp_status number_of(const parser *p, uint64_t *out, rsp_bytes word, size_t offset) {
    bool hex = rsp_bytes_starts(word, RSP_LIT("0x")) || rsp_bytes_starts(word, RSP_LIT("0X"));
    unsigned base = hex ? 16 : 10;
    uint64_t value = 0;
    if (word.len == (hex ? 2U : 0U))
        return fail(p, RSP_SYNTAX, offset, "a number has no digits");
    for (size_t i = hex ? 2 : 0; i < word.len; i++) {
        int digit = rsp_hex_value(word.ptr[i]);
        if (digit < 0 || (unsigned)digit >= base)
            return fail(p, RSP_SYNTAX, offset + i, "not a digit of this number");
        if (value > (UINT64_MAX - (unsigned)digit) / base)
            return fail(p, RSP_RANGE, offset, "the number does not fit in 64 bits");
        value = value * base + (unsigned)digit;
    }
    *out = value;
    return RSP_OK;
}

static rsp_status take_number(parser *p) {
    condition_node node = {.kind = NODE_CONST, .offset = (uint32_t)p->at};
    rsp_status status = number_of(p, &node.value, take_word(p), node.offset);
    return status == RSP_OK ? emit(p, node) : status;
}

static rsp_status take_character(parser *p) {
    condition_node node = {.kind = NODE_CONST, .offset = (uint32_t)p->at};
    if (p->text.len - p->at < 3 || p->text.ptr[p->at + 2] != '\'')
        return fail(p, RSP_SYNTAX, p->at, "a character is written 'c'");
    node.value = p->text.ptr[p->at + 1];
    p->at += 3;
    return emit(p, node);
}

static rsp_status take_register(parser *p) {
    condition_node node = {.kind = NODE_REGISTER, .offset = (uint32_t)p->at};
    rsp_status status = RSP_NOT_FOUND;
    p->at++;
    rsp_bytes name = take_word(p);
    if (name.len == 0)
        return fail(p, RSP_SYNTAX, node.offset, "the name of a register is missing");
    if (thread_question_find(name, &node.value))
        return emit(p, node);
    if (rsp_is_digit(name.ptr[0]))
        status = number_of(p, &node.value, name, node.offset + 1);
    else if (p->names && p->names->find_register)
        status = p->names->find_register(p->names->ctx, name, &node.value);
    if (status == RSP_NOT_FOUND)
        return fail_name(p, node.offset, "no register", name);
    if (status != RSP_OK)
        return status;
    return node.value <= UINT16_MAX ? emit(p, node)
                                    : fail(p, RSP_RANGE, node.offset, "no register has that number");
}

/* "u32" and its kin: the width in bytes, 0 for another word. */
static uint8_t type_of(rsp_bytes word, bool *out_signed) {
    static const struct {
        const char *digits;
        uint8_t width;
    } widths[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
    if (word.len < 2 || (word.ptr[0] != 'u' && word.ptr[0] != 's'))
        return 0;
    *out_signed = word.ptr[0] == 's';
    for (size_t i = 0; i < RSP_ARRAY_LEN(widths); i++)
        if (rsp_bytes_equal(rsp_bytes_from(word, 1), rsp_bytes_str(widths[i].digits)))
            return widths[i].width;
    return 0;
}

/* A type with its bracket, or a symbol. */
static rsp_status take_name(parser *p) {
    condition_node node = {.kind = NODE_CONST, .offset = (uint32_t)p->at};
    rsp_bytes word = take_word(p);
    node.width = type_of(word, &node.is_signed);
    skip_blanks(p);
    if (node.width > 0 && (peek(p) == '[' || peek(p) == '(')) {
        node.kind = peek(p) == '[' ? NODE_LOAD : NODE_EXTEND;
        waiting entry = {.kind = WAIT_BRACKET, .node = node, .offset = (uint32_t)p->at++};
        return push(p, &entry);
    }
    rsp_status status = RSP_NOT_FOUND;
    p->want_operand = false;
    if (p->names && p->names->find_symbol)
        status = p->names->find_symbol(p->names->ctx, word, &node.value);
    if (status == RSP_NOT_FOUND)
        return fail_name(p, node.offset, "no symbol", word);
    return status == RSP_OK ? emit(p, node) : status;
}

static bool prefix_kind(uint8_t c, condition_kind *out) {
    switch (c) {
    case '-':
        *out = NODE_NEGATE;
        return true;
    case '~':
        *out = NODE_INVERT;
        return true;
    case '!':
        *out = NODE_NOT;
        return true;
    default:
        return false;
    }
}

static rsp_status take_operand(parser *p) {
    waiting entry = {.kind = WAIT_BRACKET, .offset = (uint32_t)p->at};
    uint8_t c = peek(p);
    if (c == '(' || prefix_kind(c, &entry.node.kind)) {
        entry.kind = c == '(' ? WAIT_BRACKET : WAIT_PREFIX;
        entry.node.offset = entry.offset;
        p->at++;
        return push(p, &entry);
    }
    if (is_word(c) && !rsp_is_digit(c))
        return take_name(p);
    p->want_operand = false;
    if (rsp_is_digit(c))
        return take_number(p);
    if (c == '\'')
        return take_character(p);
    if (c == '$')
        return take_register(p);
    return fail(p, RSP_SYNTAX, p->at, "a value is expected here");
}

static rsp_status take_closing(parser *p) {
    bool square = peek(p) == ']';
    rsp_status status = reduce(p, 0);
    if (status != RSP_OK)
        return status;
    if (p->depth == 0)
        return fail(p, RSP_SYNTAX, p->at, square ? "no '[' is open here" : "no '(' is open here");
    const waiting *top = &p->stack[p->depth - 1];
    if (square != (top->node.kind == NODE_LOAD))
        return fail(p, RSP_SYNTAX, p->at, square ? "')' closes this, not ']'" : "']' closes this, not ')'");
    p->depth--;
    p->at++;
    return top->node.kind == NODE_CONST ? RSP_OK : emit(p, top->node);
}

/* The longest operator here. One that ends in u is none when the u begins a word, as in `a <u8[b]`. */
static condition_binary find_operator(const parser *p) {
    rsp_bytes rest = rsp_bytes_from(p->text, p->at);
    condition_binary best = CONDITION_NUM_BINARY;
    size_t best_len = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(binaries); i++) {
        rsp_bytes text = binaries[i].text;
        bool word = text.ptr[text.len - 1] == 'u' && rest.len > text.len && is_word(rest.ptr[text.len]);
        if (text.len > best_len && !word && rsp_bytes_starts(rest, text)) {
            best = (condition_binary)i;
            best_len = text.len;
        }
    }
    return best;
}

static rsp_status take_operator(parser *p) {
    if (peek(p) == ')' || peek(p) == ']')
        return take_closing(p);
    waiting entry = {.kind = WAIT_BINARY, .op = find_operator(p), .offset = (uint32_t)p->at};
    if (entry.op == CONDITION_NUM_BINARY)
        return fail(p, RSP_SYNTAX, p->at, "an operator is expected here");
    rsp_status status = reduce(p, binaries[entry.op].precedence);
    entry.skip = p->num_nodes;
    if (status == RSP_OK && (entry.op == CONDITION_BOTH || entry.op == CONDITION_EITHER))
        status =
            emit(p, (condition_node){.kind = entry.op == CONDITION_BOTH ? NODE_SKIP_FALSE : NODE_SKIP_TRUE,
                                     .offset = entry.offset});
    if (status == RSP_OK)
        status = push(p, &entry);
    p->at += binaries[entry.op].text.len;
    p->want_operand = true;
    return status;
}

static rsp_status finish(parser *p) {
    if (p->want_operand)
        return fail(p, RSP_SYNTAX, p->at, "a value is expected here");
    rsp_status status = reduce(p, 0);
    if (status != RSP_OK)
        return status;
    return p->depth == 0 ? RSP_OK
                         : fail(p, RSP_SYNTAX, p->stack[p->depth - 1].offset, "this bracket is never closed");
}

static rsp_status parse(parser *p) {
    rsp_status status = RSP_OK;
    for (skip_blanks(p); status == RSP_OK && p->at < p->text.len; skip_blanks(p))
        status = p->want_operand ? take_operand(p) : take_operator(p);
    return status == RSP_OK ? finish(p) : status;
}

rsp_status rsp_condition_parse(const rsp_condition **out, rsp_arena *arena, rsp_bytes text,
                               const rsp_condition_names *names, rsp_error *error) {
    parser p = {.text = text, .names = names, .error = error, .want_operand = true};
    if (text.len > RSP_LIMIT_CONDITION_BYTES)
        return fail(&p, RSP_LIMIT, RSP_LIMIT_CONDITION_BYTES, "the condition is too long");
    rsp_condition *condition = rsp_arena_alloc(arena, sizeof *condition);
    p.nodes = rsp_arena_alloc(arena, (text.len + 1) * sizeof *p.nodes);
    if (!condition || !p.nodes)
        return fail(&p, RSP_NO_MEMORY, 0, "out of memory");
    rsp_status status = parse(&p);
    if (status != RSP_OK)
        return status;
    *condition = (rsp_condition){.text = rsp_arena_bytes(arena, text),
                                 .nodes = p.nodes,
                                 .num_nodes = p.num_nodes,
                                 .max_values = p.max_values};
    if (condition->text.len != text.len)
        return fail(&p, RSP_NO_MEMORY, 0, "out of memory");
    *out = condition;
    return RSP_OK;
}

rsp_bytes rsp_condition_text(const rsp_condition *condition) {
    return condition->text;
}

void rsp_condition_show_place(rsp_buf *out, rsp_bytes text, uint64_t offset) {
    size_t place = offset < text.len ? (size_t)offset : text.len;
    for (size_t i = 0; i < text.len; i++)
        rsp_buf_push(out, text.ptr[i] >= ' ' && text.ptr[i] < 0x7f ? text.ptr[i] : '.');
    rsp_buf_push(out, '\n');
    for (size_t i = 0; i < place; i++)
        rsp_buf_push(out, ' ');
    rsp_buf_str(out, "^\n");
}
