/* What to try when a stub cannot be reached, or says nothing: added to the error that tells so.
 * Knows how --stub is written, which the layers below do not.
 * Nothing is opened here. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_HINT_H
#define STUBBORN_STUB_HINT_H

#include "manners/manners.h"
#include "stubs/stub_config.h"

/* Whether the command has the option --wait. */
typedef enum stub_hint_wait { STUB_HINT_NO_WAIT, STUB_HINT_WAIT } stub_hint_wait;

/* For a stub at an address that nobody listens at: whether it is started, and --wait where none was given.
 * Other errors stay as they are. */
void stub_hint_unreachable(const stub_config *s, stub_hint_wait wait, rsp_error *error);

/* For a look that ended without a packet: that exec: without {port} means standard input and output, and
 * whether {port} was forgotten, as words of the stub about a port suggest. `m`: what the look left. */
void stub_hint_silent(const stub_config *s, const rsp_manners *m, rsp_error *error);

#endif
