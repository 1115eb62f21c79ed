/* The end of the list, and a message that stands for a new connection, close the link.
 * A hurried message brings the next one along.
 * See hostile_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "hostile_stub.h"

static rsp_peer_state reply(void *ctx, rsp_bytes in, rsp_buf *out) {
    hostile_stub *h = ctx;
    for (; rsp_bytes_index(in, '#') < in.len; in = rsp_bytes_from(in, rsp_bytes_index(in, '#') + 1)) {
        if (h->acks)
            rsp_buf_push(out, '+');
        if (h->at == h->list->num || h->list->items[h->at].kind == RSP_MESSAGE_RECONNECT)
            return RSP_PEER_CLOSED;
        do
            rsp_message_wire(out, h->list->items[h->at].kind, rsp_messages_bytes(h->list, h->at));
        while (h->list->items[h->at++].kind == RSP_MESSAGE_HURRIED && h->at < h->list->num);
    }
    return RSP_PEER_IDLE;
}

rsp_peer hostile_stub_peer(hostile_stub *stub) {
    return (rsp_peer){.input = reply, .ctx = stub};
}
