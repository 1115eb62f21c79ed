/* One play of a sequence for the hunt, counted, and whether the hunt is over.
 * Only plays that feed teach the hunt new states.
 * See hunt.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/hunt.h"

#include "make/sequence.h"

rsp_status hunt_play(rsp_dap_fuzzer *f, const json_t *sequence, bool feeds, rsp_error *error) {
    f->play.target = &f->target;
    f->play.deaf_ns = f->options.deaf_ns;
    f->play.should = f->options.should;
    f->play.hostile = dap_sequence_is_hostile(sequence);
    f->play.out_of_step = dap_sequence_is_out_of_step(sequence);
    f->play.manners = f->manners;
    f->play.states = feeds ? &f->states : NULL;
    f->play.shown.num_new = 0;
    f->play.shown.beyond = false;
    f->stats.sessions++;
    const rsp_status status = fuzz_play_sequence(&f->play, dap_sequence_steps(sequence),
                                                 dap_sequence_is_stopped(sequence), &f->outcome, error);
    f->stats.messages += f->outcome.messages;
    f->stats.states = f->states.num;
    f->stats.beyond += f->play.shown.beyond;
    return status;
}

bool hunt_is_over(const rsp_dap_fuzzer *f) {
    return f->options.stop && *f->options.stop;
}
