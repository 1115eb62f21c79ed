/* Faults of agent expressions: operands, jumps, signs and widths, and what becomes of an expression that
 * fails. The instruction is changed before it is executed, or its result after it. Only in builds with
 * faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/agent.h"

#include "faults/target.h"

static const rsp_agent_row *row_of(uint8_t opcode) {
    rsp_agent_insn insn;
    uint8_t code[16] = {opcode};
    return rsp_agent_decode(&insn, rsp_bytes_make(code, sizeof code), 0) == RSP_OK ? insn.row : NULL;
}

static void become(rsp_agent_insn *insn, uint8_t from, uint8_t to) {
    if (insn->row->opcode == from)
        insn->row = row_of(to);
}

static void calculate_unsigned(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    become(insn, RSP_AGENT_DIV_SIGNED, RSP_AGENT_DIV_UNSIGNED);
    become(insn, RSP_AGENT_REM_SIGNED, RSP_AGENT_REM_UNSIGNED);
    become(insn, RSP_AGENT_RSH_SIGNED, RSP_AGENT_RSH_UNSIGNED);
    become(insn, RSP_AGENT_LESS_SIGNED, RSP_AGENT_LESS_UNSIGNED);
}

static void negate_bitwise(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    become(insn, RSP_AGENT_LOG_NOT, RSP_AGENT_BIT_NOT);
}

static void swap_operands(stub_agent_vm *vm, rsp_agent_insn *insn) {
    bool binary = insn->row->pops == 2 && insn->row->pushes == 1;
    if (!binary || vm->depth < 2)
        return;
    uint64_t top = vm->stack[vm->depth - 1];
    vm->stack[vm->depth - 1] = vm->stack[vm->depth - 2];
    vm->stack[vm->depth - 2] = top;
}

static bool extends(const rsp_agent_insn *insn) {
    return insn->row->opcode == RSP_AGENT_EXT || insn->row->opcode == RSP_AGENT_ZERO_EXT;
}

static void extend_64_to_zero(stub_agent_vm *vm, rsp_agent_insn *insn) {
    if (extends(insn) && insn->operand == 64 && vm->depth > 0)
        vm->stack[vm->depth - 1] = 0;
}

static void extend_beyond_to_zero(stub_agent_vm *vm, rsp_agent_insn *insn) {
    if (extends(insn) && insn->operand > 64 && vm->depth > 0)
        vm->stack[vm->depth - 1] = 0;
}

static void extend_wide_not(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    if (extends(insn) && insn->operand > 32)
        insn->operand = 64;
}

static bool jumps(const rsp_agent_insn *insn) {
    return insn->row->opcode == RSP_AGENT_GOTO || insn->row->opcode == RSP_AGENT_IF_GOTO;
}

static bool has_number(const rsp_agent_insn *insn) {
    uint8_t op = insn->row->opcode;
    return jumps(insn) || op == RSP_AGENT_REG || (op >= RSP_AGENT_CONST8 && op <= RSP_AGENT_CONST64);
}

static void read_little_endian(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    uint64_t value = 0;
    for (size_t i = 0; i < insn->row->operand_bytes; i++)
        value = value << 8 | (insn->operand >> (8 * i) & 0xff);
    if (has_number(insn))
        insn->operand = value;
}

static void jump_from_here(stub_agent_vm *vm, rsp_agent_insn *insn) {
    if (jumps(insn))
        insn->operand += vm->at + insn->len;
}

/* Twice one way is once the other way. */
static void rotate_twice(stub_agent_vm *vm, rsp_agent_insn *insn) {
    if (insn->row->opcode != RSP_AGENT_ROT || vm->depth < 3)
        return;
    uint64_t *top = &vm->stack[vm->depth - 1];
    uint64_t first = top[0];
    top[0] = top[-1];
    top[-1] = top[-2];
    top[-2] = first;
}

static void fill_with_zeros(stub_agent_vm *vm, rsp_agent_insn *insn) {
    while (vm->depth < insn->row->pops)
        vm->stack[vm->depth++] = 0;
}

/* As if the NUL came behind the length: one byte of the next opcode is eaten. */
static void eat_a_byte(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    if (insn->row->opcode == RSP_AGENT_PRINTF)
        insn->len++;
}

/* "%08lx" to "%0lx", in a copy. */
static void drop_widths(stub_agent_vm *vm, rsp_agent_insn *insn) {
    rsp_buf *text = (rsp_buf *)&vm->host->stub->faults.bent;
    bool inside = false;
    rsp_buf_clear(text);
    for (size_t i = 0; i < insn->format.len; i++) {
        uint8_t c = insn->format.ptr[i];
        bool digit = c >= '1' && c <= '9';
        if (inside && digit) {
            while (i + 1 < insn->format.len && insn->format.ptr[i + 1] >= '0' &&
                   insn->format.ptr[i + 1] <= '9')
                i++;
            continue;
        }
        inside = c == '%' ? !inside : inside && rsp_bytes_index(RSP_LIT("-+ #0"), c) < 5;
        rsp_buf_push(text, c);
    }
    insn->format = rsp_buf_bytes(text);
}

static void record_less(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    if (insn->row->opcode == RSP_AGENT_TRACE_QUICK || insn->row->opcode == RSP_AGENT_TRACE16)
        insn->operand--;
}

/* As many bytes as it has before the zero. */
static void record_no_zero(stub_agent_vm *vm, rsp_agent_insn *insn) {
    uint8_t byte = 1;
    uint64_t length = 0;
    if (insn->row->opcode != RSP_AGENT_TRACENZ || vm->depth < 2)
        return;
    uint64_t addr = vm->stack[vm->depth - 2];
    while (length < vm->stack[vm->depth - 1] && byte &&
           vm->host->read_memory(vm->host->ctx, addr + length, &byte, 1) == 1)
        length += byte != 0;
    vm->stack[vm->depth - 1] = length;
}

/* Extending from 64 bits leaves the value alone. */
static void keep_variable(stub_agent_vm *vm, rsp_agent_insn *insn) {
    (void)vm;
    if (insn->row->opcode != RSP_AGENT_SETV)
        return;
    insn->row = row_of(RSP_AGENT_ZERO_EXT);
    insn->operand = 64;
}

/* What a fault makes of an instruction before it is executed. */
static const struct {
    rsp_fault fault;
    void (*change)(stub_agent_vm *vm, rsp_agent_insn *insn);
} changes[] = {
    {RSP_FAULT_COND_SIGNED_AS_UNSIGNED, calculate_unsigned},
    {RSP_FAULT_COND_LOG_NOT_BITWISE, negate_bitwise},
    {RSP_FAULT_COND_OPERANDS_SWAPPED, swap_operands},
    {RSP_FAULT_COND_EXT_64, extend_64_to_zero},
    {RSP_FAULT_COND_EXT_BEYOND, extend_beyond_to_zero},
    {RSP_FAULT_COND_EXT_WIDE, extend_wide_not},
    {RSP_FAULT_COND_LITTLE_ENDIAN_OPERANDS, read_little_endian},
    {RSP_FAULT_COND_JUMP_RELATIVE, jump_from_here},
    {RSP_FAULT_COND_ROT_DIRECTION, rotate_twice},
    {RSP_FAULT_COND_UNDERFLOW_ZERO, fill_with_zeros},
    {RSP_FAULT_COND_PRINTF_LENGTH, eat_a_byte},
    {RSP_FAULT_COND_PRINTF_NO_WIDTH, drop_widths},
    {RSP_FAULT_TRACE_SHORT_BY_ONE, record_less},
    {RSP_FAULT_TRACE_STRING_WITHOUT_END, record_no_zero},
    {RSP_FAULT_TRACE_SETV_IGNORED, keep_variable},
};

/* `reg` of the selected thread, whichever hit. */
static bool read_selected(stub_agent_vm *vm, const rsp_agent_insn *insn) {
    rsp_stub *s = (rsp_stub *)vm->host->stub;
    if (!stub_fault(s, RSP_FAULT_COND_GENERAL_THREAD) || insn->row->opcode != RSP_AGENT_REG ||
        vm->depth == RSP_ARRAY_LEN(vm->stack))
        return false;
    vm->stack[vm->depth++] = stub_register_of(s, s->general, (unsigned)insn->operand);
    vm->at += insn->len;
    return true;
}

static void extend_sign(stub_agent_vm *vm, const rsp_agent_insn *insn) {
    uint8_t op = insn->row->opcode;
    if (op < RSP_AGENT_REF8 || op >= RSP_AGENT_REF64 || vm->depth == 0)
        return;
    unsigned bits = 8U << (op - RSP_AGENT_REF8);
    uint64_t *top = &vm->stack[vm->depth - 1];
    if (*top >> (bits - 1))
        *top |= UINT64_MAX << bits;
}

rsp_status stub_fault_execute(stub_agent_vm *vm, rsp_agent_insn *insn) {
    const rsp_stub *s = vm->host->stub;
    if (!s || s->opt.fault == RSP_FAULT_NONE)
        return stub_agent_execute(vm, insn);
    for (size_t i = 0; i < RSP_ARRAY_LEN(changes); i++)
        if (stub_fault(s, changes[i].fault))
            changes[i].change(vm, insn);
    if (read_selected(vm, insn))
        return RSP_OK;
    rsp_status status = stub_agent_execute(vm, insn);
    if (status == RSP_OK && stub_fault(s, RSP_FAULT_COND_REF_SIGN_EXTENDED))
        extend_sign(vm, insn);
    if (vm->at < vm->code.len && stub_fault(s, RSP_FAULT_COND_END_IGNORED))
        vm->ended = false;
    return status;
}

void stub_fault_evaluated(const stub_agent_host *host, rsp_status *status, stub_agent_result *result) {
    const rsp_stub *s = host->stub;
    if (!s || host->out) /* a command */
        return;
    bool failed = *status != RSP_OK || !result->has_value;
    if ((*status == RSP_LIMIT && stub_fault(s, RSP_FAULT_COND_ENDLESS_IS_FALSE)) ||
        (failed && stub_fault(s, RSP_FAULT_COND_ERROR_IS_FALSE))) {
        *status = RSP_OK;
        *result = (stub_agent_result){.has_value = true, .value = 0};
    }
}
