/* Places for a guest: what the user says, the map, the look, custom, what the stub gives, stack, code.
 * Each is only tried: see guest/guest_load.h.
 * Whatever is asked here leaves no trace in the scenario's conversation. */
/* SPDX-License-Identifier: MIT */
#include "needs/guest_visit.h"

#include "needs/places.h"
#include "play/buffers.h"
#include "play/facts.h"
#include "play/object.h"
#include "play/registers.h"
#include "play/stub_target.h"

#include "codec/feature.h"
#include "codec/memory_map.h"
#include "core/arena.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

/* --- the line ------------------------------------------------------------------------------------------- */

static bool line_ask(void *ctx, rsp_bytes request, rsp_bytes *out_reply) {
    play *p = ctx;
    if (client_end_request(&p->t, request) != RSP_OK)
        return false;
    *out_reply = client_end_payload(&p->t);
    return true;
}

/* What 0x03 makes of a program that has not come back. */
static arrival interrupt(play *p) {
    const char *unused = "";
    if (client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0) != RSP_OK)
        return ARRIVAL_NONE;
    return places_await(p, 0, &unused);
}

/* A program that does not come back is stopped, so that it can be put back. */
static bool line_resume(void *ctx, bool step, const char **out_why) {
    play *p = ctx;
    const arrival came = places_resume(p, step, 0, out_why);
    if (came == ARRIVAL_NONE)
        (void)interrupt(p);
    return came == ARRIVAL_STOPPED;
}

static bool line_get(void *ctx, const char *name, uint64_t *out) {
    value v = {0};
    return register_read(ctx, NULL, name, 0, REGISTER_BY_ANY, &v) == STEP_OK && value_number(&v, out);
}

static bool line_set(void *ctx, const char *name, uint64_t number) {
    return register_write(ctx, NULL, name, 0, REGISTER_BY_ANY, number) == STEP_OK;
}

/* QEMU has P only for clients that have read the description in this connection, as GDB does; its G of
 * LoongArch puts registers at wrong places. */
static void meet(play *p) {
    stub_knowledge *k = p->stub;
    rsp_buf *request = play_buf(p);
    target_ask(p);
    if (!k->layout.described || allows(k->allowed, ALLOW_DESCRIPTION_FIRST)) /* the handshake reads it */
        return;
    rsp_packet_begin(request, RSP_PACKET_QXFER_FEATURES_READ);
    rsp_buf_str(request, "target.xml:0,fff");
    (void)client_end_request(&p->t, rsp_buf_bytes(request));
    if (k->p == PRESENCE_NO && k->p_asked_anew == PRESENCE_NOT_ASKED)
        k->p = PRESENCE_NOT_ASKED;
    k->p_asked_anew = PRESENCE_YES;
}

static rsp_guest_line line_of(play *p) {
    enum { LEAST_BYTES = 64 };
    value v = {0};
    (void)fact_lookup(p, RSP_LIT("packet_size"), &v);
    return (rsp_guest_line){.ask = line_ask,
                            .resume = line_resume,
                            .get = line_get,
                            .set = line_set,
                            .ctx = p,
                            .packet_bytes = v.number < LEAST_BYTES ? LEAST_BYTES : v.number};
}

/* --- places --------------------------------------------------------------------------------------------- */

enum { PLACES_FOR_GUEST = 16, REGIONS_MOST = 64, PAGE_BYTES = 0x1000 };

typedef struct place_list {
    rsp_guest_place at[PLACES_FOR_GUEST];
    size_t num;
} place_list;

static void add(place_list *list, uint64_t at, uint64_t bytes, const char *from) {
    for (size_t i = 0; i < list->num; i++)
        if (list->at[i].at == at)
            return;
    if (list->num < PLACES_FOR_GUEST)
        list->at[list->num++] = (rsp_guest_place){.at = at, .bytes = bytes, .from = from};
}

static void add_fact(play *p, place_list *list) {
    uint64_t at = 0;
    uint64_t bytes = 0;
    const value *v = scope_get(&p->names, RSP_LIT("scratch"));
    const value *size = scope_get(&p->names, RSP_LIT("scratch.size"));
    if (v && value_number(v, &at))
        add(list, at, size && value_number(size, &bytes) ? bytes : 0, "the profile's scratch memory");
}

/* The last blocks of flash, where a program seldom is: only blank ones are taken. */
static void add_flash(place_list *list, const rsp_memory_region *region) {
    const uint64_t num = region->block > 0 ? (RSP_GUEST_IMAGE_MOST + region->block - 1) / region->block : 0;
    const uint64_t bytes = num * region->block;
    const size_t before = list->num;
    if (bytes == 0 || bytes > region->len)
        return;
    add(list, region->start + region->len - bytes, bytes, "flash of the memory map");
    if (list->num > before)
        list->at[before].flash_block = region->block;
}

/* The end of a region is what its program fills last. */
static void add_map(play *p, place_list *list, place_list *flash) {
    enum { ENOUGH_BYTES = 0x12000 };
    const rsp_bytes supported = rsp_buf_bytes(&p->opening.supported);
    rsp_memory_region regions[REGIONS_MOST];
    rsp_error ignored;
    size_t num = 0;
    if (!rsp_feature_yes(supported, rsp_packet_feature(RSP_PACKET_QXFER_MEMORY_MAP_READ)))
        return;
    rsp_buf *map = play_buf(p);
    if (xfer_read(p, NULL, "memory-map", RSP_LIT(""), 0xfff, map) != STEP_OK ||
        rsp_memory_map_read(rsp_buf_bytes(map), regions, REGIONS_MOST, &num, &ignored) != RSP_OK)
        return;
    for (size_t i = 0; i < num; i++) {
        const uint64_t skip =
            regions[i].len > ENOUGH_BYTES ? (regions[i].len - ENOUGH_BYTES) & ~UINT64_C(0xfff) : 0;
        if (regions[i].kind == RSP_MEMORY_FLASH)
            add_flash(flash, &regions[i]);
        if (regions[i].kind != RSP_MEMORY_RAM)
            continue;
        add(list, regions[i].start, regions[i].len, "RAM of the memory map");
        if (skip > 0)
            add(list, regions[i].start + skip, regions[i].len - skip, "the end of RAM of the memory map");
    }
}

static void add_look(const play *p, place_list *list) {
    const rsp_manners *m = p->stub->manners;
    for (size_t i = 0; i < m->places.num; i++)
        if (m->places.others[i].writable)
            add(list, m->places.others[i].start, m->places.others[i].bytes, "memory that the look has found");
}

/* Below the stack pointer nothing is anybody's; what runs now is saved. */
static void add_registers(play *p, place_list *list) {
    enum { BELOW_BYTES = 0x14000, BELOW_LEAST = 0x1000 };
    uint64_t sp = 0;
    uint64_t pc = 0;
    if (line_get(p, "sp", &sp) && sp > BELOW_BYTES) {
        add(list, (sp - BELOW_BYTES) & ~(uint64_t)(PAGE_BYTES - 1), 0, "memory below the stack");
        add(list, (sp - BELOW_LEAST) & ~UINT64_C(0x3f), BELOW_LEAST, "memory below the stack");
    }
    if (line_get(p, "pc", &pc))
        add(list, pc & ~(uint64_t)(PAGE_BYTES - 1), 0, "the code that runs now");
}

/* Where RAM begins on the machines that emulators and vendors have most; beside the lowest addresses, which
 * may have vectors. */
static void add_custom(const play *p, place_list *list) {
    static const struct {
        const char *arch;
        uint64_t at;
    } rows[] = {
        {"riscv", 0x80010000},    {"arm", 0x20000000},   {"arm", 0x40010000},
        {"aarch64", 0x40010000},  {"mips", 0x80010000},  {"powerpc", 0x10000},
        {"m68k", 0x40010000},     {"m68k", 0x10000},     {"i386", 0x10000},
        {"x86-64", 0x10000},      {"riscv", 0x20000000}, {"mips64", UINT64_C(0xffffffff80010000)},
        {"sparc", 0x40010000},    {"sparc", 0x10000},    {"sh", 0x8c010000},
        {"s390", 0x10000},        {"or1k", 0x10000},     {"xtensa", 0x60010000},
        {"xtensa", 0x3ffe8000},   {"avr", 0x1000},       {"sparc64", 0x10000},
        {"loongarch64", 0x10000}, {"msp430", 0x2400},    {"msp430", 0x1c00},
        {"msp430", 0x200},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strncmp(p->stub->layout.arch, rows[i].arch, strlen(rows[i].arch)) == 0)
            add(list, rows[i].at, 0, "where such machines have RAM");
}

/* --- the visit ------------------------------------------------------------------------------------------ */

/* Replies that take long make it a small one. */
static uint64_t most_bytes(const play *p) {
    enum { SMALL_BYTES = 0x2000 };
    return p->stub->manners->replies.answer_ns > 10 * RSP_NS_PER_MS ? SMALL_BYTES : 0;
}

/* Whether 0x03 stops the guest, where the stub's own program has not shown it. */
static void try_interrupt(play *p, rsp_guest_load *load, const rsp_guest_line *line) {
    const rsp_guest_symbol *spin = rsp_guest_find(load->guest, "spin");
    const rsp_guest_symbol *behind = rsp_guest_find(load->guest, "start_watching");
    const char *why = "";
    uint64_t pc = 0;
    rsp_manners *m =
        (rsp_manners *)(uintptr_t)p->stub->manners; /* of this runner: it learns before the others */
    if (m->bytes.interrupt != RSP_HABIT_UNKNOWN || !rsp_guest_enter(load, line, RSP_PROGRAM_ENDLESS))
        return;
    arrival came = places_resume(p, false, p->t.quiet_ns, &why);
    if (came == ARRIVAL_NONE)
        came = interrupt(p);
    const bool stopped = came == ARRIVAL_STOPPED && line_get(p, "pc", &pc) &&
                         pc - (load->at + spin->offset) < behind->offset - spin->offset;
    m->bytes.interrupt = stopped ? RSP_HABIT_YES : RSP_HABIT_NO;
}

static void tell_guests(const play *p, rsp_guest_load *load) {
    size_t used = (size_t)snprintf(load->why, sizeof load->why, "the architecture is %.40s, and there are",
                                   *p->stub->layout.arch ? p->stub->layout.arch : "not known");
    for (size_t i = 0; rsp_guest_at(i) && used < sizeof load->why; i++)
        used += (size_t)snprintf(load->why + used, sizeof load->why - used, "%s %s", i ? "," : "",
                                 rsp_guest_at(i)->name);
}

static void release(play *p, rsp_guest_given given, uint64_t at) {
    if (given == RSP_GUEST_BY_CALL) {
        const rsp_guest_line line = line_of(p);
        (void)rsp_guest_unmap(&line, p->stub->layout.arch, at);
    } else if (given == RSP_GUEST_BY_STUB) {
        rsp_buf *request = play_buf(p);
        rsp_buf_append(request, rsp_packet_name(RSP_PACKET_DEALLOCATE));
        rsp_buf_printf(request, "%llx", (unsigned long long)at);
        (void)client_end_request(&p->t, rsp_buf_bytes(request));
    }
}

/* Each guest of the architecture, until one runs. */
static bool try_guests(play *p, const place_list *places, rsp_guest_load *load, rsp_buf *left) {
    const rsp_guest_line line = line_of(p);
    const rsp_guest_options options = {
        .places = places->at, .num_places = places->num, .most_bytes = most_bytes(p)};
    const rsp_guest *guest = NULL;
    for (size_t i = 0;
         (guest = rsp_guest_for(p->stub->layout.arch, p->stub->layout.big_endian, i)) && left->len == 0; i++)
        if (rsp_guest_load_try(load, guest, &line, &options, left)) {
            try_interrupt(p, load, &line);
            return true;
        }
    return false;
}

/* Memory that was given to us; what was not used is given back. */
static bool try_given(play *p, const rsp_guest_place *place, rsp_guest_load *load, rsp_buf *left) {
    const place_list places = {.num = 1, .at = {*place}};
    rsp_guest_load mine = {.memory = {.mem = load->memory.mem}, .registers = {.mem = load->memory.mem}};
    const bool loaded = try_guests(p, &places, &mine, left);
    if (loaded || left->len > 0) {
        rsp_guest_load_free(load);
        *load = mine;
        return loaded;
    }
    release(p, place->given, place->at);
    rsp_guest_load_free(&mine);
    return false;
}

/* Memory of a process of a system is either written or run, but for what the stub allocates. */
static bool try_allocated(play *p, rsp_guest_load *load, rsp_buf *left) {
    rsp_guest_place place = {.from = "memory that the stub has allocated", .given = RSP_GUEST_BY_STUB};
    const rsp_guest_line line = line_of(p);
    return left->len == 0 && rsp_guest_allocate(&line, &place.at) && try_given(p, &place, load, left);
}

/* ... or what the process maps, where the stub says by its auxiliary vector that it is one. */
static bool try_mapped(play *p, rsp_guest_load *load, rsp_buf *left) {
    rsp_guest_place place = {.from = "memory that the process has mapped", .given = RSP_GUEST_BY_CALL};
    const rsp_guest_line line = line_of(p);
    const rsp_bytes supported = rsp_buf_bytes(&p->opening.supported);
    return left->len == 0 && rsp_feature_yes(supported, rsp_packet_feature(RSP_PACKET_QXFER_AUXV_READ)) &&
           rsp_guest_map(&line, p->stub->layout.arch, 0, &place.at) && try_given(p, &place, load, left);
}

bool guest_visit_begin(play *p, rsp_guest_load *load, rsp_buf *left) {
    place_list likely = {.num = 0};
    place_list others = {.num = 0};
    meet(p);
    load->step = RSP_GUEST_STEP_GUEST;
    tell_guests(p, load);
    if (!rsp_guest_for(p->stub->layout.arch, p->stub->layout.big_endian, 0))
        return false;
    add_fact(p, &likely);
    add_map(p, &likely, &others);
    add_look(p, &likely);
    add_custom(p, &likely);
    add_registers(p, &others);
    return try_guests(p, &likely, load, left) || try_allocated(p, load, left) || try_mapped(p, load, left) ||
           try_guests(p, &others, load, left);
}

void guest_visit_enter(play *p) {
    if (p->ours.guest != GUEST_WANTED)
        return;
    rsp_guest_load mine = *p->stub->guest; /* workers share it */
    meet(p);
    const rsp_guest_line line = line_of(p);
    mine.why[0] = 0;
    p->ours.guest = rsp_guest_enter(&mine, &line, guest_part(p)) ? GUEST_IN : GUEST_NONE;
    if (p->ours.guest == GUEST_IN)
        (void)scope_set(&p->names, "bp_kind", value_int(rsp_guest_bp_kind(mine.guest)));
    if (p->ours.guest == GUEST_NONE)
        p->lacks.unlearned = rsp_arena_printf(&p->room.arena, "the guest could not be entered: %s", mine.why);
}

bool guest_visit_end(play *p, rsp_guest_load *load, rsp_buf *left) {
    meet(p);
    const rsp_guest_line line = line_of(p);
    const bool whole = rsp_guest_put_back(load, &line, left);
    release(p, load->given, load->at);
    return whole;
}
