/* Finds memory that the program writes, to watch it: what changed around sp, and where registers point to.
 * No debugger does this; a person who watches a variable knows its place.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

enum { PLACES = 12, AROUND = 64, WORD = 4 };

/* A piece of memory as it was. */
typedef struct piece {
    uint64_t at;
    rsp_buf bytes;
} piece;

static bool try_piece(gdb *g, piece *p, uint64_t at) {
    p->at = at & ~(uint64_t)(AROUND - 1);
    rsp_buf_init(&p->bytes, g->base.options->mem, 0);
    bool read = gdb_read_memory(g, p->at, AROUND, &p->bytes);
    if (!read)
        rsp_buf_free(&p->bytes);
    g->base.why = NULL;
    return read;
}

static bool is_listed(const piece *pieces, size_t num, uint64_t at) {
    for (size_t i = 0; i < num; i++)
        if (pieces[i].at == (at & ~(uint64_t)(AROUND - 1)))
            return true;
    return false;
}

/* sp and below it, and what registers hold. Registers that hold small numbers lead nowhere. */
static size_t take_pieces(gdb *g, piece pieces[PLACES]) {
    size_t num = 0;
    uint64_t value;
    for (size_t i = 0; i < g->num_registers && i < 80 && num < PLACES && !g->base.stage.gone; i++) {
        bool is_sp = (int)i == g->sp;
        if ((int)i == g->pc || !gdb_fetch(g, (int)i, &value) || (value < 0x100 && !is_sp))
            continue;
        if (!is_listed(pieces, num, value) && try_piece(g, &pieces[num], value))
            num++;
        if (is_sp && num < PLACES && !is_listed(pieces, num, value - AROUND) &&
            try_piece(g, &pieces[num], value - AROUND))
            num++;
    }
    g->base.why = NULL;
    return num;
}

/* Lets the program go once round its loop, or run for a moment. */
static bool move(gdb *g) {
    const rsp_manners *m = g->base.manners;
    if (m->program == RSP_PROGRAM_ENDS)
        return false;
    if (m->interrupt == RSP_HABIT_YES || m->num_loop == 0) {
        gdb_resume(g, false, false);
        if (gdb_wait_for(g, stage_long(&g->base.stage)) != GDB_RUNS)
            return false;
        stage_send(&g->base.stage, RSP_LIT("\x03"));
        return gdb_wait_for(g, stage_patience(&g->base.stage)) == GDB_STOPPED;
    }
    for (size_t i = 0; i < m->num_loop; i++)
        if (!gdb_step(g))
            return false;
    return m->num_loop > 0;
}

static bool changed(gdb *g, const piece *p, uint64_t *out_at) {
    rsp_buf now = {.mem = g->base.options->mem};
    bool found = false;
    if (gdb_read_memory(g, p->at, AROUND, &now))
        for (size_t i = 0; i + WORD <= AROUND && !found; i += WORD)
            if (memcmp(now.ptr + i, p->bytes.ptr + i, WORD) != 0) {
                found = true;
                *out_at = p->at + i;
            }
    g->base.why = NULL;
    rsp_buf_free(&now);
    return found;
}

bool gdb_written_place(gdb *g, uint64_t *out_at) {
    piece pieces[PLACES];
    size_t num = take_pieces(g, pieces);
    bool found = false;
    bool moved = num > 0 && move(g);
    for (size_t i = 0; i < num; i++) {
        found = found || (moved && changed(g, &pieces[i], out_at));
        rsp_buf_free(&pieces[i].bytes);
    }
    return found;
}
