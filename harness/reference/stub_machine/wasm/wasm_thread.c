/* The interpreter: a case for each instruction of wasm_opcode.h, a step at a time.
 * The modules are valid, but a debugger may set pc: what does not fit is refused.
 * Source: WebAssembly Core Specification, Execution. */
/* SPDX-License-Identifier: MIT */
#include "wasm_thread.h"

#include "wasm_opcode.h"

#include "core/byte_order.h"
#include <string.h>

void wasm_instances_reset(wasm_instances *instances) {
    memset(instances, 0, sizeof *instances);
    for (size_t i = 0; i < WASM_NUM_INSTANCES; i++) {
        const wasm_module *module = &wasm_modules[i];
        memcpy(instances->memory[i] + WASM_DATA_AT, module->data, strlen(module->data));
        for (size_t k = 0; k < module->num_globals; k++)
            instances->globals[i][k] =
                (wasm_value){.bits = module->globals[k], .width = module->global_widths[k]};
    }
}

static const wasm_function *function_of(const wasm_frame *frame) {
    return &wasm_modules[frame->instance].functions[frame->function];
}

static void begin(wasm_frame *frame, uint8_t instance, uint8_t function) {
    *frame = (wasm_frame){.instance = instance, .function = function};
    const wasm_function *f = function_of(frame);
    frame->pc = f->start;
    while (frame->num_locals < WASM_MOST_LOCALS && f->locals[frame->num_locals] > 0) {
        frame->locals[frame->num_locals].width = f->locals[frame->num_locals];
        frame->num_locals++;
    }
}

void wasm_thread_start(wasm_thread *thread, uint8_t instance, uint8_t function) {
    begin(&thread->frames[0], instance, function);
    thread->num_frames = 1;
}

wasm_frame *wasm_thread_frame(wasm_thread *thread, uint64_t from_innermost) {
    return from_innermost < thread->num_frames ? &thread->frames[thread->num_frames - 1 - from_innermost]
                                               : NULL;
}

static bool push(wasm_frame *frame, wasm_value v) {
    if (frame->num_operands == WASM_MOST_OPERANDS)
        return false;
    frame->operands[frame->num_operands++] = v;
    return true;
}

static bool pop(wasm_frame *frame, wasm_width width, wasm_value *out) {
    if (frame->num_operands == 0 || frame->operands[frame->num_operands - 1].width != width)
        return false;
    *out = frame->operands[--frame->num_operands];
    return true;
}

static bool add(wasm_frame *frame, wasm_width width) {
    wasm_value b;
    wasm_value a;
    if (!pop(frame, width, &b) || !pop(frame, width, &a))
        return false;
    const uint64_t mask = width == 4 ? UINT32_MAX : UINT64_MAX;
    return push(frame, (wasm_value){.bits = (a.bits + b.bits) & mask, .width = width});
}

static bool store(wasm_thread *thread, wasm_frame *frame, wasm_instances *instances) {
    wasm_value v;
    wasm_value at;
    if (!pop(frame, 4, &v) || !pop(frame, 4, &at) || at.bits > WASM_PAGE_BYTES - 4)
        return false;
    rsp_number_put(instances->memory[frame->instance] + at.bits, 4, v.bits, false);
    thread->stored = true;
    thread->stored_at = (uint32_t)at.bits;
    return true;
}

/* The number behind an opcode, signed, of at most 64 bits. */
static uint64_t constant_at(const wasm_module *module, uint32_t offset, wasm_width width) {
    uint64_t number = 0;
    unsigned shift = 0;
    uint8_t byte = 0x80;
    while (byte & 0x80 && offset < module->file.len && shift < 64) {
        byte = module->file.ptr[offset++];
        number |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    }
    if (byte & 0x40 && shift < 64)
        number |= UINT64_MAX << shift;
    return width == 4 ? number & UINT32_MAX : number;
}

/* The frame has gone on behind its call before. */
static bool call(wasm_thread *thread, wasm_frame *frame, uint8_t function) {
    uint8_t instance = frame->instance;
    const wasm_function *f = &wasm_modules[instance].functions[function];
    if (f->start == 0) {
        instance = f->import_instance;
        function = f->import_function;
        f = &wasm_modules[instance].functions[function];
    }
    if (thread->num_frames == WASM_MOST_FRAMES || frame->num_operands < f->num_params)
        return false;
    wasm_frame *inner = &thread->frames[thread->num_frames++];
    begin(inner, instance, function);
    for (size_t i = f->num_params; i-- > 0;)
        inner->locals[i].bits = frame->operands[--frame->num_operands].bits;
    return true;
}

/* The last `end` of a function returns; others only close a block. The outermost function never gets there.
 */
static bool end_block(wasm_thread *thread, wasm_frame *frame) {
    wasm_value result = {0};
    const wasm_function *f = function_of(frame);
    if (frame->pc < f->end)
        return true;
    if (thread->num_frames == 1 || (f->has_result && !pop(frame, 4, &result)))
        return false;
    thread->num_frames--;
    return !f->has_result || push(&thread->frames[thread->num_frames - 1], result);
}

static bool move_local(wasm_frame *frame, uint8_t index, bool set) {
    if (index >= frame->num_locals)
        return false;
    return set ? pop(frame, frame->locals[index].width, &frame->locals[index])
               : push(frame, frame->locals[index]);
}

static bool move_global(wasm_frame *frame, wasm_instances *instances, uint8_t index, bool set) {
    wasm_value *global = &instances->globals[frame->instance][index % WASM_MOST_GLOBALS];
    return set ? pop(frame, global->width, global) : push(frame, *global);
}

/* pc is behind the instruction already. */
static bool execute(wasm_thread *thread, wasm_frame *frame, wasm_instances *instances, uint32_t at) {
    const wasm_module *module = &wasm_modules[frame->instance];
    const uint8_t opcode = module->file.ptr[at];
    const uint8_t number = at + 1 < module->file.len ? module->file.ptr[at + 1] : 0;
    switch (opcode) {
    case WASM_NOP:
    case WASM_LOOP:
        return true;
    case WASM_BR:
        frame->pc = function_of(frame)->loop;
        frame->num_operands = 0;
        return true;
    case WASM_END:
        return end_block(thread, frame);
    case WASM_CALL:
        return call(thread, frame, number);
    case WASM_LOCAL_GET:
    case WASM_LOCAL_SET:
        return move_local(frame, number, opcode == WASM_LOCAL_SET);
    case WASM_GLOBAL_GET:
    case WASM_GLOBAL_SET:
        return move_global(frame, instances, number, opcode == WASM_GLOBAL_SET);
    case WASM_I32_CONST:
        return push(frame, (wasm_value){.bits = constant_at(module, at + 1, 4), .width = 4});
    case WASM_I64_CONST:
        return push(frame, (wasm_value){.bits = constant_at(module, at + 1, 8), .width = 8});
    case WASM_I32_STORE:
        return store(thread, frame, instances);
    case WASM_I32_ADD:
        return add(frame, 4);
    default:
        return opcode == WASM_I64_ADD && add(frame, 8);
    }
}

bool wasm_thread_step(wasm_thread *thread, wasm_instances *instances) {
    const wasm_thread before = *thread;
    wasm_frame *frame = wasm_thread_frame(thread, 0);
    thread->stored = false;
    const uint32_t at = frame->pc;
    const size_t bytes = wasm_instruction_bytes(&wasm_modules[frame->instance], at);
    frame->pc += (uint32_t)bytes;
    const bool done = bytes > 0 && execute(thread, frame, instances, at);
    if (!done)
        *thread = before;
    return done;
}
