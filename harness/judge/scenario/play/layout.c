/* Only what is certain: a pc that moved in steps and, if all registers before it have its width,
 * those up to pc and sp. The registers after them in g may have any size.
 * See layout.h. */
/* SPDX-License-Identifier: MIT */
#include "play/layout.h"
#include "core/arena.h"
#include "core/mem.h"

static bool knows(const rsp_manners *m) {
    return m->looked && m->runs.steps == RSP_HABIT_YES && m->registers.num_described == 0 &&
           m->registers.pc_number >= 0 && m->registers.address_bytes > 0 && m->registers.address_bytes <= 8;
}

/* SPARC has npc behind pc. */
static bool has_npc(const rsp_manners *m) {
    return m->registers.arch && strncmp(m->registers.arch, "sparc", 5) == 0;
}

static const char *name_of(stub_knowledge *k, int number) {
    if (has_npc(k->manners) && number == k->manners->registers.pc_number + 1)
        return "npc";
    if (number == k->manners->registers.pc_number)
        return "pc";
    return number == k->manners->registers.sp_number ? "sp" : rsp_arena_printf(&k->arena, "r%d", number);
}

bool layout_of_look(stub_knowledge *k) {
    const rsp_manners *m = k->manners;
    if (!knows(m))
        return false;
    const bool even = (unsigned)m->registers.pc_number * m->registers.address_bytes == m->registers.pc_offset;
    const int pc_last = has_npc(m) ? m->registers.pc_number + 1 : m->registers.pc_number;
    const int last = even && m->registers.sp_number > pc_last ? m->registers.sp_number : pc_last;
    const int first = even ? 0 : m->registers.pc_number;
    const size_t num = (size_t)last + 1 - (size_t)first;
    rsp_tdesc *t = &k->layout.target;
    t->arena.mem = k->arena.mem;
    t->registers = rsp_mem_calloc(k->arena.mem, num + 1, sizeof *t->registers);
    t->architecture = m->registers.arch ? m->registers.arch : "";
    for (int i = first; t->registers && i <= last; i++)
        t->registers[t->num++] = (rsp_tdesc_register){
            .name = name_of(k, i),
            .alt_name = "",
            .generic = "",
            .number = (uint32_t)i,
            .bits = 8 * m->registers.address_bytes,
            .offset = even ? (uint32_t)i * m->registers.address_bytes
                           : m->registers.pc_offset +
                                 (uint32_t)(i - m->registers.pc_number) * m->registers.address_bytes,
        };
    if (t->registers && !even && m->registers.sp_number >= 0 && m->registers.sp_bytes > 0)
        t->registers[t->num++] = (rsp_tdesc_register){
            .name = "sp",
            .alt_name = "",
            .generic = "",
            .number = (uint32_t)m->registers.sp_number,
            .bits = 8 * m->registers.sp_bytes,
            .offset = m->registers.sp_offset,
        };
    return t->num > 0;
}
