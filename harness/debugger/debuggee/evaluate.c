/* The source is translated for the frame's place in the code, and run over the registers of the frame.
 * A name alone is looked up as a variable, for then its register is known, too.
 * See evaluate.h. */
/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "condition/condition.h"
#include "dwarf/debug_value.h"
#include "dwarf/source_condition.h"

#include <ctype.h>

enum { PARTS_AT_A_TIME = 32 };

static rsp_status read_named(void *ctx, uint64_t number, uint64_t *out_value) {
    const rsp_debug_thread *thread = ctx;
    return thread->read_register(thread->ctx, (uint32_t)number, out_value);
}

static rsp_status read_bytes(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_debug_thread *thread = ctx;
    return thread->read_memory(thread->ctx, address, dst, len);
}

static rsp_status find_register(void *ctx, rsp_bytes name, uint64_t *out_number) {
    const rsp_debug_file *file = ctx;
    for (uint32_t i = 0; i < RSP_DEBUG_NUMBERS; i++) {
        const char *known = rsp_debug_register_name(rsp_debug_file_facts(file)->machine, i);
        if (!known || !rsp_bytes_equal(rsp_bytes_str(known), name))
            continue;
        *out_number = i;
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

rsp_status rsp_evaluate_translated(uint64_t *out, const rsp_debug_thread *thread, const rsp_debug_file *file,
                                   rsp_bytes text, rsp_arena *arena, rsp_error *error) {
    const rsp_condition *condition = NULL;
    rsp_error ignored = {0};
    const rsp_condition_names names = {.ctx = (void *)file, .find_register = find_register};
    const rsp_condition_host host = {
        .ctx = (void *)thread, .read_register = read_named, .read_memory = read_bytes};
    rsp_status status = rsp_condition_parse(&condition, arena, text, &names, &ignored);
    if (status != RSP_OK)
        return rsp_fail(error, status, "%s", ignored.msg);
    status = rsp_condition_eval(out, condition, &host, &ignored);
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, status, "%s",
                    status == RSP_RANGE       ? "division by zero"
                    : status == RSP_FAULT     ? "memory that it needs cannot be read"
                    : status == RSP_NOT_FOUND ? "a register that it needs is not known in this frame"
                                              : rsp_status_text(status));
}

static rsp_bytes trimmed(rsp_bytes source) {
    while (source.len > 0 && isspace(source.ptr[0]))
        source = rsp_bytes_from(source, 1);
    while (source.len > 0 && isspace(source.ptr[source.len - 1]))
        source.len--;
    return source;
}

static bool is_name(rsp_bytes source) {
    for (size_t i = 0; i < source.len; i++)
        if (!isalnum(source.ptr[i]) && source.ptr[i] != '_' && source.ptr[i] != ':')
            return false;
    return source.len > 0 && !isdigit(source.ptr[0]);
}

/* Members and elements can be added to it as it is. */
static bool is_postfix(rsp_bytes source) {
    for (size_t i = 0; i < source.len; i++) {
        uint8_t c = source.ptr[i];
        bool arrow = (c == '-' && i + 1 < source.len && source.ptr[i + 1] == '>') ||
                     (c == '>' && i > 0 && source.ptr[i - 1] == '-');
        if (!isalnum(c) && !strchr("_:.[]", c) && !arrow)
            return false;
    }
    return true;
}

/* A name alone; a global of its name as a member of `this` is the translation's affair. */
static rsp_status evaluate_name(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                                rsp_value *out) {
    rsp_debug_variable variable;
    if (!is_name(source) || !frame->module || !frame->module->opened.file ||
        rsp_debug_variable_find_outside(frame->module->opened.file, frame->address, frame->inner, source,
                                        &variable) != RSP_OK ||
        variable.kind == RSP_DEBUG_GLOBAL)
        return RSP_NOT_FOUND;
    return rsp_value_of_name(stack, frame, source, out);
}

static rsp_status translate_and_run(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                                    rsp_arena *arena, rsp_value *out, rsp_error *error) {
    rsp_stack_reader storage;
    rsp_source_condition found;
    uint64_t number = 0;
    const rsp_debug_thread thread = rsp_stack_frame_reader(&storage, stack, frame);
    const rsp_source_place place = {.file = frame->module->opened.file,
                                    .address = frame->address,
                                    .bias = frame->module->bias,
                                    .inner = frame->inner};
    rsp_status status = rsp_source_expression_compile(&found, arena, source, &place, error);
    if (status == RSP_OK)
        status = rsp_evaluate_translated(&number, &thread, frame->module->opened.file, found.value.text,
                                         arena, error);
    if (status != RSP_OK)
        return status;
    const char *text = rsp_arena_printf(stack->stopped->arena, is_postfix(source) ? "%.*s" : "(%.*s)",
                                        (int)source.len, (const char *)source.ptr);
    *out = (rsp_value){
        .name = text,
        .expression = text,
        .module = frame->module,
        .ref = found.value.ref,
        .type = found.value.type,
        .home = found.value.is_address ? RSP_VALUE_IN_MEMORY : RSP_VALUE_COMPUTED,
        .address = found.value.is_address ? number : 0,
        .number = found.value.is_address ? 0 : number,
    };
    return RSP_OK;
}

/* Where "a.b" and "a->b" are cut; `len`: nowhere. */
static size_t last_member(rsp_bytes source) {
    size_t i = source.len;
    while (i > 0 && (isalnum(source.ptr[i - 1]) || source.ptr[i - 1] == '_'))
        i--;
    if (i > 1 && i < source.len && source.ptr[i - 1] == '.')
        return i - 1;
    return i > 2 && i < source.len && source.ptr[i - 1] == '>' && source.ptr[i - 2] == '-' ? i - 2
                                                                                           : source.len;
}

/* The part of that name. */
static rsp_status find_part(const rsp_stack *stack, const rsp_value *around, rsp_bytes name, rsp_value *out) {
    size_t got = PARTS_AT_A_TIME;
    for (uint64_t first = 0; got == PARTS_AT_A_TIME; first += got) {
        rsp_value parts[PARTS_AT_A_TIME];
        const rsp_status status = rsp_value_parts(stack, around, first, parts, PARTS_AT_A_TIME, &got);
        if (status != RSP_OK)
            return status;
        for (size_t i = 0; i < got; i++)
            if (rsp_bytes_equal(rsp_bytes_str(parts[i].name), name)) {
                *out = parts[i];
                return RSP_OK;
            }
    }
    return RSP_NOT_FOUND;
}

/* A name, or "a.b.c" of a structure in pieces: what has no address cannot be translated, but is found part by
 * part. */
static rsp_status evaluate_part(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                                rsp_value *out) {
    rsp_bytes rest = source;
    rsp_status status = evaluate_name(stack, frame, trimmed(rsp_bytes_split(&rest, '.')), out);
    while (status == RSP_OK && rest.len > 0) {
        const rsp_value around = *out;
        status = around.home == RSP_VALUE_IN_PIECES
                     ? find_part(stack, &around, trimmed(rsp_bytes_split(&rest, '.')), out)
                     : RSP_NOT_FOUND;
    }
    return status;
}

/* A bit-field has a place all the same: as a part of what it is a member of. */
static void find_bits(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                      rsp_arena *arena, rsp_value *out) {
    size_t cut = last_member(source);
    rsp_value around;
    rsp_debug_member member;
    rsp_debug_type target;
    rsp_error ignored;
    uint64_t address = 0;
    if (out->home != RSP_VALUE_COMPUTED || cut == source.len ||
        translate_and_run(stack, frame, rsp_bytes_sub(source, 0, cut), arena, &around, &ignored) != RSP_OK)
        return;
    bool pointer = around.type.kind == RSP_DEBUG_POINTER;
    target = around.type;
    if (pointer && rsp_debug_type_read(frame->module->opened.file, around.type.target, &target) != RSP_OK)
        return;
    if (pointer ? rsp_value_number(stack, &around, &address) != RSP_OK : around.home != RSP_VALUE_IN_MEMORY)
        return;
    rsp_bytes name = rsp_bytes_from(source, source.ptr[cut] == '.' ? cut + 1 : cut + 2);
    if (rsp_debug_member_find(frame->module->opened.file, &target, name, &member) != RSP_OK ||
        member.bit_size == 0)
        return;
    out->home = RSP_VALUE_IN_MEMORY;
    out->address = (pointer ? address : around.address) + member.offset;
    out->bit_size = member.bit_size;
    out->bit_offset = member.bit_offset;
}

rsp_status rsp_evaluate(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                        rsp_value *out, rsp_error *error) {
    rsp_arena arena = {0};
    rsp_bytes text = trimmed(source);
    if (text.len == 0)
        return rsp_fail(error, RSP_SYNTAX, "there is no expression");
    if (!frame->module || !frame->module->opened.file)
        return rsp_fail(error, RSP_UNSUPPORTED, "this frame is in no file that is known here");
    rsp_status status = evaluate_part(stack, frame, text, out);
    if (status == RSP_OK && out->trouble)
        return rsp_fail(error, RSP_NOT_FOUND, "'%s': %s", out->name, out->trouble);
    if (status == RSP_NOT_FOUND) {
        status = translate_and_run(stack, frame, text, &arena, out, error);
        if (status == RSP_OK)
            find_bits(stack, frame, text, &arena, out);
    }
    rsp_arena_free(&arena);
    return status;
}
