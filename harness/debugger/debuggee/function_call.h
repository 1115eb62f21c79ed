/* Calls of the program's functions by a stopped thread: what a call says, its arguments in registers, the
 * result by its type, and all registers back as they were. Running the thread is the caller's affair.
 * Source: System V psABIs of x86-64 and RISC-V, calling conventions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUNCTION_CALL_H
#define RSP_FUNCTION_CALL_H

#include "client/saved_registers.h"
#include "debuggee/evaluate.h"
#include "dwarf/debug_function.h"

RSP_BEGIN_DECLS

/* As many as both machines pass in registers. */
enum { RSP_CALL_ARGUMENTS = 6 };

/* "name(a, b)", taken apart. Texts are borrowed from the source. */
typedef struct rsp_call_text {
    rsp_bytes name;
    rsp_bytes arguments[RSP_CALL_ARGUMENTS];
    size_t num; /* may be more than there is room for */
} rsp_call_text;

/* Whether the source is a call and nothing else. */
bool rsp_call_parse(rsp_call_text *out, rsp_bytes source);

/* Registers that a stub may leave out of g: those of floating point in front of qemu-riscv64, and their
 * state. */
enum { RSP_CALL_APART = 33, RSP_CALL_APART_BYTES = 16 };

/* A register that is put back by itself. */
typedef struct rsp_call_apart {
    uint64_t number; /* the stub's */
    uint8_t bytes[RSP_CALL_APART_BYTES];
    size_t len;
} rsp_call_apart;

/* A call. All-zero before, to be freed. */
typedef struct rsp_function_call {
    rsp_debuggee *debuggee;
    rsp_ptid thread;
    rsp_module *module; /* of the function */
    rsp_debug_signature function;
    rsp_debug_type result;
    uint64_t arguments[RSP_CALL_ARGUMENTS];
    size_t num;
    uint64_t back; /* where it returns to: the program's entry point, which nobody executes any more */
    const rsp_stack *stack; /* the thread's; borrowed until it is entered */
    rsp_saved_registers saved;
    rsp_call_apart apart[RSP_CALL_APART]; /* those that are not in `saved` */
    size_t num_apart;
} rsp_function_call;

/* Frees what was saved; the thread stays as it is. */
void rsp_function_call_free(rsp_function_call *call);

/* Finds the function and evaluates the arguments in the frame; changes nothing in the program. RSP_NOT_FOUND:
 * there is no such function; RSP_UNSUPPORTED: numbers and pointers in general registers are not enough for
 * it, or the machine is none of the two; else as rsp_evaluate. */
rsp_status rsp_function_call_prepare(rsp_function_call *out, const rsp_stack *stack,
                                     const rsp_stack_frame *frame, const rsp_call_text *text,
                                     rsp_error *error) RSP_MUST_USE;

/* Saves the thread's registers, and sets them and the stack for the call. After a failure, too, the call is
 * to be left. RSP_UNSUPPORTED: the stub could not put all registers back, and nothing was changed. */
rsp_status rsp_function_call_enter(rsp_function_call *call, rsp_error *error) RSP_MUST_USE;

/* The thread stands at `back`: what the function has returned, which is void for a type of that kind. */
rsp_status rsp_function_call_result(const rsp_function_call *call, rsp_value *out,
                                    rsp_error *error) RSP_MUST_USE;

/* All registers are what they were before the call. What the function did to memory stays. */
rsp_status rsp_function_call_leave(rsp_function_call *call) RSP_MUST_USE;

RSP_END_DECLS

#endif
