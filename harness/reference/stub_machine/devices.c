/* Flash and memory tags of the machine, as the stub asks for them.
 * Flash is written as NOR flash is: an erase sets all bits of its blocks, a write can only clear some.
 * Tags lie in the page behind the tagged memory (machine/devices.h). */
/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "core/limits.h"
#include "machine/devices.h"

/* No range reaches beyond the end of the address space: the stub sees to that. */
static bool within(uint64_t addr, uint64_t len, uint64_t start, uint64_t size) {
    return addr >= start && addr - start <= size && len <= size - (addr - start);
}

static bool has_flash(const rsp_machine_target *t, const rsp_process *process, uint64_t addr, uint64_t len) {
    return process && t->options.flash && within(addr, len, RSP_FLASH_START, RSP_FLASH_BYTES);
}

bool machine_in_flash(const rsp_machine_target *t, uint64_t addr) {
    return t->options.flash && within(addr, 1, RSP_FLASH_START, RSP_FLASH_BYTES);
}

size_t machine_before_flash(const rsp_machine_target *t, uint64_t addr, size_t len) {
    if (!t->options.flash || addr >= RSP_FLASH_START + RSP_FLASH_BYTES || len == 0)
        return len;
    if (addr >= RSP_FLASH_START)
        return 0;
    return len > RSP_FLASH_START - addr ? (size_t)(RSP_FLASH_START - addr) : len;
}

rsp_status machine_flash_erase(void *t, int64_t pid, uint64_t addr, uint64_t len) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    uint8_t block[RSP_FLASH_BLOCK_BYTES];
    if (!has_flash(machine_self(t), process, addr, len))
        return RSP_NOT_FOUND;
    if (addr % sizeof block != 0 || len % sizeof block != 0)
        return RSP_RANGE;
    memset(block, RSP_FLASH_ERASED, sizeof block);
    for (uint64_t end = addr + len; addr < end; addr += sizeof block)
        if (rsp_process_write(process, addr, rsp_bytes_make(block, sizeof block)) != sizeof block)
            return RSP_FAULT;
    return RSP_OK;
}

rsp_status machine_flash_write(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    if (!has_flash(machine_self(t), process, addr, data.len))
        return RSP_NOT_FOUND;
    while (data.len > 0) {
        uint8_t piece[256];
        size_t len = data.len < sizeof piece ? data.len : sizeof piece;
        if (rsp_process_read(process, piece, addr, len) != len)
            return RSP_FAULT;
        for (size_t i = 0; i < len; i++)
            piece[i] &= data.ptr[i];
        if (rsp_process_write(process, addr, rsp_bytes_make(piece, len)) != len)
            return RSP_FAULT;
        data = rsp_bytes_from(data, len);
        addr += len;
    }
    return RSP_OK;
}

/* Nothing is delayed. */
rsp_status machine_flash_done(void *t, int64_t pid) {
    return machine_traced(machine_self(t), pid) ? RSP_OK : RSP_NOT_FOUND;
}

/* Where the tags of the range lie, and how many there are. */
static rsp_status find_tags(const rsp_machine_target *t, const rsp_process *process, uint64_t addr,
                            uint64_t len, uint64_t type, uint64_t *out_at, size_t *out_num) {
    if (!process || !t->options.tagged_memory || !within(addr, len, RSP_TAGGED_START, RSP_TAGGED_BYTES))
        return RSP_NOT_FOUND;
    if (type != RSP_TAGS_ALLOCATION)
        return RSP_UNSUPPORTED;
    uint64_t first = (addr - RSP_TAGGED_START) / RSP_TAG_GRANULE_BYTES;
    uint64_t behind = (addr + len - RSP_TAGGED_START + RSP_TAG_GRANULE_BYTES - 1) / RSP_TAG_GRANULE_BYTES;
    *out_at = RSP_TAGS_START + first;
    *out_num = len > 0 ? (size_t)(behind - first) : 0;
    return RSP_OK;
}

rsp_status machine_read_tags(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type, rsp_buf *out) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    uint64_t at = 0;
    size_t num = 0;
    rsp_status status = find_tags(machine_self(t), process, addr, len, type, &at, &num);
    uint8_t *room = status == RSP_OK ? rsp_buf_extend(out, num) : NULL;
    if (status != RSP_OK || (num > 0 && !room))
        return status != RSP_OK ? status : RSP_NO_MEMORY;
    return num == 0 || rsp_process_read(process, room, at, num) == num ? RSP_OK : RSP_FAULT;
}

/* The type's tags have four bits. */
rsp_status machine_write_tags(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                              rsp_bytes tags) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    uint64_t at = 0;
    size_t num = 0;
    rsp_status status = find_tags(machine_self(t), process, addr, len, type, &at, &num);
    for (size_t i = 0; status == RSP_OK && i < num; i++) {
        const uint8_t tag = tags.ptr[i % tags.len] & 0xf;
        if (rsp_process_write(process, at + i, rsp_bytes_make(&tag, 1)) != 1)
            status = RSP_FAULT;
    }
    return status;
}
