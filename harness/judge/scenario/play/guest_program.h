/* The guest as the program of a play: which scenarios it serves, and where its symbols are.
 * How it gets into the stub is needs/guest_visit.h.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_GUEST_PROGRAM_H
#define RSP_SCENARIO_GUEST_PROGRAM_H

#include "guest/guest_load.h"
#include "play/play.h"

/* Whether the guest can be the program that the play asks for: it does what that program does, and the
 * scenario waits neither for its end nor for what it prints. False: *out_why says so; NULL where there is no
 * guest. */
bool guest_serves(const play *p, const char *program, const char **out_why);

/* Whether the scenario asks for a program, for memory, for symbols, or for a manner, of which some were
 * learned with the guest. Others meet the stub's own program. */
bool guest_is_wanted(const play *p);

/* The program that the guest is to play: the one that was asked for, else the one for scenarios that do not
 * care. */
const char *guest_part(const play *p);

/* The address of a symbol while the guest is in. */
bool guest_symbol(const play *p, const char *name, rsp_symbol *out);

#endif
