/* A pc that nothing describes is a guess: p and g are compared, and a breakpoint stops the program there.
 * Whatever does not answer leaves the guess as it is.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "pc_location.h"
#include "register_block.h"
#include "resume.h"

#include "codec/register_info.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <stdio.h>
#include <string.h>

/* --- p beside g --- */

/* Where a register is that is used. */
typedef struct used_register {
    int number; /* -1: not known */
    uint64_t offset;
    unsigned bytes;
} used_register;

/* The register's value by p, in the width that p gives it; false where it is not a number. */
static bool value_by_p(look *l, int number, unsigned *out_bytes, uint64_t *out) {
    uint8_t bytes[8];
    char args[16];
    (void)snprintf(args, sizeof args, "%x", (unsigned)number);
    reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, args, patience_of(&l->t));
    if (!is_answer(&r) || r.payload.len > 2 * sizeof bytes || rsp_hex_decode_into(bytes, r.payload) != RSP_OK)
        return false;
    *out_bytes = (unsigned)(r.payload.len / 2);
    *out = rsp_number_of(rsp_bytes_make(bytes, *out_bytes), l->t.m->registers.big_endian == RSP_HABIT_YES);
    return true;
}

bool pc_by_p(look *l, uint64_t *out) {
    unsigned bytes;
    const uint64_t mask = l->t.m->registers.address_mask ? l->t.m->registers.address_mask : UINT64_MAX;
    const bool came = value_by_p(l, l->t.m->registers.pc_number, &bytes, out);
    *out = came ? *out & mask : 0;
    return came;
}

static used_register used_sp(const look *l) {
    const rsp_tdesc_register *sp = l->have_target ? rsp_tdesc_find(&l->target, "sp") : NULL;
    if (sp)
        return (used_register){.number = (int)sp->number, .offset = sp->offset, .bytes = sp->bits / 8};
    const bool known = !l->have_target && l->t.m->registers.sp_bytes > 0;
    return (used_register){.number = known ? l->t.m->registers.sp_number : -1,
                           .offset = l->t.m->registers.sp_offset,
                           .bytes = l->t.m->registers.sp_bytes};
}

void places_by_p(look *l) {
    unsigned bytes;
    const rsp_tdesc_register *pc = rsp_tdesc_find(&l->target, "pc");
    const used_register sp = used_sp(l);
    if (pc) {
        l->t.m->registers.pc_number = (int)pc->number;
        l->t.m->registers.pc_offset = pc->offset;
        l->t.m->registers.address_bytes = pc->bits / 8;
        l->pc.known = pc_by_p(l, &l->pc.at);
    }
    l->t.m->registers.sp_number = sp.number;
    l->sp.known = sp.number >= 0 && value_by_p(l, sp.number, &bytes, &l->sp.at);
}

/* Whether p answers something else. What g says is unavailable can not be compared, nor can another width. */
static bool differs(look *l, used_register r, const char *name) {
    uint64_t by_g;
    uint64_t by_p;
    unsigned bytes = 0;
    if (r.number < 0 || !line_open(&l->t) ||
        !register_at(l, r.offset, r.bytes, l->t.m->registers.big_endian == RSP_HABIT_YES, &by_g) ||
        !value_by_p(l, r.number, &bytes, &by_p) || bytes != r.bytes)
        return false;
    if (l->t.m->registers.p_differs == RSP_HABIT_UNKNOWN)
        l->t.m->registers.p_differs = RSP_HABIT_NO;
    if (by_g == by_p)
        return false;
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_buf_printf(&text, "p%x answers 0x%llx for %s, g has 0x%llx", (unsigned)r.number,
                   (unsigned long long)by_p, name, (unsigned long long)by_g);
    l->p_text = keep_text(&l->t, &text);
    note_bytes(&l->t, TOPIC_REGISTERS, NULL);
    return true;
}

void compare_p(look *l) {
    const used_register pc = {.number = l->t.m->registers.pc_number,
                              .offset = l->t.m->registers.pc_offset,
                              .bytes = l->t.m->registers.address_bytes};
    if (l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] != RSP_HABIT_YES || l->p_text ||
        l->some_unavailable || l->t.m->registers.pc_by_p == RSP_HABIT_YES || !line_open(&l->t) ||
        !read_registers(l))
        return;
    if (differs(l, pc, "pc") || differs(l, used_sp(l), "sp"))
        l->t.m->registers.p_differs = RSP_HABIT_YES;
}

bool moves_by_p(look *l, resume *how) {
    unsigned bytes;
    uint64_t before;
    uint64_t after;
    if (l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] != RSP_HABIT_YES ||
        l->t.m->registers.pc_number < 0 || !line_open(&l->t) || !l->has_program)
        return false;
    if (!value_by_p(l, l->t.m->registers.pc_number, &bytes, &before) || !step_once(l, how) ||
        !value_by_p(l, l->t.m->registers.pc_number, &bytes, &after) || before == after)
        return false;
    l->t.m->registers.pc_by_p = RSP_HABIT_YES;
    return true;
}

bool registers_by_p(look *l) {
    enum { MOST_REGISTERS = 80 };
    const size_t g_bytes = l->t.m->registers.g_bytes;
    rsp_buf_clear(&l->registers);
    for (unsigned i = 0; i < MOST_REGISTERS && l->registers.len < g_bytes && line_open(&l->t); i++) {
        char args[16];
        (void)snprintf(args, sizeof args, "%x", i);
        reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, args, patience_of(&l->t));
        if (!is_answer(&r) || rsp_hex_decode(&l->registers, r.payload) != RSP_OK)
            return false;
    }
    return g_bytes > 0 && l->registers.len == g_bytes;
}

/* --- a pc that g does not show: believed when memory can be read there and a step moves it --- */

/* Memory at sp, once a pc was found without g. */
static void take_stack(look *l, int number) {
    unsigned bytes;
    if (number < 0 || !line_open(&l->t) || !value_by_p(l, number, &bytes, &l->sp.at))
        return;
    l->t.m->registers.sp_number = number;
    l->sp.known = true;
    l->t.m->places.at_sp = can_read(l, l->sp.at, 4) ? RSP_HABIT_YES : RSP_HABIT_NO;
}

/* Whether p gives a pc of that width: memory is there, and it moves in a step. */
static bool is_pc(look *l, int number, unsigned bytes, resume *how) {
    unsigned came = 0;
    l->t.m->registers.pc_number = number;
    if (line_open(&l->t) && value_by_p(l, number, &came, &l->pc.at) && came == bytes &&
        can_read(l, l->pc.at, 2) && moves_by_p(l, how)) {
        l->t.m->registers.address_bytes = bytes;
        l->t.m->places.at_pc = RSP_HABIT_YES;
        l->pc.known = true;
        return true;
    }
    l->t.m->registers.pc_number = -1;
    return false;
}

/* Whether another architecture has its pc by the same number, of the same width. */
static bool is_shared(const register_block *b, size_t g_bytes) {
    const register_block *other = NULL;
    while ((other = register_block_beyond(other, g_bytes)))
        if (strcmp(other->arch, b->arch) != 0 && other->pc_number == b->pc_number &&
            other->address == b->address)
            return true;
    return false;
}

bool pc_beyond_g(look *l, resume *how) {
    const size_t g_bytes = l->t.m->registers.g_bytes;
    if (g_bytes == 0 || register_block_next(NULL, g_bytes))
        return false;
    for (const register_block *b = register_block_beyond(NULL, g_bytes); b && line_open(&l->t);
         b = register_block_beyond(b, g_bytes)) {
        l->t.m->registers.big_endian = b->big_endian ? RSP_HABIT_YES : RSP_HABIT_NO;
        if (!is_pc(l, b->pc_number, b->address, how))
            continue;
        l->width = b->width;
        l->t.m->registers.arch = is_shared(b, g_bytes) ? NULL : b->arch;
        l->t.m->registers.pc_offset = b->pc_offset;
        take_stack(l, b->sp_number);
        return true;
    }
    l->t.m->registers.big_endian = RSP_HABIT_UNKNOWN;
    return false;
}

/* pc and sp of a list of registers. */
typedef struct named_places {
    int pc, sp; /* numbers; -1: not named */
    uint64_t pc_offset;
    unsigned pc_bytes;
} named_places;

static named_places ask_information(look *l) {
    enum { MOST_REGISTERS = 256 };
    named_places found = {.pc = -1, .sp = -1};
    uint64_t end = 0;
    for (int i = 0; i < MOST_REGISTERS && (found.pc < 0 || found.sp < 0) && line_open(&l->t); i++) {
        rsp_register_info info;
        char args[16];
        (void)snprintf(args, sizeof args, "%x", (unsigned)i);
        const reply r = ask_packet(&l->t, RSP_PACKET_QREGISTER_INFO, args, patience_of(&l->t));
        if (!is_answer(&r) || rsp_register_info_parse(&info, r.payload) != RSP_OK)
            break;
        const uint64_t offset = info.has_offset ? info.offset : end;
        end = offset + info.bits / 8;
        if (rsp_bytes_equal(info.generic, RSP_LIT("pc"))) {
            found.pc = i;
            found.pc_offset = offset;
            found.pc_bytes = info.bits <= 64 ? (unsigned)(info.bits / 8) : 0;
        }
        if (rsp_bytes_equal(info.generic, RSP_LIT("sp")))
            found.sp = i;
    }
    return found;
}

/* Whether g has the same pc at its offset as p gives. */
static bool is_in_g(look *l) {
    const rsp_manners_registers *r = &l->t.m->registers;
    uint64_t by_g;
    uint64_t by_p;
    unsigned bytes;
    return read_registers(l) &&
           register_at(l, r->pc_offset, r->address_bytes, r->big_endian == RSP_HABIT_YES, &by_g) &&
           value_by_p(l, r->pc_number, &bytes, &by_p) && by_g == by_p;
}

bool pc_by_information(look *l, resume *how) {
    if (l->t.m->replies.unknowns == RSP_UNKNOWNS_UNKNOWN) /* one more of them may be its end */
        return false;
    const named_places found = ask_information(l);
    for (int big = 0; found.pc >= 0 && found.pc_bytes > 0 && big < 2; big++) {
        l->t.m->registers.big_endian = big ? RSP_HABIT_YES : RSP_HABIT_NO;
        if (!is_pc(l, found.pc, found.pc_bytes, how))
            continue;
        l->t.m->registers.pc_offset = (unsigned)found.pc_offset;
        if (is_in_g(l))
            l->t.m->registers.pc_by_p = RSP_HABIT_UNKNOWN;
        l->proof = PC_NAMED;
        take_stack(l, found.sp);
        return true;
    }
    l->t.m->registers.big_endian = RSP_HABIT_UNKNOWN;
    return false;
}

/* --- a breakpoint --- */

/* A place where the program comes again and is not now. */
static bool next_place(look *l, uint64_t *out) {
    uint64_t now;
    if (!read_pc(l, &now))
        return false;
    for (size_t i = 0; i < l->t.m->runs.num_loop; i++) {
        *out = l->t.m->runs.loop[i];
        if (*out != now)
            return true;
    }
    return false;
}

static bool asks_ok(look *l, rsp_packet_id id, const char *args) {
    reply r = ask_packet(&l->t, id, args, due_of(&l->t));
    return r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
}

/* Whether the program stops by itself with a breakpoint at that place. It is stopped afterwards, if it can
 * be. */
static bool stops_at(look *l, const resume *go_on, uint64_t at) {
    char args[48];
    const unsigned kind = l->t.m->registers.arch ? rsp_arch_bp_kind(l->t.m->registers.arch) : 0;
    const unsigned type = l->t.m->replies.breakpoints & 1U ? 0 : 1;
    (void)snprintf(args, sizeof args, "%u,%llx,%x", type, (unsigned long long)at,
                   kind                                   ? kind
                   : l->t.m->registers.address_bytes == 2 ? 2U
                                                          : 4U);
    if (!asks_ok(l, RSP_PACKET_INSERT_BREAKPOINT, args))
        return false;
    outcome came = resume_by(l, go_on, go_on->manner, soon_of(&l->t));
    if (came == OUTCOME_RUNS && !stops_by_interrupt(l, soon_of(&l->t)) && line_open(&l->t))
        l->t.line = LINE_RUNNING;
    if (line_open(&l->t))
        (void)asks_ok(l, RSP_PACKET_REMOVE_BREAKPOINT, args);
    return came == OUTCOME_STOPPED;
}

void look_pc_stops(look *l, const resume *go_on) {
    const unsigned unit = l->width == 2 ? 2 : 4;
    resume how = {.letter = RSP_PACKET_STEP};
    pc_location place;
    uint64_t at;
    uint64_t pc;
    const bool may = line_open(&l->t) && l->has_program && l->t.m->bytes.interrupt == RSP_HABIT_YES &&
                     l->t.m->runs.kind == RSP_PROGRAM_LOOPS;
    if (!may || l->have_target || l->t.m->registers.pc_by_p == RSP_HABIT_YES ||
        (l->t.m->replies.breakpoints & 3U) == 0 || !next_place(l, &at) || !stops_at(l, go_on, at) ||
        !read_pc(l, &pc))
        return;
    if (pc == at) {
        l->proof = PC_STOPPED;
    } else if (pc_location_at(rsp_buf_bytes(&l->trail), l->registers.len, unit, rsp_buf_bytes(&l->registers),
                              at, &place)) {
        l->proof = PC_STOPPED;
        follow_place(l, place.offset, place.big, &how);
    }
}
