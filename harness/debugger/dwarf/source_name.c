/* A location is written as a sum: register and offset, or an address with the bias added.
 * What is not in memory is in one or more pieces, and a number is read from its piece.
 * See source_name.h. */
/* SPDX-License-Identifier: MIT */
#include "source_name.h"

#include "debug_location.h"
#include "debug_presence.h"
#include "debug_variable.h"
#include "source_piece.h"

static rsp_status fail_name(const operand_maker *m, rsp_status status, rsp_bytes name, const char *why) {
    return rsp_fail_offset(m->error, status, "condition", m->offset, "'%.*s': %s",
                           (int)(name.len < 64 ? name.len : 64), (const char *)name.ptr, why);
}

/* What is not there may be there at other lines. */
static rsp_status fail_absent(const operand_maker *m, const rsp_source_place *place, rsp_status status,
                              rsp_bytes name, uint64_t entry, uint64_t size, const char *why) {
    rsp_debug_line lines[DEBUG_PRESENCE_LINES];
    const size_t num = debug_presence(place->file, entry, size, lines);
    const char *text = why;
    for (size_t i = 0; i < num; i++) {
        const char *slash = strrchr(lines[i].path, '/');
        text = i == 0
                   ? rsp_arena_printf(m->arena, "%s; it is there at %s:%u", text,
                                      slash ? slash + 1 : lines[i].path, lines[i].line)
                   : rsp_arena_printf(m->arena, "%s%s %u", text, i + 1 < num ? "," : " and", lines[i].line);
    }
    return fail_name(m, status, name, text);
}

static void operate(const operand_maker *m, const rsp_source_place *place, const rsp_debug_op *op,
                    operand *out) {
    static const char *const signs[] = {"+", "-", "*", "&", "|", "^", "<<", ">>u", ">>"};
    static const int binds[] = {BIND_SUM, BIND_SUM,   BIND_PRODUCT, BIND_AND,  BIND_OR,
                                BIND_XOR, BIND_SHIFT, BIND_SHIFT,   BIND_SHIFT};
    const rsp_debug_machine machine = rsp_debug_file_facts(place->file)->machine;
    const rsp_bytes left = operand_bind(m, out, BIND_WHOLE);
    if (op->kind == RSP_DEBUG_OP_NOT) {
        out->text = rsp_bytes_str(rsp_arena_printf(m->arena, "~%.*s", (int)left.len, (const char *)left.ptr));
        out->bind = BIND_PREFIX;
    } else {
        operand right = operand_constant(op->number, operand_integer(8, false));
        if (op->has_register)
            right = (operand){.kind = OPERAND_MEMORY,
                              .text = rsp_bytes_str(rsp_arena_printf(
                                  m->arena, "$%s", rsp_debug_register_name(machine, op->base))),
                              .bind = BIND_WHOLE,
                              .number = op->number};
        const rsp_bytes text = operand_bind(m, &right, BIND_WHOLE);
        out->text =
            rsp_bytes_str(rsp_arena_printf(m->arena, "%.*s %s %.*s", (int)left.len, (const char *)left.ptr,
                                           signs[op->kind], (int)text.len, (const char *)text.ptr));
        out->bind = binds[op->kind];
    }
    out->number = 0;
}

/* The description as a place: base with offset, read through pointers, and computed with. */
static operand place_of(const operand_maker *m, const rsp_source_place *place,
                        const rsp_debug_location *location) {
    operand out = {.kind = OPERAND_MEMORY, .number = location->offsets[0]};
    if (location->relocated)
        out.number += place->bias;
    if (location->has_register) {
        rsp_debug_machine machine = rsp_debug_file_facts(place->file)->machine;
        out.text = rsp_bytes_str(
            rsp_arena_printf(m->arena, "$%s", rsp_debug_register_name(machine, location->base)));
        out.bind = BIND_WHOLE;
    }
    for (size_t i = 0; i < location->num_loads; i++) {
        rsp_bytes address = operand_bind(m, &out, 0);
        out.text = rsp_bytes_str(
            rsp_arena_printf(m->arena, "u64[%.*s]", (int)address.len, (const char *)address.ptr));
        out.bind = BIND_WHOLE;
        out.number = location->offsets[i + 1];
    }
    for (size_t i = 0; i < location->num_ops; i++)
        operate(m, place, &location->ops[i], &out);
    return out;
}

/* The number of 64 bits that the description gives. */
static operand number_of(const operand_maker *m, const rsp_source_place *place,
                         const rsp_debug_location *location) {
    const rsp_debug_type type = operand_integer(8, false);
    const operand sum = place_of(m, place, location);
    if (sum.text.len == 0)
        return operand_constant(sum.number, type);
    const int bind = sum.number != 0 ? BIND_SUM : sum.bind;
    return operand_text(operand_bind(m, &sum, bind), bind, type);
}

/* The pieces as operands, in the arena. */
static rsp_status make_pieces(const operand_maker *m, const rsp_source_place *place,
                              const rsp_debug_pieces *found, operand *out) {
    operand_piece *pieces = rsp_arena_alloc(m->arena, found->num * sizeof *pieces);
    if (!pieces)
        return operand_fail(m, RSP_NO_MEMORY, "no memory for the condition");
    for (size_t i = 0; i < found->num; i++) {
        const rsp_debug_piece *piece = &found->items[i];
        pieces[i] = (operand_piece){.offset = piece->offset, .size = piece->size, .status = piece->status};
        if (piece->status != RSP_OK)
            pieces[i].why = rsp_arena_str(m->arena, piece->why);
        else if (piece->location.kind == RSP_DEBUG_IN_MEMORY)
            pieces[i].whole = place_of(m, place, &piece->location);
        else
            pieces[i].whole = number_of(m, place, &piece->location);
    }
    *out = (operand){.kind = OPERAND_PIECES, .pieces = pieces, .num_pieces = found->num};
    return RSP_OK;
}

/* A reference of C++ is followed by itself. */
static rsp_status settle(const operand_maker *m, operand *out) {
    return out->type.kind == RSP_DEBUG_POINTER && out->type.is_reference ? operand_follow(m, out) : RSP_OK;
}

static rsp_status variable_of(const operand_maker *m, const rsp_source_place *place, rsp_bytes name,
                              const rsp_debug_variable *variable, operand *out) {
    rsp_debug_pieces pieces;
    rsp_debug_type type;
    rsp_error why = {0};
    if (rsp_debug_type_read(place->file, variable->type, &type) != RSP_OK)
        return fail_name(m, RSP_UNSUPPORTED, name, "the debug information of its type is damaged");
    rsp_status status =
        rsp_debug_location_pieces(place->file, variable->entry, place->address, type.size, &pieces, &why);
    if (status != RSP_OK)
        return fail_absent(m, place, status, name, variable->entry, type.size, why.msg);
    const rsp_debug_piece *first = &pieces.items[0];
    if (pieces.num == 1 && first->status == RSP_OK && first->location.kind == RSP_DEBUG_IN_MEMORY)
        *out = place_of(m, place, &first->location);
    else
        status = make_pieces(m, place, &pieces, out);
    if (status != RSP_OK)
        return status;
    out->type = type;
    out->ref = variable->type;
    operand_maker quiet = *m;
    quiet.error = &why;
    status = piece_settle(&quiet, out);
    return status == RSP_OK ? settle(m, out) : fail_name(m, status, name, why.msg);
}

/* In a member function of C++ a member needs no `this`. */
static rsp_status member_of_this(const operand_maker *m, const rsp_source_place *place, rsp_bytes name,
                                 operand *out) {
    rsp_debug_variable self;
    rsp_bytes word = RSP_LIT("this");
    rsp_error ignored;
    operand_maker quiet = *m;
    quiet.error = &ignored;
    if (rsp_debug_variable_find_outside(place->file, place->address, place->inner, word, &self) != RSP_OK ||
        self.kind == RSP_DEBUG_GLOBAL || variable_of(&quiet, place, word, &self, out) != RSP_OK)
        return RSP_NOT_FOUND;
    return operand_member(&quiet, out, name) == RSP_OK ? RSP_OK : RSP_NOT_FOUND;
}

static bool constant_word(rsp_bytes name, operand *out) {
    bool yes = rsp_bytes_equal(name, RSP_LIT("true"));
    if (!yes && !rsp_bytes_equal(name, RSP_LIT("false")) && !rsp_bytes_equal(name, RSP_LIT("nullptr")) &&
        !rsp_bytes_equal(name, RSP_LIT("NULL")))
        return false;
    *out = operand_constant(yes, operand_integer(4, true));
    return true;
}

rsp_status source_name_find(const operand_maker *m, const rsp_source_place *place, rsp_bytes name,
                            operand *out, bool *out_variable) {
    rsp_debug_variable variable;
    rsp_debug_type_ref type = {0};
    uint64_t number = 0;
    rsp_status status =
        rsp_debug_variable_find_outside(place->file, place->address, place->inner, name, &variable);
    bool global = status == RSP_OK && variable.kind == RSP_DEBUG_GLOBAL;
    *out_variable = true;
    if (status == RSP_OK && !global)
        return variable_of(m, place, name, &variable, out);
    if (member_of_this(m, place, name, out) == RSP_OK)
        return RSP_OK;
    if (global)
        return variable_of(m, place, name, &variable, out);
    *out_variable = false;
    if (rsp_debug_enumerator_find(place->file, place->address, name, &number, &type) == RSP_OK) {
        *out = operand_constant(number, operand_integer(4, true));
        if (rsp_debug_type_read(place->file, type, &out->type) == RSP_OK && out->type.size > 0)
            *out = operand_narrow(m, out, out->type);
        return RSP_OK;
    }
    if (constant_word(name, out))
        return RSP_OK;
    return fail_name(m, RSP_NOT_FOUND, name, "no such variable here");
}
