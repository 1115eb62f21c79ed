/* A pc that g does not show: where g ends before it, as that of a known block, or by the name that
 * qRegisterInfo gives it. Believed only when memory can be read there and a step moves it.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "register_block.h"
#include "resume.h"

#include "codec/register_info.h"
#include <rsp/packet_ids.h>
#include <stdio.h>
#include <string.h>

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
        l->pc_is_named = true;
        take_stack(l, found.sp);
        return true;
    }
    l->t.m->registers.big_endian = RSP_HABIT_UNKNOWN;
    return false;
}
