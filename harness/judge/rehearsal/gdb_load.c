/* GDB's `load`: sections are written by X or M, those in flash by vFlash packets; then pc is set.
 * The rehearsal loads the code that is there already.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

enum { SECTION_BYTES = 64, BLOCK_MOST = 64 * 1024 };

/* What is loaded: in flash whole blocks, for what is not loaded is lost. */
typedef struct section {
    uint64_t at;
    uint64_t len;
    bool flash;
} section;

static section section_at(gdb *g, uint64_t pc) {
    const rsp_memory_region *r = gdb_region(g, pc);
    if (!r || r->kind != RSP_MEMORY_FLASH)
        return (section){.at = pc, .len = SECTION_BYTES};
    const uint64_t into = (pc - r->start) / r->block * r->block;
    return (section){.at = r->start + into, .len = r->block, .flash = true};
}

static bool done(gdb *g, const char *packet) {
    switch (gdb_answer_of(g)) {
    case GDB_DONE:
        return true;
    case GDB_ERROR:
        return gdb_fails(g, "Error during flash operation: %s", gdb_exchange(g));
    case GDB_UNKNOWN:
        break;
    }
    return gdb_fails(g, "Remote target does not support %s", packet);
}

static bool write_flash_piece(gdb *g, uint64_t at, rsp_bytes *data) {
    rsp_buf_clear(&g->request);
    rsp_buf_printf(&g->request, "vFlashWrite:%llx:", (unsigned long long)gdb_address(g, at));
    const size_t len = gdb_fit(g, at, *data, g->request.len, 1);
    rsp_buf_append(&g->request, rsp_bytes_sub(*data, 0, len));
    *data = rsp_bytes_from(*data, len);
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_get(g);
    return done(g, "vFlashWrite");
}

static bool write_flash(gdb *g, const section *s, rsp_bytes data) {
    const int digits = g->layout.architecture ? (int)g->layout.architecture->bits / 4 : 16;
    gdb_ask(g, "vFlashErase:%0*llx,%08llx", digits, (unsigned long long)gdb_address(g, s->at),
            (unsigned long long)s->len);
    if (!done(g, "flash erase"))
        return false;
    for (const uint8_t *first = data.ptr; data.len > 0;)
        if (!write_flash_piece(g, s->at + (uint64_t)(data.ptr - first), &data))
            return false;
    gdb_ask(g, "vFlashDone");
    return done(g, "vFlashDone");
}

static rsp_prediction load(gdb *g, const section *s, uint64_t pc, rsp_bytes data) {
    player *p = &g->base;
    rsp_buf after = {.mem = p->options->mem};
    const bool written = s->flash ? write_flash(g, s, data) : gdb_write_memory(g, s->at, data);
    const bool unknown = s->flash ? !written && g->reply.len == 0 && !g->silent : g->written == GDB_UNKNOWN;
    const bool read = written && gdb_store_pc(g, pc) && gdb_read_memory(g, s->at, s->len, &after);
    const bool same = read && rsp_bytes_equal(rsp_buf_bytes(&after), data);
    rsp_buf_free(&after);
    if (unknown)
        return player_says(p, RSP_PREDICTION_ABSENT, "no M");
    if (read && !same)
        return player_says(p, RSP_PREDICTION_BREAKS, "what is read at 0x%llx is not what was loaded",
                           (unsigned long long)s->at);
    return read ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

/* Whether the rehearsal may do it; else what it says. */
static const char *forbidden(const player *p, const rsp_memory_region *r, const section *s) {
    if (!(p->options->allowed & RSP_REHEARSE_WRITES))
        return "loading writes memory; --allow-writes lets it";
    if (r && r->kind == RSP_MEMORY_ROM)
        return "the program is in read-only memory";
    if (s->flash && !(p->options->allowed & RSP_REHEARSE_KILL))
        return "flash is erased only on a stub that the run starts";
    return s->len > BLOCK_MOST ? "the blocks of flash are larger than 64 KiB" : NULL;
}

rsp_prediction gdb_act_load(player *p) {
    gdb *g = gdb_of(p);
    uint64_t pc;
    rsp_buf code = {.mem = p->options->mem};
    rsp_prediction prediction = RSP_PREDICTION_UNKNOWN;
    if (!gdb_fetch(g, g->pc, &pc))
        return RSP_PREDICTION_BREAKS;
    const section s = section_at(g, pc);
    const char *why = forbidden(p, gdb_region(g, pc), &s);
    if (!why && gdb_read_memory(g, s.at, s.len, &code))
        prediction = load(g, &s, pc, rsp_buf_bytes(&code));
    else
        p->why = why ? why : "no memory is known that can be loaded";
    rsp_buf_free(&code);
    return prediction;
}
