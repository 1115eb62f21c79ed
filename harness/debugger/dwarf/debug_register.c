/* The tables of names. The return address of x86-64 has number 16, where rip is put.
 * RISC-V has no number for the pc: 32 is the first of the floating-point registers, which have others here.
 * See debug_register.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_register.h"

#include <assert.h>

static const char *const x86_64_names[] = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8",
                                           "r9",  "r10", "r11", "r12", "r13", "r14", "r15", "rip"};

static const char *const riscv_names[] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1",  "a0",  "a1", "a2", "a3", "a4", "a5", "a6",
    "a7",   "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6", "pc"};

static const char *const aarch64_names[] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",
                                            "x9",  "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
                                            "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
                                            "x27", "x28", "x29", "x30", "sp",  "pc"};

static const char *const x86_64_floats[] = {"xmm0",  "xmm1",  "xmm2",  "xmm3", "xmm4",  "xmm5",
                                            "xmm6",  "xmm7",  "xmm8",  "xmm9", "xmm10", "xmm11",
                                            "xmm12", "xmm13", "xmm14", "xmm15"};

static const char *const riscv_floats[] = {"ft0", "ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
                                           "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
                                           "fa6", "fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
                                           "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};

static const char *const aarch64_floats[] = {"v0",  "v1",  "v2",  "v3",  "v4",  "v5",  "v6",  "v7",
                                             "v8",  "v9",  "v10", "v11", "v12", "v13", "v14", "v15",
                                             "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
                                             "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"};

/* Registers of floating-point values, and the first one's number in debug information. */
static const struct {
    const char *const *names;
    size_t num;
    uint32_t first;
} floats[] = {
    [RSP_DEBUG_MACHINE_X86_64] = {x86_64_floats, RSP_ARRAY_LEN(x86_64_floats), 17},
    [RSP_DEBUG_MACHINE_RISCV64] = {riscv_floats, RSP_ARRAY_LEN(riscv_floats), 32},
    [RSP_DEBUG_MACHINE_AARCH64] = {aarch64_floats, RSP_ARRAY_LEN(aarch64_floats), 64},
};

uint32_t rsp_debug_register_float(rsp_debug_machine machine, uint64_t number) {
    assert((size_t)machine < RSP_ARRAY_LEN(floats));
    uint64_t index = number - floats[machine].first;
    return index < floats[machine].num ? (uint32_t)(RSP_DEBUG_FLOATS + index) : 0;
}

const char *rsp_debug_register_name(rsp_debug_machine machine, uint64_t number) {
    if (number >= RSP_DEBUG_FLOATS)
        return number - RSP_DEBUG_FLOATS < floats[machine].num
                   ? floats[machine].names[number - RSP_DEBUG_FLOATS]
                   : NULL;
    switch (machine) {
    case RSP_DEBUG_MACHINE_X86_64:
        if (number == RSP_DEBUG_THREAD_POINTER)
            return "fs_base";
        return number < RSP_ARRAY_LEN(x86_64_names) ? x86_64_names[number] : NULL;
    case RSP_DEBUG_MACHINE_RISCV64:
        return number < RSP_ARRAY_LEN(riscv_names) ? riscv_names[number] : NULL;
    case RSP_DEBUG_MACHINE_AARCH64:
        return number < RSP_ARRAY_LEN(aarch64_names) ? aarch64_names[number] : NULL;
    }
    return NULL;
}

/* By machine, in the order of their list. */
static const struct {
    uint32_t pc;
    uint32_t sp;
    uint32_t fp;
} numbers[] = {
    [RSP_DEBUG_MACHINE_X86_64] = {.pc = 16, .sp = 7, .fp = 6},
    [RSP_DEBUG_MACHINE_RISCV64] = {.pc = 32, .sp = 2, .fp = 8},
    [RSP_DEBUG_MACHINE_AARCH64] = {.pc = 32, .sp = 31, .fp = 29},
};

uint32_t rsp_debug_register_pc(rsp_debug_machine machine) {
    assert((size_t)machine < RSP_ARRAY_LEN(numbers));
    return numbers[machine].pc;
}

uint32_t rsp_debug_register_sp(rsp_debug_machine machine) {
    assert((size_t)machine < RSP_ARRAY_LEN(numbers));
    return numbers[machine].sp;
}

uint32_t rsp_debug_register_fp(rsp_debug_machine machine) {
    assert((size_t)machine < RSP_ARRAY_LEN(numbers));
    return numbers[machine].fp;
}

rsp_status rsp_debug_thread_read(const rsp_debug_thread *thread, uint64_t address, size_t len,
                                 uint64_t *out) {
    assert(thread && out);
    uint8_t bytes[8] = {0};
    if (len == 0 || len > sizeof bytes)
        return RSP_USAGE;
    rsp_status status = thread->read_memory(thread->ctx, address, bytes, len);
    *out = 0;
    for (size_t i = len; i-- > 0;)
        *out = *out << 8 | bytes[i];
    return status;
}
