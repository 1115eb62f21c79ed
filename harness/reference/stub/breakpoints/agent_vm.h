/* The state of an agent expression under evaluation, and one instruction of it.
 * The stack is bounded; what an instruction pops is there when it is executed.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGENT_VM_H
#define STUB_AGENT_VM_H

#include "agent_eval.h"

#include "codec/agent.h"
#include "core/limits.h"

typedef struct stub_agent_vm {
    const stub_agent_host *host;
    rsp_bytes code;
    size_t at;                  /* offset of the next instruction */
    const rsp_agent_insn *insn; /* under execution */
    size_t depth;
    bool ended;
    uint64_t stack[RSP_LIMIT_AGENT_STACK];
} stub_agent_vm;

/* Executes an instruction that stands at vm->at. */
rsp_status stub_agent_execute(stub_agent_vm *vm, const rsp_agent_insn *insn) RSP_MUST_USE;

#endif
