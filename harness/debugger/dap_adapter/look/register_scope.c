/* A register has as many bytes as the target description says, and is shown as one number.
 * What is wider than 8 bytes is a vector or a number of its own format, and cannot be set.
 * See register_scope.h. */
/* SPDX-License-Identifier: MIT */
#include "look/register_scope.h"

#include "look/variables.h"
#include "serve/text.h"

#include "core/hex.h"
#include <inttypes.h>
#include <stdlib.h>

enum { REGISTER_BYTES_MAX = 256, NUMBER_BYTES = 8, NOT_GENERAL = RSP_DEBUG_REGISTERS };

static rsp_debug_machine machine_of(const view_thread *thread) {
    return rsp_debug_file_facts(thread->process->stopped.debuggee->file)->machine;
}

/* Its number in debug information; NOT_GENERAL. */
static uint32_t general_number(const view_thread *thread, const rsp_tdesc_register *reg) {
    rsp_debuggee *debuggee = thread->process->stopped.debuggee;
    for (uint32_t i = 0; i < RSP_DEBUG_REGISTERS; i++) {
        uint64_t wire = 0;
        if (rsp_debug_register_name(machine_of(thread), i) &&
            rsp_debuggee_register(debuggee, i, &wire) == RSP_OK && wire == reg->number)
            return i;
    }
    return NOT_GENERAL;
}

static void append_bytes(rsp_buf *out, const uint8_t *bytes, size_t len) {
    rsp_buf_str(out, "0x");
    for (size_t i = len; i-- > 0;)
        rsp_buf_printf(out, "%02x", bytes[i]);
}

/* Where the pc points, people want to know. */
static void append_place(const view_thread *thread, uint64_t address, rsp_buf *out) {
    rsp_module *module = NULL;
    rsp_debug_symbol symbol;
    if (rsp_modules_at(thread->process->stopped.modules, address, &module) == RSP_OK && module &&
        rsp_module_symbol(thread->process->stopped.modules, module, address, &symbol))
        rsp_buf_printf(out, " <%s+%" PRIu64 ">", symbol.name, address - symbol.address);
}

static rsp_status append_register(const view_thread *thread, const rsp_stack_frame *frame,
                                  const rsp_tdesc_register *reg, rsp_buf *out) {
    uint8_t bytes[REGISTER_BYTES_MAX];
    size_t len = 0;
    uint32_t general = general_number(thread, reg);
    const rsp_debug_frame *known = frame ? frame->registers : NULL;
    if (known && !known->innermost && general == NOT_GENERAL)
        return RSP_NOT_FOUND;
    if (known && general != NOT_GENERAL) {
        if (!(known->known >> general & 1))
            return RSP_NOT_FOUND;
        rsp_buf_printf(out, "0x%016" PRIx64, known->registers[general]);
        if (general == rsp_debug_register_pc(machine_of(thread)))
            append_place(thread, known->registers[general], out);
        return RSP_OK;
    }
    rsp_status status = rsp_register_block_get(&thread->stack.block, reg->number, bytes, sizeof bytes, &len);
    if (status == RSP_OK)
        append_bytes(out, bytes, len < sizeof bytes ? len : sizeof bytes);
    return status;
}

static bool ends_work(rsp_status status) {
    return status == RSP_CANCELLED || status == RSP_TIMEOUT || status == RSP_CLOSED || status == RSP_DIED ||
           status == RSP_NO_MEMORY;
}

static rsp_status tell_one(adapter_call *call, view_item *item, const rsp_stack_frame *frame,
                           const rsp_tdesc_register *reg, json_t *out) {
    rsp_buf text = {0};
    rsp_buf name = {0};
    rsp_status status = append_register(item->thread, frame, reg, &text);
    if (ends_work(status))
        return status;
    bool innermost = !frame || !frame->registers || frame->registers->innermost;
    if (status != RSP_OK)
        rsp_buf_str(&text,
                    innermost && status == RSP_NOT_FOUND ? "<unavailable>" : "<not known in this frame>");
    rsp_buf_printf(&name, "$%s", reg->name);
    json_t *o = json_pack("{s:o, s:o, s:i}", "name", adapter_text(rsp_bytes_str(reg->name)), "value",
                          adapter_text(rsp_buf_bytes(&text)), "variablesReference", 0);
    if (o && status == RSP_OK)
        (void)json_object_set_new(o, "evaluateName", adapter_text(rsp_buf_bytes(&name)));
    if (o && adapter_editor_can(call->adapter, "supportsVariableType")) {
        rsp_buf_clear(&name);
        rsp_buf_printf(&name, "%u bits", (unsigned)reg->bits);
        (void)json_object_set_new(o, "type", adapter_text(rsp_buf_bytes(&name)));
    }
    rsp_buf_free(&text);
    rsp_buf_free(&name);
    return o && json_array_append_new(out, o) == 0 ? RSP_OK : RSP_NO_MEMORY;
}

static rsp_status tell_group(view_state *state, view_item *item, json_t *out) {
    if (!item->parts) {
        item->parts = rsp_arena_alloc(state->arena, sizeof(view_item *));
        item->num_parts = item->parts ? 1 : 0;
    }
    if (!item->parts)
        return RSP_NO_MEMORY;
    if (!item->parts[0])
        item->parts[0] = view_add(state, LOOK_OTHER_REGISTERS, item->thread, item->frame, NULL);
    if (!item->parts[0])
        return RSP_NO_MEMORY;
    json_t *o = json_pack("{s:s, s:s, s:I}", "name", "Other registers", "value", "", "variablesReference",
                          (json_int_t)item->parts[0]->id);
    return o && json_array_append_new(out, o) == 0 ? RSP_OK : RSP_NO_MEMORY;
}

/* The description, and the frame that the item is of. */
static rsp_status open_registers(view_item *item, const rsp_tdesc **out, const rsp_stack_frame **out_frame) {
    rsp_status status = view_frame_of(item, out_frame);
    if (status != RSP_OK)
        return status;
    *out = rsp_registers_description(item->thread->process->stopped.registers, &status);
    return status == RSP_OK && !*out ? RSP_UNSUPPORTED : status;
}

rsp_status view_tell_registers(adapter_call *call, view_state *state, view_item *item, uint64_t first,
                               size_t count, json_t *out) {
    const rsp_tdesc *description = NULL;
    const rsp_stack_frame *frame = NULL;
    uint64_t number = 0;
    rsp_status status = open_registers(item, &description, &frame);
    bool others = false;
    for (size_t i = 0; status == RSP_OK && i < description->num; i++) {
        bool general = general_number(item->thread, &description->registers[i]) != NOT_GENERAL;
        others = others || !general;
        if (general != (item->kind == LOOK_REGISTERS))
            continue;
        if (number >= first && number - first < count)
            status = tell_one(call, item, frame, &description->registers[i], out);
        number++;
    }
    if (status == RSP_OK && item->kind == LOOK_REGISTERS && others && number >= first &&
        number - first < count)
        status = tell_group(state, item, out);
    return status;
}

rsp_status view_register_text(view_thread *thread, rsp_bytes name, rsp_buf *out) {
    view_item item = {.thread = thread};
    const rsp_tdesc *description = NULL;
    const rsp_stack_frame *frame = NULL;
    rsp_status status = open_registers(&item, &description, &frame);
    rsp_buf text = {0};
    rsp_buf_append(&text, name);
    const rsp_tdesc_register *reg =
        status == RSP_OK ? rsp_tdesc_find(description, rsp_buf_cstr(&text)) : NULL;
    if (status == RSP_OK)
        status = reg ? append_register(thread, frame, reg, out) : RSP_NOT_FOUND;
    rsp_buf_free(&text);
    return status;
}

/* "0x5a", "-1": a number alone needs no source, which code without debug information has not. */
static bool plain_number(const char *text, uint64_t *out) {
    rsp_bytes digits = rsp_bytes_str(text);
    const bool minus = rsp_take_text(&digits, RSP_LIT("-"));
    const rsp_status status =
        rsp_take_text(&digits, RSP_LIT("0x")) ? rsp_hex_u64(out, digits) : rsp_decimal_u64(out, digits);
    if (minus)
        *out = 0 - *out;
    return status == RSP_OK;
}

static rsp_status new_number(adapter_call *call, view_item *item, const rsp_stack_frame *frame,
                             const char *text, uint64_t *out) {
    rsp_error error = {0};
    rsp_value value;
    if (plain_number(text, out))
        return RSP_OK;
    rsp_status status = rsp_evaluate(&item->thread->stack, frame, rsp_bytes_str(text), &value, &error);
    if (status == RSP_OK)
        status = rsp_value_number(&item->thread->stack, &value, out);
    if (status != RSP_OK && status != RSP_CANCELLED)
        return call_fail(call, status, "%s", error.msg[0] ? error.msg : "a whole number is expected");
    return status;
}

rsp_status view_set_register(adapter_call *call, view_state *state, view_item *item, const char *name,
                             const char *text) {
    const rsp_tdesc *description = NULL;
    const rsp_stack_frame *frame = NULL;
    const rsp_tdesc_register *reg = NULL;
    uint8_t bytes[NUMBER_BYTES];
    uint64_t number = 0;
    rsp_status status = open_registers(item, &description, &frame);
    if (status != RSP_OK)
        return view_failed(call, status, "reading registers");
    reg = rsp_tdesc_find(description, name);
    if (!reg)
        return call_fail(call, RSP_NOT_FOUND, "there is no register '%s'", name);
    if (!frame->registers->innermost)
        return call_fail(call, RSP_UNSUPPORTED, "only registers of the innermost frame can be set");
    size_t len = reg->bits / 8;
    if (len == 0 || len > sizeof bytes)
        return call_fail(call, RSP_UNSUPPORTED, "a register of %u bits cannot be set", (unsigned)reg->bits);
    status = new_number(call, item, frame, text, &number);
    if (status != RSP_OK)
        return status;
    uint64_t upper = len < sizeof bytes ? number >> 8 * len : 0;
    if (upper != 0 && upper != UINT64_MAX >> 8 * len)
        return call_fail(call, RSP_RANGE, "the number does not fit into %u bits", (unsigned)reg->bits);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    status = rsp_client_write_register(adapter_client(call->adapter), item->thread->stack.thread, reg->number,
                                       rsp_bytes_make(bytes, len));
    if (status != RSP_OK)
        return view_failed(call, status, "writing the register");
    view_forget_memory(state);
    rsp_buf shown = {0};
    status = view_register_text(item->thread, rsp_bytes_str(name), &shown);
    call_set(call, "value", adapter_text(rsp_buf_bytes(&shown)));
    rsp_buf_free(&shown);
    adapter_data_changed(call->adapter, "variables");
    return view_failed(call, status, "reading the register");
}
