/* How GDB looks for memory that the program writes.
 * Its reads, steps and interrupts are those of a session.
 * See written.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

static bool value(player *p, size_t index, uint64_t *out) {
    return gdb_fetch(gdb_of(p), (int)index, out);
}

static bool read_memory(player *p, uint64_t at, uint64_t len, rsp_buf *out) {
    return gdb_read_memory(gdb_of(p), at, len, out);
}

static bool step(player *p) {
    return gdb_step(gdb_of(p));
}

static bool run(player *p, uint64_t ns) {
    gdb *g = gdb_of(p);
    gdb_resume(g, false, false);
    if (gdb_wait_for(g, ns) != GDB_RUNS)
        return false;
    stage_send(&p->stage, RSP_LIT("\x03"));
    return gdb_wait_for(g, stage_patience(&p->stage)) == GDB_STOPPED;
}

bool gdb_written_place(gdb *g, written_word *out) {
    const written_ways ways = {.num_registers = g->num_registers,
                               .pc = g->pc,
                               .sp = g->sp,
                               .value = value,
                               .read = read_memory,
                               .step = step,
                               .run = run};
    return written_place(&g->base, &ways, out);
}
