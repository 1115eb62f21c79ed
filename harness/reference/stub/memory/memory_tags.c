/* qMemTags, QMemTags, qIsAddressTagged: tags of memory, a byte for each granule.
 * The target knows which memory has tags, how long a granule is and which types of tags there are.
 * Source: GDB manual, General Query Packets (qMemTags). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "memory.h"
#include "trace_frame.h"

/* "addr,len:type" in front of the tags. The type is a signed number of 32 bits, in hex. */
static bool take_range(uint64_t *addr, uint64_t *len, uint64_t *type, rsp_bytes *args) {
    return rsp_take_addr_len(addr, len, args) == RSP_OK && rsp_take_byte(args, ':') &&
           rsp_take_hex(type, args) == RSP_OK && *type <= UINT32_MAX;
}

static stub_reply_kind refuse(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_UNSUPPORTED)
        return stub_error(s, reply, STUB_E_SYNTAX, "no tags of this type");
    if (status == RSP_LIMIT || status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "too many tags for a reply");
    return stub_error(s, reply, STUB_E_MEMORY, "memory without tags");
}

stub_reply_kind stub_on_mem_tags(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    uint64_t type;
    int64_t pid;
    if (!take_range(&addr, &len, &type, &args) || args.len > 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want addr,length:type");
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    rsp_buf *tags = &s->scratch;
    rsp_buf_clear(tags);
    if (stub_clamp(addr, len) != len)
        return refuse(s, reply, RSP_NOT_FOUND);
    status = s->opt.ops->read_tags(s->opt.target, pid, addr, len, type, tags);
    if (status == RSP_OK && tags->len > (s->opt.packet_bytes - 1) / 2)
        status = RSP_LIMIT;
    if (status != RSP_OK)
        return refuse(s, reply, status);
    rsp_buf_push(reply, 'm');
    rsp_hex_append(reply, rsp_buf_bytes(tags));
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_set_mem_tags(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    uint64_t type;
    int64_t pid;
    rsp_buf *tags = &s->scratch;
    rsp_buf_clear(tags);
    if (!take_range(&addr, &len, &type, &args) || !rsp_take_byte(&args, ':') || args.len == 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want addr,length:type:tags");
    rsp_status status = rsp_hex_decode(tags, args);
    if (status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "tags must be pairs of hex digits");
    if (!stub_may_write(s, reply))
        return STUB_REPLY_SEND;
    status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    if (stub_clamp(addr, len) != len)
        return refuse(s, reply, RSP_NOT_FOUND);
    status = s->opt.ops->write_tags(s->opt.target, pid, addr, len, type, rsp_buf_bytes(tags));
    return status == RSP_OK ? stub_ok(reply) : refuse(s, reply, status);
}

stub_reply_kind stub_on_address_tagged(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    int64_t pid;
    if (rsp_take_hex(&addr, &args) != RSP_OK || args.len > 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an address");
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    rsp_buf_clear(&s->scratch);
    status = s->opt.ops->read_tags(s->opt.target, pid, addr, 1, RSP_TAGS_ALLOCATION, &s->scratch);
    rsp_buf_str(reply, status == RSP_OK ? "01" : "00");
    return STUB_REPLY_SEND;
}
