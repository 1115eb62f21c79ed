/* vFlashErase, vFlashWrite, vFlashDone: what a debugger's `load` does with a program in flash memory.
 * The target knows where flash is; its memory map tells debuggers (xfer.c).
 * Source: GDB manual, Packets (vFlashErase, vFlashWrite, vFlashDone). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "memory.h"
#include "trace_frame.h"

#include "codec/escape.h"

/* The manual's word for a write outside of flash, whatever form of errors the client has asked for. */
static stub_reply_kind answer_write(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_OK)
        return stub_ok(reply);
    if (status != RSP_NOT_FOUND)
        return stub_error(s, reply, STUB_E_MEMORY, "cannot write flash");
    rsp_buf_clear(reply);
    rsp_buf_str(reply, "E.memtype");
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_flash_erase(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    if (!stub_range_or_error(s, &addr, &len, args, reply) || !stub_may_write(s, reply))
        return STUB_REPLY_SEND;
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    if (stub_clamp(addr, len) != len)
        status = RSP_NOT_FOUND;
    else
        status = s->opt.ops->flash_erase(s->opt.target, pid, addr, len);
    if (status == RSP_RANGE)
        return stub_error(s, reply, STUB_E_SYNTAX, "range must begin and end with an erase block");
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_MEMORY, "not flash memory");
    return stub_ok(reply);
}

stub_reply_kind stub_on_flash_write(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    int64_t pid;
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    if (rsp_take_hex(&addr, &args) != RSP_OK || !rsp_take_byte(&args, ':'))
        return stub_error(s, reply, STUB_E_SYNTAX, "want addr:data");
    rsp_status status = rsp_unescape(data, args);
    if (status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "bad data");
    if (!stub_may_write(s, reply))
        return STUB_REPLY_SEND;
    status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    if (stub_clamp(addr, data->len) != data->len)
        return answer_write(s, reply, RSP_NOT_FOUND);
    return answer_write(s, reply, s->opt.ops->flash_write(s->opt.target, pid, addr, rsp_buf_bytes(data)));
}

stub_reply_kind stub_on_flash_done(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    int64_t pid;
    (void)args;
    if (!stub_may_write(s, reply))
        return STUB_REPLY_SEND;
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    return answer_write(s, reply, s->opt.ops->flash_done(s->opt.target, pid));
}
