/* A stub tells the candidates, so sizes and starts may be anything: sums are checked, and the list is short.
 * A place that a register points to has no size that is known.
 * See memory_places.h. */
/* SPDX-License-Identifier: MIT */
#include "memory_places.h"

#include "core/byte_order.h"
#include "core/hex.h"

enum { SMALL = 0x100, AROUND = 64 };

void memory_places_add(memory_places *list, uint64_t start, uint64_t bytes, bool writable) {
    for (size_t i = 0; i < list->num; i++) {
        if (list->at[i].start == start)
            return;
    }
    if (list->num == MEMORY_PLACES_MOST)
        return;
    const uint64_t room = UINT64_MAX - start;
    list->at[list->num++] =
        (rsp_manners_memory){.start = start, .bytes = bytes > room ? room : bytes, .writable = writable};
}

void memory_places_of_map(memory_places *list, const rsp_memory_region *regions, size_t num) {
    for (int ram = 1; ram >= 0; ram--) {
        for (size_t i = 0; i < num; i++) {
            if ((regions[i].kind == RSP_MEMORY_RAM) == ram && regions[i].len > 0)
                memory_places_add(list, regions[i].start, regions[i].len, ram);
        }
    }
}

/* "start:1000;size:2000;permissions:rw;" */
bool memory_places_of_region(memory_places *list, rsp_bytes reply, uint64_t asked, uint64_t *out_next) {
    uint64_t start = 0;
    uint64_t bytes = 0;
    rsp_bytes permissions = {0};
    bool known = false;
    while (reply.len > 0) {
        rsp_bytes value = rsp_bytes_split(&reply, ';');
        const rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("start")))
            known = rsp_hex_u64(&start, value) == RSP_OK;
        else if (rsp_bytes_equal(key, RSP_LIT("size")) && rsp_hex_u64(&bytes, value) != RSP_OK)
            bytes = 0;
        else if (rsp_bytes_equal(key, RSP_LIT("permissions")))
            permissions = value;
    }
    if (!known || bytes == 0 || start > asked)
        return false;
    const bool reads = rsp_bytes_index(permissions, 'r') < permissions.len;
    if (reads)
        memory_places_add(list, start, bytes, rsp_bytes_index(permissions, 'w') < permissions.len);
    *out_next = start + bytes;
    return *out_next > asked; /* it wraps, or says the same again */
}

void memory_places_of_registers(memory_places *list, rsp_bytes registers, unsigned width, bool big,
                                uint64_t mask) {
    for (size_t at = 0; width > 0 && width <= 8 && at + width <= registers.len; at += width) {
        const uint64_t value = rsp_number_of(rsp_bytes_sub(registers, at, width), big) & mask;
        const uint64_t highest = width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
        if (value >= SMALL && value <= highest - SMALL)
            memory_places_add(list, value & ~(uint64_t)(AROUND - 1), AROUND, true);
    }
}
