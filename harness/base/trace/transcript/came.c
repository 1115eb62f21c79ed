/* What came in place of a reply that was expected: by name, in a sentence, and told from a payload.
 * The list is in symptom.h.
 * See trace/symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/symptom.h"

#include "codec/reply.h"
#include "core/hex.h"
#include "core/word.h"
#include <rsp/payload.h>

static const rsp_word came_words[] = {RSP_CAME_LIST(RSP_WORD_ROW)};

const char *rsp_came_name(rsp_came came) {
    return RSP_WORD_AT(came_words, came).name;
}

const char *rsp_came_phrase(rsp_came came) {
    return RSP_WORD_AT(came_words, came).text;
}

/* "E 01", "EINVAL", "E.": a stub's own form of an error. Data have no letter behind an E but hex digits. */
static bool is_own_error(rsp_bytes reply) {
    bool digits = true;
    bool printable = reply.len > 1 && reply.ptr[0] == 'E';
    for (size_t i = 1; i < reply.len && printable; i++) {
        printable = reply.ptr[i] >= ' ' && reply.ptr[i] <= '~';
        digits = digits && rsp_hex_value(reply.ptr[i]) >= 0;
    }
    return printable && !digits;
}

rsp_came rsp_came_of(rsp_bytes reply) {
    switch (rsp_reply_classify(reply).kind) {
    case RSP_REPLY_EMPTY:
        return RSP_CAME_EMPTY;
    case RSP_REPLY_OK:
        return RSP_CAME_OK;
    case RSP_REPLY_ERROR:
    case RSP_REPLY_ERROR_TEXT:
        return RSP_CAME_ERROR;
    case RSP_REPLY_OTHER:
        break;
    }
    if (is_own_error(reply))
        return RSP_CAME_ERROR;
    return rsp_stop_reply_is(reply) ? RSP_CAME_STOP : RSP_CAME_OTHER;
}
