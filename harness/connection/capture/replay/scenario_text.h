/* Texts of a written scenario: payloads, and ids in them by their names.
 * Each function appends to the scenario or to the buffer given.
 * See scenario_text.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_TEXT_H
#define RSP_SCENARIO_TEXT_H

#include "scenario_state.h"

/* Appends the bytes of a payload. One that cannot be unescaped stays as it is. */
void scenario_put_payload(writer *w, rsp_bytes wire);

/* Appends value `i` of w->values as an expression, if it is an id with a name. Returns how many values that
 * took: 0 for none, 2 for a whole id. */
size_t scenario_put_named(writer *w, rsp_buf *out, rsp_bytes payload, size_t i);

/* Whether values of a kind are ids, and whether they are decimal. */
bool varying_is_id(rsp_varying_kind kind);
bool varying_is_decimal(rsp_varying_kind kind);

/* Printable ASCII only. */
bool text_is_plain(rsp_bytes text);

#endif
