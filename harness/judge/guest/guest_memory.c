/* Where the guest goes: a place counts when bytes of it, far apart, keep what is written at the same time.
 * That also tells memory that is there twice, once under each of two addresses.
 * See guest_talk.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include <inttypes.h>
#include <string.h>

/* Image and stack, with the scratch memory behind them. */
typedef struct layout {
    uint64_t scratch; /* how far behind the image's beginning it is */
    uint64_t scratch_bytes;
    uint64_t align;
} layout;

/* As the debuggees have it, what scenarios of memory like, and what they can do with. */
static const layout layouts[] = {
    {.scratch = 0x1000, .scratch_bytes = 0x10000, .align = 0x1000},
    {.scratch = 0x1000, .scratch_bytes = 0x1000, .align = 0x1000},
    {.scratch = 0xc00, .scratch_bytes = 0x200, .align = 0x40},
};

enum {
    PROBES_MOST = 12,
    FIRST_DISTANCE =
        0x400,       /* and twice as far each time: memory that is there twice is so by a power of two */
    STACK_ROOM = 64, /* a function may write above its stack pointer: PowerPC does */
};

/* The places that are tried: the first byte, those at distances, the last. */
static size_t list_probes(uint64_t at, uint64_t bytes, uint64_t out[PROBES_MOST]) {
    size_t num = 0;
    out[num++] = at;
    for (uint64_t far = FIRST_DISTANCE; far < bytes && num < PROBES_MOST - 1; far *= 2)
        out[num++] = at + far;
    out[num++] = at + bytes - 1;
    return num;
}

/* Whether these bytes keep as many values; what was there is put back. */
static bool keeps(guest_talk *t, uint64_t at, uint64_t bytes) {
    uint64_t places[PROBES_MOST];
    uint8_t wanted[PROBES_MOST];
    const size_t num = list_probes(at, bytes, places);
    rsp_buf old = {.mem = t->request.mem};
    rsp_buf now = {.mem = t->request.mem};
    size_t written = 0;
    bool kept = true;
    for (size_t i = 0; i < num && kept; i++)
        kept = guest_read(t, places[i], 1, &old);
    for (size_t i = 0; i < num && kept; i++) {
        wanted[i] = (uint8_t)(0x51 + 16 * i + (old.ptr[i] == 0x51 + 16 * i));
        written = i + 1;
        kept = guest_write(t, places[i], rsp_bytes_make(&wanted[i], 1), false);
    }
    for (size_t i = 0; i < num && kept; i++)
        kept = guest_read(t, places[i], 1, &now);
    if (!kept)
        (void)guest_fails(t->load, RSP_GUEST_STEP_MEMORY, "%s", t->said);
    else if (!rsp_bytes_equal(rsp_buf_bytes(&now), rsp_bytes_make(wanted, num)))
        kept = guest_fails(t->load, RSP_GUEST_STEP_MEMORY,
                           "memory at 0x%" PRIx64 " does not keep what is written", at);
    for (size_t i = written; i-- > 0;)
        (void)guest_write(t, places[i], rsp_bytes_make(&old.ptr[i], 1), false);
    rsp_buf_free(&old);
    rsp_buf_free(&now);
    return kept;
}

/* Whether the layout fits there, by what is said of the place. */
static bool fits(const rsp_guest_place *place, const layout *l, uint64_t most_bytes, uint64_t *out_at) {
    const uint64_t bytes = l->scratch + l->scratch_bytes;
    const uint64_t at = (place->at + l->align - 1) & ~(l->align - 1);
    const uint64_t lost = at - place->at;
    *out_at = at;
    return at >= place->at && at + bytes > at && (most_bytes == 0 || bytes <= most_bytes) &&
           (place->bytes == 0 || (place->bytes >= lost && place->bytes - lost >= bytes));
}

static uint64_t up_to(uint64_t number, uint64_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

/* Code where the place is, data, stack and scratch memory where the guest wants them. */
static bool take_two(guest_talk *t, const rsp_guest_place *place) {
    enum { SCRATCH = 0x300, SCRATCH_BYTES = 0x100, CODE_ALIGN = 0x80 };
    rsp_guest_load *load = t->load;
    const rsp_guest *guest = load->guest;
    const uint64_t align = place->flash_block ? place->flash_block : CODE_ALIGN;
    const uint64_t at = up_to(place->at, align);
    const uint64_t code = up_to(rsp_guest_code_bytes(guest), place->flash_block ? place->flash_block : 1);
    if (at < place->at || at + code > guest->data_at ||
        (place->bytes > 0 && at - place->at + code > place->bytes))
        return false;
    if (!(place->flash_block ? guest_flash_is_blank(t, at, code) : keeps(t, at, code)) ||
        !keeps(t, guest->data_at, SCRATCH + SCRATCH_BYTES))
        return false;
    load->at = at;
    load->from = place->from;
    load->flash_block = place->flash_block;
    load->data_at = guest->data_at;
    load->scratch = guest->data_at + SCRATCH;
    load->scratch_bytes = SCRATCH_BYTES;
    load->sp = load->scratch - 1;
    rsp_buf_clear(&load->memory);
    rsp_buf_clear(&load->data);
    if (!guest_read(t, at, code, &load->memory) ||
        !guest_read(t, guest->data_at, SCRATCH + SCRATCH_BYTES, &load->data))
        return guest_fails(load, RSP_GUEST_STEP_MEMORY, "%s", t->said);
    load->bytes = load->memory.len;
    return true;
}

bool guest_find_memory(guest_talk *t, const rsp_guest_place *place, uint64_t most_bytes) {
    rsp_guest_load *load = t->load;
    (void)guest_fails(load, RSP_GUEST_STEP_MEMORY, "%s at 0x%" PRIx64 ": there is not enough of it",
                      place->from, place->at);
    if (load->guest->data_at)
        return take_two(t, place);
    if (place->flash_block)
        return guest_fails(load, RSP_GUEST_STEP_MEMORY,
                           "%s at 0x%" PRIx64 ": the guest has its data behind its code, which must be RAM",
                           place->from, place->at);
    for (size_t i = 0; i < RSP_ARRAY_LEN(layouts); i++) {
        const layout *l = &layouts[i];
        uint64_t at;
        if (!fits(place, l, most_bytes, &at) || !keeps(t, at, l->scratch + l->scratch_bytes))
            continue;
        load->at = at;
        load->from = place->from;
        load->flash_block = 0;
        load->given = place->given;
        load->scratch = at + l->scratch;
        load->scratch_bytes = l->scratch_bytes;
        load->sp = load->scratch - STACK_ROOM;
        load->bytes = 0;
        rsp_buf_clear(&load->memory);
        if (!guest_read(t, at, l->scratch + l->scratch_bytes, &load->memory))
            return guest_fails(load, RSP_GUEST_STEP_MEMORY, "%s", t->said);
        load->bytes = load->memory.len;
        return true;
    }
    return false;
}

uint64_t rsp_guest_address(const rsp_guest_load *load, uint64_t offset) {
    const size_t code = rsp_guest_code_bytes(load->guest);
    return offset < code ? load->at + offset : load->data_at + (offset - code);
}
