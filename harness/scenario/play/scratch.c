/* Finds memory that scenarios may write where the program has none for them: below the stack pointer.
 * One byte at three places is changed and put back. Where writing is not allowed it is only read.
 * See scratch.h. */
/* SPDX-License-Identifier: MIT */
#include "play/scratch.h"

#include "play/program_symbols.h"
#include "play/registers.h"

#include "core/hex.h"
#include <stdio.h>

/* How a write to one byte went. */
typedef enum written_as { WRITTEN_NOT, WRITTEN_CONFIRMED, WRITTEN_KEPT } written_as;

static bool read_byte(play *p, uint64_t addr, uint8_t *out) {
    char text[64];
    (void)snprintf(text, sizeof text, "m%llx,1", (unsigned long long)addr);
    return client_end_request(&p->t, rsp_bytes_str(text)) == RSP_OK && client_end_payload(&p->t).len == 2 &&
           rsp_hex_decode_into(out, client_end_payload(&p->t)) == RSP_OK;
}

static bool write_byte(play *p, uint64_t addr, uint8_t byte) {
    char text[64];
    (void)snprintf(text, sizeof text, "M%llx,1:%02x", (unsigned long long)addr, byte);
    return client_end_request(&p->t, rsp_bytes_str(text)) == RSP_OK &&
           rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
}

/* One byte there can be changed; it is put back. */
static written_as try_byte(play *p, uint64_t addr) {
    uint8_t old = 0;
    uint8_t now = 0;
    if (!read_byte(p, addr, &old))
        return WRITTEN_NOT;
    const uint8_t other = (uint8_t)(old ^ 0xff);
    if (!write_byte(p, addr, other))
        return WRITTEN_NOT;
    bool kept = read_byte(p, addr, &now) && now == other;
    if (!write_byte(p, addr, old))
        return WRITTEN_NOT;
    return kept ? WRITTEN_KEPT : WRITTEN_CONFIRMED;
}

bool scratch_may_write(const play *p) {
    rsp_bytes elf;
    return p->options->allow_writes || program_image(p, &elf);
}

/* The least of its last, middle and first byte; where writing is not allowed, what can be read will do. */
static written_as try_block(play *p, uint64_t base, uint64_t size) {
    const uint64_t places[] = {base + size - 1, base + size / 2, base};
    const bool may = scratch_may_write(p);
    written_as least = WRITTEN_KEPT;
    for (size_t i = 0; i < RSP_ARRAY_LEN(places) && least != WRITTEN_NOT; i++) {
        uint8_t byte = 0;
        written_as one = may                              ? try_byte(p, places[i])
                         : read_byte(p, places[i], &byte) ? WRITTEN_KEPT
                                                          : WRITTEN_NOT;
        least = one < least ? one : least;
    }
    return least;
}

/* A stub whose program we know nothing of still has a stack: what lies below the stack pointer and its red
 * zone is nobody's while the program is stopped. Memory that keeps what was written goes before memory of
 * which that is only said. */
void scratch_find(play *p) {
    enum { RED_ZONE_BYTES = 0x400, LARGEST_BYTES = 0x10000, SMALLEST_BYTES = 0x2000 };
    value sp = {0};
    uint64_t top = 0;
    uint64_t best = 0;
    uint64_t best_size = 0;
    if (scope_get(&p->names, RSP_LIT("scratch")) ||
        register_read(p, NULL, "sp", 0, REGISTER_BY_ANY, &sp) != STEP_OK || !value_number(&sp, &top))
        return;
    written_as found = WRITTEN_NOT;
    for (uint64_t size = LARGEST_BYTES; size >= SMALLEST_BYTES && found != WRITTEN_KEPT; size /= 2) {
        if (top < size + RED_ZONE_BYTES + 0x1000)
            continue;
        uint64_t base = (top - RED_ZONE_BYTES - size) & ~UINT64_C(0xfff);
        written_as as = try_block(p, base, size);
        if (as <= found)
            continue;
        found = as;
        best = base;
        best_size = size;
    }
    if (found == WRITTEN_NOT)
        return;
    (void)scope_set(&p->names, "scratch", value_int(best));
    (void)scope_set(&p->names, "scratch.size", value_int(best_size));
}
