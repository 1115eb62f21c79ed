/* The opcodes of agent expressions that record data, and those of trace state variables.
 * Whose expression it is decides what recording means.
 * Not public. Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGENT_TRACE_H
#define STUB_AGENT_TRACE_H

#include "agent_vm.h"

/* Executes one of trace, trace_quick, trace16, tracenz, getv, setv, tracev. RSP_UNSUPPORTED where the host
 * has no tracing; else what the host answers. */
rsp_status stub_agent_trace(stub_agent_vm *vm) RSP_MUST_USE;

#endif
