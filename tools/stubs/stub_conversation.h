/* A stub as --stub names it, opened for a conversation by hand: the link, a session on it, and its
 * transcript. For send and shell; run and fuzz open their stubs through a provider of their own. Opens on
 * request and closes all of it in the right order. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_CONVERSATION_H
#define STUBBORN_STUB_CONVERSATION_H

#include "stubs/stub_opener.h"

#include <rsp/session.h>
#include <rsp/transcript.h>

/* All-zero is closed. The first three are for the caller, the last two are set before opening, the rest is
 * private. */
typedef struct stub_conversation {
    rsp_link *link;
    rsp_session *session;
    rsp_transcript *transcript; /* of the session */
    stub_config config;
    stub_opener *opener;
    rsp_arena arena;
    bool may_own;      /* a stub with a program of its own is not asked for that of the request */
    uint64_t start_ns; /* as stub_config_set_start has it */
} stub_conversation;

/* Understands `stub` and starts nothing: the opener knows then which programs there are. For what can be
 * refused before a program is started; else stub_conversation_open does it. The errors of stub_config_init.
 */
rsp_status stub_conversation_prepare(stub_conversation *c, const char *stub, rsp_error *error) RSP_MUST_USE;

/* Understands `stub`, opens it (tried for `wait_ns` where it is not ours), and starts a session that writes
 * to `transcript`; `options` may name all but that. Ctrl-C ends waits. The errors of stub_config_init and
 * stub_opener_open. To be closed in each case. */
rsp_status stub_conversation_open(stub_conversation *c, const char *stub, uint64_t wait_ns,
                                  const rsp_stub_request *request, const rsp_session_options *options,
                                  rsp_error *error) RSP_MUST_USE;

/* Ends session and link, for another client to come; what `stub` means stays known. */
void stub_conversation_leave(stub_conversation *c);

/* Ends session, link and stub. */
void stub_conversation_close(stub_conversation *c);

#endif
