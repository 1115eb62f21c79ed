/* RV64: the thread executes an ecall that stands at a place of the program's code for one step.
 * The client's last stop stays what it is: everything is as it was when the call returns.
 * See inferior_call.h; x86-64 is in inferior_call_x86_64.c. */
/* SPDX-License-Identifier: MIT */
#include "inferior_call.h"

#include "inferior_resume.h"
#include "operation/halted.h"
#include "thread_registers.h"
#include "trampoline_code.h"
#include <rsp/client.h>

enum { REG_A0 = 10, REG_A7 = 17, REG_PC = 32 };

static rsp_status step_once(rsp_client *client, rsp_ptid thread, const rsp_mem *mem) {
    uint8_t signal = 0;
    return inferior_resume(client, thread, "s", mem, &signal);
}

/* `call` becomes the registers of the call, `regs` stays what they were. */
static void prepare(rsp_buf *call, uint64_t at, uint64_t number, const uint64_t args[6]) {
    for (unsigned i = 0; i < 6; i++)
        register_block_put(call, 0, REG_A0 + i, args[i]);
    register_block_put(call, 0, REG_A7, number);
    register_block_put(call, 0, REG_PC, at);
}

static rsp_status call_there(rsp_client *client, rsp_ptid thread, uint64_t at, const rsp_buf *call,
                             uint64_t *out_result) {
    static const uint8_t ecall[4] = {RV_ECALL};
    rsp_buf after = {.mem = call->mem};
    uint64_t pc = 0;
    rsp_status status = rsp_client_write_memory(client, at, rsp_bytes_make(ecall, sizeof ecall), NULL);
    if (status == RSP_OK)
        status = register_block_write(client, rsp_buf_bytes(call), call->mem);
    if (status == RSP_OK)
        status = step_once(client, thread, call->mem);
    if (status == RSP_OK)
        status = register_block_read(client, thread, REG_PC, &after);
    if (status == RSP_OK)
        status = register_block_get(rsp_buf_bytes(&after), REG_PC, &pc);
    if (status == RSP_OK)
        status =
            pc == at + 4 ? register_block_get(rsp_buf_bytes(&after), REG_A0, out_result) : RSP_UNEXPECTED;
    rsp_buf_free(&after);
    return status;
}

rsp_status inferior_call(rsp_client *client, uint64_t at, uint64_t number, const uint64_t args[6],
                         uint64_t *out_result, const rsp_mem *mem) {
    rsp_ptid thread = client_spare_thread(client);
    rsp_buf regs = {.mem = mem};
    rsp_buf call = {.mem = mem};
    uint8_t original[4];
    rsp_status status = rsp_client_read_memory(client, at, original, sizeof original, NULL);
    if (status == RSP_OK)
        status = register_block_read(client, thread, REG_PC, &regs);
    if (status == RSP_OK) {
        rsp_buf_append(&call, rsp_buf_bytes(&regs));
        status = call.status;
    }
    if (status == RSP_OK) {
        prepare(&call, at, number, args);
        status = call_there(client, thread, at, &call, out_result);
        /* Back to what it was, whatever became of the call. */
        rsp_status restored = register_block_write(client, rsp_buf_bytes(&regs), mem);
        status = status == RSP_OK ? restored : status;
        restored = rsp_client_write_memory(client, at, rsp_bytes_make(original, 4), NULL);
        status = status == RSP_OK ? restored : status;
    }
    rsp_buf_free(&regs);
    rsp_buf_free(&call);
    return status;
}
