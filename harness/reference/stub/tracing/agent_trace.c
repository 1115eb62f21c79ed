/* The opcodes of agent expressions that record data, and those of trace state variables.
 * Addresses and lengths come from the stack; numbers of variables and quick lengths stand in the code.
 * Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "agent_trace.h"

static rsp_status record(const stub_agent_vm *vm, uint64_t addr, uint64_t length, bool to_zero) {
    return vm->host->tracing->memory(vm->host->ctx, addr, length, to_zero);
}

/* addr length => */
static rsp_status run_trace(stub_agent_vm *vm) {
    vm->depth -= 2;
    return record(vm, vm->stack[vm->depth], vm->stack[vm->depth + 1],
                  vm->insn->row->opcode == RSP_AGENT_TRACENZ);
}

rsp_status stub_agent_trace(stub_agent_vm *vm) {
    const stub_agent_tracing *tracing = vm->host->tracing;
    uint64_t operand = vm->insn->operand;
    if (!tracing)
        return RSP_UNSUPPORTED;
    switch (vm->insn->row->opcode) {
    case RSP_AGENT_TRACE:
    case RSP_AGENT_TRACENZ:
        return run_trace(vm);
    case RSP_AGENT_TRACE_QUICK:
    case RSP_AGENT_TRACE16:
        return record(vm, vm->stack[vm->depth - 1], operand, false);
    case RSP_AGENT_GETV:
        return tracing->get(vm->host->ctx, operand, &vm->stack[vm->depth++]);
    case RSP_AGENT_SETV:
        return tracing->set(vm->host->ctx, operand, vm->stack[vm->depth - 1]);
    default: /* RSP_AGENT_TRACEV */
        return tracing->record(vm->host->ctx, operand);
    }
}
