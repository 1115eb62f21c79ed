/* Faults of qCRC, qSearch:memory, qMemoryRegionInfo and _M.
 * A scan that goes wrong in its middle is made here anew.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "memory.h"

#include "codec/escape.h"
#include <inttypes.h>

enum { PAGE_BYTES = 4096 };

/* The polynomial of zlib: the bits the other way round, and inverted at the end. */
static uint32_t reflected_byte(uint32_t crc, uint8_t byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320U : crc >> 1;
    return crc;
}

static void crc_reflected(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    bool good = stub_take_range(&addr, &len, t->args) == RSP_OK;
    stub_serve(t);
    if (!good || !stub_replies(t, RSP_LIT("C")) || stub_memory_process(t->s, &pid) != RSP_OK)
        return;
    uint32_t crc = UINT32_MAX;
    for (; len > 0; len--) {
        uint8_t byte = 0;
        (void)stub_read(t->s, pid, addr++, &byte, 1);
        crc = reflected_byte(crc, byte);
    }
    rsp_buf_clear(t->reply);
    rsp_buf_printf(t->reply, "C%" PRIx32, ~crc);
}

static void crc_one_page(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (stub_take_range(&addr, &len, t->args) == RSP_OK && len > PAGE_BYTES)
        stub_serve_args(t, "%" PRIx64 ",%x", addr, (unsigned)PAGE_BYTES);
    else
        stub_serve(t);
}

/* "addr;length;" of qSearch:memory; what follows is the pattern, escaped. */
typedef struct search_request {
    uint64_t addr;
    uint64_t len;
    rsp_bytes escaped;
    rsp_buf pattern;
} search_request;

static bool take_search(const stub_service *t, search_request *out) {
    rsp_bytes rest = t->args;
    *out = (search_request){.pattern = {.mem = t->s->opt.mem}};
    bool good = rsp_take_hex(&out->addr, &rest) == RSP_OK && rsp_take_byte(&rest, ';') &&
                rsp_take_hex(&out->len, &rest) == RSP_OK && rsp_take_byte(&rest, ';');
    out->escaped = rest;
    return good && rsp_unescape(&out->pattern, rest) == RSP_OK && out->pattern.len > 0;
}

/* After a mismatch the search begins anew at the byte after it: a pattern that overlaps itself is missed. */
static void search_overlap(stub_service *t) {
    search_request r;
    int64_t pid;
    bool good = take_search(t, &r);
    stub_serve(t);
    if (good && stub_replies(t, RSP_LIT("1,")) && stub_memory_process(t->s, &pid) == RSP_OK) {
        size_t matched = 0;
        uint64_t at = 0;
        for (uint8_t byte; at < r.len && matched < r.pattern.len; at++) {
            if (stub_read(t->s, pid, r.addr + at, &byte, 1) == 0)
                break;
            matched = byte == r.pattern.ptr[matched] ? matched + 1 : byte == r.pattern.ptr[0];
        }
        stub_answer(t, matched == r.pattern.len ? "1," : "0");
        if (matched == r.pattern.len)
            rsp_hex_append_u64(t->reply, r.addr + at - r.pattern.len);
    }
    rsp_buf_free(&r.pattern);
}

static void search_past_end(stub_service *t) {
    search_request r;
    if (take_search(t, &r)) {
        rsp_buf *text = stub_begin_request(t);
        rsp_buf_printf(text, "%" PRIx64 ";%" PRIx64 ";", r.addr, r.len + r.pattern.len - 1);
        rsp_buf_append(text, r.escaped);
        stub_bend(t);
    }
    stub_serve(t);
    rsp_buf_free(&r.pattern);
}

static void search_unreadable(stub_service *t) {
    stub_serve(t);
    if (stub_refused_access(t))
        stub_answer(t, "0");
}

static void decimal_address(stub_service *t) {
    uint64_t addr;
    stub_serve(t);
    if (rsp_hex_u64(&addr, rsp_buf_bytes(t->reply)) != RSP_OK || stub_refused(t))
        return;
    rsp_buf_clear(t->reply);
    rsp_buf_printf(t->reply, "%" PRIu64, addr);
}

/* "start:1000;size:2000;" and more. */
static bool take_region(const stub_service *t, uint64_t *start, uint64_t *size) {
    rsp_bytes rest = rsp_buf_bytes(t->reply);
    if (!rsp_bytes_starts(rest, RSP_LIT("start:")))
        return false;
    rest = rsp_bytes_from(rest, sizeof "start:" - 1);
    if (rsp_take_hex(start, &rest) != RSP_OK || !rsp_bytes_starts(rest, RSP_LIT(";size:")))
        return false;
    rest = rsp_bytes_from(rest, sizeof ";size:" - 1);
    return rsp_take_hex(size, &rest) == RSP_OK;
}

static bool is_mapped(const stub_service *t) {
    return rsp_bytes_search(rsp_buf_bytes(t->reply), RSP_LIT("permissions:")) < t->reply->len;
}

static void size_zero(stub_service *t) {
    uint64_t start;
    uint64_t size;
    stub_serve(t);
    if (!take_region(t, &start, &size) || is_mapped(t))
        return;
    rsp_buf_clear(t->reply);
    rsp_buf_printf(t->reply, "start:%" PRIx64 ";size:0;", start);
}

static void empty_permissions(stub_service *t) {
    uint64_t start;
    uint64_t size;
    stub_serve(t);
    if (take_region(t, &start, &size) && !is_mapped(t))
        rsp_buf_str(t->reply, "permissions:;");
}

static void next_region(stub_service *t) {
    uint64_t start;
    uint64_t size;
    stub_serve(t);
    if (!take_region(t, &start, &size) || start + size == 0)
        return;
    rsp_buf_clear(t->reply);
    stub_serve_args(t, "%" PRIx64, start + size);
}

static const stub_fault_row rows[] = {
    {RSP_FAULT_MEM_CRC_REFLECTED, stub_on_crc, crc_reflected},
    {RSP_FAULT_MEM_CRC_ONE_PAGE, stub_on_crc, crc_one_page},
    {RSP_FAULT_MEM_SEARCH_OVERLAP, stub_on_search_memory, search_overlap},
    {RSP_FAULT_MEM_SEARCH_PAST_END, stub_on_search_memory, search_past_end},
    {RSP_FAULT_MEM_SEARCH_UNREADABLE, stub_on_search_memory, search_unreadable},
    {RSP_FAULT_LLDB_DECIMAL_ADDRESS, stub_on_allocate, decimal_address},
    {RSP_FAULT_LLDB_SIZE_ZERO, stub_on_memory_region_info, size_zero},
    {RSP_FAULT_LLDB_EMPTY_PERMISSIONS, stub_on_memory_region_info, empty_permissions},
    {RSP_FAULT_LLDB_NEXT_REGION, stub_on_memory_region_info, next_region},
};
STUB_FAULT_TABLE(stub_memory_query_faults, rows);
