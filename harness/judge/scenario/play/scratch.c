/* Finds memory that scenarios may write where the program has none for them: below the stack pointer, else at
 * the end of memory. One byte at three places is changed and put back. Where writing is not allowed it is
 * only read. See scratch.h. */
/* SPDX-License-Identifier: MIT */
#include "play/scratch.h"

#include "play/guest_program.h"
#include "play/program_symbols.h"
#include "play/registers.h"

#include "core/hex.h"
#include <inttypes.h>
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
    return p->options->allow_writes || p->ours.guest == GUEST_IN || program_image(p, &elf);
}

/* The least of its last, middle and first byte; where writing is not allowed, what can be read will do. Where
 * some of them keep what is written, the others are no memory, unless not even all neighbours keep it. */
static written_as try_block(play *p, uint64_t base, uint64_t size) {
    const uint64_t places[] = {base + size - 1, base + size / 2, base};
    const bool may = scratch_may_write(p);
    written_as least = WRITTEN_KEPT;
    uint64_t kept = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(places) && least != WRITTEN_NOT; i++) {
        uint8_t byte = 0;
        written_as one = may                              ? try_byte(p, places[i])
                         : read_byte(p, places[i], &byte) ? WRITTEN_KEPT
                                                          : WRITTEN_NOT;
        kept = one == WRITTEN_KEPT ? places[i] : kept;
        least = one < least ? one : least;
    }
    const bool mixed = least == WRITTEN_CONFIRMED && kept != 0;
    return mixed && try_byte(p, kept ^ 1) == WRITTEN_KEPT ? WRITTEN_NOT : least;
}

typedef struct block {
    uint64_t base;
    uint64_t size; /* 0: none */
    written_as as;
} block;

/* Keeps the better of both: memory that keeps what was written goes before memory of which that is only said.
 */
static void prefer(play *p, block *best, uint64_t base, uint64_t size) {
    const written_as as = try_block(p, base, size);
    if (as > best->as)
        *best = (block){.base = base, .size = size, .as = as};
}

/* A stub whose program we know nothing of still has a stack: what lies below the stack pointer and its red
 * zone is nobody's while the program is stopped. On a machine without a system code may lie below the stack,
 * the stub's own among it: nothing is tried that reaches down to `code`, 0 where that is not known. */
static void find_below(play *p, block *best, uint64_t top, uint64_t code) {
    enum { RED_ZONE_BYTES = 0x400, LARGEST_BYTES = 0x10000, SMALLEST_BYTES = 0x2000, PAGE_BYTES = 0x1000 };
    const uint64_t least = code > 0 && code < top ? code + PAGE_BYTES : 0;
    for (uint64_t size = LARGEST_BYTES; size >= SMALLEST_BYTES && best->as != WRITTEN_KEPT; size /= 2) {
        const bool fits = top >= size + RED_ZONE_BYTES + PAGE_BYTES;
        const uint64_t base = fits ? (top - RED_ZONE_BYTES - size) & ~(uint64_t)(PAGE_BYTES - 1) : 0;
        if (fits && base >= least)
            prefer(p, best, base, size);
    }
}

enum { SMALL_LARGEST = 0x1000, SMALL_SMALLEST = 0x200 };

/* On a small target the stack may grow into data. */
static void find_little_below(play *p, block *best, uint64_t top) {
    enum { RED_ZONE_BYTES = 0x80 };
    for (uint64_t size = SMALL_LARGEST; size >= SMALL_SMALLEST && best->as != WRITTEN_KEPT; size /= 2)
        if (top >= 2 * size)
            prefer(p, best, (top - RED_ZONE_BYTES - size) & ~UINT64_C(0x3f), size);
}

/* Where the memory ends that has `from`, in steps; none is looked for further than this. */
static uint64_t end_of_memory(play *p, uint64_t from) {
    enum { STEP_BYTES = 0x200, MOST_STEPS = 32 };
    uint64_t end = from & ~(uint64_t)(STEP_BYTES - 1);
    uint8_t byte = 0;
    for (int i = 0; i < MOST_STEPS && end + STEP_BYTES > end && read_byte(p, end + STEP_BYTES - 1, &byte);
         i++)
        end += STEP_BYTES;
    return end;
}

/* Where the program stands. */
static bool read_pc(play *p, uint64_t *out_pc) {
    value v = {0};
    return register_read(p, NULL, "pc", 0, REGISTER_BY_ANY, &v) == STEP_OK && value_number(&v, out_pc);
}

/* The end of the memory that the program runs in, away from where it runs. */
static void find_at_end(play *p, block *best) {
    enum { AWAY_BYTES = 0x100 };
    uint64_t pc = 0;
    if (!read_pc(p, &pc))
        return;
    const uint64_t end = end_of_memory(p, pc);
    for (uint64_t size = SMALL_LARGEST; size >= SMALL_SMALLEST && best->as != WRITTEN_KEPT; size /= 2)
        if (end >= pc && end - pc >= 2 * size + AWAY_BYTES)
            prefer(p, best, end - size, size);
}

/* Memory that the look has found where pc and sp lead nowhere: its end, which a program fills last. */
static void find_elsewhere(play *p, block *best) {
    const rsp_manners *m = p->stub->manners;
    for (size_t i = 0; i < m->places.num && best->as != WRITTEN_KEPT; i++) {
        const rsp_manners_memory *at = &m->places.others[i];
        const bool named = at->bytes >= SMALL_SMALLEST;
        const uint64_t end = named ? at->start + at->bytes : end_of_memory(p, at->start);
        for (uint64_t size = SMALL_LARGEST;
             at->writable && size >= SMALL_SMALLEST && best->as != WRITTEN_KEPT; size /= 2)
            if (end >= at->start && end - at->start >= size)
                prefer(p, best, end - size, size);
    }
}

/* The memory behind the guest: what was there is kept for the end of the run. */
static void take_from_guest(play *p) {
    const rsp_guest_load *load = p->stub->guest;
    if (p->script.scenario->script->reach >= load->scratch_bytes)
        return;
    (void)scope_set(&p->names, "scratch", value_int(load->scratch));
    (void)scope_set(&p->names, "scratch.size", value_int(load->scratch_bytes));
}

void scratch_find(play *p) {
    value sp = {0};
    uint64_t top = 0;
    block best = {.as = WRITTEN_NOT};
    if (scope_get(&p->names, RSP_LIT("scratch")))
        return;
    if (p->ours.guest == GUEST_IN) {
        take_from_guest(p);
        return;
    }
    const bool stack =
        register_read(p, NULL, "sp", 0, REGISTER_BY_ANY, &sp) == STEP_OK && value_number(&sp, &top);
    uint64_t code = 0;
    if (stack && !read_pc(p, &code))
        code = 0;
    /* A bus without errors confirms a write where no memory is: near the stack there is some. */
    if (stack)
        find_below(p, &best, top, code);
    if (stack && best.as != WRITTEN_KEPT)
        find_little_below(p, &best, top);
    if (stack && best.as == WRITTEN_NOT)
        find_at_end(p, &best);
    if (best.as == WRITTEN_NOT)
        find_elsewhere(p, &best);
    const bool large = best.size > SMALL_LARGEST;
    if (best.as == WRITTEN_NOT || (!large && p->script.scenario->script->reach >= best.size))
        return;
    if (!large)
        scratch_borrow(p, best.base, best.size);
    (void)scope_set(&p->names, "scratch", value_int(best.base));
    (void)scope_set(&p->names, "scratch.size", value_int(best.size));
}

/* --- borrowed memory --- */

enum { MOST_PIECE_BYTES = 128 }; /* fits what every stub takes and sends */

void scratch_borrow(play *p, uint64_t at, uint64_t size) {
    p->undo.borrowed.at = at;
    p->undo.borrowed.size = size;
}

/* The length of the piece that begins at `offset`. */
static size_t piece_at(const borrowed_memory *b, uint64_t offset) {
    return b->size - offset < MOST_PIECE_BYTES ? (size_t)(b->size - offset) : MOST_PIECE_BYTES;
}

/* Bytes of the borrowed memory as they are now. */
static bool read_piece(play *p, uint64_t offset, uint8_t out[MOST_PIECE_BYTES]) {
    const size_t len = piece_at(&p->undo.borrowed, offset);
    char text[64];
    (void)snprintf(text, sizeof text, "m%" PRIx64 ",%zx", p->undo.borrowed.at + offset, len);
    return client_end_request(&p->t, rsp_bytes_str(text)) == RSP_OK &&
           client_end_payload(&p->t).len == 2 * len &&
           rsp_hex_decode_into(out, client_end_payload(&p->t)) == RSP_OK;
}

static void write_piece(play *p, uint64_t offset) {
    rsp_buf request = {.mem = p->room.arena.mem};
    const rsp_bytes bytes = rsp_bytes_sub(rsp_buf_bytes(&p->undo.borrowed.bytes), (size_t)offset,
                                          piece_at(&p->undo.borrowed, offset));
    rsp_buf_printf(&request, "M%" PRIx64 ",%zx:", p->undo.borrowed.at + offset, bytes.len);
    rsp_hex_append(&request, bytes);
    (void)client_end_request(&p->t, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
}

void scratch_save(play *p) {
    borrowed_memory *b = &p->undo.borrowed;
    uint8_t piece[MOST_PIECE_BYTES];
    for (uint64_t at = 0; p->script.scenario->script->writes_memory && at < b->size; at += MOST_PIECE_BYTES) {
        if (!read_piece(p, at, piece)) {
            rsp_buf_clear(&b->bytes);
            return;
        }
        rsp_buf_append(&b->bytes, rsp_bytes_make(piece, piece_at(b, at)));
    }
}

static bool is_as_before(play *p, uint64_t offset) {
    uint8_t now[MOST_PIECE_BYTES];
    const size_t len = piece_at(&p->undo.borrowed, offset);
    return read_piece(p, offset, now) && memcmp(now, p->undo.borrowed.bytes.ptr + offset, len) == 0;
}

void scratch_put_back(play *p) {
    borrowed_memory *b = &p->undo.borrowed;
    for (uint64_t at = 0; b->bytes.len == b->size && at < b->size; at += MOST_PIECE_BYTES) {
        if (is_as_before(p, at))
            continue;
        write_piece(p, at);
        p->undo.left = is_as_before(p, at) || p->undo.left ? p->undo.left : "memory was";
    }
    rsp_buf_clear(&b->bytes);
}
