/* LLDB's `target modules load --load`: segments are written by M, those in flash by vFlash packets.
 * pc stays, unless the user asks. The rehearsal loads the code that is there already.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

enum { SECTION_BYTES = 64, BLOCK_MOST = 64 * 1024 };

/* What is loaded: in flash whole blocks, for what is not loaded is lost. */
typedef struct section {
    uint64_t at;
    uint64_t len;
    const rsp_memory_region *flash; /* NULL: other memory */
} section;

static bool answered_ok(lldb *l, lldb_answer came) {
    return came == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"));
}

static bool flash_fails(lldb *l) {
    return lldb_fails(l, "flash cannot be written: %s", lldb_exchange(l));
}

static bool write_flash(lldb *l, const section *s, rsp_bytes data) {
    const uint64_t most = lldb_write_bytes(l);
    if (!answered_ok(
            l, lldb_ask(l, "vFlashErase:%llx,%llx", (unsigned long long)s->at, (unsigned long long)s->len)))
        return flash_fails(l);
    for (uint64_t at = s->at; data.len > 0; at += most) {
        const rsp_bytes piece = rsp_bytes_sub(data, 0, data.len < most ? data.len : (size_t)most);
        rsp_buf_clear(&l->request);
        rsp_buf_printf(&l->request, "vFlashWrite:%llx:", (unsigned long long)at);
        rsp_buf_append(&l->request, piece);
        if (!answered_ok(l, lldb_ask_request(l)))
            return flash_fails(l);
        data = rsp_bytes_from(data, piece.len);
    }
    return answered_ok(l, lldb_ask(l, "vFlashDone")) || flash_fails(l);
}

static rsp_prediction load(lldb *l, const section *s, rsp_bytes data) {
    rsp_buf after = {.mem = l->base.options->mem};
    const bool written = s->flash ? write_flash(l, s, data) : lldb_write_memory(l, s->at, data);
    const bool unknown = !written && l->connected && l->reply.len == 0;
    const bool read = written && lldb_read_memory(l, s->at, s->len, &after);
    const bool same = read && rsp_bytes_equal(rsp_buf_bytes(&after), data);
    rsp_buf_free(&after);
    if (unknown)
        return RSP_PREDICTION_ABSENT;
    if (read && !same)
        return player_says(&l->base, RSP_PREDICTION_BREAKS, "what is read at 0x%llx is not what was loaded",
                           (unsigned long long)s->at);
    return read ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

/* Whether the rehearsal may do it; else what it says. */
static const char *forbidden(const player *p, const section *s, const rsp_memory_region *r) {
    if (r && r->kind == RSP_MEMORY_ROM)
        return "the program is in read-only memory";
    if (s->flash && !(p->options->allowed & RSP_REHEARSE_KILL))
        return "flash is erased only on a stub that the run starts";
    return s->len > BLOCK_MOST ? "the blocks of flash are larger than 64 KiB" : NULL;
}

static section section_at(uint64_t pc, const rsp_memory_region *r) {
    if (!r || r->kind != RSP_MEMORY_FLASH)
        return (section){.at = pc, .len = SECTION_BYTES};
    return (section){.at = r->start + (pc - r->start) / r->block * r->block, .len = r->block, .flash = r};
}

rsp_prediction lldb_act_load(player *p) {
    lldb *l = lldb_of(p);
    const rsp_memory_region *r;
    uint64_t pc;
    rsp_buf code = {.mem = p->options->mem};
    rsp_prediction prediction = RSP_PREDICTION_UNKNOWN;
    if (!(p->options->allowed & RSP_REHEARSE_WRITES))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "loading writes memory; --allow-writes lets it");
    if (l->pc < 0 || !lldb_read_register(l, l->pc, &pc)) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that can be loaded");
    }
    if (!lldb_region(l, pc, &r))
        return RSP_PREDICTION_BREAKS;
    const section s = section_at(pc, r);
    const char *why = forbidden(p, &s, r);
    if (!why && lldb_read_memory(l, s.at, s.len, &code))
        prediction = load(l, &s, rsp_buf_bytes(&code));
    else
        p->why = why ? why : "no memory is known that can be loaded";
    rsp_buf_free(&code);
    return prediction;
}
