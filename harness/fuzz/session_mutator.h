/* The mutator of targets whose input is a choice byte and the text of a session (messages.h).
 * A fraction of the changes is left to the engine's byte-level mutator; any bytes are a session.
 * Included by exactly one file of a target. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SESSION_MUTATOR_H
#define FUZZ_SESSION_MUTATOR_H

#include "fuzz.h"

#include <rsp/messages.h>

/* Takes the choice byte, a line end behind it, and the messages. Seeds start with a letter: "A\n$g\n". */
uint8_t session_input(rsp_messages *list, rsp_bytes in);

/* Whether the rules can judge it: what pairs requests with replies assumes a client that keeps to the
 * protocol itself. After raw bytes (acks for nothing, halves of packets), a bare `#` or `$`, or the same
 * request twice in one go, it can not know what a reply answers; everything else is still checked. */
bool session_is_sane(const rsp_messages *list);

#endif
