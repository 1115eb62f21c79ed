/* Calls of the program to the debugger's host: RISC-V semihosting, as File-I/O calls of the protocol.
 * A call is an ebreak between two shifts that do nothing; a0 has its number, a1 its arguments' address.
 * Source: RISC-V Semihosting; Arm semihosting for AArch32 and AArch64; GDB manual, File-I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_SEMIHOSTING_H
#define STUB_MACHINE_SEMIHOSTING_H

#include "target.h"

/* What is to be done for a thread at an ebreak. */
typedef enum machine_call {
    MACHINE_CALL_NONE, /* a trap like any other */
    MACHINE_CALL_ASK,  /* the debugger is asked: its request is in the buffer */
    MACHINE_CALL_DONE, /* answered here: the thread goes on */
} machine_call;

/* The call of the thread whose pc is at an ebreak; `out` gets what follows F. */
machine_call machine_call_begin(rsp_machine_target *t, rsp_thread *thread, rsp_buf *out);

/* The answer goes to the program, and pc behind the ebreak. RSP_NOT_FOUND: no such thread, or no call. */
rsp_status machine_call_end(void *t, rsp_ptid id, int64_t result, uint64_t error, bool go_on);

#endif
