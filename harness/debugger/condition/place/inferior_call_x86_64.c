/* x86-64: a call by a piece of code that saves all it changes, and leads back to where the thread stood.
 * Only the pc is written, in one packet: with the debugger gone the thread runs the code to its end.
 * See inferior_call.h. Source: syscall(2); System V ABI for AMD64, red zone. */
/* SPDX-License-Identifier: MIT */
#include "inferior_call.h"

#include "client/operation/halted.h"
#include "client/operation/registers.h"
#include "codec/signals.h"
#include "inferior_resume.h"
#include "session_end.h"
#include "thread_registers.h"
#include "x86_64_code.h"
#include <stdio.h>

enum {
    GDB_RSP = 7,
    GDB_RIP = 16,
    RESERVED_BYTES = X86_RED_ZONE + 8, /* and where the thread goes back to */
    NUM_PUSHED = 10,
    RESULT_DISTANCE = RESERVED_BYTES + 8 * NUM_PUSHED + 8, /* below the thread's sp */
    SYSCALL_BYTES = 2,
    MAX_STEPS = 64, /* more than the code has instructions */
};

/* Room below the red zone, and at its bottom the address to go back to. No flag changes. */
static void put_entry(rsp_buf *out, uint64_t back) {
    x86_put_slot(out, "8d", 4, (uint32_t)-RESERVED_BYTES); /* lea rsp, [rsp - 136] */
    x86_put(out, "c7 04 24");                              /* mov dword [rsp], low */
    x86_put_32(out, (uint32_t)back);
    x86_put(out, "c7 44 24 04"); /* mov dword [rsp + 4], high */
    x86_put_32(out, (uint32_t)(back >> 32));
}

/* Appends the code. The thread is set behind its first instruction. In an interrupted system call that the
 * kernel restarts, the pc goes back by the length of a syscall instruction when the thread is resumed, and
 * rax says which call: so it begins with the first one, and goes back to its own syscall instruction. */
static void write_code(rsp_buf *out, uint64_t number, const uint64_t args[6], uint64_t back) {
    static const char *const load[6] = {"48 bf", "48 be", "48 ba", "49 ba", "49 b8", "49 b9"};
    x86_put(out, "eb 19"); /* jmp to the second entry */
    put_entry(out, back);
    x86_put(out, "eb 17"); /* jmp over it */
    put_entry(out, back - SYSCALL_BYTES);
    x86_put(out, "50 51 52 56 57 41 50 41 51 41 52 41 53"); /* push rax ... r11 */
    x86_put(out, "9f 0f 90 c0 50"); /* lahf; seto al; push rax: pushf would push the trap flag of a step */
    for (size_t i = 0; i < 6; i++) {
        x86_put(out, load[i]);
        x86_put_64(out, args[i]);
    }
    x86_put_constant(out, number);
    x86_put(out, "0f 05");                                  /* syscall */
    x86_put(out, "48 89 44 24 f8");                         /* mov [rsp - 8], rax */
    x86_put(out, "58 04 7f 9e");                            /* pop rax; add al, 127; sahf */
    x86_put(out, "41 5b 41 5a 41 59 41 58 5f 5e 5a 59 58"); /* pop r11 ... rax */
    x86_put(out, "c2 80 00"); /* ret 128: in one instruction, so that no handler finds the address gone */
}

/* The thread steps out of the code: a breakpoint that is left behind would kill the program. A signal that
 * comes is the program's: it is delivered, and the thread is left to finish by itself. */
static rsp_status step_out(rsp_client *client, rsp_ptid thread, uint64_t start, uint64_t end,
                           const rsp_mem *mem) {
    char action[48] = "s";
    if (rsp_client_vcont(client) & RSP_VCONT_RANGE)
        (void)snprintf(action, sizeof action, "r%llx,%llx", (unsigned long long)start,
                       (unsigned long long)end);
    for (unsigned i = 0; i < MAX_STEPS; i++) {
        uint8_t signal = 0;
        uint64_t pc = 0;
        rsp_status status = inferior_resume(client, thread, action, mem, &signal);
        if (status == RSP_OK && signal != RSP_SIGNAL_TRAP) {
            (void)snprintf(action, sizeof action, "S%02x", signal);
            status = inferior_resume(client, thread, action, mem, &signal);
            return status == RSP_OK ? RSP_UNEXPECTED : status;
        }
        if (status == RSP_OK)
            status = thread_register_read(client, thread, GDB_RIP, false, &pc);
        if (status != RSP_OK || pc - start >= end - start)
            return status;
    }
    return RSP_UNEXPECTED;
}

/* The call itself. The thread is back, or wherever it was lost, when this returns. */
static rsp_status call_at(rsp_client *client, rsp_ptid thread, uint64_t start, uint64_t end, uint64_t sp,
                          const rsp_mem *mem, uint64_t *out_result) {
    uint8_t bytes[8];
    rsp_status status = thread_register_write(client, thread, GDB_RIP, start + SYSCALL_BYTES);
    if (status == RSP_OK)
        status = step_out(client, thread, start, end, mem);
    if (status == RSP_OK)
        status = rsp_client_read_memory(client, sp - RESULT_DISTANCE, bytes, sizeof bytes, NULL);
    *out_result = 0;
    for (unsigned i = 8; i-- > 0 && status == RSP_OK;)
        *out_result = *out_result << 8 | bytes[i];
    return status;
}

rsp_status inferior_call_in(rsp_client *client, const code_tail *room, uint64_t number,
                            const uint64_t args[6], uint64_t *out_result, const rsp_mem *mem) {
    rsp_ptid thread = client_spare_thread(client);
    rsp_buf code = {.mem = mem};
    uint64_t pc = 0;
    uint64_t sp = 0;
    rsp_status status = thread_register_read(client, thread, GDB_RIP, false, &pc);
    if (status == RSP_OK)
        status = thread_register_read(client, thread, GDB_RSP, false, &sp);
    write_code(&code, number, args, pc);
    if (status == RSP_OK)
        status = code.status;
    if (status == RSP_OK && code.len > room->bytes)
        status = RSP_REFUSED;
    if (status == RSP_OK)
        status = rsp_client_write_memory(client, room->address, rsp_buf_bytes(&code), NULL);
    if (status == RSP_OK) {
        status = call_at(client, thread, room->address, room->address + code.len, sp, mem, out_result);
        /* A thread that was lost on the way runs the code to its end when it is resumed. */
        if (status == RSP_OK) {
            memset(code.ptr, 0, code.len);
            status = rsp_client_write_memory(client, room->address, rsp_buf_bytes(&code), NULL);
        }
    }
    rsp_buf_free(&code);
    return status;
}
