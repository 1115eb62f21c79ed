/* The forms that replies have by their look: a stop, hex digits, OK; and the reply forms that have them.
 * A form that may look like anything fits everything a little.
 * See reply_fit.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/reply_fit.h"

#include "codec/reply.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>
#include <string.h>

typedef enum look {
    LOOK_EMPTY,
    LOOK_ERROR,
    LOOK_OK,
    LOOK_STOP,
    LOOK_HEX,
    LOOK_CURRENT, /* QC: the current thread */
    LOOK_ACTIONS, /* vCont */
    LOOK_LIST,    /* l alone, or m and what may be thread ids: a part of a list, or of an object */
    LOOK_PART,    /* m or l and other text: a part of an object */
    LOOK_OTHER,
} look;

#define LOOKS(name) (1U << LOOK_##name)

/* What stands in a list of thread ids: p, digits, -1 and commas. */
static bool is_list(rsp_bytes reply) {
    if (reply.ptr[0] == 'l')
        return reply.len == 1;
    size_t i = 1;
    while (i < reply.len && (rsp_hex_value(reply.ptr[i]) >= 0 || strchr("p.,-", reply.ptr[i])))
        i++;
    return i == reply.len;
}

static look look_by_start(rsp_bytes reply) {
    if (rsp_bytes_starts(reply, RSP_LIT("QC"))) /* of qC */
        return LOOK_CURRENT;
    if (rsp_bytes_starts(reply, rsp_packet_name(RSP_PACKET_VCONT)))
        return LOOK_ACTIONS;
    if (reply.ptr[0] != 'm' && reply.ptr[0] != 'l')
        return LOOK_OTHER;
    return is_list(reply) ? LOOK_LIST : LOOK_PART;
}

static look look_of(rsp_bytes reply) {
    size_t digits = 0;
    while (digits < reply.len && rsp_hex_value(reply.ptr[digits]) >= 0)
        digits++;
    switch (rsp_reply_classify(reply).kind) {
    case RSP_REPLY_EMPTY:
        return LOOK_EMPTY;
    case RSP_REPLY_OK:
        return LOOK_OK;
    case RSP_REPLY_ERROR:
    case RSP_REPLY_ERROR_TEXT:
        return LOOK_ERROR;
    case RSP_REPLY_OTHER:
        break;
    }
    return rsp_stop_reply_is(reply) ? LOOK_STOP : digits == reply.len ? LOOK_HEX : look_by_start(reply);
}

/* The looks that a good reply of the form surely has; 0: it may look like anything. */
static const unsigned looks_of[RSP_REPLY_FORM_COUNT] = {
    [RSP_REPLY_FORM_NOTHING] = LOOKS(EMPTY),
    [RSP_REPLY_FORM_OK] = LOOKS(OK),
    [RSP_REPLY_FORM_HEX] = LOOKS(HEX),
    [RSP_REPLY_FORM_REGISTERS] = LOOKS(HEX),
    [RSP_REPLY_FORM_TEXT] = LOOKS(HEX),
    [RSP_REPLY_FORM_FRAMES] = LOOKS(HEX),
    [RSP_REPLY_FORM_NUMBER] = LOOKS(HEX),
    [RSP_REPLY_FORM_HEX_OR_OK] = LOOKS(HEX) | LOOKS(OK),
    [RSP_REPLY_FORM_RUN] = LOOKS(STOP) | LOOKS(OK),
    [RSP_REPLY_FORM_STOPPED_OR_OK] = LOOKS(STOP) | LOOKS(OK),
    [RSP_REPLY_FORM_STOPPED] = LOOKS(STOP),
    [RSP_REPLY_FORM_CURRENT] = LOOKS(CURRENT),
    [RSP_REPLY_FORM_THREADS] = LOOKS(LIST),
    [RSP_REPLY_FORM_WINDOW] = LOOKS(LIST) | LOOKS(PART),
    [RSP_REPLY_FORM_ACTIONS] = LOOKS(ACTIONS),
    [RSP_REPLY_FORM_FEATURES] = LOOKS(OTHER),
};

rsp_reply_fit rsp_fit_reply(const rsp_packet_row *row, rsp_bytes reply) {
    const look found = look_of(reply);
    const unsigned looks = row ? looks_of[row->reply] : LOOKS(EMPTY);
    if (looks >> found & 1U)
        return RSP_FIT_SURELY;
    const bool common = found == LOOK_EMPTY || found == LOOK_ERROR;
    return looks == 0 || (common && looks != LOOKS(EMPTY)) ? RSP_FIT_MAYBE : RSP_FIT_NEVER;
}
