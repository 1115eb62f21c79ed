/* Functions of the classes are not called: what they would say is read from the members.
 * A text's length is compared first, so that its bytes are there when they are read.
 * See source_holder.h. */
/* SPDX-License-Identifier: MIT */
#include "source_holder.h"

#include "source_piece.h"

rsp_debug_holder holder_of(const operand_maker *m, const operand *o) {
    return (o->kind == OPERAND_MEMORY || o->kind == OPERAND_PIECES) && o->type.kind == RSP_DEBUG_STRUCTURE
               ? rsp_debug_holder_of(m->file, &o->type)
               : (rsp_debug_holder){0};
}

static rsp_status part(const operand_maker *m, const rsp_debug_member *member, operand *o) {
    *o = operand_move(m, o, member->offset);
    o->ref = member->type;
    return rsp_debug_type_read(m->file, o->ref, &o->type) == RSP_OK
               ? piece_settle(m, o)
               : operand_fail(m, RSP_UNSUPPORTED, "the debug information of its type is damaged");
}

rsp_status holder_first(const operand_maker *m, const rsp_debug_holder *holder, operand *o) {
    return part(m, &holder->first, o);
}

/* An unsigned long, as the functions give. */
static rsp_status count(const operand_maker *m, const rsp_debug_holder *holder, operand *o) {
    operand first = *o;
    rsp_status status = holder_first(m, holder, &first);
    if (status != RSP_OK)
        return status;
    if (holder->kind == RSP_DEBUG_HOLDS_ARRAY) {
        *o = operand_constant(first.type.count, operand_integer(8, false));
        return RSP_OK;
    }
    status = part(m, &holder->last, o);
    if (status == RSP_OK)
        status = holder->kind == RSP_DEBUG_HOLDS_ROW ? operand_binary(m, o, &first, RSP_LIT("-"), BIND_SUM)
                                                     : operand_value(m, o);
    o->type = operand_integer(8, false);
    return status;
}

static bool is_one_of(rsp_bytes name, const char *const *names) {
    while (*names && !rsp_bytes_equal(name, rsp_bytes_str(*names)))
        names++;
    return *names != NULL;
}

rsp_status holder_call(const operand_maker *m, operand *o, rsp_bytes name) {
    static const char *const counts[] = {"size", "length", "empty", NULL};
    static const char *const places[] = {"data", "c_str", "get", NULL};
    rsp_status status = o->type.kind == RSP_DEBUG_POINTER ? operand_follow(m, o) : RSP_OK;
    if (status != RSP_OK)
        return status;
    const rsp_debug_holder holder = holder_of(m, o);
    const bool one = holder.kind == RSP_DEBUG_HOLDS_ONE;
    const bool known = holder.kind != RSP_DEBUG_HOLDS_NOTHING;
    if (known && !one && is_one_of(name, counts)) {
        status = count(m, &holder, o);
        return status == RSP_OK && name.ptr[0] == 'e' ? operand_prefix(m, o, '!') : status;
    }
    if (known && is_one_of(name, places)) {
        status = holder_first(m, &holder, o);
        return status == RSP_OK ? operand_value(m, o) : status;
    }
    return operand_fail(m, RSP_UNSUPPORTED,
                        "functions are not called in a condition; size(), length(), empty(), data(), c_str() "
                        "and get() of strings, vectors and pointers of the standard library are read");
}

rsp_status holder_compare(const operand_maker *m, const rsp_debug_holder *holder, operand *o,
                          const token *string, bool negated) {
    operand number = *o;
    rsp_status status = count(m, holder, &number);
    if (status == RSP_OK)
        status = holder_first(m, holder, o);
    if (status == RSP_OK)
        status = operand_value(m, o);
    if (status != RSP_OK)
        return status;
    const operand length = operand_constant(string->length, operand_integer(8, false));
    status = operand_binary(m, &number, &length, RSP_LIT("=="), BIND_EQUAL);
    if (status == RSP_OK && string->length > 0) {
        const operand place = {.kind = OPERAND_MEMORY, .text = o->text, .bind = o->bind, .number = o->number};
        const operand same = operand_same_bytes(m, &place, string, string->length, true);
        status = operand_binary(m, &number, &same, RSP_LIT("&&"), BIND_BOTH);
    }
    if (status == RSP_OK && negated)
        status = operand_prefix(m, &number, '!');
    *o = number;
    return status;
}
