/* Address spaces, as LLDB asks stubs for them: the list, the suffix of memory requests, registers as memory.
 * Without the feature a suffix is not understood, so that no request reads from another place than it names.
 * Source: LLDB gdb-remote extensions, jAddressSpacesInfo; llvm#214089. */
/* SPDX-License-Identifier: MIT */
#include "spaces.h"

#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "memory.h"
#include "recent_reads.h"
#include "registers.h"
#include "selected_thread.h"
#include "stop_table.h"
#include "trace_frame.h"

#include "codec/address_space.h"
#include "codec/escape.h"
#include <rsp/packet_ids.h>

/* 0 is in no list: it is what a request without a suffix reads. */
enum { SPACE_DEFAULT = 0, SPACE_MEMORY = 1, SPACE_REGISTERS = 0x1a };

stub_reply_kind stub_on_address_spaces(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_buf json;
    (void)args;
    rsp_buf_init(&json, s->opt.mem, s->opt.packet_bytes);
    rsp_buf_printf(&json,
                   "[{\"name\":\"memory\",\"space_id\":%d,\"is_thread_specific\":false},"
                   "{\"name\":\"registers\",\"space_id\":%d,\"is_thread_specific\":true}]",
                   SPACE_MEMORY, SPACE_REGISTERS);
    rsp_escape_append(reply, rsp_buf_bytes(&json));
    rsp_buf_free(&json);
    return STUB_REPLY_SEND;
}

static bool find_thread(rsp_stub *s, const rsp_address_space *space, rsp_buf *reply, rsp_ptid *out) {
    const rsp_status status =
        space->has_thread ? stub_resolve_thread(s, space->thread, out) : stub_general_thread(s, out);
    if (status != RSP_OK)
        stub_error(s, reply, STUB_E_THREAD, "no such thread");
    else if (stub_thread_runs(s, *out))
        stub_error(s, reply, STUB_E_THREAD, "the thread is running");
    else
        return true;
    return false;
}

/* The space that a suffix names. */
static bool find_space(rsp_stub *s, rsp_bytes suffix, rsp_buf *reply, stub_place *place) {
    rsp_address_space space;
    if (rsp_address_space_parse(&space, suffix) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want ;address_space:id;");
        return false;
    }
    if (space.id == SPACE_DEFAULT || space.id == SPACE_MEMORY)
        return true;
    if (space.id != SPACE_REGISTERS) {
        stub_error(s, reply, STUB_E_GENERAL, "no such address space");
        return false;
    }
    if (!find_thread(s, &space, reply, &place->thread))
        return false;
    place->block = stub_registers_load(s, place->thread, reply);
    return place->block != NULL;
}

rsp_bytes stub_place_suffix(const rsp_stub *s, rsp_bytes *args) {
    const size_t at = s->offered[RSP_PACKET_JADDRESS_SPACES] ? rsp_bytes_index(*args, ';') : args->len;
    const rsp_bytes suffix = rsp_bytes_from(*args, at);
    *args = rsp_bytes_sub(*args, 0, at);
    return suffix;
}

bool stub_place_find(rsp_stub *s, rsp_bytes suffix, rsp_buf *reply, stub_place *out) {
    *out = (stub_place){0};
    if (suffix.len > 0 && !find_space(s, suffix, reply, out))
        return false;
    const rsp_status status = out->block ? RSP_OK : stub_memory_process(s, &out->pid);
    if (status != RSP_OK)
        stub_memory_error(s, reply, status);
    return status == RSP_OK;
}

size_t stub_place_read(rsp_stub *s, const stub_place *place, uint64_t addr, uint8_t *dst, uint64_t len) {
    if (!place->block) {
        const size_t got = stub_read_shown(s, place->pid, addr, dst, len);
        if (got > 0)
            stub_recent_note(s, place->pid, addr, len);
        return got;
    }
    const size_t readable = stub_registers_readable(s, place->thread, addr, len);
    if (readable > 0)
        memcpy(dst, place->block + addr, readable);
    return readable;
}

stub_reply_kind stub_place_write_block(rsp_stub *s, const stub_place *place, uint64_t addr, rsp_bytes data,
                                       rsp_buf *reply) {
    if (stub_registers_readable(s, place->thread, addr, data.len) < data.len)
        return stub_memory_error(s, reply, RSP_FAULT);
    if (data.len > 0)
        memcpy(place->block + addr, data.ptr, data.len);
    return stub_registers_store(s, place->thread, place->block, reply);
}
