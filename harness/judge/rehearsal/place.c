/* A place of the program to which it comes again, for breakpoints.
 * No debugger looks for one: a person who sets a breakpoint knows where.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "player.h"

bool player_run_a_while(player *p) {
    const player_moves *do_ = p->kind->moves;
    uint64_t pc;
    if (!do_->resume(p) || do_->wait(p, stage_long(&p->stage)) != PLAYER_RUNS)
        return false;
    stage_send(&p->stage, RSP_LIT("\x03"));
    return do_->wait(p, stage_patience(&p->stage)) == PLAYER_STOPPED && do_->where(p, &pc);
}

static bool find_place(player *p, uint64_t *out_at, bool *sure) {
    const rsp_manners *m = p->manners;
    *sure = m->runs.num_loop > 0;
    if (*sure) {
        *out_at = m->runs.loop[m->runs.num_loop / 2];
        return true;
    }
    return m->runs.kind != RSP_PROGRAM_ENDS && player_run_a_while(p) && p->kind->moves->where(p, out_at);
}

bool player_find_place(player *p, uint64_t *out_at, bool *sure) {
    const bool found = find_place(p, out_at, sure);
    p->place = found ? *out_at : 0;
    if (found && *sure)
        p->forecast->place = p->place;
    return found;
}
