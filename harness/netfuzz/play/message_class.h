/* What bytes that are about to be sent may do to a session, whoever reads them, and in whichever framing.
 * Most of these look at raw bytes, not at packets: a stub may read them in other ways than we do.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MESSAGE_CLASS_H
#define RSP_NETFUZZ_MESSAGE_CLASS_H

#include "grammar/messages.h"

/* A request after which the stub may close the connection, or end, is anywhere in the bytes: k, D, R, r,
 * vRun, vKill. */
bool bytes_ask_to_end(rsp_bytes bytes);

/* The payload of a request that lets the program run, or lets it go. */
bool payload_lets_run(rsp_bytes payload);

/* Acknowledgments and whole packets only, so that no two stubs should disagree about them. */
bool bytes_are_framed(rsp_bytes wire);

bool bytes_are_acks(rsp_bytes wire);

/* A request that may change modes, selections or what runs, wherever in the bytes a stub may see it. With
 * `no_ack` acks are off, and stay off. */
bool bytes_may_change_modes(rsp_bytes wire, bool no_ack);

/* The first '-', and whether it asks for one reply only, with nothing after it that acknowledges. */
bool bytes_refuse(rsp_bytes wire);
bool bytes_refuse_once(rsp_bytes wire);

/* A request that the stub need not answer in good order: k, R and r. */
bool wire_needs_no_reply(rsp_bytes wire);

/* Stubs take these bytes in different ways: after them nobody knows which modes requests before them set. */
bool message_is_ambiguous(rsp_message_kind kind, rsp_bytes payload);

/* Other messages may follow in the same write: a packet that changes nothing about how the stub answers. */
bool message_is_plain(rsp_message_kind kind, rsp_bytes payload);

/* The same where nobody can tell which reply is whose: bytes of any kind, if they change no mode. */
bool message_is_harmless(rsp_message_kind kind, rsp_bytes payload, bool no_ack);

#endif
