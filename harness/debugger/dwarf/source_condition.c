/* The parser: precedence climbing over a bounded depth; operands are made in source_operand.c.
 * Each operation's text is checked for its length, for a text can stand in another many times over.
 * See source_condition.h. */
/* SPDX-License-Identifier: MIT */
#include "source_condition.h"

#include "core/limits.h"
#include "source_float.h"
#include "source_holder.h"
#include "source_name.h"
#include "source_operand.h"
#include "source_token.h"

enum { USES = 16 };

typedef struct parser {
    operand_maker make;
    const rsp_source_place *place;
    rsp_bytes source;
    token word; /* the next one */
    size_t depth;
    rsp_source_value *uses;
    size_t num_uses;
} parser;

static const struct {
    const char *sign;
    int bind;
} binaries[] = {
    {"*", BIND_PRODUCT}, {"/", BIND_PRODUCT}, {"%", BIND_PRODUCT}, {"+", BIND_SUM},   {"-", BIND_SUM},
    {"<<", BIND_SHIFT},  {">>", BIND_SHIFT},  {"<", BIND_LESS},    {"<=", BIND_LESS}, {">", BIND_LESS},
    {">=", BIND_LESS},   {"==", BIND_EQUAL},  {"!=", BIND_EQUAL},  {"&", BIND_AND},   {"^", BIND_XOR},
    {"|", BIND_OR},      {"&&", BIND_BOTH},   {"||", BIND_EITHER},
};

static rsp_status parse_binary(parser *p, operand *out, int bind);
static rsp_status parse_prefix(parser *p, operand *out);

static rsp_status fail(parser *p, rsp_status status, const char *what) {
    p->make.offset = p->word.begin;
    return operand_fail(&p->make, status, what);
}

static rsp_status advance(parser *p) {
    return token_read(&p->word, p->source, p->word.end, p->make.error);
}

static rsp_status expect(parser *p, const char *sign, const char *what) {
    return token_is(&p->word, sign) ? advance(p) : fail(p, RSP_SYNTAX, what);
}

/* What an operation made of its operands must still be a condition's length. */
static rsp_status checked(parser *p, const operand *o, rsp_status status) {
    if (p->make.arena->status != RSP_OK)
        return operand_fail(&p->make, RSP_NO_MEMORY, "no memory for the condition");
    if (status == RSP_OK && o->text.len > RSP_LIMIT_CONDITION_BYTES)
        return operand_fail(&p->make, RSP_LIMIT,
                            "the condition is too long once its variables are written out");
    return status;
}

static int binary_bind(const parser *p) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(binaries); i++)
        if (token_is(&p->word, binaries[i].sign))
            return binaries[i].bind;
    return 0;
}

/* --- casts ------------------------------------------------------------------------------------------------
 */

/* Words of an integer type, counted. */
typedef struct type_words {
    unsigned num;
    bool is_unsigned;
    bool is_signed;
    bool is_char;
    bool is_short;
    bool is_bool;
    bool is_real;
    bool is_other; /* a word such as int that changes nothing */
    unsigned longs;
} type_words;

static bool take_type_word(type_words *t, rsp_bytes word) {
    t->num++;
    if (rsp_bytes_equal(word, RSP_LIT("unsigned")))
        return t->is_unsigned = true;
    if (rsp_bytes_equal(word, RSP_LIT("signed")))
        return t->is_signed = true;
    if (rsp_bytes_equal(word, RSP_LIT("char")))
        return t->is_char = true;
    if (rsp_bytes_equal(word, RSP_LIT("short")))
        return t->is_short = true;
    if (rsp_bytes_equal(word, RSP_LIT("bool")) || rsp_bytes_equal(word, RSP_LIT("_Bool")))
        return t->is_bool = true;
    if (rsp_bytes_equal(word, RSP_LIT("float")) || rsp_bytes_equal(word, RSP_LIT("double")))
        return t->is_real = true;
    if (rsp_bytes_equal(word, RSP_LIT("int")))
        return t->is_other = true;
    if (rsp_bytes_equal(word, RSP_LIT("long")))
        return ++t->longs <= 2;
    t->num--;
    return false;
}

/* RISC-V's char is unsigned, that of x86-64 is signed. */
static rsp_debug_type cast_type(const parser *p, const type_words *t) {
    bool plain_signed = rsp_debug_file_facts(p->place->file)->machine == RSP_DEBUG_MACHINE_X86_64;
    rsp_debug_type type = operand_integer(t->longs > 0 ? 8 : 4, !t->is_unsigned);
    if (t->is_short)
        type.size = 2;
    if (t->is_char || t->is_bool)
        type.size = 1;
    if (t->is_char)
        type.is_signed = t->is_signed || (plain_signed && !t->is_unsigned);
    if (t->is_bool)
        type.kind = RSP_DEBUG_BOOLEAN;
    return type;
}

static rsp_status apply_cast(parser *p, operand *o, const rsp_debug_type *type) {
    rsp_status status = operand_value(&p->make, o);
    if (status != RSP_OK)
        return status;
    if (float_is(o) && type->kind != RSP_DEBUG_BOOLEAN)
        float_cut(&p->make, o);
    if (type->kind == RSP_DEBUG_BOOLEAN) {
        status = operand_prefix(&p->make, o, '!');
        if (status == RSP_OK)
            status = operand_prefix(&p->make, o, '!');
        o->type = *type;
        return status;
    }
    bool same = o->kind == OPERAND_VALUE && o->type.kind != RSP_DEBUG_POINTER && o->type.size == type->size &&
                o->type.is_signed == type->is_signed;
    if (!same)
        *o = operand_narrow(&p->make, o, *type);
    o->ref = (rsp_debug_type_ref){0};
    return RSP_OK;
}

/* After '(': a type in brackets and what it is applied to. *out_done: there was one. */
static rsp_status try_cast(parser *p, operand *out, bool *out_done) {
    type_words words = {0};
    rsp_status status = RSP_OK;
    while (status == RSP_OK && p->word.kind == TOKEN_NAME && take_type_word(&words, p->word.text))
        status = advance(p);
    *out_done = words.num > 0;
    if (status != RSP_OK || words.num == 0)
        return status;
    if (token_is(&p->word, "*"))
        return fail(p, RSP_UNSUPPORTED, "casts to pointers are not supported: u8[e] ... s64[e] read memory");
    if (words.is_real)
        return fail(p, RSP_UNSUPPORTED, "casts to floating-point types are not supported");
    rsp_debug_type type = cast_type(p, &words);
    status = expect(p, ")", "')' is expected after the type");
    if (status == RSP_OK)
        status = parse_prefix(p, out);
    return status == RSP_OK ? apply_cast(p, out, &type) : status;
}

/* --- functions that compare texts
 * ---------------------------------------------------------------------------
 */

/* What strcmp has given, as a truth: not 0 where the texts differ. */
static rsp_status settle_order(parser *p, operand *o) {
    if (!o->is_order)
        return RSP_OK;
    o->is_order = false;
    return operand_prefix(&p->make, o, '!');
}

static bool is_zero(const operand *o) {
    return o->kind == OPERAND_CONSTANT && o->number == 0 && !float_is(o);
}

/* An operation on what strcmp has given. *out_done: nothing is left to do. */
static rsp_status on_order(parser *p, operand *left, operand *right, const token *sign, bool *out_done) {
    const bool is_not = token_is(sign, "!=");
    if (token_is(sign, "&&") || token_is(sign, "||")) {
        const rsp_status status = settle_order(p, left);
        return status == RSP_OK ? settle_order(p, right) : status;
    }
    if ((!is_not && !token_is(sign, "==")) || !is_zero(left->is_order ? right : left))
        return operand_value(&p->make, left->is_order ? left : right); /* refuses */
    *out_done = true;
    if (!left->is_order)
        *left = *right;
    if (is_not)
        return settle_order(p, left);
    left->is_order = false;
    return RSP_OK;
}

/* `left` and the text that ends a call, as == compares them. The word is what follows the comma or bracket.
 */
static rsp_status compare_texts(parser *p, operand *left) {
    operand right = {0};
    const size_t begin = p->word.begin;
    rsp_status status = parse_binary(p, &right, BIND_EITHER);
    p->make.offset = status == RSP_OK ? begin : p->make.offset;
    if (status == RSP_OK && left->kind != OPERAND_STRING && right.kind != OPERAND_STRING)
        return operand_fail(&p->make, RSP_UNSUPPORTED, "one of the two is a text in quotes");
    if (status == RSP_OK)
        status = operand_binary(&p->make, left, &right, RSP_LIT("=="), BIND_EQUAL);
    return status == RSP_OK ? expect(p, ")", "')' is expected here") : status;
}

/* strcmp(a, "b") and $_streq(a, "b"); the bracket is the next word. */
static rsp_status parse_comparison(parser *p, operand *out, bool is_order) {
    rsp_status status = advance(p);
    if (status == RSP_OK)
        status = parse_binary(p, out, BIND_EITHER);
    if (status == RSP_OK)
        status = expect(p, ",", "',' and the other text are expected here");
    if (status == RSP_OK)
        status = compare_texts(p, out);
    out->is_order = status == RSP_OK && is_order;
    return status;
}

/* --- primaries --------------------------------------------------------------------------------------------
 */

/* "u32" and its kin: the bytes, 0 for another word. */
static unsigned access_bytes(rsp_bytes word) {
    static const struct {
        const char *digits;
        unsigned bytes;
    } widths[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
    if (word.len < 2 || (word.ptr[0] != 'u' && word.ptr[0] != 's'))
        return 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(widths); i++)
        if (rsp_bytes_equal(rsp_bytes_from(word, 1), rsp_bytes_str(widths[i].digits)))
            return widths[i].bytes;
    return 0;
}

/* u32[e], s8(e): the machine's memory, and the low bits of a number. The bracket is the next word. */
static rsp_status parse_access(parser *p, operand *out, const token *name) {
    bool memory = token_is(&p->word, "[");
    rsp_debug_type type = {
        .kind = RSP_DEBUG_INTEGER, .size = access_bytes(name->text), .is_signed = name->text.ptr[0] == 's'};
    rsp_status status = advance(p);
    if (status == RSP_OK)
        status = parse_binary(p, out, BIND_EITHER);
    if (status == RSP_OK)
        status = operand_value(&p->make, out);
    if (status == RSP_OK)
        status = float_refuse(&p->make, out, "a whole number is expected here");
    if (status == RSP_OK)
        status = expect(p, memory ? "]" : ")", memory ? "']' is expected here" : "')' is expected here");
    if (status != RSP_OK)
        return status;
    if (!memory) {
        *out = operand_narrow(&p->make, out, type);
        return RSP_OK;
    }
    operand place = {.kind = OPERAND_MEMORY, .type = type, .text = out->text, .bind = out->bind};
    if (out->kind == OPERAND_CONSTANT)
        place.number = out->number;
    *out = place;
    return RSP_OK;
}

static rsp_status parse_name(parser *p, operand *out, bool *out_variable) {
    token name = p->word;
    p->make.offset = name.begin;
    rsp_status status = advance(p);
    if (status != RSP_OK)
        return status;
    rsp_status found = source_name_find(&p->make, p->place, name.text, out, out_variable);
    bool bracket = token_is(&p->word, "[") || token_is(&p->word, "(");
    if (found == RSP_NOT_FOUND && bracket && access_bytes(name.text) > 0) {
        *out_variable = false;
        return parse_access(p, out, &name);
    }
    if (found == RSP_NOT_FOUND && token_is(&p->word, "(") &&
        (rsp_bytes_equal(name.text, RSP_LIT("strcmp")) ||
         rsp_bytes_equal(name.text, RSP_LIT("std::strcmp")))) {
        *out_variable = false;
        return parse_comparison(p, out, true);
    }
    if (found == RSP_OK && token_is(&p->word, "("))
        return fail(p, RSP_UNSUPPORTED, "functions are not called in a condition");
    return found;
}

static rsp_status parse_register(parser *p, operand *out) {
    const bool is_streq = rsp_bytes_equal(p->word.text, RSP_LIT("_streq")); /* GDB's */
    if (rsp_bytes_equal(p->word.text, RSP_LIT("_thread_name"))) {
        *out = (operand){.kind = OPERAND_NAME};
        return advance(p);
    }
    const char *name =
        rsp_arena_printf(p->make.arena, "$%.*s", (int)p->word.text.len, (const char *)p->word.text.ptr);
    *out = operand_text(rsp_bytes_str(name), BIND_WHOLE, operand_integer(8, false));
    const rsp_status status = advance(p);
    return status == RSP_OK && is_streq && token_is(&p->word, "(") ? parse_comparison(p, out, false) : status;
}

static rsp_status parse_string(parser *p, operand *out) {
    token *kept = rsp_arena_alloc(p->make.arena, sizeof *kept);
    if (!kept)
        return operand_fail(&p->make, RSP_NO_MEMORY, "no memory for the condition");
    *kept = p->word;
    *out = (operand){.kind = OPERAND_STRING, .string = kept};
    return advance(p);
}

static rsp_status parse_bracket(parser *p, operand *out) {
    bool done = false;
    rsp_status status = advance(p);
    if (status == RSP_OK)
        status = try_cast(p, out, &done);
    if (status != RSP_OK || done)
        return status;
    status = parse_binary(p, out, BIND_EITHER);
    return status == RSP_OK ? expect(p, ")", "')' is expected here") : status;
}

static rsp_status parse_primary(parser *p, operand *out, bool *out_variable) {
    *out_variable = false;
    p->make.offset = p->word.begin;
    switch (p->word.kind) {
    case TOKEN_NAME:
        return parse_name(p, out, out_variable);
    case TOKEN_REGISTER:
        return parse_register(p, out);
    case TOKEN_NUMBER:
        *out =
            operand_constant(p->word.number, operand_integer(p->word.is_long ? 8 : 4, !p->word.is_unsigned));
        return advance(p);
    case TOKEN_REAL:
        *out = float_constant(p->word.real, !p->word.is_float);
        return advance(p);
    case TOKEN_TEXT:
        return parse_string(p, out);
    case TOKEN_SIGN:
        if (token_is(&p->word, "("))
            return parse_bracket(p, out);
        return fail(p, RSP_SYNTAX, "a value is expected here");
    case TOKEN_END:
        break;
    }
    return fail(p, RSP_SYNTAX, "a value is expected here");
}

/* --- parts of a value -------------------------------------------------------------------------------------
 */

static rsp_status parse_index(parser *p, operand *o) {
    operand index = {0};
    rsp_status status = advance(p);
    if (status == RSP_OK)
        status = parse_binary(p, &index, BIND_EITHER);
    if (status == RSP_OK)
        status = operand_index(&p->make, o, &index);
    return status == RSP_OK ? expect(p, "]", "']' is expected here") : status;
}

/* "name()" of a class whose functions are read; the bracket is the next word. */
static rsp_status parse_call(parser *p, operand *o, rsp_bytes name) {
    rsp_status status = RSP_OK;
    if (rsp_bytes_equal(name, RSP_LIT("compare")) && holder_of(&p->make, o).kind != RSP_DEBUG_HOLDS_NOTHING) {
        status = advance(p);
        if (status == RSP_OK)
            status = compare_texts(p, o);
        o->is_order = status == RSP_OK;
        return status;
    }
    status = holder_call(&p->make, o, name);
    if (status == RSP_OK)
        status = advance(p);
    return status == RSP_OK ? expect(p, ")", "')' is expected here") : status;
}

/* `->` of a pointer of the standard library leads to what it holds. */
static rsp_status parse_member(parser *p, operand *o) {
    const bool arrow = token_is(&p->word, "->");
    rsp_status status = RSP_OK;
    if (arrow && holder_of(&p->make, o).kind == RSP_DEBUG_HOLDS_ONE)
        status = operand_follow(&p->make, o);
    if (status == RSP_OK)
        status = advance(p);
    if (status != RSP_OK)
        return status;
    if (p->word.kind != TOKEN_NAME)
        return fail(p, RSP_SYNTAX, "the name of a member is expected here");
    const rsp_bytes name = p->word.text;
    p->make.offset = p->word.begin;
    status = advance(p);
    if (status != RSP_OK)
        return status;
    return token_is(&p->word, "(") ? parse_call(p, o, name) : operand_member(&p->make, o, name);
}

/* A value as the caller sees it: an address unless it is a number of a bit-field or register. */
static rsp_status give(parser *p, const operand *o, rsp_bytes source, rsp_source_value *out) {
    operand shown = *o;
    bool address = o->kind == OPERAND_MEMORY && o->bit_size == 0;
    rsp_status status = address ? RSP_OK : operand_value(&p->make, &shown);
    if (status != RSP_OK)
        return status;
    *out = (rsp_source_value){.source = source,
                              .text = operand_bind(&p->make, &shown, 0),
                              .is_address = address,
                              .type = o->bit_size > 0 ? o->type : shown.type,
                              .ref = o->bit_size > 0 ? o->ref : shown.ref};
    return RSP_OK;
}

static rsp_status note_use(parser *p, const operand *o, size_t begin, size_t end) {
    while (end > begin && (p->source.ptr[end - 1] == ' ' || p->source.ptr[end - 1] == '\t' ||
                           p->source.ptr[end - 1] == '\n'))
        end--;
    rsp_bytes source = rsp_bytes_sub(p->source, begin, end - begin);
    if (o->is_order)
        return RSP_OK;
    if (o->kind == OPERAND_PIECES)
        return RSP_OK; /* a whole structure without an address: there is nothing to show it by */
    for (size_t i = 0; i < p->num_uses; i++)
        if (rsp_bytes_equal(p->uses[i].source, source))
            return RSP_OK;
    if (p->num_uses == USES)
        return RSP_OK; /* the first ones are shown */
    rsp_status status = give(p, o, source, &p->uses[p->num_uses]);
    p->num_uses += status == RSP_OK;
    return status;
}

static rsp_status parse_postfix(parser *p, operand *out) {
    size_t begin = p->word.begin;
    bool variable = false;
    rsp_status status = parse_primary(p, out, &variable);
    while (status == RSP_OK) {
        p->make.offset = p->word.begin;
        if (token_is(&p->word, "["))
            status = parse_index(p, out);
        else if (token_is(&p->word, ".") || token_is(&p->word, "->"))
            status = parse_member(p, out);
        else
            break;
        status = checked(p, out, status);
    }
    if (out->is_order)
        p->make.offset = begin;
    return status == RSP_OK && variable ? note_use(p, out, begin, p->word.begin) : status;
}

static rsp_status apply_prefix(parser *p, operand *out, char sign) {
    if (out->is_order && sign == '!') {
        out->is_order = false;
        return RSP_OK;
    }
    if (sign == '*')
        return operand_follow(&p->make, out);
    if (sign == '&')
        return operand_address_of(&p->make, out);
    return operand_prefix(&p->make, out, sign);
}

static rsp_status parse_prefix(parser *p, operand *out) {
    static const char *const prefixes[] = {"!", "~", "-", "+", "*", "&"};
    if (p->depth == RSP_LIMIT_SOURCE_DEPTH)
        return fail(p, RSP_LIMIT, "nested too deeply");
    p->depth++;
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(prefixes) && !token_is(&p->word, prefixes[i]))
        i++;
    size_t begin = p->word.begin;
    rsp_status status = RSP_OK;
    if (i == RSP_ARRAY_LEN(prefixes)) {
        status = parse_postfix(p, out);
    } else {
        status = advance(p);
        if (status == RSP_OK)
            status = parse_prefix(p, out);
        p->make.offset = begin;
        if (status == RSP_OK)
            status = checked(p, out, apply_prefix(p, out, prefixes[i][0]));
    }
    p->depth--;
    return status;
}

static rsp_status parse_binary(parser *p, operand *out, int bind) {
    rsp_status status = parse_prefix(p, out);
    int found = 0;
    while (status == RSP_OK && (found = binary_bind(p)) >= bind && found > 0) {
        token sign = p->word;
        operand right = {0};
        status = advance(p);
        if (status == RSP_OK)
            status = parse_binary(p, &right, found + 1);
        p->make.offset = sign.begin;
        bool done = false;
        if (status == RSP_OK && (out->is_order || right.is_order))
            status = on_order(p, out, &right, &sign, &done);
        if (status == RSP_OK && !done)
            status = checked(p, out, operand_binary(&p->make, out, &right, sign.text, found));
    }
    if (status == RSP_OK && token_is(&p->word, "="))
        return fail(p, RSP_SYNTAX, "a condition does not assign: '==' compares");
    return status;
}

static rsp_status finish(parser *p, operand *o, bool number, rsp_source_condition *out) {
    p->make.offset = 0;
    if (p->word.kind != TOKEN_END)
        return fail(p, RSP_SYNTAX, "an operator is expected here");
    rsp_status status = number ? settle_order(p, o) : RSP_OK;
    if (status == RSP_OK && (number || o->kind == OPERAND_STRING || o->kind == OPERAND_NAME))
        status = operand_value(&p->make, o);
    if (status == RSP_OK && number && float_is(o))
        float_truth(&p->make, o);
    if (status == RSP_OK)
        status = give(p, o, p->source, &out->value);
    if (status == RSP_OK && out->value.text.len > RSP_LIMIT_CONDITION_BYTES)
        return operand_fail(&p->make, RSP_LIMIT,
                            "the condition is too long once its variables are written out");
    out->uses = p->uses;
    out->num_uses = p->num_uses;
    return checked(p, o, status);
}

static rsp_status compile(rsp_source_condition *out, rsp_arena *arena, rsp_bytes source,
                          const rsp_source_place *place, bool number, rsp_error *error) {
    parser p = {.make = {.arena = arena, .file = place->file, .error = error}, .place = place};
    operand all = {0};
    if (source.len > RSP_LIMIT_CONDITION_BYTES)
        return rsp_fail_offset(error, RSP_LIMIT, "condition", RSP_LIMIT_CONDITION_BYTES,
                               "the condition is too long");
    p.source = rsp_arena_bytes(arena, source);
    p.uses = rsp_arena_alloc(arena, USES * sizeof *p.uses);
    if (arena->status != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the condition");
    rsp_status status = advance(&p);
    if (status == RSP_OK)
        status = parse_binary(&p, &all, BIND_EITHER);
    return status == RSP_OK ? finish(&p, &all, number, out) : status;
}

rsp_status rsp_source_condition_compile(rsp_source_condition *out, rsp_arena *arena, rsp_bytes source,
                                        const rsp_source_place *place, rsp_error *error) {
    return compile(out, arena, source, place, true, error);
}

rsp_status rsp_source_expression_compile(rsp_source_condition *out, rsp_arena *arena, rsp_bytes source,
                                         const rsp_source_place *place, rsp_error *error) {
    return compile(out, arena, source, place, false, error);
}
