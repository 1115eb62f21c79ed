/* GDB's breakpoints: Z0 where the stub knows it, else the architecture's trap written to memory.
 * They are in only while the program runs.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <assert.h>
#include <string.h>

/* In bytes, but for 3: an instruction of Thumb that has two halves, for which only Linux has a trap of its
 * own (gdb/arm-tdep.c, arm_breakpoint_kind_from_pc). RISC-V has two lengths, too. */
static unsigned kind_at(gdb *g, uint64_t at) {
    enum { HALVES = 0x1d }; /* from here on the upper five bits tell of two */
    const gdb_architecture *a = g->layout.architecture;
    const bool riscv = a && strncmp(a->ours, "riscv", 5) == 0;
    const bool thumb = a && strcmp(a->ours, "arm") == 0 && gdb_arm_is_thumb(g);
    const bool big = g->base.manners->registers.big_endian == RSP_HABIT_YES;
    unsigned kind = !a ? 4 : thumb ? 2 : a->kind;
    rsp_buf code = {.mem = g->base.options->mem};
    const bool read = (riscv || thumb) && gdb_read_memory(g, at, 2, &code);
    if (read && riscv && (code.ptr[0] & 3) != 3)
        kind = 2;
    if (read && thumb && !g->layout.bare && code.ptr[big ? 0 : 1] >> 3 >= HALVES)
        kind = 3;
    rsp_buf_free(&code);
    return kind;
}

/* Without the program's file GDB takes ARM for Linux: swi 0x9f0001, and in Thumb udf 1. Where the description
 * says that no system is there, it has others. */
static void trap_of(gdb *g, gdb_breakpoint *b, uint8_t out[GDB_TRAP_BYTES]) {
    static const gdb_architecture of_arm[2][2] = {
        {{.trap_bytes = 4, .trap = {0xef, 0x9f, 0x00, 0x01}, .trap_swaps = true},
         {.trap_bytes = 2, .trap = {0xde, 0x01}, .trap_swaps = true}},
        {{.trap_bytes = 4, .trap = {0xe7, 0xff, 0xde, 0xfe}, .trap_swaps = true},
         {.trap_bytes = 2, .trap = {0xbe, 0xbe}, .trap_swaps = true}},
    };
    const gdb_architecture *own = g->layout.architecture;
    const bool arm = strcmp(own->ours, "arm") == 0;
    const gdb_architecture *a = arm ? &of_arm[g->layout.bare][gdb_arm_is_thumb(g)] : own;
    bool turn = a->trap_swaps && g->base.manners->registers.big_endian != RSP_HABIT_YES;
    assert(a->trap_bytes > 0 && a->trap_bytes <= GDB_TRAP_BYTES);
    b->shadow_bytes = a->trap_bytes;
    for (unsigned i = 0; i < a->trap_bytes; i++)
        out[i] = a->trap[turn ? a->trap_bytes - 1u - i : i];
}

static bool insert_in_memory(gdb *g, gdb_breakpoint *b) {
    uint8_t trap[GDB_TRAP_BYTES];
    rsp_buf shadow = {.mem = g->base.options->mem};
    if (!g->layout.architecture)
        return gdb_fails(g, "Z0 is not supported, and the architecture's breakpoint is not known");
    trap_of(g, b, trap);
    bool read = gdb_read_memory(g, b->at, b->shadow_bytes, &shadow);
    if (read)
        memcpy(b->shadow, shadow.ptr, b->shadow_bytes);
    rsp_buf_free(&shadow);
    b->in = b->in_memory = read && gdb_write_memory(g, b->at, rsp_bytes_make(trap, b->shadow_bytes));
    return b->in || gdb_fails(g, "Cannot insert a breakpoint");
}

bool gdb_insert(gdb *g, gdb_breakpoint *b, uint64_t at) {
    *b = (gdb_breakpoint){.at = at, .kind = kind_at(g, at), .type = gdb_needs_hardware(g, at) ? 1 : 0};
    if (g->Z[b->type] != GDB_HAS_NOT) {
        gdb_ask(g, "Z%u,%llx,%x", b->type, (unsigned long long)gdb_address(g, at), b->kind);
        switch (gdb_answer_of(g)) {
        case GDB_DONE:
            g->Z[b->type] = GDB_HAS;
            b->in = true;
            return true;
        case GDB_ERROR:
            return gdb_fails(g, "Cannot insert breakpoint: %s", gdb_exchange(g));
        case GDB_UNKNOWN:
            g->Z[b->type] = GDB_HAS_NOT;
        }
    }
    if (b->type == 1)
        return gdb_fails(g, "Cannot insert hardware breakpoint outside of RAM: Z1 is not supported");
    return insert_in_memory(g, b);
}

bool gdb_remove(gdb *g, gdb_breakpoint *b) {
    assert(!b->in_memory || b->shadow_bytes > 0);
    if (!b->in)
        return true;
    b->in = false;
    if (b->in_memory)
        return gdb_write_memory(g, b->at, rsp_bytes_make(b->shadow, b->shadow_bytes));
    gdb_ask(g, "z%u,%llx,%x", b->type, (unsigned long long)gdb_address(g, b->at), b->kind);
    if (gdb_answer_of(g) == GDB_DONE)
        return true;
    return gdb_fails(g, "Cannot remove breakpoint: %s", gdb_exchange(g));
}

/* As gdbserver on Windows stops in the thread that it starts for 0x03. */
bool gdb_pass_trap(gdb *g) {
    uint64_t pc;
    uint8_t trap[GDB_TRAP_BYTES];
    gdb_breakpoint b = {0};
    rsp_buf code = {.mem = g->base.options->mem};
    const gdb_architecture *a = g->layout.architecture;
    if (!g->stop.swbreak || !a || a->after_trap == 0)
        return true;
    if (!gdb_fetch(g, g->pc, &pc))
        return false;
    trap_of(g, &b, trap);
    const bool stands = gdb_read_memory(g, pc, b.shadow_bytes, &code) &&
                        rsp_bytes_equal(rsp_buf_bytes(&code), rsp_bytes_make(trap, b.shadow_bytes));
    rsp_buf_free(&code);
    g->base.why = NULL; /* code that cannot be read is no trap */
    return !stands || gdb_store_pc(g, pc + a->after_trap);
}
