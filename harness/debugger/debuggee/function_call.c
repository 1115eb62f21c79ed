/* The stack of the call begins below what the thread may still use, the red zone of x86-64 included.
 * An argument is converted to the type of its parameter, as the language does.
 * See function_call.h. */
/* SPDX-License-Identifier: MIT */
#include "function_call.h"

#include <ctype.h>

enum { BELOW_BYTES = 256, STACK_ALIGNMENT = 16, WORD_BYTES = 8, WORD_BITS = 64 };

/* Registers by their numbers in debug information. */
typedef struct convention {
    uint32_t arguments[RSP_CALL_ARGUMENTS];
    uint32_t result;
    uint32_t link;   /* gets the return address ... */
    bool on_stack;   /* ... unless that is pushed */
    bool sign_of_32; /* numbers of 32 bits are sign-extended, whatever their type says */
} convention;

static const convention x86_64 = {.arguments = {5, 4, 1, 2, 8, 9}, .result = 0, .on_stack = true};
static const convention riscv64 = {
    .arguments = {10, 11, 12, 13, 14, 15}, .result = 10, .link = 1, .sign_of_32 = true};

static const convention *convention_of(const rsp_debug_file *file) {
    switch (rsp_debug_file_facts(file)->machine) {
    case RSP_DEBUG_MACHINE_X86_64:
        return &x86_64;
    case RSP_DEBUG_MACHINE_RISCV64:
        return &riscv64;
    case RSP_DEBUG_MACHINE_AARCH64:
        break;
    }
    return NULL;
}

void rsp_function_call_free(rsp_function_call *call) {
    rsp_saved_registers_free(&call->saved);
}

/* --- the text --- */

static rsp_bytes trimmed(rsp_bytes text) {
    while (text.len > 0 && isspace(text.ptr[0]))
        text = rsp_bytes_from(text, 1);
    while (text.len > 0 && isspace(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

static size_t name_end(rsp_bytes text) {
    size_t i = 0;
    while (i < text.len && (isalnum(text.ptr[i]) || text.ptr[i] == '_' || text.ptr[i] == ':'))
        i++;
    return i > 0 && isdigit(text.ptr[0]) ? 0 : i;
}

/* Behind a text or character that begins at `i`. */
static size_t quoted_end(rsp_bytes text, size_t i) {
    const uint8_t quote = text.ptr[i];
    for (i++; i < text.len && text.ptr[i] != quote; i++)
        if (text.ptr[i] == '\\')
            i++;
    return i < text.len ? i + 1 : text.len;
}

static void add(rsp_call_text *out, rsp_bytes argument) {
    if (out->num < RSP_CALL_ARGUMENTS)
        out->arguments[out->num] = trimmed(argument);
    out->num++;
}

/* The bracket that opens at the front closes at the end. */
static bool take_arguments(rsp_call_text *out, rsp_bytes text) {
    size_t depth = 0;
    size_t start = 1;
    for (size_t i = 0; i < text.len; i++) {
        const uint8_t c = text.ptr[i];
        if (c == '"' || c == '\'') {
            i = quoted_end(text, i) - 1;
        } else if (c == '(' || c == '[') {
            depth++;
        } else if (c == ')' || c == ']') {
            depth--;
            if (depth == 0 && i + 1 < text.len)
                return false;
        }
        if (depth == 1 && c == ',') {
            add(out, rsp_bytes_sub(text, start, i - start));
            start = i + 1;
        }
    }
    if (depth != 0 || text.ptr[text.len - 1] != ')')
        return false;
    const rsp_bytes last = rsp_bytes_sub(text, start, text.len - 1 - start);
    if (out->num > 0 || trimmed(last).len > 0)
        add(out, last);
    return true;
}

bool rsp_call_parse(rsp_call_text *out, rsp_bytes source) {
    const rsp_bytes text = trimmed(source);
    const size_t end = name_end(text);
    const rsp_bytes rest = trimmed(rsp_bytes_from(text, end));
    *out = (rsp_call_text){.name = rsp_bytes_sub(text, 0, end)};
    return end > 0 && rest.len > 1 && rest.ptr[0] == '(' && take_arguments(out, rest);
}

/* --- before the call --- */

static bool is_number(const rsp_debug_type *type) {
    const bool kind = type->kind == RSP_DEBUG_INTEGER || type->kind == RSP_DEBUG_BOOLEAN ||
                      type->kind == RSP_DEBUG_POINTER || type->kind == RSP_DEBUG_ENUMERATION;
    return kind && type->size <= WORD_BYTES && !(type->kind == RSP_DEBUG_POINTER && type->is_reference);
}

static uint64_t extended(uint64_t number, uint64_t bytes, bool is_signed) {
    if (bytes == 0 || bytes >= WORD_BYTES)
        return number;
    const unsigned above = WORD_BITS - 8 * (unsigned)bytes;
    const uint64_t low = number << above >> above;
    const bool negative = is_signed && (low >> (8 * bytes - 1) & 1) != 0;
    return negative ? low | UINT64_MAX << (8 * bytes) : low;
}

static uint64_t converted(const convention *how, const rsp_debug_type *type, uint64_t number) {
    if (type->kind == RSP_DEBUG_BOOLEAN)
        return number != 0;
    number = extended(number, type->size, type->is_signed);
    return how->sign_of_32 && type->size == 4 ? extended(number, 4, true) : number;
}

/* An array is the address of its first element. */
static rsp_status number_of(const rsp_stack *stack, const rsp_value *value, uint64_t *out) {
    if (value->type.kind == RSP_DEBUG_ARRAY && value->home == RSP_VALUE_IN_MEMORY) {
        *out = value->address;
        return RSP_OK;
    }
    return is_number(&value->type) ? rsp_value_number(stack, value, out) : RSP_UNSUPPORTED;
}

static rsp_status take_argument(rsp_function_call *call, const rsp_stack *stack, const rsp_stack_frame *frame,
                                rsp_bytes source, size_t index, rsp_error *error) {
    const rsp_debug_file *file = call->module->opened.file;
    rsp_debug_type type = {.kind = RSP_DEBUG_INTEGER, .size = WORD_BYTES};
    rsp_value value;
    uint64_t number = 0;
    rsp_status status = index < call->function.num
                            ? rsp_debug_type_read(file, call->function.parameters[index], &type)
                            : RSP_OK;
    if (status == RSP_OK && !is_number(&type))
        return rsp_fail(error, RSP_UNSUPPORTED, "parameter %zu is neither a number nor a pointer", index + 1);
    if (status == RSP_OK)
        status = rsp_evaluate(stack, frame, source, &value, error);
    if (status != RSP_OK)
        return status;
    status = number_of(stack, &value, &number);
    if (status != RSP_OK)
        return rsp_fail(error, status, "argument %zu %s", index + 1,
                        status == RSP_UNSUPPORTED ? "is neither a number nor a pointer" : "cannot be read");
    call->arguments[index] = converted(convention_of(file), &type, number);
    return RSP_OK;
}

static rsp_status check(rsp_function_call *call, const rsp_call_text *text, rsp_error *error) {
    const rsp_debug_signature *f = &call->function;
    const rsp_debug_file *file = call->module->opened.file;
    if (!convention_of(file))
        return rsp_fail(error, RSP_UNSUPPORTED, "functions are called on x86-64 and riscv64 only");
    if (f->has_object)
        return rsp_fail(error, RSP_UNSUPPORTED, "it is a function of an object");
    if (text->num < f->num || (text->num > f->num && !f->more))
        return rsp_fail(error, RSP_UNSUPPORTED, "it takes %zu arguments, not %zu", f->num, text->num);
    if (text->num > RSP_CALL_ARGUMENTS)
        return rsp_fail(error, RSP_LIMIT, "more than %d arguments", RSP_CALL_ARGUMENTS);
    rsp_status status = rsp_debug_type_read(file, f->result, &call->result);
    if (status != RSP_OK)
        return rsp_fail(error, status, "the type of its result makes no sense");
    return call->result.kind == RSP_DEBUG_VOID || is_number(&call->result)
               ? RSP_OK
               : rsp_fail(error, RSP_UNSUPPORTED, "its result is neither a number nor a pointer");
}

/* In the file of the frame, else in the program. */
static rsp_status find(rsp_function_call *call, const rsp_stack *stack, const rsp_stack_frame *frame,
                       rsp_bytes name, rsp_error *error) {
    const rsp_modules *modules = stack->stopped->modules;
    rsp_module *const around[] = {frame->module, modules->num > 0 ? modules->items[0] : NULL};
    rsp_status status = RSP_NOT_FOUND;
    for (size_t i = 0; i < RSP_ARRAY_LEN(around) && status == RSP_NOT_FOUND; i++) {
        if (!around[i] || !around[i]->opened.file)
            continue;
        call->module = around[i];
        status = rsp_debug_function_signature(around[i]->opened.file, name, &call->function, error);
    }
    return status;
}

rsp_status rsp_function_call_prepare(rsp_function_call *out, const rsp_stack *stack,
                                     const rsp_stack_frame *frame, const rsp_call_text *text,
                                     rsp_error *error) {
    rsp_debuggee *d = stack->stopped->debuggee;
    *out = (rsp_function_call){.debuggee = d,
                               .stack = stack,
                               .thread = stack->thread,
                               .num = text->num,
                               .back = rsp_debug_file_facts(d->file)->entry + d->bias};
    rsp_status status = find(out, stack, frame, text->name, error);
    if (status == RSP_OK)
        status = check(out, text, error);
    for (size_t i = 0; i < text->num && status == RSP_OK; i++)
        status = take_argument(out, stack, frame, text->arguments[i], i, error);
    return status;
}

/* --- the call --- */

static void put(uint8_t out[WORD_BYTES], uint64_t value) {
    for (size_t i = 0; i < WORD_BYTES; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static rsp_status set(const rsp_function_call *call, uint32_t number, uint64_t value) {
    uint8_t bytes[WORD_BYTES];
    uint64_t stubs = 0;
    put(bytes, value);
    rsp_status status = rsp_debuggee_register(call->debuggee, number, &stubs);
    return status == RSP_OK ? rsp_client_write_register(call->debuggee->client, call->thread, stubs,
                                                        rsp_bytes_make(bytes, sizeof bytes))
                            : status;
}

/* No system call that the thread was interrupted in: Linux would restart it by moving the pc. */
static rsp_status forget_system_call(const rsp_function_call *call) {
    uint8_t bytes[WORD_BYTES];
    uint64_t number = 0;
    put(bytes, UINT64_MAX);
    rsp_status status = rsp_conditionals_register(call->debuggee->breakpoints, RSP_LIT("orig_rax"), &number);
    if (status == RSP_NOT_FOUND)
        return RSP_OK;
    return status == RSP_OK ? rsp_client_write_register(call->debuggee->client, call->thread, number,
                                                        rsp_bytes_make(bytes, sizeof bytes))
                            : status;
}

static bool is_in_block(const rsp_function_call *call, const rsp_tdesc_register *reg) {
    return ((size_t)reg->offset + reg->bits / 8) * 2 <= call->saved.digits.len;
}

static rsp_status save_apart(rsp_function_call *call, const rsp_tdesc_register *reg) {
    rsp_call_apart *one = &call->apart[call->num_apart];
    if (reg->bits / 8 > sizeof one->bytes || is_in_block(call, reg))
        return RSP_OK;
    rsp_status status = rsp_client_read_register(call->debuggee->client, call->thread, reg->number,
                                                 one->bytes, sizeof one->bytes, &one->len);
    if (status == RSP_OK && one->len > sizeof one->bytes)
        return RSP_MALFORMED;
    one->number = reg->number;
    call->num_apart += status == RSP_OK;
    return status == RSP_NOT_FOUND ? RSP_OK : status; /* it has no value now */
}

/* A copy that the stub keeps lacks nothing. */
static rsp_status save(rsp_function_call *call, const convention *how) {
    static const char *const names[RSP_CALL_APART] = {
        "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1",  "fa0",
        "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4",  "fs5",
        "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11", "fcsr"};
    rsp_status status = rsp_client_save_registers(call->debuggee->client, call->thread, &call->saved);
    if (status != RSP_OK || how->on_stack || call->saved.digits.len == 0)
        return status;
    const rsp_tdesc *described = rsp_registers_description(call->stack->stopped->registers, &status);
    for (size_t i = 0; described && i < RSP_CALL_APART && status == RSP_OK; i++) {
        const rsp_tdesc_register *reg = rsp_tdesc_find(described, names[i]);
        status = reg ? save_apart(call, reg) : RSP_OK;
    }
    return status;
}

static rsp_status set_stack(const rsp_function_call *call, const convention *how, uint64_t sp) {
    const uint32_t number = rsp_debug_register_sp(rsp_debug_file_facts(call->debuggee->file)->machine);
    uint8_t bytes[WORD_BYTES];
    sp = (sp - BELOW_BYTES) & ~(uint64_t)(STACK_ALIGNMENT - 1);
    if (!how->on_stack) {
        rsp_status status = set(call, how->link, call->back);
        return status == RSP_OK ? set(call, number, sp) : status;
    }
    put(bytes, call->back);
    sp -= WORD_BYTES;
    rsp_status status =
        rsp_client_write_memory(call->debuggee->client, sp, rsp_bytes_make(bytes, sizeof bytes), NULL);
    if (status == RSP_OK)
        status = set(call, number, sp);
    if (status == RSP_OK)
        status = set(call, how->result, 0); /* al: no argument is in a vector register */
    return status == RSP_OK ? forget_system_call(call) : status;
}

rsp_status rsp_function_call_enter(rsp_function_call *call, rsp_error *error) {
    const rsp_debug_machine machine = rsp_debug_file_facts(call->debuggee->file)->machine;
    const convention *how = convention_of(call->debuggee->file);
    rsp_debuggee_thread storage = {.debuggee = call->debuggee, .id = call->thread};
    const rsp_debug_thread thread = rsp_debuggee_reader(&storage);
    uint64_t sp = 0;
    rsp_status status = save(call, how);
    const rsp_error *why = rsp_client_error(call->debuggee->client);
    if (status != RSP_OK)
        return rsp_fail(error, status, "the registers cannot be saved: %s",
                        why->status == status && why->msg[0] ? why->msg : rsp_status_text(status));
    status = thread.read_register(thread.ctx, rsp_debug_register_sp(machine), &sp);
    if (status == RSP_OK)
        status = set_stack(call, how, sp);
    for (size_t i = 0; i < call->num && status == RSP_OK; i++)
        status = set(call, how->arguments[i], call->arguments[i]);
    if (status == RSP_OK)
        status = set(call, rsp_debug_register_pc(machine), call->function.low + call->module->bias);
    return status == RSP_OK ? RSP_OK
                            : rsp_fail(error, status, "setting the registers: %s", rsp_status_text(status));
}

rsp_status rsp_function_call_result(const rsp_function_call *call, rsp_value *out, rsp_error *error) {
    rsp_debuggee_thread storage = {.debuggee = call->debuggee, .id = call->thread};
    const rsp_debug_thread thread = rsp_debuggee_reader(&storage);
    uint64_t number = 0;
    rsp_status status =
        thread.read_register(thread.ctx, convention_of(call->debuggee->file)->result, &number);
    if (status != RSP_OK)
        return rsp_fail(error, status, "reading the result: %s", rsp_status_text(status));
    *out = (rsp_value){.name = "",
                       .module = call->module,
                       .ref = call->function.result,
                       .type = call->result,
                       .home = RSP_VALUE_COMPUTED,
                       .number = extended(number, call->result.size, call->result.is_signed)};
    return RSP_OK;
}

rsp_status rsp_function_call_leave(rsp_function_call *call) {
    rsp_client *client = call->debuggee->client;
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < call->num_apart && status == RSP_OK; i++)
        status = rsp_client_write_register(client, call->thread, call->apart[i].number,
                                           rsp_bytes_make(call->apart[i].bytes, call->apart[i].len));
    const rsp_status all = rsp_client_restore_registers(client, &call->saved);
    call->num_apart = 0;
    return status == RSP_OK ? all : status;
}
