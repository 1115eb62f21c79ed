/* Actions that all debuggers do alike but for their packets.
 * Each looks at what the debugger would show.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "player.h"

#include "core/arena.h"

#include <string.h>

enum { HITS = 2, PIECE = 300, ODD_AT = 17, ODD_BYTES = 3, SCRATCH_BYTES = 4 };

/* --- memory --- */

/* What was read at `at` three times: a few bytes, many, and the last of them. */
typedef struct three_pieces {
    rsp_buf small, whole, odd;
    bool has_small, has_odd;
} three_pieces;

static void read_pieces(player *p, uint64_t at, three_pieces *m) {
    const player_moves *do_ = p->kind->moves;
    m->has_small = do_->read(p, at, ODD_AT, &m->small);
    if (!m->has_small)
        return;
    if (!do_->read(p, at, PIECE, &m->whole))
        p->why = NULL; /* memory may end there */
    const size_t len = m->whole.len == PIECE ? PIECE : ODD_AT;
    m->has_odd = do_->read(p, at + len - ODD_BYTES, ODD_BYTES, &m->odd);
}

static bool same_bytes(const three_pieces *m) {
    const bool whole = m->whole.len == PIECE;
    const uint8_t *end = whole ? m->whole.ptr + PIECE : m->small.ptr + ODD_AT;
    return (!whole || memcmp(m->whole.ptr, m->small.ptr, ODD_AT) == 0) &&
           memcmp(m->odd.ptr, end - ODD_BYTES, ODD_BYTES) == 0;
}

rsp_prediction player_compare_memory(player *p, uint64_t at) {
    const rsp_mem *mem = p->options->mem;
    three_pieces m = {.small = {.mem = mem}, .whole = {.mem = mem}, .odd = {.mem = mem}};
    read_pieces(p, at, &m);
    const bool same = !m.has_odd || same_bytes(&m);
    rsp_buf_free(&m.small);
    rsp_buf_free(&m.whole);
    rsp_buf_free(&m.odd);
    if (!m.has_small && p->manners->places.at_pc == RSP_HABIT_NO)
        return RSP_PREDICTION_UNKNOWN;
    if (!same)
        return player_says(p, RSP_PREDICTION_BREAKS, "the same memory read in other pieces has other bytes");
    return m.has_small && m.has_odd ? RSP_PREDICTION_WORKS : RSP_PREDICTION_BREAKS;
}

/* Whether it worked; `kept`: what was written is read. */
static bool write_and_back(player *p, uint64_t at, rsp_bytes before, bool *kept) {
    const player_moves *do_ = p->kind->moves;
    const uint8_t other[SCRATCH_BYTES] = {0x7d, 0x2a, 0x24, 0x23};
    const bool writes = (p->options->allowed & RSP_REHEARSE_WRITES) != 0;
    const rsp_bytes data = writes ? rsp_bytes_make(other, sizeof other) : before;
    rsp_buf after = {.mem = p->options->mem};
    bool worked = do_->write(p, at, data) && do_->read(p, at, SCRATCH_BYTES, &after);
    *kept = worked && rsp_bytes_equal(rsp_buf_bytes(&after), data);
    rsp_buf_free(&after);
    return worked && (!writes || do_->write(p, at, before));
}

/* The bytes from *at on, or those that end there: AVR begins with sp at the last byte of its memory. */
static bool read_scratch(player *p, uint64_t *at, rsp_buf *out) {
    const uint64_t first = *at - (SCRATCH_BYTES - 1);
    if (p->kind->moves->read(p, *at, SCRATCH_BYTES, out))
        return true;
    rsp_buf_clear(out);
    if (*at < first || !p->kind->moves->read(p, first, SCRATCH_BYTES, out))
        return false;
    p->why = NULL;
    *at = first;
    return true;
}

/* What became of bytes that were written. */
typedef struct tried_write {
    bool read;   /* there is memory to write to */
    bool worked; /* the stub did not refuse */
    bool kept;   /* and what was written was read */
} tried_write;

static tried_write try_write(player *p, uint64_t *at) {
    tried_write t = {0};
    rsp_buf before = {.mem = p->options->mem};
    t.read = read_scratch(p, at, &before);
    t.worked = t.read && write_and_back(p, *at, rsp_buf_bytes(&before), &t.kept);
    rsp_buf_free(&before);
    return t;
}

rsp_prediction player_write_memory(player *p, uint64_t at) {
    tried_write t = try_write(p, &at);
    uint64_t below = at - SCRATCH_BYTES;
    if (t.worked && !t.kept && below < at) { /* addresses may end there, and begin anew: a 68000's do */
        t.kept = try_write(p, &below).kept;
        p->why = NULL;
    }
    if (!t.read) {
        p->why = NULL;
        return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that may be written");
    }
    if (!t.worked)
        return RSP_PREDICTION_BREAKS;
    if (!t.kept)
        return player_says(p, RSP_PREDICTION_BREAKS, "what is read at 0x%llx is not what was written",
                           (unsigned long long)at);
    if (!(p->options->allowed & RSP_REHEARSE_WRITES))
        p->why = "memory was only overwritten with its own bytes; --allow-writes tries others";
    return RSP_PREDICTION_WORKS;
}

/* --- the interrupt --- */

rsp_prediction player_interrupt(player *p) {
    const player_moves *do_ = p->kind->moves;
    uint64_t pc;
    if (p->manners->runs.kind == RSP_PROGRAM_ENDS)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
    for (unsigned i = 0; i < HITS; i++) {
        if (!do_->resume(p))
            return RSP_PREDICTION_BREAKS;
        const player_wait wait = do_->wait(p, stage_long(&p->stage));
        if (wait == PLAYER_EXITED)
            return player_says(p, RSP_PREDICTION_UNKNOWN, "the program ends by itself");
        if (wait == PLAYER_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "it stops by itself: %s", do_->exchange(p));
        if (wait == PLAYER_LOST)
            return player_says(p, RSP_PREDICTION_BREAKS, "it cannot be resumed: %s", do_->exchange(p));
        stage_send(&p->stage, RSP_LIT("\x03"));
        if (do_->wait(p, stage_patience(&p->stage)) != PLAYER_STOPPED)
            return player_says(p, RSP_PREDICTION_BREAKS, "0x03 does not stop the program");
        if (!do_->where(p, &pc))
            return player_says(p, RSP_PREDICTION_BREAKS, "pc cannot be read after the interrupt");
    }
    return RSP_PREDICTION_WORKS;
}

/* --- the next session --- */

/* Stubs that serve one client break no rule. */
static rsp_prediction not_again(player *p, rsp_status status) {
    if (status == RSP_UNSUPPORTED)
        return player_says(p, RSP_PREDICTION_UNKNOWN, "there is only one connection");
    if (p->stage.trouble != RSP_OK)
        return RSP_PREDICTION_UNKNOWN;
    return player_says(p, RSP_PREDICTION_ABSENT, "%s",
                       rsp_link_has_ended(p->stage.link) ? "the stub ends with its first client"
                                                         : "the stub takes no client after the first");
}

static rsp_prediction attach_anew(player *p) {
    player_forget(p);
    return p->kind->acts[RSP_DEBUGGER_ACTION_ATTACH](p);
}

rsp_prediction player_attach_again(player *p) {
    if (!p->detached)
        (void)p->kind->acts[RSP_DEBUGGER_ACTION_DETACH](p); /* a debugger that can't detach is ended */
    p->why = NULL;
    const rsp_status status = stage_again(&p->stage);
    if (status != RSP_OK)
        return not_again(p, status);
    rsp_prediction attached = attach_anew(p);
    /* A stub may turn a client away before it has seen the last one go; people are not that fast. */
    if (p->stage.gone && !p->stage.answers && stage_again(&p->stage) == RSP_OK)
        attached = attach_anew(p);
    const char *why = p->why;
    p->why = NULL; /* what an attach that works has to say was said of the first one */
    if (attached != RSP_PREDICTION_WORKS)
        p->why = rsp_arena_printf(p->arena, "the second attach fails: %s", why ? why : "it gives up");
    return attached;
}
