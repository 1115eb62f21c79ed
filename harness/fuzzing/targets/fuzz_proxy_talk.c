/* The proxy between a good client and a good stub: each request gets one reply, accelerated or not.
 * A choice byte and a session, whose packets are the requests.
 * See proxy_ends.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "proxy_ends.h"
#include "session_mutator.h"

#include "codec/deframer.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct speaker {
    rsp_deframer deframer;
    size_t taken; /* bytes of what this end received */
    bool acks;
    size_t packets;
} speaker;

typedef struct conversation {
    proxy_ends *ends;
    speaker speakers[RSP_PROXY_ENDS];
} conversation;

enum { MOST_ROUNDS = 4000, DATA_BYTES = 300 };

static void begin(conversation *t, proxy_ends *ends) {
    *t = (conversation){.ends = ends};
    for (int end = 0; end < RSP_PROXY_ENDS; end++)
        t->speakers[end].acks = true;
    t->speakers[RSP_PROXY_CLIENT].deframer.options.direction = RSP_TO_CLIENT;
}

static void finish(conversation *t) {
    for (int end = 0; end < RSP_PROXY_ENDS; end++)
        rsp_deframer_free(&t->speakers[end].deframer);
}

/* It fits, and no frame begins or ends in it. */
static bool is_request(rsp_bytes payload) {
    return payload.len <= PROXY_PACKET_BYTES && rsp_bytes_index(payload, '#') == payload.len &&
           rsp_bytes_index(payload, '$') == payload.len;
}

/* Data, OK, errors, and empty replies. */
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

static bool next_packet(conversation *t, rsp_proxy_end end, rsp_event *out) {
    speaker *s = &t->speakers[end];
    while (s->taken < t->ends->got[end].len) {
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&t->ends->got[end]), s->taken);
        s->taken += rsp_deframe(&s->deframer, rest, out);
        if (out->kind == RSP_EVENT_PACKET) {
            FUZZ_MUST(out->checksum_ok);
            s->packets++;
            if (s->acks)
                proxy_ends_say(t->ends, end, RSP_LIT("+"));
            return true;
        }
    }
    return false;
}

static void say_packet(conversation *t, rsp_proxy_end from, rsp_bytes payload) {
    static rsp_buf wire;
    rsp_buf_clear(&wire);
    rsp_frame_packet(&wire, payload);
    proxy_ends_say(t->ends, from, rsp_buf_bytes(&wire));
}

static void settle(conversation *t) {
    static rsp_buf reply;
    rsp_event event;
    for (int round = 0; round < MOST_ROUNDS && t->ends->status == RSP_OK; round++) {
        if (next_packet(t, RSP_PROXY_STUB, &event)) {
            rsp_buf_clear(&reply);
            answer(&reply, event.payload);
            if (rsp_packet_identify(event.payload) == RSP_PACKET_QSTART_NO_ACK_MODE)
                t->speakers[RSP_PROXY_STUB].acks = false;
            say_packet(t, RSP_PROXY_STUB, rsp_buf_bytes(&reply));
        } else if (!next_packet(t, RSP_PROXY_CLIENT, &event)) {
            return;
        }
    }
    FUZZ_MUST(t->ends->status != RSP_OK);
}

/* Sends a request and returns the number of packets that the client gets for it. */
static size_t ask(conversation *t, rsp_bytes request) {
    speaker *client = &t->speakers[RSP_PROXY_CLIENT];
    size_t before = client->packets;
    say_packet(t, RSP_PROXY_CLIENT, request);
    settle(t);
    client->acks = client->acks && t->speakers[RSP_PROXY_STUB].acks;
    return client->packets - before;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    static proxy_ends ends;
    conversation c;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    (void)proxy_ends_begin(&ends, choice, 0);
    ends.pieces = choice & 16;
    begin(&c, &ends);
    for (size_t i = 0; i < list.num && ends.status == RSP_OK; i++) {
        rsp_bytes request = rsp_messages_bytes(&list, i);
        if (list.items[i].kind != RSP_MESSAGE_PACKET || !is_request(request))
            continue;
        size_t replies = ask(&c, request);
        FUZZ_MUST(ends.status != RSP_OK || replies == 1);
    }
    finish(&c);
    proxy_ends_finish(&ends);
    return 0;
}
