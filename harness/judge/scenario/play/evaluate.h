/* Values of what a scenario says: numbers, values, payloads and bytes, with the names of the play.
 * One noun, and many users: whatever a scenario writes may hold an expression. What has no value fails the
 * step. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_EVALUATE_H
#define RSP_SCENARIO_EVALUATE_H

#include "play/play.h"

/* What expressions of this play may use: its names, its facts, its arena. */
expr_env play_env(play *p);

/* Evaluate into the play's arena, or append to `out`; false after failing the step. */
bool play_number(play *p, const expr_spec *expr, uint64_t *out);
bool play_value(play *p, const value_spec *spec, value *out);
bool play_payload(play *p, const payload_spec *payload, rsp_buf *out);
bool play_bytes(play *p, const bytes_spec *bytes, rsp_buf *out);

/* The same where nothing may be written: *out keeps what is in it. */
bool play_number_or(play *p, const expr_spec *expr, uint64_t *out);

#endif
