/* RV64 and AArch64: a thread executes one instruction, which stands in the program's code, for one step.
 * The client's last stop stays what it is: everything is as it was when the call returns.
 * See inferior_call.h; x86-64 is in inferior_call_x86_64.c. */
/* SPDX-License-Identifier: MIT */
#include "inferior_call.h"

#include "aarch64_code.h"
#include "client/operation/halted.h"
#include "codec/breakpoint.h"
#include "inferior_resume.h"
#include "session_end.h"
#include "thread_registers.h"
#include "trampoline_code.h"
#include <rsp/client.h>

enum { INSN_BYTES = 4 };

/* Registers by GDB's numbers, and the instruction. */
typedef struct convention {
    unsigned first; /* argument, and the result */
    unsigned number;
    unsigned pc;
    uint32_t insn;
} convention;

static const convention rv64 = {.first = 10, .number = 17, .pc = 32, .insn = RV_ECALL};
static const convention aarch64 = {.first = 0, .number = 8, .pc = 32, .insn = A64_SVC};

static const convention *convention_of(rsp_machine_kind kind) {
    return kind == RSP_KIND_AARCH64 ? &aarch64 : &rv64;
}

void inferior_call_bytes(rsp_machine_kind kind, uint8_t out[4]) {
    rv_put_word(out, convention_of(kind)->insn);
}

/* A step, or a run to the breakpoint behind the program's own instruction. */
static rsp_status execute(rsp_client *client, rsp_ptid thread, const call_place *place, const rsp_mem *mem) {
    uint8_t signal = 0;
    return inferior_resume(client, thread, place->present ? "c" : "s", mem, &signal);
}

/* `call` becomes the registers of the call. */
static void prepare(rsp_buf *call, const call_place *place, uint64_t number, const uint64_t args[6]) {
    const convention *how = convention_of(place->kind);
    for (unsigned i = 0; i < 6; i++)
        register_block_put(call, 0, how->first + i, args[i]);
    register_block_put(call, 0, how->number, number);
    register_block_put(call, 0, how->pc, place->at);
}

static rsp_status call_there(rsp_client *client, rsp_ptid thread, const call_place *place,
                             const rsp_buf *call, uint64_t *out_result) {
    const convention *how = convention_of(place->kind);
    rsp_buf after = {.mem = call->mem};
    uint64_t pc = 0;
    rsp_status status = register_block_write(client, rsp_buf_bytes(call), call->mem);
    if (status == RSP_OK)
        status = execute(client, thread, place, call->mem);
    if (status == RSP_OK)
        status = register_block_read(client, thread, how->pc, &after);
    if (status == RSP_OK)
        status = register_block_get(rsp_buf_bytes(&after), how->pc, &pc);
    if (status == RSP_OK)
        status = pc == place->at + INSN_BYTES
                     ? register_block_get(rsp_buf_bytes(&after), how->first, out_result)
                     : RSP_UNEXPECTED;
    rsp_buf_free(&after);
    return status;
}

/* The call, and all registers back to what they were, whatever became of it. */
static rsp_status call_and_return(rsp_client *client, const call_place *place, uint64_t number,
                                  const uint64_t args[6], uint64_t *out_result, const rsp_mem *mem) {
    rsp_ptid thread = client_spare_thread(client);
    rsp_buf regs = {.mem = mem};
    rsp_buf call = {.mem = mem};
    rsp_status status = register_block_read(client, thread, convention_of(place->kind)->pc, &regs);
    if (status == RSP_OK) {
        rsp_buf_append(&call, rsp_buf_bytes(&regs));
        status = call.status;
    }
    if (status == RSP_OK) {
        prepare(&call, place, number, args);
        status = call_there(client, thread, place, &call, out_result);
        rsp_status restored = register_block_write(client, rsp_buf_bytes(&regs), mem);
        status = status == RSP_OK ? restored : status;
    }
    rsp_buf_free(&regs);
    rsp_buf_free(&call);
    return status;
}

static rsp_status set_behind(rsp_client *client, const call_place *place, bool insert, const rsp_mem *mem) {
    rsp_buf request = {.mem = mem};
    rsp_breakpoint_build(&request, &(rsp_breakpoint){.insert = insert,
                                                     .type = RSP_BREAK_SOFTWARE,
                                                     .addr = place->at + INSN_BYTES,
                                                     .kind = INSN_BYTES});
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = expect_ok(client, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return status;
}

/* qemu 7.2 steps over a system call and the instruction behind it, which has effects of its own, and looks at
 * no breakpoint when it steps: so the thread runs to one. */
static rsp_status call_and_stop(rsp_client *client, const call_place *place, uint64_t number,
                                const uint64_t args[6], uint64_t *out_result, const rsp_mem *mem) {
    const rsp_site behind = {.type = RSP_BREAK_SOFTWARE, .addr = place->at + INSN_BYTES, .kind = INSN_BYTES};
    if (rsp_client_site_physically_enabled(client, &behind))
        return call_and_return(client, place, number, args, out_result, mem);
    rsp_status status = set_behind(client, place, true, mem);
    if (status != RSP_OK)
        return status;
    status = call_and_return(client, place, number, args, out_result, mem);
    rsp_status removed = ends_session(status) ? RSP_OK : set_behind(client, place, false, mem);
    return status == RSP_OK ? removed : status;
}

rsp_status inferior_call(rsp_client *client, const call_place *place, uint64_t number, const uint64_t args[6],
                         uint64_t *out_result, const rsp_mem *mem) {
    uint8_t original[INSN_BYTES];
    uint8_t insn[INSN_BYTES];
    if (place->present)
        return call_and_stop(client, place, number, args, out_result, mem);
    inferior_call_bytes(place->kind, insn);
    rsp_status status = rsp_client_read_memory(client, place->at, original, sizeof original, NULL);
    if (status == RSP_OK)
        status = rsp_client_write_memory(client, place->at, rsp_bytes_make(insn, sizeof insn), NULL);
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_REFUSED;
    status = call_and_return(client, place, number, args, out_result, mem);
    rsp_status restored =
        rsp_client_write_memory(client, place->at, rsp_bytes_make(original, INSN_BYTES), NULL);
    return status == RSP_OK ? restored : status;
}
