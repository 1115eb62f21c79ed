/* Builds what is sent: the parts that a scenario names, one behind the other.
 * Framing and escaping are the conversation's.
 * Used by both sides: requests, and replies of the stub that we play. */
/* SPDX-License-Identifier: MIT */
#include "play/message.h"

#include "play/evaluate.h"

rsp_escape_mode escape_of(const send_spec *send) {
    if (!send->escape)
        return RSP_ESCAPE_FULL;
    return send->escape->word == ESCAPE_WORD_NONE      ? RSP_ESCAPE_NONE
           : send->escape->word == ESCAPE_WORD_MINIMAL ? RSP_ESCAPE_MINIMAL
                                                       : RSP_ESCAPE_FULL;
}

/* Each part may be NULL. */
static bool build(play *p, const payload_spec *text, const bytes_spec *bytes, rsp_buf *out) {
    return (!text || play_payload(p, text, out)) && (!bytes || play_bytes(p, bytes, out));
}

bool build_send(play *p, const send_spec *send, rsp_buf *out) {
    return build(p, send->alone ? send->alone : send->payload, send->binary, out);
}

bool build_raw(play *p, const send_raw_spec *raw, rsp_buf *out) {
    return build(p, raw->alone ? raw->alone : raw->text, raw->bytes, out);
}
