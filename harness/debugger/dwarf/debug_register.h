/* Registers by the numbers of debug information, and their usual names, which conditions and stubs know.
 * Also what reads registers and memory of a stopped thread, for all that is evaluated here.
 * Source: System V psABIs of x86-64, RISC-V and AArch64, DWARF register numbers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_REGISTER_H
#define RSP_DEBUG_REGISTER_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* One more than the largest number of a general register, the pc's place among them included. */
enum { RSP_DEBUG_REGISTERS = 33 };

/* Beside them, on x86-64, the thread pointer: its number here, which is none of debug information. It has a
 * name, and locations of thread-local variables begin there; frames do not keep it. */
enum { RSP_DEBUG_THREAD_POINTER = 33 };

/* And registers of floating-point values, whose low 8 bytes are read: xmm0, ft0, v0 have the first number.
 * They are known in the innermost frame only. */
enum { RSP_DEBUG_FLOATS = 34, RSP_DEBUG_NUMBERS = RSP_DEBUG_FLOATS + 32 };

/* "rbp", "s0", "xmm1"; NULL for a number that the machine has no register for. */
const char *rsp_debug_register_name(rsp_debug_machine machine, uint64_t number);

/* The number above of a register of floating-point values that debug information has as `number`; 0: it is
 * none. */
uint32_t rsp_debug_register_float(rsp_debug_machine machine, uint64_t number);

/* Where the pc is kept beside the general registers: 16 (rip), 32 (pc). */
uint32_t rsp_debug_register_pc(rsp_debug_machine machine);

/* The stack pointer. */
uint32_t rsp_debug_register_sp(rsp_debug_machine machine);
/* The usual frame pointer. */
uint32_t rsp_debug_register_fp(rsp_debug_machine machine);

/* A stopped thread. Any status but RSP_OK ends what was asked for with it. */
typedef struct rsp_debug_thread {
    void *ctx;
    /* The value of a register by its number above. Larger ones are what a condition asks of the thread. */
    rsp_status (*read_register)(void *ctx, uint32_t number, uint64_t *out_value);
    /* Exactly `len` bytes, or RSP_FAULT. */
    rsp_status (*read_memory)(void *ctx, uint64_t address, uint8_t *dst, size_t len);
    /* A text of unknown length is about to be read piece by piece. May be NULL. */
    void (*expect_text)(void *ctx, uint64_t address);
    uint64_t bias; /* what the loader added to the addresses of the file */
} rsp_debug_thread;

/* A little-endian number of 1 to 8 bytes of memory. */
rsp_status rsp_debug_thread_read(const rsp_debug_thread *thread, uint64_t address, size_t len,
                                 uint64_t *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
