/* Moves the program, notes what lies around sp and where registers point to, moves it again, and compares.
 * The first move is for machines that have just been switched on: their sp is set later.
 * See written.h. */
/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <string.h>

enum { PLACES = 12, AROUND = 64, WORD = 4, REGISTERS = 80, SMALL = 0x100, ROUNDS = 3 };

/* A piece of memory as it was. */
typedef struct piece {
    uint64_t at;
    rsp_buf bytes;
} piece;

/* What is looked at. */
typedef struct looking {
    player *p;
    const player_moves *moves;
    piece pieces[PLACES];
    size_t num;
    uint64_t sp;
} looking;

static bool is_listed(const looking *l, uint64_t at) {
    for (size_t i = 0; i < l->num; i++)
        if (l->pieces[i].at == at)
            return true;
    return false;
}

static void add(looking *l, uint64_t at) {
    at &= ~(uint64_t)(AROUND - 1);
    if (l->num == PLACES || is_listed(l, at))
        return;
    piece *new = &l->pieces[l->num];
    new->at = at;
    rsp_buf_init(&new->bytes, l->p->options->mem, 0);
    if (l->moves->read(l->p, at, AROUND, &new->bytes))
        l->num++;
    else
        rsp_buf_free(&new->bytes);
}

/* sp and below it, and what registers hold. Those that hold small numbers lead nowhere. */
static void add_all(looking *l) {
    const player_registers r = l->moves->registers(l->p);
    uint64_t value;
    if (l->p->forecast->written)
        add(l, l->p->forecast->written); /* by another debugger, or in another session */
    if (r.sp >= 0 && l->moves->value(l->p, r.sp, &value)) {
        l->sp = value;
        add(l, value);
        add(l, value - AROUND);
    }
    for (size_t i = 0; i < r.num && i < REGISTERS && l->num < PLACES && !l->p->stage.gone; i++)
        if ((int)i != r.pc && l->moves->value(l->p, (int)i, &value) && value >= SMALL)
            add(l, value);
}

/* Lets the program go once round its loop, or run for a moment. */
static bool move(looking *l) {
    const rsp_manners *m = l->p->manners;
    if (m->runs.kind == RSP_PROGRAM_ENDS)
        return false;
    if (m->bytes.interrupt == RSP_HABIT_YES || m->runs.num_loop == 0)
        return player_run_a_while(l->p);
    for (size_t i = 0; i < m->runs.num_loop; i++)
        if (!l->moves->step(l->p))
            return false;
    return true;
}

static bool changed(looking *l, const piece *before, uint64_t *out_at) {
    rsp_buf now = {.mem = l->p->options->mem};
    bool found = false;
    if (l->moves->read(l->p, before->at, AROUND, &now))
        for (size_t i = 0; i + WORD <= AROUND && !found; i += WORD)
            if (memcmp(now.ptr + i, before->bytes.ptr + i, WORD) != 0) {
                found = true;
                *out_at = before->at + i;
            }
    rsp_buf_free(&now);
    return found;
}

static bool look_once(player *p, written_word *out) {
    looking l = {.p = p, .moves = p->kind->moves};
    bool moved = move(&l);
    if (moved)
        add_all(&l);
    moved = moved && l.num > 0 && move(&l);
    bool found = false;
    for (size_t i = 0; i < l.num; i++) {
        found = found || (moved && changed(&l, &l.pieces[i], &out->at));
        rsp_buf_free(&l.pieces[i].bytes);
    }
    p->why = NULL;
    out->below_sp = found && out->at < l.sp && l.sp - out->at <= UINT64_C(2) * AROUND;
    return found;
}

/* A running program stops anywhere: at one stop in a few no register leads to what it writes. */
bool written_place(player *p, written_word *out) {
    bool found = false;
    for (unsigned i = 0; i < ROUNDS && !found && !p->stage.gone; i++)
        found = look_once(p, out);
    if (found)
        p->forecast->written = out->at;
    return found;
}

rsp_prediction written_never_fires(player *p, const written_word *word) {
    if (word->below_sp)
        return player_says(p, RSP_PREDICTION_UNKNOWN,
                           "the program is known to write below sp only, and a watchpoint there never fires");
    return player_says(p, RSP_PREDICTION_BREAKS,
                       "the watchpoint at 0x%llx never fires, though the program writes there",
                       (unsigned long long)word->at);
}
