/* The replies OK and Enn.
 * One noun, and as many users as there are groups of packets: no handler writes an error by hand.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_ERRORS_H
#define STUB_ERRORS_H

#include "handler.h"
#include "state.h"

/* errno-like numbers of Enn replies. */
enum {
    STUB_E_GENERAL = 1,
    STUB_E_MEMORY = 0x0e,
    STUB_E_THREAD = 3,
    STUB_E_SYNTAX = 0x16,
    STUB_E_LIMIT = 0x0c
};

/* Replaces the reply by "Enn", with text in the form the client has asked for (error-message+: "E.text";
 * QEnableErrorStrings: "Enn;hex"). `text` is a constant of ours. Never the textual form for m and qRcmd. Both
 * give STUB_REPLY_SEND, for a handler to return. */
stub_reply_kind stub_error(rsp_stub *s, rsp_buf *reply, unsigned number, const char *text);
/* Replaces the reply by OK. */
stub_reply_kind stub_ok(rsp_buf *reply);

#endif
