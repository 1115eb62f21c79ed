/* A list is a conversation without times, whose packets are framed for it.
 * Those of a recording come as they are.
 * See reply_pairing.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/reply_pairing.h"

#include <rsp/frame.h>

static void set(rsp_buf *to, rsp_bytes text) {
    rsp_buf_clear(to);
    rsp_buf_append(to, text);
}

static void set_request_of(reply_pairing *p, const rsp_transcript *t, uint64_t index) {
    rsp_entry request;
    set(&p->request, rsp_transcript_get(t, index, &request) ? request.payload : RSP_LIT(""));
}

rsp_status reply_pairing_entry(reply_pairing *p, const rsp_transcript *t, const rsp_entry *e) {
    rsp_pairing pairing;
    rsp_status status = rsp_exchanges_feed(&p->exchanges, t, e, &pairing);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&p->exchanges);
    if (e->kind != RSP_ENTRY_PACKET || e->direction != RSP_TO_CLIENT)
        return status;
    if (pairing.have_exchange) {
        set_request_of(p, t, pairing.exchange.request);
        set(&p->answered, rsp_buf_bytes(&p->request));
    } else if (pairing.role == RSP_ROLE_REPEATED_REPLY || (p->list && !oldest)) {
        set(&p->request, rsp_buf_bytes(&p->answered));
    } else if (oldest) {
        set_request_of(p, t, oldest->entry);
    } else {
        rsp_buf_clear(&p->request);
    }
    return status;
}

static void observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    reply_pairing *p = ctx;
    p->status = reply_pairing_entry(p, transcript, entry);
}

rsp_status reply_pairing_list(reply_pairing *p) {
    p->exchanges.midstream = true;
    p->list = rsp_transcript_new(NULL);
    return p->list && rsp_transcript_observe(p->list, observe, p) ? RSP_OK : RSP_NO_MEMORY;
}

rsp_status reply_pairing_packet(reply_pairing *p, rsp_direction direction, rsp_bytes payload) {
    rsp_buf frame = {0};
    rsp_frame_packet(&frame, payload);
    rsp_status status = frame.status;
    if (status == RSP_OK)
        status = rsp_transcript_feed(p->list, direction, 0, rsp_buf_bytes(&frame));
    rsp_buf_free(&frame);
    return status == RSP_OK ? p->status : status;
}

void reply_pairing_free(reply_pairing *p) {
    rsp_transcript_free(p->list);
    rsp_exchanges_free(&p->exchanges);
    rsp_buf_free(&p->answered);
    rsp_buf_free(&p->request);
    *p = (reply_pairing){0};
}
