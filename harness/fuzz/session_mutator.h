/* The mutator of targets whose input is a choice byte and the text of a session (messages.h).
 * A fraction of the changes is left to the engine's byte-level mutator; any bytes are a session.
 * Included by exactly one file of a target. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SESSION_MUTATOR_H
#define FUZZ_SESSION_MUTATOR_H

#include "fuzz.h"

#include "grammar/messages.h"

/* Takes the choice byte, a line end behind it, and the messages. Seeds start with a letter: "A\n$g\n". */
uint8_t session_input(rsp_messages *list, rsp_bytes in);

/* One run of a target; `fail_at` is the allocation that fails, 0 for none. Gives a digest of what was seen.
 */
typedef uint64_t session_run(const rsp_messages *list, uint8_t choice, uint64_t fail_at);

/* Runs the input; some inputs once more, with the same digest, some with one of the first `allocations`
 * failing. */
void session_runs(rsp_bytes in, session_run *run, unsigned allocations);

/* Whether the rules can judge it: what pairs requests with replies assumes a client that keeps to the
 * protocol itself. After raw bytes (acks for nothing, halves of packets), a bare `#` or `$`, or the same
 * request twice in one go, it can not know what a reply answers; everything else is still checked. */
bool session_is_sane(const rsp_messages *list);

#endif
