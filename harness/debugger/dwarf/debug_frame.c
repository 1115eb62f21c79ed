/* A caller's stack pointer is the frame's canonical address. It must lie above the frame's own: stacks grow
 * down, and a table that says otherwise would lead round for ever.
 * See debug_frame.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_frame.h"

#include "frame_rule.h"

#include <assert.h>
#include <stdlib.h>

static bool knows(const rsp_debug_frame *frame, uint32_t number) {
    return number < RSP_DEBUG_REGISTERS && frame->known >> number & 1;
}

static void set(rsp_debug_frame *frame, uint32_t number, uint64_t value) {
    assert(number < RSP_DEBUG_REGISTERS);
    frame->registers[number] = value;
    frame->known |= UINT64_C(1) << number;
}

rsp_status rsp_debug_frame_first(const rsp_debug_file *file, const rsp_debug_thread *thread,
                                 rsp_debug_frame *out) {
    rsp_debug_machine machine = file->facts.machine;
    uint32_t pc = rsp_debug_register_pc(machine);
    *out = (rsp_debug_frame){0};
    for (uint32_t i = 0; i <= pc; i++) {
        uint64_t value = 0;
        rsp_status status = thread->read_register(thread->ctx, i, &value);
        if (status == RSP_NOT_FOUND && i != pc && i != rsp_debug_register_sp(machine))
            continue; /* unavailable, for a debugger that asks for it */
        if (status != RSP_OK)
            return status;
        set(out, i, value);
    }
    out->pc = out->registers[pc];
    out->innermost = true;
    return RSP_OK;
}

uint64_t rsp_debug_frame_address(const rsp_debug_frame *frame, uint64_t bias) {
    return frame->pc - bias - frame->is_caller;
}

static rsp_status frame_register(void *ctx, uint32_t number, uint64_t *out_value) {
    const rsp_debug_frame_thread *t = ctx;
    bool of_thread = number == RSP_DEBUG_THREAD_POINTER || number >= RSP_DEBUG_NUMBERS;
    if (of_thread || (number >= RSP_DEBUG_FLOATS && t->frame->innermost))
        return t->around->read_register(t->around->ctx, number, out_value);
    if (!knows(t->frame, number))
        return RSP_NOT_FOUND;
    *out_value = t->frame->registers[number];
    return RSP_OK;
}

static rsp_status frame_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_debug_frame_thread *t = ctx;
    return t->around->read_memory(t->around->ctx, address, dst, len);
}

static void frame_text(void *ctx, uint64_t address) {
    const rsp_debug_frame_thread *t = ctx;
    if (t->around->expect_text)
        t->around->expect_text(t->around->ctx, address);
}

rsp_debug_thread rsp_debug_frame_as_thread(rsp_debug_frame_thread *storage, const rsp_debug_thread *around,
                                           const rsp_debug_frame *frame) {
    *storage = (rsp_debug_frame_thread){.around = around, .frame = frame};
    return (rsp_debug_thread){.ctx = storage,
                              .read_register = frame_register,
                              .read_memory = frame_memory,
                              .expect_text = frame_text,
                              .bias = around->bias};
}

/* One register of the caller by the tables; what they leave open stays unknown. */
static void recover(Dwarf_Frame *rules, const rsp_debug_thread *thread, const rsp_debug_frame *frame,
                    uint32_t number, uint64_t cfa, rsp_debug_frame *out) {
    Dwarf_Op memory[3];
    Dwarf_Op *ops = NULL;
    size_t num = 0;
    uint64_t value = 0;
    bool is_value = false;
    if (dwarf_frame_register(rules, (int)number, memory, &ops, &num) != 0)
        return;
    if (num == 0) { /* no operations at all: the same value; an empty list of them: undefined */
        if (!ops && knows(frame, number))
            set(out, number, frame->registers[number]);
        return;
    }
    rsp_status status = frame_rule_eval(ops, num, thread, cfa, &value, &is_value);
    if (status == RSP_OK && !is_value)
        status = rsp_debug_thread_read(thread, value, 8, &value);
    if (status == RSP_OK)
        set(out, number, value);
}

/* A RISC-V or AArch64 function that calls none has its return address in a register, and its tables do not
 * mention that: for libdw it is then as unknown as in the outermost frame. */
static void keep_return_address(rsp_debug_machine machine, const rsp_debug_frame *frame, uint32_t number,
                                rsp_debug_frame *out) {
    if (machine != RSP_DEBUG_MACHINE_X86_64 && !frame->is_caller && !knows(out, number) &&
        knows(frame, number))
        set(out, number, frame->registers[number]);
}

/* Those that no function changes, though the tables do not say so. */
static void keep_fixed(rsp_debug_machine machine, const rsp_debug_frame *frame, rsp_debug_frame *out) {
    enum { GP = 3, TP = 4 };
    for (uint32_t i = GP; machine == RSP_DEBUG_MACHINE_RISCV64 && i <= TP; i++)
        if (!knows(out, i) && knows(frame, i))
            set(out, i, frame->registers[i]);
}

static rsp_status by_rules(Dwarf_Frame *rules, rsp_debug_machine machine, const rsp_debug_thread *around,
                           const rsp_debug_frame *frame, rsp_debug_frame *out) {
    rsp_debug_frame_thread storage;
    rsp_debug_thread thread = rsp_debug_frame_as_thread(&storage, around, frame);
    Dwarf_Op *ops = NULL;
    size_t num = 0;
    uint64_t cfa = 0;
    bool is_value = false;
    bool is_signal = false;
    uint32_t sp = rsp_debug_register_sp(machine);
    int return_address = dwarf_frame_info(rules, NULL, NULL, &is_signal);
    if (return_address < 0 || return_address >= RSP_DEBUG_REGISTERS ||
        dwarf_frame_cfa(rules, &ops, &num) != 0 || num == 0 ||
        frame_rule_eval(ops, num, &thread, 0, &cfa, &is_value) != RSP_OK)
        return RSP_NOT_FOUND;
    *out = (rsp_debug_frame){.is_caller = !is_signal};
    for (uint32_t i = 0; i < rsp_debug_register_pc(machine); i++)
        recover(rules, &thread, frame, i, cfa, out);
    if ((uint32_t)return_address == rsp_debug_register_pc(machine))
        recover(rules, &thread, frame, (uint32_t)return_address, cfa, out);
    keep_return_address(machine, frame, (uint32_t)return_address, out);
    keep_fixed(machine, frame, out);
    if (!knows(out, (uint32_t)return_address))
        return RSP_NOT_FOUND; /* the outermost frame says so */
    out->pc = out->registers[return_address];
    if (!is_signal)
        set(out, sp, cfa);
    set(out, rsp_debug_register_pc(machine), out->pc);
    return RSP_OK;
}

/* Two words: x86-64 and AArch64 keep them at the frame pointer, RISC-V below it. */
static rsp_status by_chain(rsp_debug_machine machine, const rsp_debug_thread *thread,
                           const rsp_debug_frame *frame, rsp_debug_frame *out) {
    bool below = machine == RSP_DEBUG_MACHINE_RISCV64;
    uint32_t fp_number = rsp_debug_register_fp(machine);
    uint64_t fp = 0;
    uint64_t pc = 0;
    if (!knows(frame, fp_number) || frame->registers[fp_number] == 0 || frame->registers[fp_number] % 8 != 0)
        return RSP_NOT_FOUND;
    uint64_t at = frame->registers[fp_number];
    if (rsp_debug_thread_read(thread, below ? at - 16 : at, 8, &fp) != RSP_OK ||
        rsp_debug_thread_read(thread, below ? at - 8 : at + 8, 8, &pc) != RSP_OK || pc == 0)
        return RSP_NOT_FOUND;
    *out = (rsp_debug_frame){.pc = pc, .is_caller = true, .by_chain = true};
    set(out, fp_number, fp);
    set(out, rsp_debug_register_sp(machine), below ? at : at + 16);
    set(out, rsp_debug_register_pc(machine), pc);
    return RSP_OK;
}

/* Up the stack; a function that has not moved it yet may share its caller's end, but not its pc. */
static bool goes_up(rsp_debug_machine machine, const rsp_debug_frame *frame, const rsp_debug_frame *caller) {
    uint32_t sp = rsp_debug_register_sp(machine);
    if (caller->pc == 0)
        return false;
    if (!knows(frame, sp) || !knows(caller, sp))
        return knows(caller, sp);
    if (!frame->is_caller && caller->registers[sp] == frame->registers[sp])
        return caller->pc != frame->pc;
    return caller->registers[sp] > frame->registers[sp];
}

rsp_status rsp_debug_frame_caller(const rsp_debug_file *file, rsp_debug_machine machine,
                                  const rsp_debug_thread *thread, const rsp_debug_frame *frame,
                                  rsp_debug_frame *out) {
    assert(out);
    rsp_debug_frame caller;
    Dwarf_Frame *rules = file ? frame_rules_at(file, rsp_debug_frame_address(frame, thread->bias)) : NULL;
    rsp_status status =
        rules ? by_rules(rules, machine, thread, frame, &caller) : by_chain(machine, thread, frame, &caller);
    free(rules);
    if (status != RSP_OK || !goes_up(machine, frame, &caller))
        return RSP_NOT_FOUND;
    *out = caller;
    return RSP_OK;
}
