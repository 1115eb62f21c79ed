/* qCRC, qSearch:memory, qMemoryRegionInfo, _M and _m.
 * Scans go through memory in pieces and are bounded by RSP_LIMIT_STUB_SCAN_BYTES.
 * Source: GDB manual, General Query Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "memory.h"
#include "trace_frame.h"

#include "codec/crc.h"
#include "codec/escape.h"
#include "core/limits.h"
#include "core/mem.h"
#include <inttypes.h>

enum { SCAN_CHUNK_BYTES = 4096 };

/* Gives memory piece by piece to `take` until it says stop (false). RSP_FAULT at the first byte that can
 * not be read. */
static rsp_status scan(const rsp_stub *s, int64_t pid, uint64_t addr, uint64_t len,
                       bool (*take)(void *ctx, uint64_t addr, rsp_bytes piece), void *ctx) {
    uint8_t chunk[SCAN_CHUNK_BYTES];
    if (stub_clamp(addr, len) != len || len > RSP_LIMIT_STUB_SCAN_BYTES)
        return RSP_FAULT;
    while (len > 0) {
        size_t want = len < sizeof chunk ? (size_t)len : sizeof chunk;
        size_t got = stub_read_shown(s, pid, addr, chunk, want);
        if (got > 0 && !take(ctx, addr, rsp_bytes_make(chunk, got)))
            return RSP_OK;
        if (got < want)
            return RSP_FAULT;
        addr += got;
        len -= got;
    }
    return RSP_OK;
}

static bool take_crc(void *ctx, uint64_t addr, rsp_bytes piece) {
    uint32_t *crc = ctx;
    (void)addr;
    *crc = rsp_crc32(*crc, piece);
    return true;
}

stub_reply_kind stub_on_crc(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    if (!stub_range_or_error(s, &addr, &len, args, reply))
        return STUB_REPLY_SEND;
    uint32_t crc = RSP_CRC32_START;
    rsp_status status = stub_memory_process(s, &pid);
    if (status == RSP_OK)
        status = scan(s, pid, addr, len, take_crc, &crc);
    if (status != RSP_OK)
        stub_memory_error(s, reply, status);
    else
        rsp_buf_printf(reply, "C%" PRIx32, crc);
    return STUB_REPLY_SEND;
}

/* Knuth, Morris and Pratt: linear however the pattern and the memory conspire, and without looking back
 * into a piece that is gone. */
typedef struct search_scan {
    rsp_bytes pattern;
    uint32_t *fallback; /* fallback[i]: where to go on after i matched bytes and a mismatch */
    size_t matched;
    bool found;
    uint64_t found_at;
} search_scan;

static void prepare(search_scan *search) {
    size_t k = 0;
    search->fallback[0] = 0;
    search->fallback[1] = 0;
    for (size_t i = 1; i < search->pattern.len; i++) {
        while (k > 0 && search->pattern.ptr[i] != search->pattern.ptr[k])
            k = search->fallback[k];
        if (search->pattern.ptr[i] == search->pattern.ptr[k])
            k++;
        search->fallback[i + 1] = (uint32_t)k;
    }
}

static bool take_search(void *ctx, uint64_t addr, rsp_bytes piece) {
    search_scan *search = ctx;
    for (size_t i = 0; i < piece.len; i++) {
        while (search->matched > 0 && piece.ptr[i] != search->pattern.ptr[search->matched])
            search->matched = search->fallback[search->matched];
        if (piece.ptr[i] == search->pattern.ptr[search->matched])
            search->matched++;
        if (search->matched == search->pattern.len) {
            search->found = true;
            search->found_at = addr + i + 1 - search->pattern.len;
            return false;
        }
    }
    return true;
}

/* "addr;length;" */
static rsp_status take_search_range(uint64_t *addr, uint64_t *len, rsp_bytes *args) {
    rsp_status status = rsp_take_hex(addr, args);
    if (status == RSP_OK && !rsp_take_byte(args, ';'))
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        status = rsp_take_hex(len, args);
    if (status == RSP_OK && !rsp_take_byte(args, ';'))
        status = RSP_MALFORMED;
    return status;
}

static rsp_status search_memory(rsp_stub *s, search_scan *search, uint64_t addr, uint64_t len) {
    int64_t pid;
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return status;
    search->fallback = rsp_mem_calloc(s->opt.mem, search->pattern.len + 1, sizeof *search->fallback);
    if (!search->fallback)
        return RSP_NO_MEMORY;
    prepare(search);
    status = scan(s, pid, addr, len, take_search, search);
    rsp_mem_free(s->opt.mem, search->fallback);
    return search->found ? RSP_OK : status;
}

stub_reply_kind stub_on_search_memory(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    rsp_buf_clear(&s->scratch);
    rsp_status status = take_search_range(&addr, &len, &args);
    if (status == RSP_OK)
        status = rsp_unescape(&s->scratch, args);
    if (status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    if (status != RSP_OK || s->scratch.len == 0)
        return stub_error(s, reply, STUB_E_SYNTAX, "want address;length;pattern");
    search_scan search = {.pattern = rsp_buf_bytes(&s->scratch)};
    status = search_memory(s, &search, addr, len);
    if (status == RSP_NO_MEMORY)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else if (status != RSP_OK)
        stub_memory_error(s, reply, status);
    else if (search.found)
        rsp_buf_printf(reply, "1,%" PRIx64, search.found_at);
    else
        rsp_buf_push(reply, '0');
    return STUB_REPLY_SEND;
}

static bool take_permissions(unsigned *out, rsp_bytes text) {
    *out = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == 'r')
            *out |= RSP_PERM_READ;
        else if (text.ptr[i] == 'w')
            *out |= RSP_PERM_WRITE;
        else if (text.ptr[i] == 'x')
            *out |= RSP_PERM_EXEC;
        else
            return false;
    }
    return true;
}

stub_reply_kind stub_on_allocate(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t size;
    uint64_t addr = 0;
    unsigned perms;
    int64_t pid;
    if (!s->opt.ops->allocate)
        return STUB_REPLY_SEND;
    if (rsp_take_hex(&size, &args) != RSP_OK || !rsp_take_byte(&args, ',') || !take_permissions(&perms, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "want size,permissions");
    rsp_status status = stub_memory_process(s, &pid);
    if (status == RSP_OK)
        status = s->opt.ops->allocate(s->opt.target, pid, size, perms, &addr);
    if (status == RSP_NOT_FOUND)
        stub_memory_error(s, reply, status);
    else if (status != RSP_OK)
        stub_error(s, reply, STUB_E_LIMIT, "cannot allocate");
    else
        rsp_hex_append_u64(reply, addr);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_deallocate(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    int64_t pid;
    if (!s->opt.ops->release)
        return STUB_REPLY_SEND;
    if (rsp_hex_u64(&addr, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an address");
    rsp_status status = stub_memory_process(s, &pid);
    if (status == RSP_OK && s->opt.ops->release(s->opt.target, pid, addr) != RSP_OK)
        stub_error(s, reply, STUB_E_MEMORY, "nothing was allocated there");
    else if (status != RSP_OK)
        stub_memory_error(s, reply, status);
    else
        stub_ok(reply);
    return STUB_REPLY_SEND;
}

static void append_region(const rsp_stub *s, rsp_buf *reply, const rsp_target_region *region) {
    /* A region that ends at the top of the address space has end 0; the whole space has no size that fits. */
    uint64_t size = region->end - region->start;
    if (region->end == region->start)
        size = UINT64_MAX;
    rsp_buf_printf(reply, "start:%" PRIx64 ";size:%" PRIx64 ";", region->start, size);
    if (region->mapped)
        rsp_buf_printf(reply, "permissions:%s%s%s;", region->perms & RSP_PERM_READ ? "r" : "",
                       region->perms & RSP_PERM_WRITE ? "w" : "", region->perms & RSP_PERM_EXEC ? "x" : "");
    if (region->mapped && s->opt.protection_keys)
        rsp_buf_str(reply, "protection-key:0;");
    if (rsp_bytes_equal(region->name, RSP_LIT("[stack]")))
        rsp_buf_str(reply, "type:stack;");
    if (rsp_bytes_equal(region->name, RSP_LIT("[heap]")))
        rsp_buf_str(reply, "type:heap;");
    if (region->name.len > 0) {
        rsp_buf_str(reply, "name:");
        rsp_hex_append(reply, region->name);
        rsp_buf_push(reply, ';');
    }
}

/* Without an address LLDB asks whether the packet is known at all. */
stub_reply_kind stub_on_memory_region_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    int64_t pid;
    const rsp_target_ops *ops = s->opt.ops;
    if (!ops->region)
        return STUB_REPLY_SEND;
    /* Without even its colon it only asks whether the packet is there. */
    if (s->request.ptr[s->request.len - 1] != ':' && args.len == 0)
        return stub_ok(reply);
    if (rsp_hex_u64(&addr, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want an address");
    rsp_target_region region;
    rsp_status status = stub_memory_process(s, &pid);
    if (status == RSP_OK)
        status = ops->region(s->opt.target, pid, addr, &region);
    if (status != RSP_OK)
        stub_memory_error(s, reply, status);
    else
        append_region(s, reply, &region);
    return STUB_REPLY_SEND;
}
