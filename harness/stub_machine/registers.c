/* x0..x31 and pc as one table.
 * GDB numbers them 0..32 and so does DWARF for the first 32; pc has no DWARF number.
 * Source: RISC-V ELF psABI, Register Convention; GDB manual, RISC-V Features. */
/* SPDX-License-Identifier: MIT */
#include "registers.h"

#include "machine/thread.h"

/* X(number, name, other name, type, LLDB's generic role or NULL) */
#define REGISTER_LIST(X)               \
    X(0, "zero", "x0", "int", NULL)    \
    X(1, "ra", "x1", "code_ptr", "ra") \
    X(2, "sp", "x2", "data_ptr", "sp") \
    X(3, "gp", "x3", "data_ptr", NULL) \
    X(4, "tp", "x4", "data_ptr", NULL) \
    X(5, "t0", "x5", "int", NULL)      \
    X(6, "t1", "x6", "int", NULL)      \
    X(7, "t2", "x7", "int", NULL)      \
    X(8, "fp", "x8", "data_ptr", "fp") \
    X(9, "s1", "x9", "int", NULL)      \
    X(10, "a0", "x10", "int", "arg1")  \
    X(11, "a1", "x11", "int", "arg2")  \
    X(12, "a2", "x12", "int", "arg3")  \
    X(13, "a3", "x13", "int", "arg4")  \
    X(14, "a4", "x14", "int", "arg5")  \
    X(15, "a5", "x15", "int", "arg6")  \
    X(16, "a6", "x16", "int", "arg7")  \
    X(17, "a7", "x17", "int", "arg8")  \
    X(18, "s2", "x18", "int", NULL)    \
    X(19, "s3", "x19", "int", NULL)    \
    X(20, "s4", "x20", "int", NULL)    \
    X(21, "s5", "x21", "int", NULL)    \
    X(22, "s6", "x22", "int", NULL)    \
    X(23, "s7", "x23", "int", NULL)    \
    X(24, "s8", "x24", "int", NULL)    \
    X(25, "s9", "x25", "int", NULL)    \
    X(26, "s10", "x26", "int", NULL)   \
    X(27, "s11", "x27", "int", NULL)   \
    X(28, "t3", "x28", "int", NULL)    \
    X(29, "t4", "x29", "int", NULL)    \
    X(30, "t5", "x30", "int", NULL)    \
    X(31, "t6", "x31", "int", NULL)    \
    X(32, "pc", NULL, "code_ptr", "pc")

#define REGISTER_ROW(number, text, other, kind, role) \
    {.name = (text),                                  \
     .alt_name = (other),                             \
     .bitsize = 64,                                   \
     .regnum = (number),                              \
     .offset = 8 * (number),                          \
     .type = (kind),                                  \
     .set = "General Purpose Registers",              \
     .generic = (role),                               \
     .dwarf = (number) < 32 ? (number) : -1},

static const rsp_register registers[] = {REGISTER_LIST(REGISTER_ROW)};

const rsp_register_set stub_machine_registers = {
    .registers = registers,
    .num = RSP_ARRAY_LEN(registers),
    .block_bytes = 8 * RSP_ARRAY_LEN(registers),
    .pc = RSP_REG_PC,
    .sp = RSP_REG_SP,
    .fp = 8,
    .architecture = "riscv:rv64",
    .feature = "org.gnu.gdb.riscv.cpu",
    .triple = "riscv64-unknown-linux-gnu",
    .big_endian = false,
    .address_bytes = 8,
};
