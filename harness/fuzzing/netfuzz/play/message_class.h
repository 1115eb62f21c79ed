/* What outgoing bytes may do to a session, in whichever framing a stub reads them.
 * Most functions look at raw bytes, not at packets: a stub may read them in other ways than we do.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MESSAGE_CLASS_H
#define RSP_NETFUZZ_MESSAGE_CLASS_H

#include "grammar/messages.h"

/* Anywhere in the bytes is a request after which the stub may close the connection or end: k, D, R, r, vRun,
 * vKill. */
bool bytes_ask_to_end(rsp_bytes bytes);

/* The payload of a request that lets the program run, or lets it go. */
bool payload_lets_run(rsp_bytes payload);

/* Acknowledgments and whole packets only: all stubs should read them alike. */
bool bytes_are_framed(rsp_bytes wire);

/* '+' and '-' only. */
bool bytes_are_acks(rsp_bytes wire);

/* A request that may change modes, selections or what runs, wherever in the bytes a stub may see it. With
 * `no_ack` acks are off, and stay off. */
bool bytes_may_change_modes(rsp_bytes wire, bool no_ack);

/* The bytes ask for a resend; and they do so once, without another acknowledgment after it. */
bool bytes_refuse(rsp_bytes wire);
bool bytes_refuse_once(rsp_bytes wire);

/* A request that the stub need not answer in good order: k, R and r. */
bool wire_needs_no_reply(rsp_bytes wire);

/* Stubs read these bytes in different ways: after them it is open which modes earlier requests set. */
bool message_is_ambiguous(rsp_message_kind kind, rsp_bytes payload);

/* A packet that does not change how the stub answers: others may follow in the same write. */
bool message_is_plain(rsp_message_kind kind, rsp_bytes payload);

/* The same out of step: bytes of any kind that change no mode. */
bool message_is_harmless(rsp_message_kind kind, rsp_bytes payload, bool no_ack);

#endif
