/* x0..x31, pc, f0..f31 and the registers of floating-point control as one table.
 * Numbers are those of GDB up to f31, and leave no gap; DWARF has 0..31 and 32..63, and none for the others.
 * Source: RISC-V ELF psABI, Register Convention; GDB manual, RISC-V Features; features/riscv of GDB. */
/* SPDX-License-Identifier: MIT */
#include "registers.h"

#include <assert.h>

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

/* X(number, name, other name) */
#define FLOAT_LIST(X)    \
    X(0, "ft0", "f0")    \
    X(1, "ft1", "f1")    \
    X(2, "ft2", "f2")    \
    X(3, "ft3", "f3")    \
    X(4, "ft4", "f4")    \
    X(5, "ft5", "f5")    \
    X(6, "ft6", "f6")    \
    X(7, "ft7", "f7")    \
    X(8, "fs0", "f8")    \
    X(9, "fs1", "f9")    \
    X(10, "fa0", "f10")  \
    X(11, "fa1", "f11")  \
    X(12, "fa2", "f12")  \
    X(13, "fa3", "f13")  \
    X(14, "fa4", "f14")  \
    X(15, "fa5", "f15")  \
    X(16, "fa6", "f16")  \
    X(17, "fa7", "f17")  \
    X(18, "fs2", "f18")  \
    X(19, "fs3", "f19")  \
    X(20, "fs4", "f20")  \
    X(21, "fs5", "f21")  \
    X(22, "fs6", "f22")  \
    X(23, "fs7", "f23")  \
    X(24, "fs8", "f24")  \
    X(25, "fs9", "f25")  \
    X(26, "fs10", "f26") \
    X(27, "fs11", "f27") \
    X(28, "ft8", "f28")  \
    X(29, "ft9", "f29")  \
    X(30, "ft10", "f30") \
    X(31, "ft11", "f31")

/* X(number, name, place behind the others, bytes): fcsr and its two fields */
#define CONTROL_LIST(X) \
    X(65, "fflags", 0)  \
    X(66, "frm", 4)     \
    X(67, "fcsr", 8)

#define FPU_FEATURE "org.gnu.gdb.riscv.fpu"
enum { FLOATS_AT = 8 * RSP_REG_F0, CONTROL_AT = FLOATS_AT + 8 * 32, BLOCK_BYTES = CONTROL_AT + 12 };

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
#define FLOAT_ROW(number, text, other)   \
    {.name = (text),                     \
     .alt_name = (other),                \
     .bitsize = 64,                      \
     .regnum = RSP_REG_F0 + (number),    \
     .offset = FLOATS_AT + 8 * (number), \
     .type = "ieee_double",              \
     .set = "Floating Point Registers",  \
     .feature = FPU_FEATURE,             \
     .dwarf = 32 + (number)},
#define CONTROL_ROW(number, text, at)   \
    {.name = (text),                    \
     .bitsize = 32,                     \
     .regnum = (number),                \
     .offset = CONTROL_AT + (at),       \
     .type = "int",                     \
     .set = "Floating Point Registers", \
     .feature = FPU_FEATURE,            \
     .dwarf = -1},

static const rsp_register registers[] = {REGISTER_LIST(REGISTER_ROW) FLOAT_LIST(FLOAT_ROW)
                                             CONTROL_LIST(CONTROL_ROW)};

const rsp_register_set stub_machine_registers = {
    .registers = registers,
    .num = RSP_ARRAY_LEN(registers),
    .block_bytes = BLOCK_BYTES,
    .pc = RSP_REG_PC,
    .sp = RSP_REG_SP,
    .fp = 8,
    .architecture = "riscv:rv64",
    .feature = "org.gnu.gdb.riscv.cpu",
    .triple = "riscv64-unknown-linux-gnu",
    .big_endian = false,
    .address_bytes = 8,
};

/* Written out, little-endian: compilers make one store, or one load, of each; of loops they do not. */
static void store_u64(uint8_t *at, uint64_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    at[2] = (uint8_t)(value >> 16);
    at[3] = (uint8_t)(value >> 24);
    at[4] = (uint8_t)(value >> 32);
    at[5] = (uint8_t)(value >> 40);
    at[6] = (uint8_t)(value >> 48);
    at[7] = (uint8_t)(value >> 56);
}

static uint64_t load_u64(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

static uint32_t load_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void store_u32(uint8_t *at, uint64_t value) {
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* The fields of fcsr, in the order of CONTROL_LIST. */
static const struct {
    unsigned shift;
    uint32_t mask;
} fields[] = {{.mask = 31}, {.mask = 7, .shift = 5}, {.mask = 255}};

bool stub_machine_is_control(unsigned regnum) {
#define IS_CONTROL(number, text, at) regnum == (number) ||
    return CONTROL_LIST(IS_CONTROL) false;
#undef IS_CONTROL
}

void stub_machine_read_registers(const rsp_thread *thread, uint8_t *block) {
    assert(thread && block);
    const uint64_t *regs = rsp_thread_regs(thread);
    for (size_t i = 0; i < RSP_REG_FCSR; i++)
        store_u64(block + 8 * i, regs[i]);
    for (size_t i = 0; i < RSP_ARRAY_LEN(fields); i++)
        store_u32(block + CONTROL_AT + 4 * i, regs[RSP_REG_FCSR] >> fields[i].shift & fields[i].mask);
}

/* fcsr as the block has it: of its three registers those count that differ. */
static uint64_t control_of(const uint8_t *block, uint64_t fcsr) {
    uint64_t out = fcsr;
    for (size_t i = 0; i < RSP_ARRAY_LEN(fields); i++) {
        uint32_t mask = fields[i].mask, value = load_u32(block + CONTROL_AT + 4 * i) & mask;
        if (value != (fcsr >> fields[i].shift & mask))
            out = (out & ~((uint64_t)mask << fields[i].shift)) | (uint64_t)value << fields[i].shift;
    }
    return out;
}

/* Writing pc abandons a system call that the thread waits in: only a changed value is written. */
rsp_status stub_machine_write_registers(rsp_thread *thread, const uint8_t *block) {
    assert(thread && block);
    const uint64_t *regs = rsp_thread_regs(thread);
    rsp_status status = RSP_OK;
    for (unsigned i = 0; i < RSP_NUM_REGS && status == RSP_OK; i++) {
        uint64_t value = i < RSP_REG_FCSR ? load_u64(block + (size_t)8 * i) : control_of(block, regs[i]);
        if (value != regs[i])
            status = rsp_thread_set_reg(thread, i, value);
    }
    return status;
}
