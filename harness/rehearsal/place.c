/* Places of the program that an action needs: one to which it comes again, one that it writes.
 * No debugger looks for them. A person who sets a breakpoint or watches a variable knows where.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <string.h>

enum { PLACES = 12, REGISTERS = 80, AROUND = 64, WORD = 4, LEAST_ADDRESS = 0x100 };

/* Lets the program run for a moment. True: it ran, and stands again. */
static bool run_a_while(player *p) {
    const player_moves *do_ = p->kind->moves;
    if (!do_->resume(p) || do_->wait(p, stage_long(&p->stage)) != PLAYER_RUNS)
        return false;
    stage_send(&p->stage, RSP_LIT("\x03"));
    return do_->wait(p, stage_patience(&p->stage)) == PLAYER_STOPPED;
}

static bool find_place(player *p, uint64_t *out_at, bool *sure) {
    const rsp_manners *m = p->manners;
    *sure = m->num_loop > 0;
    if (*sure) {
        *out_at = m->loop[m->num_loop / 2];
        return true;
    }
    return m->program != RSP_PROGRAM_ENDS && run_a_while(p) && p->kind->moves->where(p, out_at);
}

bool player_find_place(player *p, uint64_t *out_at, bool *sure) {
    const bool found = find_place(p, out_at, sure);
    p->place = found ? *out_at : 0;
    if (found && *sure)
        p->forecast->place = p->place;
    return found;
}

/* --- written memory --- */

/* A piece of memory as it was. */
typedef struct piece {
    uint64_t at;
    rsp_buf bytes;
} piece;

static bool try_piece(player *p, piece *out, uint64_t at) {
    out->at = at & ~(uint64_t)(AROUND - 1);
    rsp_buf_init(&out->bytes, p->options->mem, 0);
    const bool read = p->kind->moves->read(p, out->at, AROUND, &out->bytes);
    if (!read)
        rsp_buf_free(&out->bytes);
    p->why = NULL;
    return read;
}

static bool is_listed(const piece *pieces, size_t num, uint64_t at) {
    for (size_t i = 0; i < num; i++)
        if (pieces[i].at == (at & ~(uint64_t)(AROUND - 1)))
            return true;
    return false;
}

static void add(player *p, piece pieces[PLACES], size_t *num, uint64_t at) {
    if (*num < PLACES && !is_listed(pieces, *num, at) && try_piece(p, &pieces[*num], at))
        ++*num;
}

/* What was found before, sp and below it, and what registers hold. Registers that hold small numbers lead
 * nowhere. */
static size_t take_pieces(player *p, piece pieces[PLACES], uint64_t *out_sp) {
    const player_moves *do_ = p->kind->moves;
    const player_registers r = do_->registers(p);
    size_t num = 0;
    uint64_t value;
    if (p->forecast->written) /* by another debugger, or in another session */
        add(p, pieces, &num, p->forecast->written);
    if (r.sp >= 0 && do_->value(p, r.sp, &value)) {
        *out_sp = value;
        add(p, pieces, &num, value);
        add(p, pieces, &num, value - AROUND);
    }
    for (size_t i = 0; i < r.num && i < REGISTERS && num < PLACES && !p->stage.gone; i++)
        if ((int)i != r.pc && do_->value(p, (int)i, &value) && value >= LEAST_ADDRESS)
            add(p, pieces, &num, value);
    p->why = NULL;
    return num;
}

/* Lets the program go once round its loop, or run for a moment. */
static bool move(player *p) {
    const rsp_manners *m = p->manners;
    if (m->program == RSP_PROGRAM_ENDS)
        return false;
    if (m->interrupt == RSP_HABIT_YES || m->num_loop == 0)
        return run_a_while(p);
    for (size_t i = 0; i < m->num_loop; i++)
        if (!p->kind->moves->step(p))
            return false;
    return true;
}

static bool changed(player *p, const piece *was, uint64_t *out_at) {
    rsp_buf now = {.mem = p->options->mem};
    bool found = false;
    if (p->kind->moves->read(p, was->at, AROUND, &now))
        for (size_t i = 0; i + WORD <= AROUND && !found; i += WORD)
            if (memcmp(now.ptr + i, was->bytes.ptr + i, WORD) != 0) {
                found = true;
                *out_at = was->at + i;
            }
    p->why = NULL;
    rsp_buf_free(&now);
    return found;
}

bool player_written_place(player *p, player_word *out) {
    piece pieces[PLACES];
    uint64_t sp = 0;
    /* The first move is for machines that were just switched on: they set their sp later. */
    bool moved = move(p);
    const size_t num = moved ? take_pieces(p, pieces, &sp) : 0;
    moved = num > 0 && move(p);
    bool found = false;
    for (size_t i = 0; i < num; i++) {
        found = found || (moved && changed(p, &pieces[i], &out->at));
        rsp_buf_free(&pieces[i].bytes);
    }
    p->why = NULL;
    out->below_sp = found && out->at < sp && sp - out->at <= 2 * (uint64_t)AROUND;
    if (found)
        p->forecast->written = out->at;
    return found;
}

rsp_prediction player_no_written_place(player *p) {
    if (p->stage.gone)
        return player_says(p, RSP_PREDICTION_BREAKS, "the connection ends when the program is resumed");
    return player_says(p, RSP_PREDICTION_UNKNOWN, "no memory is known that the program writes");
}

rsp_prediction player_never_fires(player *p, const player_word *word) {
    if (word->below_sp)
        return player_says(p, RSP_PREDICTION_UNKNOWN,
                           "the program is known to write below sp only, and a watchpoint there never fires");
    return player_says(p, RSP_PREDICTION_BREAKS,
                       "the watchpoint at 0x%llx never fires, though the program writes there",
                       (unsigned long long)word->at);
}
