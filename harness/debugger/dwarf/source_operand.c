/* Values are always extended to 64 bits as their type says, so that an operator's result needs to be cut only
 * where C's would wrap at 32. Comparisons are unsigned only for unsigned numbers of 64 bits and pointers.
 * See source_operand.h. */
/* SPDX-License-Identifier: MIT */
#include "source_operand.h"

#include "source_float.h"
#include "source_holder.h"
#include "source_piece.h"

#include <assert.h>
#include <inttypes.h>

rsp_status operand_fail(const operand_maker *m, rsp_status status, const char *what) {
    return rsp_fail_offset(m->error, status, "condition", m->offset, "%s", what);
}

rsp_debug_type operand_integer(uint64_t size, bool is_signed) {
    return (rsp_debug_type){.kind = RSP_DEBUG_INTEGER,
                            .name = size == 8 ? (is_signed ? "long" : "unsigned long")
                                              : (is_signed ? "int" : "unsigned int"),
                            .size = size,
                            .is_signed = is_signed};
}

operand operand_constant(uint64_t number, rsp_debug_type type) {
    return (operand){.kind = OPERAND_CONSTANT, .type = type, .number = number};
}

operand operand_text(rsp_bytes text, int bind, rsp_debug_type type) {
    assert(bind >= BIND_EITHER && bind <= BIND_WHOLE);
    return (operand){.kind = OPERAND_VALUE, .type = type, .text = text, .bind = bind};
}

static rsp_bytes printed(const char *text) {
    return rsp_bytes_str(text);
}

static rsp_bytes join(const operand_maker *m, rsp_bytes a, const char *between, rsp_bytes b,
                      const char *end) {
    return printed(rsp_arena_printf(m->arena, "%.*s%s%.*s%s", (int)a.len, (const char *)a.ptr, between,
                                    (int)b.len, (const char *)b.ptr, end));
}

static rsp_bytes bracketed(const operand_maker *m, const char *head, rsp_bytes inner, const char *end) {
    return printed(
        rsp_arena_printf(m->arena, "%s%.*s%s", head, (int)inner.len, (const char *)inner.ptr, end));
}

/* A number as a text: small negative ones keep their sign. */
static operand spelled(const operand_maker *m, const operand *o) {
    int64_t number = (int64_t)o->number;
    bool negative = number < 0 && number > INT32_MIN;
    const char *text = negative ? rsp_arena_printf(m->arena, "%" PRId64, number)
                                : rsp_arena_printf(m->arena, "%" PRIu64, o->number);
    return operand_text(printed(text), negative ? BIND_PREFIX : BIND_WHOLE, o->type);
}

/* The address of a place. */
static operand address_text(const operand_maker *m, const operand *o) {
    int64_t number = (int64_t)o->number;
    bool back = number < 0 && number > INT32_MIN;
    if (o->text.len == 0)
        return operand_text(printed(rsp_arena_printf(m->arena, "0x%" PRIx64, o->number)), BIND_WHOLE,
                            o->type);
    if (number == 0)
        return operand_text(o->text, o->bind, o->type);
    rsp_bytes base = o->bind >= BIND_SUM ? o->text : bracketed(m, "(", o->text, ")");
    const char *text = rsp_arena_printf(m->arena, "%.*s %c %" PRIu64, (int)base.len, (const char *)base.ptr,
                                        back ? '-' : '+', back ? 0 - o->number : o->number);
    return operand_text(printed(text), BIND_SUM, o->type);
}

rsp_bytes operand_bind(const operand_maker *m, const operand *o, int bind) {
    operand shown = o->kind == OPERAND_CONSTANT ? spelled(m, o)
                    : o->kind == OPERAND_MEMORY ? address_text(m, o)
                                                : *o;
    return shown.bind >= bind ? shown.text : bracketed(m, "(", shown.text, ")");
}

/* "s32[", "u8(" and so on. */
static const char *access(const operand_maker *m, uint64_t size, bool is_signed, char bracket) {
    return rsp_arena_printf(m->arena, "%c%u%c", is_signed ? 's' : 'u', (unsigned)(8 * size), bracket);
}

static bool fits(uint64_t size) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

static uint64_t extended(uint64_t number, uint64_t size, bool is_signed) {
    if (size >= 8)
        return number;
    uint64_t mask = (UINT64_C(1) << (8 * size)) - 1;
    bool negative = is_signed && number >> (8 * size - 1) & 1;
    return negative ? number | ~mask : number & mask;
}

bool operand_fits(const rsp_debug_type *type) {
    if (type->kind == RSP_DEBUG_FLOAT)
        return type->size == 4 || type->size == 8;
    bool scalar = type->kind == RSP_DEBUG_INTEGER || type->kind == RSP_DEBUG_BOOLEAN ||
                  type->kind == RSP_DEBUG_ENUMERATION || type->kind == RSP_DEBUG_POINTER;
    return scalar && fits(type->size);
}

operand operand_narrow(const operand_maker *m, const operand *wide, rsp_debug_type type) {
    operand out = *wide;
    out.type = type;
    if (type.size >= 8 || !fits(type.size))
        return out;
    if (wide->kind == OPERAND_CONSTANT) {
        out.number = extended(wide->number, type.size, type.is_signed);
        return out;
    }
    rsp_bytes text = bracketed(m, access(m, type.size, type.is_signed, '('), wide->text, ")");
    return operand_text(text, BIND_WHOLE, type);
}

operand operand_move(const operand_maker *m, const operand *place, uint64_t bytes) {
    operand out = *place;
    (void)m;
    out.number += bytes;
    return out;
}

/* --- values -----------------------------------------------------------------------------------------------
 */

rsp_status operand_bits(const operand_maker *m, operand *o, const operand *number) {
    const unsigned bits = o->bit_offset + o->bit_size;
    if (bits > 64)
        return operand_fail(m, RSP_UNSUPPORTED, "a bit-field across more than 8 bytes is not supported");
    const rsp_bytes all = operand_bind(m, number, BIND_SHIFT);
    const char *text = rsp_arena_printf(m->arena, "%.*s << %u %s %u", (int)all.len, (const char *)all.ptr,
                                        64 - bits, o->type.is_signed ? ">>" : ">>u", 64 - o->bit_size);
    bool wide = o->bit_size > 32 || (o->bit_size == 32 && !o->type.is_signed);
    rsp_debug_type type = operand_integer(wide && o->bit_size > 32 ? 8 : 4, wide ? o->type.is_signed : true);
    *o = operand_text(printed(text), BIND_SHIFT, type);
    return RSP_OK;
}

static rsp_status load_bits(const operand_maker *m, operand *o) {
    static const unsigned units[] = {1, 2, 4, 8};
    size_t i = 0;
    while (i + 1 < RSP_ARRAY_LEN(units) && units[i] * 8 < o->bit_offset + o->bit_size)
        i++;
    rsp_bytes cell = bracketed(m, access(m, units[i], false, '['), operand_bind(m, o, 0), "]");
    const operand number = operand_text(cell, BIND_WHOLE, o->type);
    return operand_bits(m, o, &number);
}

static rsp_status fail_structure(const operand_maker *m) {
    return operand_fail(m, RSP_UNSUPPORTED, "this is a structure: a condition compares its members");
}

static rsp_status load(const operand_maker *m, operand *o) {
    rsp_debug_type type = o->type;
    if (o->bit_size > 0)
        return load_bits(m, o);
    if (type.kind == RSP_DEBUG_FLOAT && type.size != 4 && type.size != 8)
        return operand_fail(m, RSP_UNSUPPORTED,
                            "of floating-point values only float and double are supported");
    if (type.kind == RSP_DEBUG_STRUCTURE)
        return fail_structure(m);
    if (!fits(type.size))
        return operand_fail(m, RSP_UNSUPPORTED, "a value of this size is not supported in conditions");
    bool is_signed = (type.is_signed || type.kind == RSP_DEBUG_FLOAT) && type.size < 8;
    rsp_bytes text = bracketed(m, access(m, type.size, is_signed, '['), operand_bind(m, o, 0), "]");
    rsp_debug_type_ref ref = o->ref;
    *o = operand_text(text, BIND_WHOLE, type);
    o->ref = ref;
    return RSP_OK;
}

rsp_status operand_value(const operand_maker *m, operand *o) {
    if (o->is_order)
        return operand_fail(m, RSP_UNSUPPORTED,
                            "strcmp and compare() are compared with 0, and with nothing else");
    if (o->kind == OPERAND_STRING)
        return operand_fail(m, RSP_SYNTAX, "a text can only be compared, with == and !=");
    if (o->kind == OPERAND_NAME)
        return operand_fail(m, RSP_SYNTAX, "a thread's name can only be compared with a text");
    const rsp_debug_holder holder = holder_of(m, o);
    if (holder.kind == RSP_DEBUG_HOLDS_ONE) {
        rsp_status status = holder_first(m, &holder, o);
        if (status != RSP_OK)
            return status;
    }
    if (o->kind == OPERAND_PIECES)
        return o->type.kind == RSP_DEBUG_ARRAY
                   ? operand_fail(m, RSP_UNSUPPORTED, "this array is not in memory: it has no address")
                   : fail_structure(m);
    if (o->kind != OPERAND_MEMORY)
        return RSP_OK;
    if (o->type.kind != RSP_DEBUG_ARRAY && o->type.kind != RSP_DEBUG_FUNCTION)
        return load(m, o);
    rsp_debug_type_ref target = o->type.kind == RSP_DEBUG_ARRAY ? o->type.target : o->ref;
    rsp_debug_type type = {.kind = RSP_DEBUG_POINTER, .size = 8, .target = target};
    operand address = address_text(m, o);
    *o = operand_text(address.text, address.bind, type);
    return RSP_OK;
}

/* A reference of C++ stands for what it refers to. */
static rsp_status settle(const operand_maker *m, operand *o) {
    return o->type.kind == RSP_DEBUG_POINTER && o->type.is_reference ? operand_follow(m, o) : RSP_OK;
}

rsp_status operand_follow(const operand_maker *m, operand *o) {
    rsp_status status = operand_value(m, o);
    if (status != RSP_OK)
        return status;
    if (o->type.kind != RSP_DEBUG_POINTER)
        return operand_fail(m, RSP_UNSUPPORTED, "this is no pointer");
    operand place = {.kind = OPERAND_MEMORY, .text = o->text, .bind = o->bind, .ref = o->type.target};
    if (o->kind == OPERAND_CONSTANT)
        place.number = o->number;
    if (rsp_debug_type_read(m->file, place.ref, &place.type) != RSP_OK)
        return operand_fail(m, RSP_UNSUPPORTED, "the debug information of its type is damaged");
    *o = place;
    return RSP_OK;
}

/* --- places -----------------------------------------------------------------------------------------------
 */

static uint64_t step_of(const rsp_debug_type *target) {
    return target->kind == RSP_DEBUG_VOID || target->kind == RSP_DEBUG_FUNCTION ? 1 : target->size;
}

/* Adds `index` elements of `size` bytes to the address. */
static void advance(const operand_maker *m, operand *place, const operand *index, uint64_t size, bool back) {
    if (index->kind == OPERAND_CONSTANT) {
        place->number += back ? 0 - index->number * size : index->number * size;
        return;
    }
    rsp_bytes steps = operand_bind(m, index, BIND_PRODUCT);
    if (size != 1)
        steps = printed(
            rsp_arena_printf(m->arena, "%.*s * %" PRIu64, (int)steps.len, (const char *)steps.ptr, size));
    if (place->text.len == 0 && back) {
        place->text = bracketed(m, "-(", steps, ")");
        place->bind = BIND_PREFIX;
        return;
    }
    if (place->text.len == 0) {
        place->text = steps;
        place->bind = BIND_PRODUCT;
        return;
    }
    rsp_bytes base = place->bind >= BIND_SUM ? place->text : bracketed(m, "(", place->text, ")");
    place->text = join(m, base, back ? " - " : " + ", steps, "");
    place->bind = BIND_SUM;
}

/* Registers are not indexed while the program runs. */
static rsp_status element_of_pieces(const operand_maker *m, operand *base, const operand *index) {
    const rsp_debug_type array = base->type;
    if (index->kind != OPERAND_CONSTANT)
        return operand_fail(m, RSP_UNSUPPORTED, "this array is not in memory: its index must be a constant");
    if (!array.has_count || index->number >= array.count)
        return operand_fail(m, RSP_RANGE, "this array is not in memory, and has no such element");
    base->ref = array.target;
    if (rsp_debug_type_read(m->file, base->ref, &base->type) != RSP_OK)
        return operand_fail(m, RSP_UNSUPPORTED, "the debug information of its type is damaged");
    *base = operand_move(m, base, index->number * step_of(&base->type));
    const rsp_status status = piece_settle(m, base);
    return status == RSP_OK ? settle(m, base) : status;
}

rsp_status operand_index(const operand_maker *m, operand *base, const operand *index) {
    operand number = *index;
    rsp_status status = operand_value(m, &number);
    if (status == RSP_OK)
        status = float_refuse(m, &number, "an index is a whole number");
    const rsp_debug_holder holder = holder_of(m, base);
    if (status == RSP_OK && holder.kind != RSP_DEBUG_HOLDS_NOTHING)
        status = holder_first(m, &holder, base);
    if (status != RSP_OK)
        return status;
    if (base->kind == OPERAND_PIECES && base->type.kind == RSP_DEBUG_ARRAY)
        return element_of_pieces(m, base, &number);
    if (base->kind == OPERAND_MEMORY && base->type.kind == RSP_DEBUG_ARRAY) {
        base->ref = base->type.target;
        if (rsp_debug_type_read(m->file, base->ref, &base->type) != RSP_OK)
            return operand_fail(m, RSP_UNSUPPORTED, "the debug information of its type is damaged");
    } else {
        status = operand_follow(m, base);
    }
    if (status != RSP_OK)
        return status;
    uint64_t size = step_of(&base->type);
    if (size == 0)
        return operand_fail(m, RSP_UNSUPPORTED, "the size of an element is not known");
    advance(m, base, &number, size, false);
    return settle(m, base);
}

/* The compiler left the class's members to another file, which has no debug information. */
static rsp_status check_complete(const operand_maker *m, const operand *o) {
    return o->type.kind == RSP_DEBUG_STRUCTURE && o->type.size == 0
               ? operand_fail(m, RSP_UNSUPPORTED,
                              "the debug information does not have the members of its class (clang needs "
                              "-fstandalone-debug)")
               : RSP_OK;
}

rsp_status operand_member(const operand_maker *m, operand *base, rsp_bytes name) {
    rsp_debug_member member;
    rsp_status status = base->type.kind == RSP_DEBUG_POINTER ? operand_follow(m, base) : RSP_OK;
    if (status != RSP_OK)
        return status;
    if (base->type.kind != RSP_DEBUG_STRUCTURE)
        return operand_fail(m, RSP_UNSUPPORTED, "this is no structure, union or class");
    if (base->kind != OPERAND_MEMORY && base->kind != OPERAND_PIECES)
        return operand_fail(m, RSP_UNSUPPORTED, "this structure is not in memory");
    status = check_complete(m, base);
    if (status != RSP_OK)
        return status;
    status = rsp_debug_member_find(m->file, &base->type, name, &member);
    if (status == RSP_UNSUPPORTED)
        return operand_fail(m, status, "the place of a virtual base class is not known before it runs");
    if (status == RSP_LIMIT)
        return operand_fail(m, status, "the structure has too many members to find this one");
    if (status != RSP_OK)
        return rsp_fail_offset(m->error, RSP_NOT_FOUND, "condition", m->offset, "no member '%.*s'%s%s",
                               (int)(name.len < 64 ? name.len : 64), (const char *)name.ptr,
                               base->type.name ? " in " : "", base->type.name ? base->type.name : "");
    *base = operand_move(m, base, member.offset);
    base->ref = member.type;
    base->bit_size = member.bit_size;
    base->bit_offset = member.bit_offset;
    if (rsp_debug_type_read(m->file, member.type, &base->type) != RSP_OK)
        return operand_fail(m, RSP_UNSUPPORTED, "the debug information of its type is damaged");
    status = piece_settle(m, base);
    return status == RSP_OK ? settle(m, base) : status;
}

rsp_status operand_address_of(const operand_maker *m, operand *o) {
    if (o->kind != OPERAND_MEMORY || o->bit_size > 0)
        return operand_fail(m, RSP_UNSUPPORTED, "this has no address");
    rsp_debug_type type = {.kind = RSP_DEBUG_POINTER, .size = 8, .target = o->ref};
    operand address = address_text(m, o);
    *o = operand_text(address.text, address.bind, type);
    return RSP_OK;
}

/* --- operators --------------------------------------------------------------------------------------------
 */

/* The type in which C computes: at least int. */
static rsp_debug_type promoted(const operand *o) {
    if (o->type.kind == RSP_DEBUG_POINTER)
        return operand_integer(8, false);
    if (o->type.size < 4)
        return operand_integer(4, true);
    return operand_integer(o->type.size, o->type.is_signed);
}

/* C's usual arithmetic conversions. */
static rsp_debug_type common_type(const operand *left, const operand *right) {
    rsp_debug_type a = promoted(left);
    rsp_debug_type b = promoted(right);
    if (a.size != b.size)
        return a.size > b.size ? a : b;
    return a.is_signed ? b : a;
}

/* A signed number becomes an unsigned one of 32 bits; every other conversion leaves the 64 bits alone. */
static operand converted(const operand_maker *m, const operand *o, const rsp_debug_type *type) {
    rsp_debug_type own = promoted(o);
    bool cut = type->size == 4 && !type->is_signed && own.is_signed && own.size == 4;
    bool plain = o->kind == OPERAND_CONSTANT && o->number <= INT32_MAX;
    return cut && !plain ? operand_narrow(m, o, *type) : *o;
}

rsp_status operand_prefix(const operand_maker *m, operand *o, char sign) {
    char text[2] = {sign, 0};
    rsp_status status = operand_value(m, o);
    if (status != RSP_OK)
        return status;
    if (float_is(o))
        return float_prefix(m, o, sign);
    if (sign != '!' && o->type.kind == RSP_DEBUG_POINTER)
        return operand_fail(m, RSP_UNSUPPORTED, "this operator is not for pointers");
    rsp_debug_type type = sign == '!' ? operand_integer(4, true) : promoted(o);
    if (o->kind == OPERAND_CONSTANT) {
        uint64_t number = sign == '-'   ? 0 - o->number
                          : sign == '~' ? ~o->number
                          : sign == '!' ? !o->number
                                        : o->number;
        *o = operand_constant(extended(number, type.size, type.is_signed), type);
        return RSP_OK;
    }
    if (sign == '+') {
        o->type = type;
        return RSP_OK;
    }
    operand wide = operand_text(bracketed(m, text, operand_bind(m, o, BIND_PREFIX), ""), BIND_PREFIX, type);
    *o = sign == '!' ? wide : operand_narrow(m, &wide, type);
    return RSP_OK;
}

static operand combined(const operand_maker *m, const operand *left, const operand *right, const char *sign,
                        int bind, rsp_debug_type type) {
    rsp_bytes a = operand_bind(m, left, bind);
    rsp_bytes b = operand_bind(m, right, bind + 1);
    const char *between = rsp_arena_printf(m->arena, " %s ", sign);
    return operand_text(join(m, a, between, b, ""), bind, type);
}

static const char *spell(const operand_maker *m, rsp_bytes sign, bool is_unsigned) {
    return rsp_arena_printf(m->arena, "%.*s%s", (int)sign.len, (const char *)sign.ptr,
                            is_unsigned ? "u" : "");
}

static rsp_status compare(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign,
                          int bind) {
    rsp_debug_type type = common_type(left, right);
    operand a = converted(m, left, &type);
    operand b = converted(m, right, &type);
    bool is_unsigned = bind == BIND_LESS && type.size == 8 && !type.is_signed;
    *left = combined(m, &a, &b, spell(m, sign, is_unsigned), bind, operand_integer(4, true));
    return RSP_OK;
}

/* p + n, n + p, p - n, p - q. */
static rsp_status pointer_sum(const operand_maker *m, operand *left, const operand *right, bool minus) {
    bool both = left->type.kind == RSP_DEBUG_POINTER && right->type.kind == RSP_DEBUG_POINTER;
    const operand *pointer = left->type.kind == RSP_DEBUG_POINTER ? left : right;
    const operand *steps = pointer == left ? right : left;
    rsp_debug_type target;
    if (rsp_debug_type_read(m->file, pointer->type.target, &target) != RSP_OK || step_of(&target) == 0)
        return operand_fail(m, RSP_UNSUPPORTED, "the size of what it points to is not known");
    if ((both && !minus) || (minus && pointer == right && !both))
        return operand_fail(m, RSP_UNSUPPORTED, "pointers are not added");
    if (both) {
        operand bytes = combined(m, left, right, "-", BIND_SUM, operand_integer(8, true));
        operand size = operand_constant(step_of(&target), operand_integer(8, true));
        *left = step_of(&target) == 1 ? bytes : combined(m, &bytes, &size, "/", BIND_PRODUCT, bytes.type);
        return RSP_OK;
    }
    operand place = {.kind = OPERAND_MEMORY, .text = pointer->text, .bind = pointer->bind};
    if (pointer->kind == OPERAND_CONSTANT)
        place.number = pointer->number;
    rsp_debug_type type = pointer->type;
    operand number = *steps;
    advance(m, &place, &number, step_of(&target), minus);
    operand address = address_text(m, &place);
    *left = operand_text(address.text, address.bind, type);
    return RSP_OK;
}

static rsp_status arithmetic(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign,
                             int bind) {
    char c = (char)sign.ptr[0];
    bool pointers = left->type.kind == RSP_DEBUG_POINTER || right->type.kind == RSP_DEBUG_POINTER;
    if (pointers && bind == BIND_SUM)
        return pointer_sum(m, left, right, c == '-');
    if (pointers)
        return operand_fail(m, RSP_UNSUPPORTED, "this operator is not for pointers");
    rsp_debug_type type = bind == BIND_SHIFT ? promoted(left) : common_type(left, right);
    operand a = converted(m, left, &type);
    operand b = bind == BIND_SHIFT ? *right : converted(m, right, &type);
    bool divides = c == '/' || c == '%';
    bool is_unsigned = !type.is_signed && type.size == 8 && (divides || c == '>');
    operand wide = combined(m, &a, &b, spell(m, sign, is_unsigned), bind, type);
    bool exact = bind < BIND_SHIFT || c == '>' || c == '%' || (c == '/' && !type.is_signed);
    *left = exact ? wide : operand_narrow(m, &wide, type);
    return RSP_OK;
}

/* --- texts ------------------------------------------------------------------------------------------------
 */

/* Bytes of the text from `from` on that one access can compare. */
static size_t piece_of(size_t from, size_t whole, bool all_there) {
    size_t most = whole - from;
    size_t piece = 8;
    if (!all_there)
        return 1; /* behind a shorter text there may be no memory */
    while (piece > most)
        piece /= 2;
    return piece;
}

static uint64_t piece_number(const token *string, size_t from, size_t len) {
    uint64_t number = 0;
    for (size_t i = len; i-- > 0;)
        number = number << 8 | (from + i < string->length ? string->bytes[from + i] : 0);
    return number;
}

static bool is_text(const operand_maker *m, const operand *o) {
    rsp_debug_type target;
    bool points = o->type.kind == RSP_DEBUG_ARRAY || o->type.kind == RSP_DEBUG_POINTER;
    return points && rsp_debug_type_read(m->file, o->type.target, &target) == RSP_OK &&
           target.kind == RSP_DEBUG_INTEGER && target.size == 1;
}

operand operand_same_bytes(const operand_maker *m, const operand *place, const token *string, size_t whole,
                           bool all_there) {
    rsp_buf text = {0};
    for (size_t at = 0; at < whole;) {
        size_t piece = piece_of(at, whole, all_there);
        operand here = operand_move(m, place, at);
        rsp_bytes address = operand_bind(m, &here, 0);
        rsp_buf_printf(&text, "%su%u[%.*s] == %" PRIu64, at > 0 ? " && " : "", (unsigned)(8 * piece),
                       (int)address.len, (const char *)address.ptr, piece_number(string, at, piece));
        at += piece;
    }
    bool several = piece_of(0, whole, all_there) < whole;
    rsp_bytes all = printed(rsp_arena_str(m->arena, rsp_buf_cstr(&text)));
    rsp_buf_free(&text);
    return operand_text(all, several ? BIND_BOTH : BIND_EQUAL, operand_integer(4, true));
}

/* Equal are all bytes and the end, which an array that is full does not have. */
static rsp_status compare_text(const operand_maker *m, operand *o, const token *string, bool negated) {
    const rsp_debug_holder holder = holder_of(m, o);
    if (holder.kind == RSP_DEBUG_HOLDS_TEXT)
        return holder_compare(m, &holder, o, string, negated);
    if (!is_text(m, o)) {
        const rsp_status status = check_complete(m, o);
        return status != RSP_OK
                   ? status
                   : operand_fail(m, RSP_UNSUPPORTED, "only characters are compared with a text");
    }
    rsp_debug_type result = operand_integer(4, true);
    bool array = o->type.kind == RSP_DEBUG_ARRAY && o->kind == OPERAND_MEMORY;
    size_t whole = string->length + 1;
    if (array && o->type.has_count && string->length > o->type.count) {
        *o = operand_constant(negated, result);
        return RSP_OK;
    }
    if (array && o->type.has_count && string->length == o->type.count)
        whole = string->length;
    if (whole == 0) {
        *o = operand_constant(!negated, result);
        return RSP_OK;
    }
    operand place = *o;
    if (!array) {
        rsp_status status = operand_value(m, o);
        if (status != RSP_OK)
            return status;
        place = (operand){.kind = OPERAND_MEMORY, .text = o->text, .bind = o->bind};
    }
    operand same = operand_same_bytes(m, &place, string, whole, array && o->type.has_count);
    *o = negated ? operand_text(bracketed(m, "!(", same.text, ")"), BIND_PREFIX, result) : same;
    return RSP_OK;
}

/* The thread's name in words of eight bytes, up to the one that has the end of the text. */
static rsp_status compare_name(const operand_maker *m, operand *o, const token *string, bool negated) {
    rsp_buf text = {0};
    for (size_t at = 0; at <= string->length; at += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && at + i < string->length; i++)
            word |= (uint64_t)(uint8_t)string->bytes[at + i] << (8 * i);
        rsp_buf_printf(&text, "%s$_name%zu %s %" PRIu64,
                       at == 0   ? ""
                       : negated ? " || "
                                 : " && ",
                       at / 8, negated ? "!=" : "==", word);
    }
    int bind = string->length < 8 ? BIND_EQUAL : negated ? BIND_EITHER : BIND_BOTH;
    rsp_status status = text.status;
    *o = operand_text(rsp_arena_bytes(m->arena, rsp_buf_bytes(&text)), bind, operand_integer(4, true));
    rsp_buf_free(&text);
    return status == RSP_OK ? RSP_OK : operand_fail(m, status, "no memory for the condition");
}

static rsp_status on_integers(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign,
                              int bind) {
    if (bind == BIND_EQUAL || bind == BIND_LESS)
        return compare(m, left, right, sign, bind);
    if (bind > BIND_BOTH)
        return arithmetic(m, left, right, sign, bind);
    *left = combined(m, left, right, spell(m, sign, false), bind, operand_integer(4, true));
    return RSP_OK;
}

static rsp_status on_floats(const operand_maker *m, operand *left, operand *right, rsp_bytes sign, int bind) {
    if (bind == BIND_EQUAL || bind == BIND_LESS)
        return float_compare(m, left, right, sign);
    if (bind > BIND_BOTH)
        return operand_fail(m, RSP_UNSUPPORTED,
                            "floating-point values are compared in a condition, but not computed with");
    if (float_is(left))
        float_truth(m, left);
    if (float_is(right))
        float_truth(m, right);
    return on_integers(m, left, right, sign, bind);
}

rsp_status operand_binary(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign,
                          int bind) {
    operand other = *right;
    bool string = left->kind == OPERAND_STRING || right->kind == OPERAND_STRING;
    if (string && bind == BIND_EQUAL && left->kind != right->kind) {
        const token *text = left->kind == OPERAND_STRING ? left->string : right->string;
        if (left->kind == OPERAND_STRING)
            *left = *right;
        if (left->kind == OPERAND_NAME)
            return compare_name(m, left, text, sign.ptr[0] == '!');
        return compare_text(m, left, text, sign.ptr[0] == '!');
    }
    rsp_status status = operand_value(m, left);
    if (status == RSP_OK)
        status = operand_value(m, &other);
    if (status != RSP_OK)
        return status;
    if (float_is(left) || float_is(&other))
        return on_floats(m, left, &other, sign, bind);
    return on_integers(m, left, &other, sign, bind);
}
