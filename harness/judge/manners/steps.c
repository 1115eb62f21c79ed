/* Where pc is among registers that nothing describes, whether steps move it, and which places come again.
 * What is taken for pc is checked: code comes again there.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "pc_location.h"
#include "register_block.h"
#include "resume.h"

#include <rsp/packet_ids.h>
#include <stdio.h>

enum { PC_STEPS = 4 };

/* The width of a register, by what `p` says of the first; 0 where it says nothing. */
static unsigned width_by_p(look *l) {
    reply r = {.kind = REPLY_SILENT};
    if (l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] == RSP_HABIT_YES)
        r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, "0", patience_of(&l->t));
    size_t bytes = is_answer(&r) ? r.payload.len / 2 : 0;
    return bytes == 2 || bytes == 4 || bytes == 8 ? (unsigned)bytes : 0;
}

/* Bytes of what p gives for a register; 0 where it gives none. */
static unsigned bytes_by_p(look *l, unsigned number) {
    char args[16];
    (void)snprintf(args, sizeof args, "%x", number);
    const reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, args, patience_of(&l->t));
    return is_answer(&r) ? (unsigned)(r.payload.len / 2) : 0;
}

/* A register as p has it. */
typedef struct register_by_p {
    int number; /* -1: none */
    size_t offset;
    unsigned bytes;
} register_by_p;

/* The register around `offset` of g, by the widths that p gives. Whether they add up to g. */
static bool find_by_widths(look *l, size_t offset, register_by_p *out) {
    enum { MOST_REGISTERS = 256 };
    size_t end = 0;
    *out = (register_by_p){.number = -1};
    for (int number = 0; number < MOST_REGISTERS && end < l->registers.len && line_open(&l->t); number++) {
        const unsigned bytes = bytes_by_p(l, (unsigned)number);
        if (bytes == 0)
            break;
        if (end <= offset && offset < end + bytes)
            *out = (register_by_p){.number = number, .offset = end, .bytes = bytes};
        end += bytes;
    }
    return end == l->registers.len;
}

void drop_block_denied_by_p(look *l) {
    rsp_manners_registers *r = &l->t.m->registers;
    register_by_p at_pc;
    if (l->have_target || !r->arch || r->sp_number < 0 || r->sp_bytes == 0 ||
        l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] != RSP_HABIT_YES || !line_open(&l->t))
        return;
    if (bytes_by_p(l, (unsigned)r->sp_number) == r->sp_bytes || !find_by_widths(l, r->pc_offset, &at_pc) ||
        at_pc.number == r->pc_number)
        return;
    l->size = SIZE_DECEIVES;
    l->width = 0;
    l->pc.known = l->sp.known = false;
    r->arch = NULL;
    r->big_endian = RSP_HABIT_UNKNOWN;
    r->pc_number = r->sp_number = -1;
    r->sp_bytes = r->address_bytes = 0;
}

/* Without a known block: the registers before `place` have its width, unless p tells that they have not, or
 * that it is a part of a wider one. */
static void number_place(look *l, size_t place, unsigned width) {
    rsp_manners_registers *r = &l->t.m->registers;
    register_by_p around;
    r->pc_offset = (unsigned)place;
    r->pc_number = (int)(place / width);
    r->address_bytes = width;
    if (l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] != RSP_HABIT_YES ||
        bytes_by_p(l, (unsigned)r->pc_number) == width)
        return;
    const bool whole = find_by_widths(l, place, &around);
    if (around.number >= 0 && around.offset == place)
        r->pc_number = around.number;
    if (!whole || around.bytes <= width || around.bytes > sizeof(uint64_t))
        return;
    r->pc_number = around.number;
    r->pc_offset = (unsigned)around.offset;
    r->address_bytes = around.bytes;
}

static void take_place(look *l, pc_location place, unsigned width) {
    rsp_manners_registers *r = &l->t.m->registers;
    if (width == 8 && place.big)
        place.offset -= place.offset % width;
    const register_block *s =
        l->size == SIZE_DECEIVES ? NULL : register_block_with_pc(l->registers.len, (unsigned)place.offset);
    l->width = s ? s->width : width;
    r->arch = s ? s->arch : NULL;
    r->big_endian = place.big ? RSP_HABIT_YES : RSP_HABIT_NO;
    r->sp_number = s ? s->sp_number : -1;
    if (!s) {
        number_place(l, place.offset, width);
        return;
    }
    r->pc_offset = s->pc_offset;
    r->pc_number = s->pc_number;
    r->address_bytes = s->address;
    take_sp(l, s);
}

/* Reads registers into look.registers. */
typedef bool register_reader(look *l);

/* Steps, and keeps the registers before the first step and after each. */
static bool watch_registers(look *l, resume *how, register_reader *read, rsp_buf *out) {
    if (!read(l))
        return false;
    size_t stride = l->registers.len;
    rsp_buf_append(out, rsp_buf_bytes(&l->registers));
    for (int i = 0; i < PC_STEPS; i++) {
        if (!step_once(l, how) || !read(l) || l->registers.len != stride)
            return false;
        rsp_buf_append(out, rsp_buf_bytes(&l->registers));
    }
    if (out->status != RSP_OK)
        l->t.trouble = RSP_NO_MEMORY;
    return out->status == RSP_OK;
}

/* A place that moves like a pc is one if memory can be read where it leads; a counter leads anywhere. The
 * first of them where none leads to memory. */
static bool find_place(look *l, rsp_bytes seen, unsigned width, pc_location *out) {
    enum { TRIES = 4 };
    pc_location place;
    uint64_t at;
    size_t from = 0;
    const bool any = pc_location_find(seen, l->registers.len, width, 0, out);
    for (int i = 0; any && i < TRIES && pc_location_find(seen, l->registers.len, width, from, &place); i++) {
        if (register_at(l, place.offset, width, place.big, &at) && can_read(l, at, 2)) {
            *out = place;
            return true;
        }
        from = place.offset + width;
    }
    return any;
}

/* Without a description: which place moves with each step. Registers of 4 bytes are the most common. */
static bool find_pc_by_steps(look *l, resume *how, register_reader *read) {
    rsp_buf replies = {.mem = l->t.options->mem};
    pc_location place;
    bool found = false;
    if (watch_registers(l, how, read, &replies)) {
        rsp_bytes seen = rsp_buf_bytes(&replies);
        unsigned width = width_by_p(l);
        found = width != 2 && find_place(l, seen, 4, &place);
        if (!found && (width == 0 || width == 2)) {
            width = 2;
            found = find_place(l, seen, width, &place);
        }
        if (found)
            take_place(l, place, width ? width : 4);
        else
            l->t.m->runs.steps = RSP_HABIT_NO; /* nothing moved as a pc does */
    }
    rsp_buf_free(&replies);
    return found;
}

static bool pc_is_kept(look *l, resume *how) {
    uint64_t before;
    uint64_t after;
    if (l->t.m->registers.pc_number < 0 || !read_pc(l, &before) || !step_once(l, how) || !read_pc(l, &after))
        return false;
    return before != after;
}

/* Keeps what g has just said, for another look at what moves. */
static void add_to_trail(look *l) {
    enum { MOST_BYTES = 4096 }; /* of a reply */
    const bool same = l->trail.len % (l->registers.len ? l->registers.len : 1) == 0;
    if (l->t.m->registers.pc_by_p != RSP_HABIT_YES && same && l->registers.len <= MOST_BYTES)
        rsp_buf_append(&l->trail, rsp_buf_bytes(&l->registers));
    if (l->trail.status == RSP_NO_MEMORY)
        l->t.trouble = RSP_NO_MEMORY;
}

static void take_loop(look *l, const uint64_t *places, size_t num) {
    l->t.m->runs.kind = RSP_PROGRAM_LOOPS;
    l->t.m->runs.num_loop = num < RSP_MANNERS_LOOP ? num : RSP_MANNERS_LOOP;
    memcpy(l->t.m->runs.loop, places, l->t.m->runs.num_loop * sizeof *places);
    l->t.m->runs.steps = RSP_HABIT_YES;
}

/* Steps until a place comes again. */
static void follow(look *l, resume *how) {
    uint64_t places[RSP_MANNERS_STEPS];
    size_t num = 0;
    bool moved = false;
    rsp_buf_clear(&l->trail);
    while (num < RSP_MANNERS_STEPS && line_open(&l->t) && read_pc(l, &places[num])) {
        add_to_trail(l);
        moved |= num > 0 && places[num] != places[num - 1];
        for (size_t i = 0; i < num && places[num] != places[num - 1]; i++) {
            if (places[i] == places[num]) {
                take_loop(l, places + i, num - i);
                return;
            }
        }
        num++;
        if ((!moved && num > PC_STEPS) || !step_once(l, how))
            break;
    }
    if (num > 1)
        l->t.m->runs.steps = moved ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (num > 1 && !moved)
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
}

void follow_place(look *l, size_t offset, bool big, resume *how) {
    take_place(l, (pc_location){.offset = offset, .big = big}, l->width ? l->width : 4);
    follow(l, how);
}

/* Code comes again, and a counter does not: the guess was wrong where another place that moved as often does,
 * and leads to memory. */
static void follow_another(look *l, resume *how) {
    const unsigned unit = l->width == 2 ? 2 : 4;
    pc_location place;
    uint64_t at;
    size_t from = 0;
    while (line_open(&l->t) &&
           pc_location_again(rsp_buf_bytes(&l->trail), l->registers.len, unit, from, &place)) {
        if (register_at(l, place.offset, unit, place.big, &at) && can_read(l, at, 2)) {
            follow_place(l, place.offset, place.big, how);
            return;
        }
        from = place.offset + unit;
    }
}

static bool can_step(const look *l) {
    return l->has_program && line_open(&l->t);
}

/* By what is known, else by what moves; by p where g shows nothing that moves. */
static bool find_pc(look *l, resume *how) {
    if (l->have_target)
        return l->t.m->registers.pc_number >= 0;
    if (pc_is_kept(l, how) || (can_step(l) && pc_beyond_g(l, how)) ||
        (can_step(l) && pc_by_information(l, how)) ||
        (can_step(l) && find_pc_by_steps(l, how, read_registers)))
        return true;
    if (can_step(l) && moves_by_p(l, how))
        return true;
    if (!can_step(l) || l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] != RSP_HABIT_YES ||
        !find_pc_by_steps(l, how, registers_by_p))
        return false;
    l->t.m->registers.pc_by_p = RSP_HABIT_YES;
    return true;
}

void look_steps(look *l) {
    resume how = {.letter = RSP_PACKET_STEP};
    if (!can_step(l))
        return;
    if (find_pc(l, &how) && can_step(l)) {
        l->proof = l->proof == PC_NAMED ? PC_NAMED : PC_MOVED;
        follow(l, &how);
        if (l->t.m->runs.steps == RSP_HABIT_NO && can_step(l) && moves_by_p(l, &how))
            follow(l, &how);
        else if (l->t.m->runs.kind != RSP_PROGRAM_LOOPS && !l->have_target && can_step(l))
            follow_another(l, &how);
    } else if (how.manner != MANNER_NONE && l->t.m->replies.packets[RSP_PACKET_STEP] == RSP_HABIT_NO) {
        l->t.m->runs.steps = RSP_HABIT_NO;
    }
}
