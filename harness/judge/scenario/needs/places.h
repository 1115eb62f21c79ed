/* Places of a program that nobody knows: where it is, which place comes again, how it is resumed.
 * Learned by stepping on the connection at hand, for scenarios that ask for it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PLACES_H
#define RSP_SCENARIO_PLACES_H

#include "play/play.h"

/* Limits of the search for a loop. */
enum {
    PLACES_MOST_STEPS = 128, /* that are taken to find a place that comes again */
    PLACES_LOOP = 64,        /* longest loop that is found */
};

/* How a resume was answered. */
typedef enum arrival {
    ARRIVAL_STOPPED, /* T or S; play.stop has it */
    ARRIVAL_ENDED,   /* W, X; or a call of File-I/O, which nobody serves here */
    ARRIVAL_REFUSED, /* an error, the empty reply, or nothing that is a stop reply */
    ARRIVAL_NONE,    /* no reply within the time */
    ARRIVAL_BROKEN,  /* the conversation is over */
} arrival;

/* Resumes, and waits for at most `timeout_ns` (0: the scenario's timeout). `out_why` says what happened, in a
 * sentence fit for the reason of a skip. */
arrival places_resume(play *p, bool steps, uint64_t timeout_ns, const char **out_why);

/* The reply to a resume that is running, or to 0x03. */
arrival places_await(play *p, uint64_t timeout_ns, const char **out_why);

/* The program counter: from the stop reply that came last when `stopped`, else asked for. False: not known.
 */
bool places_pc(play *p, bool stopped, uint64_t *out);

/* 0x03 has brought no stop of what `run-on` let run: whether the program stands where it was resumed, and
 * says so when it is asked. A running stub does not answer; an instruction that stays may run. */
bool places_never_ran(play *p);

/* pc stayed where it was, as p or the stop reply say. Steps once more: whether g shows that it moves. Then g
 * is asked for it from now on; false where g says the same, was asked before, or is all that there is. */
bool places_moves_by_g(play *p);

/* Gives the LEARNED facts that the scenario asks for their values. What can't be learned is missing, and
 * play.unlearned says why. */
void places_learn(play *p);

/* What stands at `pc` jumps to itself, or repeats itself: a step need not move. Also where it can't be read.
 */
bool places_may_stay(play *p, uint64_t pc);

/* What kind a software breakpoint at this place has. */
unsigned places_kind(play *p, uint64_t at);

#endif
