/* A number that does not fit is refused, rather than cut. A register keeps its upper bits as the machine's
 * instructions would leave them.
 * See evaluate.h. */
/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "dwarf/debug_value.h"

#include <stdlib.h>
#include <string.h>

enum { FLOAT_BYTES_MAX = 64, NUMBER_BYTES = 8, TEXT_NUMBER_MAX = 64 };

static const rsp_debug_file *file_of(const rsp_value *value) {
    return value->module ? value->module->opened.file : NULL;
}

static rsp_debug_machine machine_of(const rsp_stack *stack) {
    return rsp_debug_file_facts(stack->stopped->debuggee->file)->machine;
}

/* --- what to write ----------------------------------------------------------------------------------------
 */

static bool fits(uint64_t number, uint32_t bits) {
    uint64_t upper = bits >= 64 ? 0 : number >> bits;
    uint64_t ones = bits >= 64 ? 0 : UINT64_MAX >> bits;
    return upper == 0 || (upper == ones && number >> (bits - 1) & 1);
}

static uint32_t bits_of(const rsp_value *value) {
    return value->bit_size > 0 ? value->bit_size : (uint32_t)(8 * value->type.size);
}

static rsp_status number_of(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes source,
                            uint64_t *out, rsp_error *error) {
    rsp_value value;
    rsp_status status = rsp_evaluate(stack, frame, source, &value, error);
    if (status != RSP_OK)
        return status;
    switch (value.type.kind) {
    case RSP_DEBUG_BOOLEAN:
    case RSP_DEBUG_INTEGER:
    case RSP_DEBUG_ENUMERATION:
    case RSP_DEBUG_POINTER:
        break;
    case RSP_DEBUG_ARRAY: /* as C has it: the address */
        *out = value.address;
        return RSP_OK;
    case RSP_DEBUG_VOID:
    case RSP_DEBUG_FLOAT:
    case RSP_DEBUG_STRUCTURE:
    case RSP_DEBUG_FUNCTION:
    case RSP_DEBUG_OTHER:
        return rsp_fail(error, RSP_UNSUPPORTED, "a whole number is expected");
    }
    status = rsp_value_number(stack, &value, out);
    return status == RSP_OK ? status : rsp_fail(error, status, "its value cannot be read");
}

static rsp_status whole(const rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                        rsp_bytes source, uint64_t *out, rsp_error *error) {
    rsp_status status = RSP_NOT_FOUND;
    if (value->type.kind == RSP_DEBUG_ENUMERATION)
        status = rsp_debug_enumerator_value(file_of(value), &value->type, source, out);
    if (status != RSP_OK)
        status = number_of(stack, frame, source, out, error);
    if (status != RSP_OK)
        return status;
    if (value->type.kind == RSP_DEBUG_BOOLEAN && *out > 1)
        return rsp_fail(error, RSP_RANGE, "a truth value is 0, 1, true or false");
    if (!fits(*out, bits_of(value)))
        return rsp_fail(error, RSP_RANGE, "the number does not fit into %u bits", (unsigned)bits_of(value));
    return RSP_OK;
}

/* A number as C writes it, or a whole one by an expression. */
static rsp_status real(const rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                       rsp_bytes source, uint64_t *out, rsp_error *error) {
    char text[TEXT_NUMBER_MAX] = "";
    char *end = NULL;
    uint64_t number = 0;
    if (source.len < sizeof text)
        memcpy(text, source.ptr, source.len);
    double twice = strtod(text, &end);
    if (!text[0] || *end != 0) {
        rsp_status status = number_of(stack, frame, source, &number, error);
        if (status != RSP_OK)
            return status;
        twice = (double)(int64_t)number;
    }
    if (value->type.size == sizeof(float)) {
        float single = (float)twice;
        uint32_t bits = 0;
        memcpy(&bits, &single, sizeof bits);
        *out = bits;
    } else {
        memcpy(out, &twice, sizeof twice);
    }
    return RSP_OK;
}

static rsp_status new_number(const rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                             rsp_bytes source, uint64_t *out, rsp_error *error) {
    bool sized = value->type.size > 0 && value->type.size <= NUMBER_BYTES;
    switch (value->type.kind) {
    case RSP_DEBUG_BOOLEAN:
    case RSP_DEBUG_INTEGER:
    case RSP_DEBUG_ENUMERATION:
    case RSP_DEBUG_POINTER:
        if (value->type.is_reference)
            return rsp_fail(error, RSP_UNSUPPORTED, "a reference cannot be made to refer to something else");
        if (sized)
            return whole(stack, frame, value, source, out, error);
        break;
    case RSP_DEBUG_FLOAT:
        if (value->type.size == sizeof(float) || value->type.size == sizeof(double))
            return real(stack, frame, value, source, out, error);
        break;
    case RSP_DEBUG_STRUCTURE:
    case RSP_DEBUG_ARRAY:
        return rsp_fail(error, RSP_UNSUPPORTED, "it has parts: they can be set one by one");
    case RSP_DEBUG_VOID:
    case RSP_DEBUG_FUNCTION:
    case RSP_DEBUG_OTHER:
        break;
    }
    return rsp_fail(error, RSP_UNSUPPORTED, "a value of this type cannot be set");
}

/* --- writing ----------------------------------------------------------------------------------------------
 */

static rsp_status give(const rsp_stack *stack, rsp_status status, rsp_error *error) {
    const rsp_error *why = rsp_client_error(stack->stopped->debuggee->client);
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, status, "the stub does not write it: %s",
                    why->status == status && why->msg[0] ? why->msg : rsp_status_text(status));
}

static rsp_status write_bytes(const rsp_stack *stack, uint64_t address, rsp_bytes bytes, rsp_error *error) {
    size_t num = 0;
    rsp_status status = rsp_client_write_memory(stack->stopped->debuggee->client, address, bytes, &num);
    rsp_known_memory_forget(stack->stopped->memory);
    return give(stack, status, error);
}

static rsp_status write_number(const rsp_stack *stack, const rsp_value *value, uint64_t number,
                               rsp_error *error) {
    uint8_t bytes[NUMBER_BYTES];
    size_t len = (size_t)value->type.size;
    if (value->bit_size > 0) {
        uint64_t old = 0;
        uint64_t mask = (value->bit_size >= 64 ? UINT64_MAX : (UINT64_C(1) << value->bit_size) - 1)
                        << value->bit_offset;
        len = (value->bit_offset + value->bit_size + 7) / 8;
        rsp_status status = len <= NUMBER_BYTES
                                ? rsp_known_memory_read(stack->stopped->memory, value->address, bytes, len)
                                : RSP_UNSUPPORTED;
        if (status != RSP_OK)
            return rsp_fail(error, status, "the bytes of the bit-field cannot be read");
        for (size_t i = len; i-- > 0;)
            old = old << 8 | bytes[i];
        number = (old & ~mask) | (number << value->bit_offset & mask);
    }
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    return write_bytes(stack, value->address, rsp_bytes_make(bytes, len), error);
}

/* RV64 extends results of 32 bits by their sign, x86-64 and AArch64 by zeros, and leaves the rest of shorter
 * ones alone.
 */
static uint64_t in_register(rsp_debug_machine machine, const rsp_debug_type *type, uint64_t number,
                            uint64_t old) {
    if (machine == RSP_DEBUG_MACHINE_RISCV64 || type->size == 8) {
        rsp_debug_type wide = *type;
        wide.is_signed = wide.is_signed || type->size == 4;
        return rsp_debug_number_cut(&wide, number);
    }
    uint64_t mask = (UINT64_C(1) << 8 * type->size) - 1;
    return type->size == 4 ? number & mask : (old & ~mask) | (number & mask);
}

/* A member that is in a register, which may have others: only its own bytes change. */
static uint64_t member_in_register(const rsp_value *value, uint64_t number, uint64_t old) {
    const uint64_t low = value->type.size < 8 ? (UINT64_C(1) << 8 * value->type.size) - 1 : UINT64_MAX;
    const uint64_t mask = low << value->shift;
    return (old & ~mask) | (number << value->shift & mask);
}

/* The low bytes of a register that holds a floating-point value, and may be longer. RISC-V has ones above a
 * float. */
static rsp_status write_float(rsp_stack *stack, const rsp_value *value, uint64_t wire, uint64_t number) {
    rsp_client *client = stack->stopped->debuggee->client;
    uint8_t bytes[FLOAT_BYTES_MAX];
    size_t len = 0;
    rsp_status status = rsp_client_read_register(client, stack->thread, wire, bytes, sizeof bytes, &len);
    if (status == RSP_OK && (len < value->type.size || len > sizeof bytes))
        status = RSP_UNSUPPORTED;
    if (machine_of(stack) == RSP_DEBUG_MACHINE_RISCV64)
        memset(bytes, 0xff, sizeof bytes);
    for (size_t i = 0; i < value->type.size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    return status == RSP_OK
               ? rsp_client_write_register(client, stack->thread, wire, rsp_bytes_make(bytes, len))
               : status;
}

/* A general register, whole. */
static rsp_status write_general(rsp_stack *stack, const rsp_debug_frame *registers, const rsp_value *value,
                                uint64_t wire, uint64_t number) {
    uint8_t bytes[NUMBER_BYTES];
    const uint64_t old = registers->registers[value->base];
    const uint64_t all = value->num_pieces > 0 ? member_in_register(value, number, old)
                                               : in_register(machine_of(stack), &value->type, number, old);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(all >> 8 * i);
    return rsp_client_write_register(stack->stopped->debuggee->client, stack->thread, wire,
                                     rsp_bytes_make(bytes, sizeof bytes));
}

static rsp_status write_register(rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                                 uint64_t number, rsp_error *error) {
    const rsp_debug_frame *registers = frame->registers;
    uint64_t wire = 0;
    if (!registers || !registers->innermost)
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "it is in a register, which a called function or a signal handler may have saved "
                        "somewhere: only the innermost frame's can be set");
    rsp_status status = rsp_debuggee_register(stack->stopped->debuggee, value->base, &wire);
    if (status == RSP_OK)
        status = value->base >= RSP_DEBUG_FLOATS ? write_float(stack, value, wire, number)
                                                 : write_general(stack, registers, value, wire, number);
    rsp_stack_forget(stack);
    return give(stack, status, error);
}

/* "abc" for an array of characters: with its end, where there is room for it. */
static rsp_status write_text(const rsp_stack *stack, const rsp_value *value, rsp_bytes source,
                             rsp_error *error) {
    rsp_buf text = {0};
    rsp_bytes inner = rsp_bytes_sub(source, 1, source.len - 2);
    for (size_t i = 0; i < inner.len; i++) {
        uint8_t c = inner.ptr[i];
        if (c == '\\' && i + 1 < inner.len) {
            uint8_t next = inner.ptr[++i];
            c = next == 'n' ? '\n' : next == 't' ? '\t' : next == '0' ? 0 : next;
        }
        rsp_buf_push(&text, c);
    }
    rsp_status status = text.len > value->type.count
                            ? rsp_fail(error, RSP_RANGE, "the text does not fit into the array")
                            : RSP_OK;
    if (text.len < value->type.count)
        rsp_buf_push(&text, 0);
    if (status == RSP_OK)
        status = write_bytes(stack, value->address, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static bool is_text(const rsp_value *value, rsp_bytes source) {
    rsp_debug_type element;
    return value->home == RSP_VALUE_IN_MEMORY && value->type.kind == RSP_DEBUG_ARRAY &&
           value->type.has_count && source.len >= 2 && source.ptr[0] == '"' &&
           source.ptr[source.len - 1] == '"' &&
           rsp_debug_type_read(file_of(value), value->type.target, &element) == RSP_OK &&
           element.kind == RSP_DEBUG_INTEGER && element.size == 1;
}

rsp_status rsp_value_set(rsp_stack *stack, const rsp_stack_frame *frame, const rsp_value *value,
                         rsp_bytes source, rsp_error *error) {
    uint64_t number = 0;
    if (value->trouble)
        return rsp_fail(error, RSP_UNSUPPORTED, "%s", value->trouble);
    if (is_text(value, source))
        return write_text(stack, value, source, error);
    rsp_status status = new_number(stack, frame, value, source, &number, error);
    if (status != RSP_OK)
        return status;
    switch (value->home) {
    case RSP_VALUE_IN_MEMORY:
        return write_number(stack, value, number, error);
    case RSP_VALUE_IN_REGISTER:
        return write_register(stack, frame, value, number, error);
    case RSP_VALUE_IN_PIECES:
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "it is a bit-field in a register, or in several places: it cannot be set");
    case RSP_VALUE_COMPUTED:
        break;
    }
    return rsp_fail(error, RSP_UNSUPPORTED, "it is computed, and has no place that could be written");
}
