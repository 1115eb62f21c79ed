/* Faults of flash memory and of memory tags: what is erased, written and repeated.
 * Most stand in front of the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "codec/escape.h"
#include "core/mem.h"

/* What was sent, escapes and all: escaped once more it survives the handler. */
static void write_raw(stub_service *t) {
    size_t colon = rsp_bytes_index(t->args, ':');
    if (colon < t->args.len) {
        rsp_bytes data = rsp_bytes_from(t->args, colon + 1);
        rsp_bytes addr = rsp_bytes_sub(t->args, 0, colon + 1);
        rsp_buf *text = stub_begin_request(t);
        rsp_buf_append(text, addr);
        rsp_escape_append(text, data);
        stub_bend(t);
    }
    stub_serve(t);
}

static rsp_status erase_nothing(void *t, int64_t pid, uint64_t addr, uint64_t len) {
    (void)t, (void)pid, (void)addr, (void)len;
    return RSP_OK;
}

static rsp_status write_one_page(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    return STUB_REAL(s, flash_write, pid, addr, rsp_bytes_sub(data, 0, 256));
}

static rsp_status erase_more(void *t, int64_t pid, uint64_t addr, uint64_t len) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, flash_erase, pid, addr, len);
    if (status == RSP_OK)
        (void)STUB_REAL(s, flash_erase, pid, addr + len, len);
    return status;
}

static rsp_status write_anywhere(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, flash_write, pid, addr, data);
    if (status == RSP_NOT_FOUND && STUB_REAL(s, write_memory, pid, addr, data) == data.len)
        return RSP_OK;
    return status;
}

/* Down and up to the next 4 KiB, which is a block. */
static rsp_status erase_whole_blocks(void *t, int64_t pid, uint64_t addr, uint64_t len) {
    rsp_stub *s = t;
    const uint64_t mask = 0xfff;
    uint64_t end = (addr + len + mask) & ~mask;
    return STUB_REAL(s, flash_erase, pid, addr & ~mask, end - (addr & ~mask));
}

static rsp_status tag_first(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                            rsp_bytes tags) {
    rsp_stub *s = t;
    return STUB_REAL(s, write_tags, pid, addr, len > 0, type, tags);
}

static rsp_status tag_padded(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                             rsp_bytes tags) {
    rsp_stub *s = t;
    rsp_buf padded = {.mem = s->opt.mem};
    rsp_buf_append(&padded, tags);
    while (padded.len < len && padded.status == RSP_OK)
        rsp_buf_push(&padded, 0);
    rsp_status status = STUB_REAL(s, write_tags, pid, addr, len, type, rsp_buf_bytes(&padded));
    rsp_buf_free(&padded);
    return status;
}

/* As many as the length has granules of 16 bytes, wherever it begins. */
static rsp_status read_whole_granules(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                                      rsp_buf *out) {
    rsp_stub *s = t;
    size_t start = out->len;
    rsp_status status = STUB_REAL(s, read_tags, pid, addr, len, type, out);
    size_t most = start + (size_t)((len + 15) / 16);
    if (status == RSP_OK && out->len > most)
        rsp_buf_truncate(out, most);
    return status;
}

static rsp_status read_anywhere(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                                rsp_buf *out) {
    rsp_stub *s = t;
    rsp_status status = STUB_REAL(s, read_tags, pid, addr, len, type, out);
    if (status != RSP_NOT_FOUND || stub_serving(s, stub_on_address_tagged))
        return status;
    for (uint64_t i = 0; i < len && i < 4096; i += 16)
        rsp_buf_push(out, 0);
    return out->status;
}

static const stub_fault_row rows[] = {
    CALL(FLASH_RAW, VFLASH_WRITE, write_raw),
    TARGET(FLASH_NOT_ERASED, .flash_erase = erase_nothing),
    TARGET(FLASH_ONE_PAGE, .flash_write = write_one_page),
    TARGET(FLASH_NEIGHBOUR, .flash_erase = erase_more),
    REPLY(FLASH_ELSEWHERE_OK, VFLASH_WRITE, "E.memtype", "OK"),
    REPLY(FLASH_ELSEWHERE_NUMBER, VFLASH_WRITE, "E.memtype", "E01"),
    TARGET(FLASH_ELSEWHERE_WRITTEN, .flash_write = write_anywhere),
    TARGET(FLASH_ROUNDED, .flash_erase = erase_whole_blocks),
    REPLY_PLACES(FLASH_MAP_NO_BLOCKS, QXFER_MEMORY_MAP_READ, "<property name=\"blocksize\">0x%x</property>",
                 ""),
    TARGET(TAGS_FIRST_ONLY, .write_tags = tag_first),
    TARGET(TAGS_PADDED, .write_tags = tag_padded),
    REPLY(TAGS_UPPER_M, QMEM_TAGS, "m%h", "M%1"),
    TARGET(TAGS_LAST_LOST, .read_tags = read_whole_granules),
    TARGET(TAGS_ANYWHERE, .read_tags = read_anywhere),
    REPLY(TAGGED_ONE_DIGIT, QIS_ADDRESS_TAGGED, "0%?", "%1"),
    REPLY(TAGGED_EVERYWHERE, QIS_ADDRESS_TAGGED, "00", "01"),
};
STUB_FAULT_TABLE(stub_device_faults, rows);
