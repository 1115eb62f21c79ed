/* The interpreter: runs one thread's registers in one address space until something needs the kernel.
 * It knows nothing of processes, signals or debuggers beyond the marked slots of breakpoints.
 * Every way out leaves x[RSP_REG_PC] at the instruction that was not completed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_CPU_H
#define RSP_MACHINE_CPU_H

#include "space.h"

typedef enum cpu_exit {
    CPU_BUDGET,     /* all instructions asked for were executed */
    CPU_ECALL,      /* pc at the ecall */
    CPU_EBREAK,     /* pc at the ebreak */
    CPU_BREAKPOINT, /* pc at a marked slot */
    CPU_FENCE_I,    /* pc at the fence.i */
    CPU_ILLEGAL,    /* pc at it */
    CPU_MISALIGNED, /* pc is odd, by a debugger or a signal frame: space fault_address */
    CPU_FETCH,      /* space->fault tells why pc can not be executed */
    CPU_ACCESS,     /* space->fault tells why a load or store was not done */
} cpu_exit;

/* x has NUM_REG_SLOTS entries. The reservation of lr is an address and the value seen there, as in
 * qemu's user mode: sc succeeds when memory still holds the value. */
typedef struct cpu {
    uint64_t *x;
    space *space;
    uint64_t *reserved_address; /* of the thread; ~0 is none */
    uint64_t *reserved_value;
    uint64_t left;           /* in: how many to execute; out: how many were not */
    uint64_t insns_end;      /* rdinstret's value when left is 0 */
    uint64_t time_offset_ns; /* rdtime is (instructions + this) / CPU_TIME_UNIT_NS */
} cpu;

enum { FCSR_MASK = 0xff };
enum { CPU_TIME_UNIT_NS = 100 }; /* the 10 MHz time base that qemu's machines have */
#define CPU_NO_RESERVATION UINT64_MAX

/* Runs up to c->left instructions. With `original` that is one, and it is the program's own instruction at
 * pc, whatever breakpoint stands there (left must be 1). */
cpu_exit cpu_run(cpu *c, bool original);

#endif
