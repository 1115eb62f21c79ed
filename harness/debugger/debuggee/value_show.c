/* Everything is rendered several times: first only to learn what has to be read, then, when all of it is
 * there, for good. A text behind a pointer takes a second round, as its place is known only after the first.
 * See value.h. */
/* SPDX-License-Identifier: MIT */
#include "value.h"

#include "dwarf/debug_function.h"
#include "dwarf/debug_value.h"
#include "value_piece.h"

#include <assert.h>
#include <inttypes.h>

enum { INLINED_MAX = 16, ROUNDS = 5, VALUES_AT_A_TIME = 256 };

static const rsp_debug_file *file_of(const rsp_value *value) {
    return value->module ? value->module->opened.file : NULL;
}

/* The function's own name, where the linker's is not what the source says. */
static const char *source_name(const rsp_module *module, const rsp_debug_symbol *symbol) {
    rsp_debug_function functions[INLINED_MAX];
    size_t num =
        rsp_debug_function_at(module->opened.file, symbol->address - module->bias, functions, INLINED_MAX);
    return num > 0 ? functions[num - 1].name : symbol->name;
}

/* "<main+4>" for a pointer to code. */
static void append_symbol(const rsp_stack *stack, uint64_t address, rsp_buf *out) {
    rsp_module *module = NULL;
    rsp_debug_symbol symbol;
    if (address == 0 || rsp_modules_at(stack->stopped->modules, address, &module) != RSP_OK || !module ||
        !rsp_module_symbol(stack->stopped->modules, module, address, &symbol))
        return;
    rsp_buf_printf(out, " <%s", source_name(module, &symbol));
    if (address != symbol.address)
        rsp_buf_printf(out, "+%" PRIu64, address - symbol.address);
    rsp_buf_push(out, '>');
}

static bool points_to_code(const rsp_value *value) {
    rsp_debug_type target;
    return value->type.kind == RSP_DEBUG_POINTER && file_of(value) &&
           rsp_debug_type_read(file_of(value), value->type.target, &target) == RSP_OK &&
           target.kind == RSP_DEBUG_FUNCTION;
}

static bool shown_as_hex(const rsp_value *value, bool hex) {
    return hex && (value->type.kind == RSP_DEBUG_INTEGER || value->type.kind == RSP_DEBUG_ENUMERATION ||
                   value->type.kind == RSP_DEBUG_BOOLEAN);
}

static void append_hex(rsp_buf *out, const rsp_value *value, uint64_t number) {
    uint64_t bits = value->bit_size > 0 ? value->bit_size : 8 * value->type.size;
    rsp_buf_printf(out, "0x%" PRIx64, bits > 0 && bits < 64 ? number & ((UINT64_C(1) << bits) - 1) : number);
}

static rsp_status show_number(const rsp_stack *stack, const rsp_value *value, bool hex,
                              const rsp_debug_thread *thread, rsp_buf *out) {
    uint64_t number = 0;
    rsp_status status = rsp_value_number(stack, value, &number);
    if (status != RSP_OK)
        return status;
    if (shown_as_hex(value, hex))
        append_hex(out, value, number);
    else
        rsp_debug_number_append(out, file_of(value), &value->type, thread, number);
    if (!stack->stopped->memory->collecting && points_to_code(value))
        append_symbol(stack, number, out);
    return RSP_OK;
}

static rsp_status show_memory(const rsp_value *value, uint64_t address, const rsp_debug_type *type,
                              const rsp_debug_thread *thread, rsp_buf *out) {
    return rsp_debug_value_append(out, file_of(value), type, thread, address);
}

/* C++: the referred value is what people want to see. */
static rsp_status show_reference(const rsp_stack *stack, const rsp_value *value,
                                 const rsp_debug_thread *thread, rsp_buf *out) {
    uint64_t address = 0;
    rsp_debug_type target;
    rsp_status status = rsp_value_number(stack, value, &address);
    if (status == RSP_OK)
        status = rsp_debug_type_read(file_of(value), value->type.target, &target);
    if (status != RSP_OK)
        return status;
    size_t before = out->len;
    rsp_buf_printf(out, "@0x%" PRIx64 ": ", address);
    status = show_memory(value, address, &target, thread, out);
    if (status != RSP_OK)
        rsp_buf_truncate(out, before);
    return status;
}

/* One that is shorter in its number than in memory, or has no other place. */
static bool is_number(const rsp_value *value, bool hex) {
    return !value_is_read(value) || value->bit_size > 0 || shown_as_hex(value, hex) || points_to_code(value);
}

static rsp_status show_one(const rsp_stack *stack, const rsp_value *value, bool hex, rsp_buf *out) {
    value_reader reader;
    const rsp_debug_thread thread = value_reader_begin(&reader, stack, value);
    if (!file_of(value) && value->home == RSP_VALUE_IN_MEMORY)
        return RSP_FAULT;
    if (value->type.kind == RSP_DEBUG_POINTER && value->type.is_reference)
        return show_reference(stack, value, &thread, out);
    if (is_number(value, hex))
        return show_number(stack, value, hex, &thread, out);
    return show_memory(value, value->address, &value->type, &thread, out);
}

static void show_for_good(const rsp_stack *stack, rsp_value *value, bool hex) {
    rsp_buf text = {0};
    rsp_arena *arena = stack->stopped->arena;
    value->readable = false;
    if (value->trouble) {
        value->text = rsp_arena_printf(arena, "<%s>", value->trouble);
        return;
    }
    rsp_status status = show_one(stack, value, hex, &text);
    value->readable = status == RSP_OK;
    if (status == RSP_OK)
        value->text = rsp_arena_str(arena, rsp_buf_cstr(&text));
    else if (value->home == RSP_VALUE_IN_MEMORY)
        value->text = rsp_arena_printf(arena, "<not readable at 0x%" PRIx64 ">", value->address);
    else
        value->text = "<not readable>";
    rsp_buf_free(&text);
}

/* Notes what a rendering would read. */
static void rehearse(const rsp_stack *stack, const rsp_value *value, bool hex) {
    rsp_buf text = {0};
    if (!value->trouble)
        (void)show_one(stack, value, hex, &text);
    rsp_buf_free(&text);
}

/* Until nothing more is wanted: the last round reads what it still finds missing itself. */
static rsp_status read_ahead(const rsp_stack *stack, const rsp_value *values, size_t num, bool hex) {
    rsp_known_memory *memory = stack->stopped->memory;
    rsp_status status = RSP_OK;
    for (size_t round = 0; round < ROUNDS && status == RSP_OK; round++) {
        memory->collecting = true;
        for (size_t i = 0; i < num && status == RSP_OK; i++) {
            rehearse(stack, &values[i], hex);
            if (i % VALUES_AT_A_TIME == VALUES_AT_A_TIME - 1)
                status = rsp_stopped_breathe(stack->stopped);
        }
        memory->collecting = false;
        if (memory->num_wants == 0)
            break;
        if (status == RSP_OK)
            status = rsp_known_memory_fetch(memory);
    }
    memory->num_wants = 0;
    return status;
}

rsp_status rsp_values_show(const rsp_stack *stack, rsp_value *values, size_t num, bool hex) {
    assert(values || num == 0);
    rsp_status status = read_ahead(stack, values, num, hex);
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        show_for_good(stack, &values[i], hex);
        if (i % VALUES_AT_A_TIME == VALUES_AT_A_TIME - 1)
            status = rsp_stopped_breathe(stack->stopped);
    }
    if (status == RSP_OK)
        status = stack->stopped->memory->ended;
    return status == RSP_OK && stack->stopped->arena->status != RSP_OK ? RSP_NO_MEMORY : status;
}
