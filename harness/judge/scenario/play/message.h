/* What is sent, built from what a scenario says: payloads with a binary part, wire bytes.
 * False after failing the step.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MESSAGE_H
#define RSP_SCENARIO_MESSAGE_H

#include "play/play.h"

/* The payload of `send` and `reply`. */
bool build_send(play *p, const send_spec *send, rsp_buf *out);
/* Which characters of it are escaped. */
rsp_escape_mode escape_of(const send_spec *send);

/* The wire bytes of `send-raw` and `reply-raw`. */
bool build_raw(play *p, const send_raw_spec *raw, rsp_buf *out);

#endif
