/* Packets are acknowledged until the stub was asked to do without.
 * Replies are of each shape, with errors and refusals among them.
 * See proxy_conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy_conversation.h"

#include "core/hex.h"
#include <rsp/packet_table.h>

enum { MOST_ROUNDS = 4000, DATA_BYTES = 300 };

void proxy_conversation_begin(proxy_conversation *t, proxy_ends *ends) {
    *t = (proxy_conversation){.ends = ends};
    for (int end = 0; end < RSP_PROXY_ENDS; end++)
        t->talkers[end].acks = true;
    t->talkers[RSP_PROXY_CLIENT].deframer.options.direction = RSP_TO_CLIENT;
}

void proxy_conversation_end(proxy_conversation *t) {
    for (int end = 0; end < RSP_PROXY_ENDS; end++)
        rsp_deframer_free(&t->talkers[end].deframer);
}

bool proxy_conversation_is_request(rsp_bytes payload) {
    return payload.len <= PROXY_PACKET_BYTES && rsp_bytes_index(payload, '#') == payload.len &&
           rsp_bytes_index(payload, '$') == payload.len;
}

static void answer(rsp_buf *out, rsp_bytes request) {
    uint64_t addr = 0;
    uint64_t len = 0;
    rsp_bytes rest = request;
    if (rsp_packet_identify(request) == RSP_PACKET_QSTART_NO_ACK_MODE)
        rsp_buf_str(out, "OK");
    else if (rsp_packet_identify(request) == RSP_PACKET_QSUPPORTED)
        rsp_buf_str(out, "PacketSize=200;swbreak+;binary-upload+");
    else if (rsp_take_byte(&rest, 'm') && rsp_take_addr_len(&addr, &len, &rest) == RSP_OK)
        for (uint64_t i = 0; i < len && i < DATA_BYTES && addr % 7 != 0; i++)
            rsp_buf_str(out, "2a");
    else if (request.len > 0 && (request.ptr[0] | 32) == 'z')
        rsp_buf_str(out, request.len % 3 == 0 ? "E01" : request.len % 3 == 1 ? "OK" : "");
    else if (request.len > 1)
        rsp_buf_str(out, "E16");
}

static bool next_packet(proxy_conversation *t, rsp_proxy_end end, rsp_event *out) {
    proxy_speaker *talker = &t->talkers[end];
    while (talker->taken < t->ends->got[end].len) {
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&t->ends->got[end]), talker->taken);
        talker->taken += rsp_deframe(&talker->deframer, rest, out);
        if (out->kind == RSP_EVENT_PACKET) {
            FUZZ_MUST(out->checksum_ok);
            talker->packets++;
            if (talker->acks)
                proxy_ends_say(t->ends, end, RSP_LIT("+"));
            return true;
        }
    }
    return false;
}

static void say_packet(proxy_conversation *t, rsp_proxy_end from, rsp_bytes payload) {
    static rsp_buf wire;
    rsp_buf_clear(&wire);
    rsp_frame_packet(&wire, payload);
    proxy_ends_say(t->ends, from, rsp_buf_bytes(&wire));
}

static void settle(proxy_conversation *t) {
    static rsp_buf reply;
    rsp_event event;
    for (int round = 0; round < MOST_ROUNDS && t->ends->status == RSP_OK; round++) {
        if (next_packet(t, RSP_PROXY_STUB, &event)) {
            rsp_buf_clear(&reply);
            answer(&reply, event.payload);
            if (rsp_packet_identify(event.payload) == RSP_PACKET_QSTART_NO_ACK_MODE)
                t->talkers[RSP_PROXY_STUB].acks = false;
            say_packet(t, RSP_PROXY_STUB, rsp_buf_bytes(&reply));
        } else if (!next_packet(t, RSP_PROXY_CLIENT, &event)) {
            return;
        }
    }
    FUZZ_MUST(t->ends->status != RSP_OK);
}

size_t proxy_conversation_ask(proxy_conversation *t, rsp_bytes request) {
    proxy_speaker *client = &t->talkers[RSP_PROXY_CLIENT];
    size_t before = client->packets;
    say_packet(t, RSP_PROXY_CLIENT, request);
    settle(t);
    client->acks = client->acks && t->talkers[RSP_PROXY_STUB].acks;
    return client->packets - before;
}
