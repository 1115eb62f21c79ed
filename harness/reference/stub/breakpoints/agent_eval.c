/* A stack machine for agent expressions: a function for each opcode, one for all operators.
 * The opcode table (codec/agent.h) says how much each pops and pushes; that is checked in one place.
 * Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "agent_eval.h"

#include "agent_printf.h"
#include "agent_trace.h"
#include "agent_vm.h"
#include "core/byte_order.h"
#include "core/limits.h"
#include "faults/agent.h"

static void push(stub_agent_vm *vm, uint64_t value) {
    vm->stack[vm->depth++] = value;
}

static uint64_t pop(stub_agent_vm *vm) {
    return vm->stack[--vm->depth];
}

static bool divides(uint8_t opcode) {
    return opcode == RSP_AGENT_DIV_SIGNED || opcode == RSP_AGENT_DIV_UNSIGNED ||
           opcode == RSP_AGENT_REM_SIGNED || opcode == RSP_AGENT_REM_UNSIGNED;
}

static uint64_t shift_right_signed(uint64_t l, uint64_t r) {
    uint64_t sign = l >> 63 ? UINT64_MAX : 0;
    if (r == 0)
        return l;
    return r < 64 ? l >> r | sign << (64 - r) : sign;
}

/* A binary operator: l is next to the top, r the top, and no divisor is 0. Unsigned arithmetic wraps, as the
 * stack's does. The most negative number has no positive twin: divided by -1 it wraps to itself. */
static uint64_t combine(uint8_t opcode, uint64_t l, uint64_t r) {
    switch (opcode) {
    case RSP_AGENT_ADD:
        return l + r;
    case RSP_AGENT_SUB:
        return l - r;
    case RSP_AGENT_MUL:
        return l * r;
    case RSP_AGENT_DIV_UNSIGNED:
        return l / r;
    case RSP_AGENT_REM_UNSIGNED:
        return l % r;
    case RSP_AGENT_DIV_SIGNED:
        return r == UINT64_MAX ? 0 - l : (uint64_t)((int64_t)l / (int64_t)r);
    case RSP_AGENT_REM_SIGNED:
        return r == UINT64_MAX ? 0 : (uint64_t)((int64_t)l % (int64_t)r);
    case RSP_AGENT_LSH:
        return r < 64 ? l << r : 0;
    case RSP_AGENT_RSH_UNSIGNED:
        return r < 64 ? l >> r : 0;
    case RSP_AGENT_RSH_SIGNED:
        return shift_right_signed(l, r);
    case RSP_AGENT_BIT_AND:
        return l & r;
    case RSP_AGENT_BIT_OR:
        return l | r;
    case RSP_AGENT_BIT_XOR:
        return l ^ r;
    case RSP_AGENT_EQUAL:
        return l == r;
    case RSP_AGENT_LESS_SIGNED:
        return (int64_t)l < (int64_t)r;
    default: /* RSP_AGENT_LESS_UNSIGNED */
        return l < r;
    }
}

/* One instruction: vm->insn. Each function may rely on the stack holding what the table says it pops. */
typedef rsp_status agent_run(stub_agent_vm *vm);

static rsp_status run_binary(stub_agent_vm *vm) {
    uint8_t opcode = vm->insn->row->opcode;
    uint64_t right = pop(vm);
    uint64_t left = pop(vm);
    bool impossible = divides(opcode) && right == 0;
    push(vm, impossible ? 0 : combine(opcode, left, right));
    return impossible ? RSP_RANGE : RSP_OK;
}

static rsp_status run_log_not(stub_agent_vm *vm) {
    uint64_t value = pop(vm);
    push(vm, value == 0);
    return RSP_OK;
}

static rsp_status run_bit_not(stub_agent_vm *vm) {
    push(vm, ~pop(vm));
    return RSP_OK;
}

/* A width at or above the stack's leaves the value alone. */
static rsp_status run_ext(stub_agent_vm *vm) {
    unsigned bits = (unsigned)vm->insn->operand;
    uint64_t value = pop(vm);
    if (bits < 64) {
        uint64_t mask = (UINT64_C(1) << bits) - 1;
        bool negative = vm->insn->row->opcode == RSP_AGENT_EXT && bits > 0 && value >> (bits - 1) & 1;
        value = negative ? value | ~mask : value & mask;
    }
    push(vm, value);
    return RSP_OK;
}

static size_t ref_bytes(uint8_t opcode) {
    return (size_t)1 << (opcode - RSP_AGENT_REF8);
}

static rsp_status run_ref(stub_agent_vm *vm) {
    const stub_agent_host *host = vm->host;
    uint8_t bytes[8];
    size_t len = ref_bytes(vm->insn->row->opcode);
    uint64_t addr = pop(vm);
    if (len > sizeof(bytes) || host->read_memory(host->ctx, addr, bytes, len) != len)
        return RSP_FAULT;
    push(vm, rsp_number_of(rsp_bytes_make(bytes, len), host->big_endian));
    return RSP_OK;
}

static rsp_status run_const(stub_agent_vm *vm) {
    push(vm, vm->insn->operand);
    return RSP_OK;
}

static rsp_status run_reg(stub_agent_vm *vm) {
    const stub_agent_host *host = vm->host;
    uint64_t value = 0;
    rsp_status status = host->read_register(host->ctx, vm->insn->operand, &value);
    push(vm, value);
    return status;
}

/* Offsets count from the start of the expression. A target outside is noticed by the next fetch. */
static rsp_status run_goto(stub_agent_vm *vm) {
    bool jump = vm->insn->row->opcode == RSP_AGENT_GOTO || pop(vm) != 0;
    if (jump)
        vm->at = (size_t)vm->insn->operand;
    return RSP_OK;
}

static rsp_status run_end(stub_agent_vm *vm) {
    vm->ended = true;
    return RSP_OK;
}

static rsp_status run_dup(stub_agent_vm *vm) {
    push(vm, vm->stack[vm->depth - 1]);
    return RSP_OK;
}

static rsp_status run_pop(stub_agent_vm *vm) {
    (void)pop(vm);
    return RSP_OK;
}

static rsp_status run_swap(stub_agent_vm *vm) {
    uint64_t top = pop(vm);
    uint64_t next = pop(vm);
    push(vm, top);
    push(vm, next);
    return RSP_OK;
}

static rsp_status run_pick(stub_agent_vm *vm) {
    if (vm->insn->operand >= vm->depth)
        return RSP_MALFORMED;
    push(vm, vm->stack[vm->depth - 1 - (size_t)vm->insn->operand]);
    return RSP_OK;
}

/* a b c (top) becomes c a b. */
static rsp_status run_rot(stub_agent_vm *vm) {
    uint64_t c = pop(vm);
    uint64_t b = pop(vm);
    uint64_t a = pop(vm);
    push(vm, c);
    push(vm, a);
    push(vm, b);
    return RSP_OK;
}

/* Stack, top first: function, channel, arguments from the first on. Function and channel are dropped: there
 * is one place for output. */
static rsp_status run_printf(stub_agent_vm *vm) {
    size_t num_args = (size_t)vm->insn->operand;
    rsp_bytes format = vm->insn->format;
    if (vm->depth < num_args + 2 || format.len == 0 || format.ptr[format.len - 1] != 0)
        return RSP_MALFORMED;
    vm->depth -= 2;
    format = rsp_bytes_sub(format, 0, format.len - 1);
    uint64_t args[255] = {0};
    for (size_t i = 0; i < num_args; i++)
        args[i] = pop(vm);
    return stub_agent_printf(vm->host, format, args, num_args);
}

static agent_run *const functions[256] = {
    [RSP_AGENT_ADD] = run_binary,
    [RSP_AGENT_SUB] = run_binary,
    [RSP_AGENT_MUL] = run_binary,
    [RSP_AGENT_DIV_SIGNED] = run_binary,
    [RSP_AGENT_DIV_UNSIGNED] = run_binary,
    [RSP_AGENT_REM_SIGNED] = run_binary,
    [RSP_AGENT_REM_UNSIGNED] = run_binary,
    [RSP_AGENT_LSH] = run_binary,
    [RSP_AGENT_RSH_SIGNED] = run_binary,
    [RSP_AGENT_RSH_UNSIGNED] = run_binary,
    [RSP_AGENT_BIT_AND] = run_binary,
    [RSP_AGENT_BIT_OR] = run_binary,
    [RSP_AGENT_BIT_XOR] = run_binary,
    [RSP_AGENT_EQUAL] = run_binary,
    [RSP_AGENT_LESS_SIGNED] = run_binary,
    [RSP_AGENT_LESS_UNSIGNED] = run_binary,
    [RSP_AGENT_LOG_NOT] = run_log_not,
    [RSP_AGENT_BIT_NOT] = run_bit_not,
    [RSP_AGENT_EXT] = run_ext,
    [RSP_AGENT_ZERO_EXT] = run_ext,
    [RSP_AGENT_REF8] = run_ref,
    [RSP_AGENT_REF16] = run_ref,
    [RSP_AGENT_REF32] = run_ref,
    [RSP_AGENT_REF64] = run_ref,
    [RSP_AGENT_IF_GOTO] = run_goto,
    [RSP_AGENT_GOTO] = run_goto,
    [RSP_AGENT_CONST8] = run_const,
    [RSP_AGENT_CONST16] = run_const,
    [RSP_AGENT_CONST32] = run_const,
    [RSP_AGENT_CONST64] = run_const,
    [RSP_AGENT_REG] = run_reg,
    [RSP_AGENT_END] = run_end,
    [RSP_AGENT_DUP] = run_dup,
    [RSP_AGENT_POP] = run_pop,
    [RSP_AGENT_SWAP] = run_swap,
    [RSP_AGENT_PICK] = run_pick,
    [RSP_AGENT_ROT] = run_rot,
    [RSP_AGENT_PRINTF] = run_printf,
    [RSP_AGENT_TRACE] = stub_agent_trace,
    [RSP_AGENT_TRACE_QUICK] = stub_agent_trace,
    [RSP_AGENT_TRACE16] = stub_agent_trace,
    [RSP_AGENT_TRACENZ] = stub_agent_trace,
    [RSP_AGENT_GETV] = stub_agent_trace,
    [RSP_AGENT_SETV] = stub_agent_trace,
    [RSP_AGENT_TRACEV] = stub_agent_trace,
};

/* Opcodes without a function are those of floating point. */
rsp_status stub_agent_execute(stub_agent_vm *vm, const rsp_agent_insn *insn) {
    agent_run *run = functions[insn->row->opcode];
    if (!run)
        return RSP_UNSUPPORTED;
    if (vm->depth < insn->row->pops)
        return RSP_MALFORMED;
    if (vm->depth - insn->row->pops + insn->row->pushes > RSP_ARRAY_LEN(vm->stack))
        return RSP_LIMIT;
    vm->at += insn->len;
    vm->insn = insn;
    return run(vm);
}

static rsp_status step(stub_agent_vm *vm) {
    rsp_agent_insn insn;
    if (rsp_agent_decode(&insn, vm->code, vm->at) != RSP_OK)
        return RSP_MALFORMED;
    return stub_fault_execute(vm, &insn);
}

rsp_status stub_agent_eval(stub_agent_result *out, const stub_agent_host *host, rsp_bytes code) {
    stub_agent_vm vm;
    vm.host = host;
    vm.code = code;
    vm.at = 0;
    vm.depth = 0;
    vm.ended = false;
    *out = (stub_agent_result){0};
    rsp_status status = RSP_OK;
    for (unsigned steps = 0; status == RSP_OK && !vm.ended; steps++)
        status = steps < RSP_LIMIT_AGENT_STEPS ? step(&vm) : RSP_LIMIT;
    if (status == RSP_OK && vm.depth > 0)
        *out = (stub_agent_result){.has_value = true, .value = vm.stack[vm.depth - 1]};
    stub_fault_evaluated(host, &status, out);
    return status;
}
