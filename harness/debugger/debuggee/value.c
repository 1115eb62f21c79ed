/* A part's expression is its parent's with a member or index added: evaluating it gives the same place.
 * A base class has no expression of its own, and its members have that of the object.
 * See value.h. */
/* SPDX-License-Identifier: MIT */
#include "value.h"

#include "core/limits.h"
#include "dwarf/debug_holder.h"
#include "dwarf/debug_value.h"
#include "value_piece.h"

#include <assert.h>
#include <inttypes.h>

enum { SCOPE_VARIABLES = 1024, MEMBERS_AT_A_TIME = 64 };

static const rsp_debug_file *file_of(const rsp_value *value) {
    return value->module ? value->module->opened.file : NULL;
}

/* --- variables --------------------------------------------------------------------------------------------
 */

/* Where the variable is, and what. */
static rsp_status locate(const rsp_stack *stack, const rsp_stack_frame *frame,
                         const rsp_debug_variable *variable, rsp_value *out) {
    rsp_debug_pieces pieces;
    rsp_error why = {0};
    rsp_status status = rsp_debug_location_pieces(file_of(out), variable->entry, frame->address,
                                                  out->type.size, &pieces, &why);
    if (status == RSP_OK)
        return value_pieces_make(stack, frame, &pieces, out);
    out->trouble = rsp_arena_str(stack->stopped->arena, why.msg);
    return RSP_OK;
}

static rsp_status make_variable(const rsp_stack *stack, const rsp_stack_frame *frame,
                                const rsp_debug_variable *variable, rsp_value *out) {
    *out = (rsp_value){
        .name = variable->name, .expression = variable->name, .module = frame->module, .ref = variable->type};
    if (rsp_debug_type_read(file_of(out), variable->type, &out->type) != RSP_OK) {
        out->trouble = "the debug information of its type is damaged";
        return RSP_OK;
    }
    return locate(stack, frame, variable, out);
}

static bool is_named_before(const rsp_debug_variable *variables, size_t num, const char *name) {
    for (size_t i = 0; i < num; i++)
        if (strcmp(variables[i].name, name) == 0)
            return true;
    return false;
}

/* Those of the frame's own scopes. */
static size_t own_variables(const rsp_stack_frame *frame, rsp_debug_variable *out, size_t cap) {
    size_t num = rsp_debug_variables_at(frame->module->opened.file, frame->address, out, cap);
    size_t kept = 0;
    for (size_t i = 0; i < num; i++)
        if (out[i].depth >= frame->inner && out[i].depth <= frame->outer)
            out[kept++] = out[i];
    return kept;
}

rsp_status rsp_values_of_frame(const rsp_stack *stack, const rsp_stack_frame *frame, bool globals,
                               size_t first, rsp_value *out, size_t cap, size_t *out_num) {
    rsp_status status = RSP_OK;
    *out_num = 0;
    if (!frame->module || !frame->module->opened.file || (!globals && !frame->has_debug))
        return RSP_OK;
    rsp_debug_variable *all =
        rsp_arena_alloc(stack->stopped->arena, SCOPE_VARIABLES * sizeof(rsp_debug_variable));
    if (!all)
        return RSP_NO_MEMORY;
    size_t num =
        globals ? rsp_debug_globals_at(frame->module->opened.file, frame->address, 0, all, SCOPE_VARIABLES)
                : own_variables(frame, all, SCOPE_VARIABLES);
    for (size_t i = first; i < num && *out_num < cap && status == RSP_OK; i++) {
        rsp_value *value = &out[(*out_num)++];
        status = make_variable(stack, frame, &all[i], value);
        if (globals || !is_named_before(all, i, all[i].name))
            continue;
        value->role = RSP_VALUE_HIDDEN;
        value->expression = NULL;
        value->name = rsp_arena_printf(stack->stopped->arena, "%s@%u", all[i].name, (unsigned)all[i].line);
    }
    return status;
}

rsp_status rsp_value_of_name(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes name,
                             rsp_value *out) {
    rsp_debug_variable variable;
    if (!frame->module || !frame->module->opened.file)
        return RSP_NOT_FOUND;
    rsp_status status = rsp_debug_variable_find_outside(frame->module->opened.file, frame->address,
                                                        frame->inner, name, &variable);
    return status == RSP_OK ? make_variable(stack, frame, &variable, out) : status;
}

/* --- numbers ----------------------------------------------------------------------------------------------
 */

static uint64_t extended(uint64_t number, uint32_t bits, bool is_signed) {
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    bool negative = is_signed && bits > 0 && bits < 64 && number >> (bits - 1) & 1;
    return negative ? number | ~mask : number & mask;
}

rsp_status rsp_value_number(const rsp_stack *stack, const rsp_value *value, uint64_t *out) {
    assert(out);
    value_reader reader;
    *out = value->number;
    if (value->trouble)
        return RSP_FAULT;
    if (!value_is_read(value))
        return RSP_OK;
    size_t len =
        value->bit_size > 0 ? (value->bit_offset + value->bit_size + 7) / 8 : (size_t)value->type.size;
    if (len == 0 || len > 8 || value->type.size > 8)
        return RSP_UNSUPPORTED;
    const rsp_debug_thread thread = value_reader_begin(&reader, stack, value);
    rsp_status status = rsp_debug_thread_read(&thread, value->address, len, out);
    if (status != RSP_OK)
        return status;
    *out = value->bit_size > 0 ? extended(*out >> value->bit_offset, value->bit_size, value->type.is_signed)
                               : rsp_debug_number_cut(&value->type, *out);
    return RSP_OK;
}

/* A pointer of the standard library is the pointer in it. */
static rsp_value as_pointer(const rsp_value *value) {
    rsp_value out = *value;
    const bool structure =
        !value->trouble && value->type.kind == RSP_DEBUG_STRUCTURE && value_is_read(value) && file_of(value);
    const rsp_debug_holder holder =
        structure ? rsp_debug_holder_of(file_of(value), &value->type) : (rsp_debug_holder){0};
    if (holder.kind != RSP_DEBUG_HOLDS_ONE ||
        rsp_debug_type_read(file_of(value), holder.first.type, &out.type) != RSP_OK)
        return *value;
    out.ref = holder.first.type;
    out.address += holder.first.offset;
    value_piece_settle(&out);
    return out;
}

/* Where the object is that has the members: the value itself, or what a pointer to a structure or a reference
 * leads to. RSP_NOT_FOUND: nowhere. */
static rsp_status object_of(const rsp_stack *stack, const rsp_value *value, rsp_value *out) {
    rsp_debug_type target;
    *out = *value;
    if (value->trouble)
        return RSP_NOT_FOUND;
    if (value->type.kind != RSP_DEBUG_POINTER)
        return value_is_read(value) ? RSP_OK : RSP_NOT_FOUND;
    if (rsp_debug_type_read(file_of(value), value->type.target, &target) != RSP_OK ||
        (target.kind != RSP_DEBUG_STRUCTURE && !value->type.is_reference))
        return RSP_NOT_FOUND;
    rsp_status status = rsp_value_number(stack, value, &out->address);
    if (status == RSP_OK && out->address == 0)
        return RSP_NOT_FOUND;
    out->home = RSP_VALUE_IN_MEMORY;
    out->bit_size = 0;
    out->ref = value->type.target;
    out->type = target;
    return status;
}

/* What only means that there is nothing to see. */
static rsp_status unless_ended(const rsp_stack *stack, rsp_status status) {
    return status == RSP_NO_MEMORY ? status : stack->stopped->memory->ended;
}

/* --- parts ------------------------------------------------------------------------------------------------
 */

/* A pointer to something else than a structure has one part; to void, functions and nothing none. */
static bool has_pointee(const rsp_stack *stack, const rsp_value *value, uint64_t *out_address,
                        rsp_debug_type *out_type) {
    if (value->type.kind != RSP_DEBUG_POINTER || value->type.is_reference ||
        rsp_debug_type_read(file_of(value), value->type.target, out_type) != RSP_OK)
        return false;
    switch (out_type->kind) {
    case RSP_DEBUG_VOID:
    case RSP_DEBUG_FUNCTION:
    case RSP_DEBUG_STRUCTURE:
        return false;
    case RSP_DEBUG_BOOLEAN:
    case RSP_DEBUG_INTEGER:
    case RSP_DEBUG_FLOAT:
    case RSP_DEBUG_POINTER:
    case RSP_DEBUG_ARRAY:
    case RSP_DEBUG_ENUMERATION:
    case RSP_DEBUG_OTHER:
        break;
    }
    return rsp_value_number(stack, value, out_address) == RSP_OK && *out_address != 0;
}

/* The elements of a vector: a list of them, of which the class has only the ends. False: it is no vector, or
 * not a whole one, and has its members. */
static bool as_row(const rsp_stack *stack, const rsp_value *object, rsp_value *out) {
    value_reader reader;
    uint64_t num = 0;
    *out = *object;
    if (object->type.kind != RSP_DEBUG_STRUCTURE)
        return false;
    const rsp_debug_holder holder = rsp_debug_holder_of(file_of(object), &object->type);
    const rsp_debug_thread thread = value_reader_begin(&reader, stack, object);
    if (holder.kind != RSP_DEBUG_HOLDS_ROW ||
        rsp_debug_holder_range(&holder, &thread, object->address, &out->address, &num) != RSP_OK)
        return false;
    out->home = RSP_VALUE_IN_MEMORY;
    out->type =
        (rsp_debug_type){.kind = RSP_DEBUG_ARRAY, .target = holder.element, .has_count = true, .count = num};
    return true;
}

rsp_status rsp_value_count(const rsp_stack *stack, const rsp_value *given, uint64_t *out_named,
                           uint64_t *out_indexed) {
    const rsp_value pointer = as_pointer(given);
    const rsp_value *value = &pointer;
    rsp_value object;
    rsp_value row;
    rsp_debug_type target;
    uint64_t address = 0;
    *out_named = 0;
    *out_indexed = 0;
    if (value->trouble)
        return RSP_OK;
    if (has_pointee(stack, value, &address, &target)) {
        *out_named = 1;
        return RSP_OK;
    }
    rsp_status status = object_of(stack, value, &object);
    if (status == RSP_OK && as_row(stack, &object, &row))
        object = row;
    if (status == RSP_OK && object.type.kind == RSP_DEBUG_STRUCTURE)
        *out_named = rsp_debug_num_members(file_of(value), &object.type);
    if (status == RSP_OK && object.type.kind == RSP_DEBUG_ARRAY && object.type.has_count)
        *out_indexed = object.type.count;
    return status == RSP_OK ? RSP_OK : unless_ended(stack, status);
}

static void set_type(rsp_value *value) {
    if (!value->trouble && rsp_debug_type_read(file_of(value), value->ref, &value->type) != RSP_OK)
        value->trouble = "the debug information of its type is damaged";
}

static bool leads_by_arrow(const rsp_value *value) {
    return value->type.kind == RSP_DEBUG_POINTER && !value->type.is_reference;
}

static void make_member(const rsp_stack *stack, const rsp_value *around, const rsp_value *object,
                        const rsp_debug_member *member, rsp_value *out) {
    rsp_arena *arena = stack->stopped->arena;
    *out = (rsp_value){.name = member->name,
                       .module = object->module,
                       .ref = member->type,
                       .home = object->home,
                       .address = object->address + member->offset,
                       .pieces = object->pieces,
                       .num_pieces = object->num_pieces,
                       .bit_size = member->bit_size,
                       .bit_offset = member->bit_offset,
                       .role = member->is_base ? RSP_VALUE_BASE : RSP_VALUE_PLAIN};
    set_type(out);
    if (member->is_virtual)
        out->trouble = "the place of a virtual base class is not known before it runs";
    value_piece_settle(out);
    if (!member->name) {
        if (!member->is_base)
            out->role = RSP_VALUE_ANONYMOUS;
        out->name = member->is_base && out->type.name ? out->type.name : "(anonymous)";
        out->expression = around->expression;
        return;
    }
    if (around->expression)
        out->expression = rsp_arena_printf(arena, "%s%s%s", around->expression,
                                           leads_by_arrow(around) ? "->" : ".", member->name);
}

static rsp_status add_members(const rsp_stack *stack, const rsp_value *value, const rsp_value *object,
                              uint64_t first, rsp_value *out, size_t cap, size_t *num) {
    rsp_debug_member members[MEMBERS_AT_A_TIME];
    size_t got = MEMBERS_AT_A_TIME;
    while (*num < cap && got == MEMBERS_AT_A_TIME && first <= RSP_LIMIT_DEBUG_STEPS) {
        size_t room = cap - *num < MEMBERS_AT_A_TIME ? cap - *num : MEMBERS_AT_A_TIME;
        got = rsp_debug_members(file_of(value), &object->type, (size_t)first, members, room);
        for (size_t i = 0; i < got; i++)
            make_member(stack, value, object, &members[i], &out[(*num)++]);
        first += got;
        rsp_status status = rsp_stopped_breathe(stack->stopped);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static rsp_status add_elements(const rsp_stack *stack, const rsp_value *value, const rsp_value *object,
                               uint64_t first, rsp_value *out, size_t cap, size_t *num) {
    rsp_debug_type element;
    rsp_arena *arena = stack->stopped->arena;
    bool damaged = rsp_debug_type_read(file_of(value), object->type.target, &element) != RSP_OK;
    for (uint64_t i = first; i < object->type.count && *num < cap; i++) {
        rsp_value *part = &out[(*num)++];
        *part = (rsp_value){.name = rsp_arena_printf(arena, "[%" PRIu64 "]", i),
                            .module = object->module,
                            .ref = object->type.target,
                            .type = element,
                            .home = object->home,
                            .address = object->address + i * element.size,
                            .pieces = object->pieces,
                            .num_pieces = object->num_pieces};
        if (damaged || element.size == 0)
            part->trouble = "the size of an element is not known";
        if (value->expression)
            part->expression = rsp_arena_printf(arena, "%s[%" PRIu64 "]", value->expression, i);
        value_piece_settle(part);
        if (i % 1024 == 1023 && rsp_stopped_breathe(stack->stopped) != RSP_OK)
            return RSP_CANCELLED;
    }
    return RSP_OK;
}

static void make_pointee(const rsp_stack *stack, const rsp_value *pointer, uint64_t address,
                         const rsp_debug_type *type, rsp_value *out) {
    rsp_arena *arena = stack->stopped->arena;
    *out = (rsp_value){.name = rsp_arena_printf(arena, "*%s", pointer->name),
                       .module = pointer->module,
                       .ref = pointer->type.target,
                       .type = *type,
                       .address = address,
                       .role = RSP_VALUE_POINTEE};
    if (pointer->expression)
        out->expression = rsp_arena_printf(arena, "(*%s)", pointer->expression);
}

rsp_status rsp_value_parts(const rsp_stack *stack, const rsp_value *given, uint64_t first, rsp_value *out,
                           size_t cap, size_t *out_num) {
    const rsp_value pointer = as_pointer(given);
    const rsp_value *value = &pointer;
    rsp_value object;
    rsp_value row;
    rsp_debug_type target;
    uint64_t address = 0;
    *out_num = 0;
    if (value->trouble || cap == 0)
        return RSP_OK;
    if (has_pointee(stack, value, &address, &target)) {
        if (first == 0)
            make_pointee(stack, value, address, &target, &out[(*out_num)++]);
        return RSP_OK;
    }
    rsp_status status = object_of(stack, value, &object);
    if (status != RSP_OK)
        return unless_ended(stack, status);
    if (as_row(stack, &object, &row))
        object = row;
    if (object.type.kind == RSP_DEBUG_STRUCTURE)
        return add_members(stack, value, &object, first, out, cap, out_num);
    if (object.type.kind == RSP_DEBUG_ARRAY && object.type.has_count)
        return add_elements(stack, value, &object, first, out, cap, out_num);
    return RSP_OK;
}

bool rsp_value_memory(const rsp_stack *stack, const rsp_value *value, uint64_t *out) {
    *out = value->address;
    if (value->trouble)
        return false;
    if (value->type.kind == RSP_DEBUG_POINTER && value->bit_size == 0)
        return rsp_value_number(stack, value, out) == RSP_OK && *out != 0;
    return value->home == RSP_VALUE_IN_MEMORY;
}

rsp_value *rsp_value_copy(rsp_arena *arena, const rsp_value *value) {
    rsp_value *out = rsp_arena_alloc(arena, sizeof *out);
    if (!out)
        return NULL;
    *out = *value;
    out->name = rsp_arena_str(arena, value->name);
    out->expression = value->expression ? rsp_arena_str(arena, value->expression) : NULL;
    out->trouble = value->trouble ? rsp_arena_str(arena, value->trouble) : NULL;
    out->text = NULL;
    if (value->num_pieces > 0)
        out->pieces = value_pieces_copy(arena, value);
    return arena->status == RSP_OK ? out : NULL;
}

void rsp_value_type_append(rsp_buf *out, const rsp_value *value) {
    if (value->ref.entry != 0 && file_of(value))
        rsp_debug_type_append(out, file_of(value), value->ref);
    else if (value->type.name)
        rsp_buf_str(out, value->type.name);
    else if (value->type.kind == RSP_DEBUG_POINTER)
        rsp_buf_str(out, "pointer");
    else
        rsp_buf_printf(out, "%s%s", value->type.is_signed ? "" : "unsigned ",
                       value->type.size == 8 ? "long" : "int");
}
