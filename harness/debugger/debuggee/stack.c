/* Registers of the innermost frame come from one packet; memory of the stack is read some way ahead, for the
 * next frames lie there. A line table says where a frame is, and for the function around an inlined one the
 * place of the call. See stack.h. */
/* SPDX-License-Identifier: MIT */
#include "stack.h"

#include "client/client_thread.h"
#include "condition/condition.h"
#include "core/limits.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

enum { AHEAD = 1024, INLINED_MAX = 32, REGISTER_BYTES = 8 };

rsp_status rsp_stopped_breathe(const rsp_stopped *stopped) {
    return stopped->breathe ? stopped->breathe(stopped->breathe_ctx) : RSP_OK;
}

void rsp_stack_init(rsp_stack *stack, const rsp_stopped *stopped, rsp_ptid thread) {
    *stack = (rsp_stack){.stopped = stopped, .thread = thread};
}

void rsp_stack_forget(rsp_stack *stack) {
    *stack = (rsp_stack){.stopped = stack->stopped, .thread = stack->thread, .ahead = stack->ahead};
}

/* --- reading ----------------------------------------------------------------------------------------------
 */

static rsp_status read_register(void *ctx, uint32_t number, uint64_t *out_value) {
    const rsp_stack *stack = ctx;
    uint8_t bytes[REGISTER_BYTES] = {0};
    size_t len = 0;
    uint64_t wire = 0;
    if (number >= RSP_CONDITION_THREAD_ID)
        return rsp_client_thread_question(stack->stopped->debuggee->client, stack->thread, number, out_value);
    rsp_status status = rsp_debuggee_register(stack->stopped->debuggee, number, &wire);
    if (status == RSP_OK)
        status = rsp_register_block_get(&stack->block, wire, bytes, sizeof bytes, &len);
    *out_value = 0;
    for (size_t i = sizeof bytes; i-- > 0;)
        *out_value = *out_value << 8 | bytes[i];
    return status;
}

static rsp_status read_stack(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_stack *stack = ctx;
    return rsp_known_memory_read_ahead(stack->stopped->memory, address, dst, len, AHEAD);
}

static rsp_status read_exactly(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_stack *stack = ctx;
    return rsp_known_memory_read(stack->stopped->memory, address, dst, len);
}

static void expect_text(void *ctx, uint64_t address) {
    const rsp_stack *stack = ctx;
    rsp_known_memory_want_text(stack->stopped->memory, address);
}

static uint64_t bias_of(const rsp_module *module) {
    return module ? module->bias : 0;
}

rsp_debug_thread rsp_stack_frame_reader(rsp_stack_reader *storage, const rsp_stack *stack,
                                        const rsp_stack_frame *frame) {
    storage->stack = stack;
    storage->around = (rsp_debug_thread){.ctx = (void *)stack,
                                         .read_register = read_register,
                                         .read_memory = read_exactly,
                                         .expect_text = expect_text,
                                         .bias = bias_of(frame->module)};
    return rsp_debug_frame_as_thread(&storage->frame, &storage->around, frame->registers);
}

/* --- frames -----------------------------------------------------------------------------------------------
 */

static rsp_stack_frame *add(rsp_stack *stack) {
    if (stack->num == stack->cap) {
        size_t cap = stack->cap ? 2 * stack->cap : 16;
        rsp_stack_frame *more = rsp_arena_alloc(stack->stopped->arena, cap * sizeof *more);
        if (!more)
            return NULL;
        if (stack->num > 0)
            memcpy(more, stack->frames, stack->num * sizeof *more);
        stack->frames = more;
        stack->cap = cap;
    }
    return &stack->frames[stack->num++];
}

static void set_line(rsp_stack_frame *frame, const rsp_debug_file *file) {
    rsp_debug_line line;
    if (rsp_debug_line_at(file, frame->address, &line) != RSP_OK)
        return;
    frame->path = line.path;
    frame->line = line.line;
    frame->column = line.column;
}

/* One frame without debug information: at most a symbol tells. */
static rsp_status add_plain(rsp_stack *stack, const rsp_stack_frame *model) {
    rsp_debug_symbol symbol;
    rsp_stack_frame *frame = add(stack);
    if (!frame)
        return RSP_NO_MEMORY;
    *frame = *model;
    if (!frame->module)
        return RSP_OK;
    uint64_t within = frame->address + frame->module->bias;
    if (rsp_module_symbol(stack->stopped->modules, frame->module, within, &symbol)) {
        frame->function = symbol.name;
        frame->into = frame->pc - symbol.address;
    }
    set_line(frame, frame->module->opened.file);
    return RSP_OK;
}

/* How many of the innermost functions have no frame: none that the thread is in the midst of. */
static size_t num_ahead(const rsp_stack *stack, const rsp_stack_frame *model,
                        const rsp_debug_function *functions, size_t num) {
    const size_t most = rsp_debug_functions_ahead(functions, num);
    if (!model->registers->innermost)
        return 0;
    return stack->ahead < most ? stack->ahead : most;
}

/* The functions at an address, each inlined one called in the next. */
static rsp_status add_frames(rsp_stack *stack, const rsp_debug_frame *registers, rsp_module *module) {
    rsp_debug_function functions[INLINED_MAX];
    rsp_stack_frame model = {.pc = registers->pc,
                             .module = module,
                             .address = rsp_debug_frame_address(registers, bias_of(module)),
                             .registers = registers};
    const rsp_debug_file *file = module ? module->opened.file : NULL;
    size_t num = file ? rsp_debug_function_at(file, model.address, functions, INLINED_MAX) : 0;
    if (num == 0)
        return add_plain(stack, &model);
    set_line(&model, file);
    for (size_t i = num_ahead(stack, &model, functions, num); i < num; i++) {
        rsp_stack_frame *frame = add(stack);
        if (!frame)
            return RSP_NO_MEMORY;
        *frame = model;
        frame->function = functions[i].name;
        frame->has_debug = true;
        frame->inlined = functions[i].inlined;
        frame->inner = i > 0 ? functions[i - 1].depth + 1 : 0;
        frame->outer = functions[i].depth;
        if (i == 0)
            continue;
        frame->path = functions[i - 1].call_path;
        frame->line = functions[i - 1].call_line;
        frame->column = functions[i - 1].call_column;
    }
    return RSP_OK;
}

static rsp_debug_machine machine_of(const rsp_stack *stack) {
    return rsp_debug_file_facts(stack->stopped->debuggee->file)->machine;
}

/* RSP_NOT_FOUND: there is none. */
static rsp_status find_next(rsp_stack *stack, rsp_debug_frame *out) {
    const rsp_debug_thread thread = {.ctx = stack, .read_register = read_register, .read_memory = read_stack};
    if (!stack->last) {
        rsp_status status = rsp_register_block_read(&stack->block, stack->stopped->registers, stack->thread,
                                                    stack->stopped->arena);
        return status == RSP_OK ? rsp_debug_frame_first(stack->stopped->debuggee->file, &thread, out)
                                : status;
    }
    rsp_module *module = stack->frames[stack->num - 1].module;
    rsp_debug_thread own = thread;
    own.bias = bias_of(module);
    rsp_status status = rsp_debug_frame_caller(module ? module->opened.file : NULL, machine_of(stack), &own,
                                               stack->last, out);
    rsp_status ended = stack->stopped->memory->ended;
    return ended == RSP_OK ? status : ended;
}

static rsp_status unwind_one(rsp_stack *stack) {
    rsp_module *module = NULL;
    rsp_debug_frame *next = rsp_arena_alloc(stack->stopped->arena, sizeof *next);
    if (!next)
        return RSP_NO_MEMORY;
    rsp_status status = find_next(stack, next);
    if (status == RSP_NOT_FOUND && stack->last) {
        stack->complete = true;
        return RSP_OK;
    }
    if (status == RSP_OK)
        status = rsp_modules_at(stack->stopped->modules, next->pc - next->is_caller, &module);
    if (status == RSP_OK && module)
        (void)rsp_module_file(stack->stopped->modules, module);
    if (status != RSP_OK)
        return status;
    stack->last = next;
    return add_frames(stack, next, module);
}

rsp_status rsp_stack_unwind(rsp_stack *stack, size_t wanted) {
    rsp_status status = stack->stopped->memory->ended;
    while (status == RSP_OK && stack->num < wanted && !stack->complete) {
        status = rsp_stopped_breathe(stack->stopped);
        if (status == RSP_OK)
            status = unwind_one(stack);
        stack->complete = stack->complete || stack->num >= RSP_LIMIT_STACK_FRAMES;
    }
    return status;
}
