/* Where faults change the evaluation of an agent expression: one instruction, and the result.
 * In builds without faults there is the honest function alone.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_AGENT_H
#define STUB_FAULTS_AGENT_H

#include "agent_vm.h"

#ifdef RSP_FAULTS
rsp_status stub_fault_execute(stub_agent_vm *vm, rsp_agent_insn *insn) RSP_MUST_USE;
void stub_fault_evaluated(const stub_agent_host *host, rsp_status *status, stub_agent_result *result);
#else
#define stub_fault_execute(vm, insn) stub_agent_execute(vm, insn)
#define stub_fault_evaluated(host, status, result) ((void)0)
#endif

#endif
