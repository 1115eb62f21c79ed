/* What came in place of a reply that was expected: by name, in a sentence, and told from a payload.
 * The list is in symptom.h.
 * See trace/symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/symptom.h"

#include "codec/reply.h"
#include <rsp/payload.h>

static const struct {
    const char *name;
    const char *phrase;
} came_texts[] = {
#define CAME_TEXT(id, text, sentence) {text, sentence},
    RSP_CAME_LIST(CAME_TEXT)
#undef CAME_TEXT
};

const char *rsp_came_name(rsp_came came) {
    return (unsigned)came < RSP_CAME_COUNT ? came_texts[came].name : "?";
}

const char *rsp_came_phrase(rsp_came came) {
    return (unsigned)came < RSP_CAME_COUNT ? came_texts[came].phrase : "?";
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
    return rsp_stop_reply_is(reply) ? RSP_CAME_STOP : RSP_CAME_OTHER;
}
