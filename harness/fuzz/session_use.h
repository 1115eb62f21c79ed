/* A session with requests under way, fed with what a hostile stub says, for the fuzz target of sessions.
 * A pause in the stub's list lets a second pass.
 * See rsp/session.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SESSION_USE_H
#define FUZZ_SESSION_USE_H

#include "fuzz.h"

#include "grammar/messages.h"
#include <rsp/session.h>
#include <rsp/transcript.h>

enum { SESSION_USE_REQUESTS = 4 };

typedef struct session_use {
    rsp_session *session; /* NULL: there was no memory */
    rsp_transcript *transcript;
    rsp_request_id last; /* of the requests that were taken; ids begin with 1 */
    bool completed[SESSION_USE_REQUESTS + 1];
} session_use;

/* Bits of `choice` are the options. Some requests are submitted at once. */
void session_use_begin(session_use *u, uint8_t choice, const rsp_mem *mem);
void session_use_end(session_use *u);

/* What the stub says, in pieces when `pieces` is not 0, up to where the session takes no more; then it hangs
 * up. */
void session_use_feed(session_use *u, const rsp_messages *list, uint64_t pieces);

/* Takes all answers, of which there is one for a request, and events; a digest of these and of the output. */
uint64_t session_use_take(session_use *u);

#endif
