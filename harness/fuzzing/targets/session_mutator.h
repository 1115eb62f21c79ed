/* The mutator of targets whose input is a choice byte and the text of a session (messages.h).
 * Some changes are left to the byte-level mutator of the engine; any bytes are a session.
 * Linked into a target once. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SESSION_MUTATOR_H
#define FUZZ_SESSION_MUTATOR_H

#include "fuzz.h"

#include "grammar/messages.h"

/* Takes the choice byte, a newline, and the messages. Seeds start with a letter: "A\n$g\n". */
uint8_t session_input(rsp_messages *list, rsp_bytes in);

/* One run of a target; `fail_at` is the allocation that fails, 0 for none. Returns a digest of the output. */
typedef uint64_t session_run(const rsp_messages *list, uint8_t choice, uint64_t fail_at);

/* Runs the input. Some inputs run twice and must give the same digest; for some, one of the first
 * `allocations` fails. */
void session_runs(rsp_bytes in, session_run *run, unsigned allocations);

/* Whether the rules can judge it. Pairing requests with replies needs a client that keeps to the protocol:
 * no raw bytes (stray acks, half packets), no bare `#` or `$`, no request twice in one write. */
bool session_is_sane(const rsp_messages *list);

#endif
