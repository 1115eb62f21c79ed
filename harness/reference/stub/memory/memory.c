/* What all packets of memory share: the process that is meant, the range, and reading it.
 * Ranges are cut where they would wrap.
 * See memory.h. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "errors.h"
#include "ids.h"
#include "selected_thread.h"

rsp_status stub_memory_process(rsp_stub *s, int64_t *out_pid) {
    rsp_ptid thread;
    rsp_status status = stub_general_thread(s, &thread);
    /* Memory is the process's: gdb goes on with it when the thread that it chose has ended. */
    if (status == RSP_NOT_FOUND && s->general.pid > 0)
        status = stub_any_thread(s, s->general.pid, &thread);
    if (status != RSP_OK)
        return status;
    *out_pid = thread.pid;
    return RSP_OK;
}

stub_reply_kind stub_memory_error(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_NOT_FOUND)
        return stub_error(s, reply, STUB_E_THREAD, "no process");
    return stub_error(s, reply, STUB_E_MEMORY, "cannot access memory");
}

uint64_t stub_clamp(uint64_t addr, uint64_t len) {
    return len > 0 && len - 1 > UINT64_MAX - addr ? UINT64_MAX - addr + 1 : len;
}

size_t stub_read(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, uint64_t len) {
    return s->opt.ops->read_memory(s->opt.target, pid, addr, dst, (size_t)stub_clamp(addr, len));
}

rsp_status stub_take_range(uint64_t *out_addr, uint64_t *out_len, rsp_bytes args) {
    rsp_status status = rsp_take_addr_len(out_addr, out_len, &args);
    return status == RSP_OK && args.len > 0 ? RSP_MALFORMED : status;
}

bool stub_range_or_error(rsp_stub *s, uint64_t *out_addr, uint64_t *out_len, rsp_bytes args, rsp_buf *reply) {
    bool good = stub_take_range(out_addr, out_len, args) == RSP_OK;
    if (!good)
        stub_error(s, reply, STUB_E_SYNTAX, "want addr,length");
    return good;
}
