/* The beginning of a connection: what a debugger asks before anything else.
 * `connect` says what differs from the usual; NULL: nothing.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_HANDSHAKE_H
#define RSP_SCENARIO_HANDSHAKE_H

#include "play/play.h"

/* Why a mode that a scenario asks for skips it. */
#define EXTENDED_REFUSED "extended mode is not supported"
#define NON_STOP_REFUSED "non-stop mode is not supported"

/* The qSupported request of a connection, appended to an empty buffer. */
void handshake_supported(play *p, const connect_spec *connect, rsp_buf *out);

/* Shakes hands on the link that is there. */
step_end play_handshake(play *p, const connect_spec *connect);

/* Closes, connects again and shakes hands; `connect` NULL: as the last time. */
step_end play_reconnect(play *p, const written *at, const connect_spec *connect);

/* Whether `connect` wants a handshake at all. */
bool wants_handshake(const connect_spec *connect);

#endif
