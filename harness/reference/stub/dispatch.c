/* From a request to its handler: the table's last column as an array.
 * Unknown packets, and those that options or target withhold, get the empty reply.
 * Source: GDB manual, Overview (empty reply), Standard Replies. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"

#include "errors.h"
#include "faults/hooks.h"
#include "handlers.h"
#include "live_threads.h"
#include "run_control.h"
#include "send.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static stub_handler *const handlers[RSP_PACKET_END] = {
#define HANDLER(id, name, match, delimiter, arguments, states, feature, requirements, handler, ...) \
    [RSP_PACKET_##id] = stub_on_##handler,
    RSP_PACKET_LIST(HANDLER)
#undef HANDLER
};

/* The end of the last process may still have to be told; a resume is what asks for it. */
static stub_reply_kind without_process(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (stub_is_resume(s->request) && !stub_non_stop(s) && s->run->first)
        return stub_report_pending(s, s->run->first);
    return stub_error(s, reply, STUB_E_THREAD, "there is no process");
}

static stub_handler *handler_of(const rsp_stub *s, const rsp_packet_row *row) {
    if (!row || !stub_offers(s, row->id))
        return stub_on_NONE;
    if (!(row->states & RSP_STATE_NOPROC) && !stub_has_process(s))
        return without_process;
    return handlers[row->id];
}

static stub_reply_kind handle(rsp_stub *s, rsp_buf *reply) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(s->request, &args);
    stub_fault_request(s, &row, &args);
    return stub_fault_serve(s, row ? row->id : RSP_PACKET_UNKNOWN, handler_of(s, row), args, reply);
}

void stub_dispatch(rsp_stub *s, rsp_bytes payload) {
    s->request = payload;
    rsp_buf_clear(&s->reply);
    if (handle(s, &s->reply) != STUB_REPLY_SEND)
        return;
    if (s->reply.status != RSP_OK)
        stub_error(s, &s->reply, STUB_E_LIMIT, "reply too large");
    stub_send(s, rsp_buf_bytes(&s->reply));
}
