/* The proxy between a hostile client and a hostile stub: nothing changes while it only passes, any cut gives
 * the same, memory is bounded. With a stub that answers everything, every request gets its one reply. A
 * session whose hurried packets, and raw bytes behind a `<`, are the stub's. See rsp/proxy.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"

#include <rsp/frame.h>
#include <rsp/hex.h>
#include <rsp/proxy.h>

enum { PACKET_BYTES = 1024, MEMORY_BYTES = 1 << 20, ROUNDS = 4000, DATA_BYTES = 300 };

/* A proxy, what each end was sent so far (by end), and what each has said. */
typedef struct between {
    fuzz_mem mem;
    rsp_proxy *proxy;
    uint64_t now_ns;
    uint64_t pieces; /* 0: bytes are handed over whole */
    rsp_buf *got;
    rsp_buf *said;
    rsp_status status;
} between;

static rsp_buf got[RSP_PROXY_ENDS];
static rsp_buf said[RSP_PROXY_ENDS];

static bool begin(between *b, uint8_t choice, uint64_t fail_at) {
    *b = (between){.got = got, .said = said, .now_ns = 1};
    for (int end = 0; end < RSP_PROXY_ENDS; end++) {
        rsp_buf_clear(&got[end]);
        rsp_buf_clear(&said[end]);
    }
    fuzz_mem_init(&b->mem, MEMORY_BYTES, fail_at);
    const rsp_proxy_options options = {
        .accelerate = (rsp_accelerate)(choice & 3), .max_packet = PACKET_BYTES, .mem = &b->mem.mem};
    b->proxy = rsp_proxy_new(&options);
    FUZZ_MUST(b->proxy || fail_at > 0);
    return b->proxy != NULL;
}

static void end(between *b) {
    rsp_proxy_free(b->proxy);
    FUZZ_MUST(b->mem.live == 0);
}

static void drain(between *b) {
    for (int end = 0; end < RSP_PROXY_ENDS; end++) {
        rsp_bytes out = rsp_proxy_output(b->proxy, (rsp_proxy_end)end);
        rsp_buf_append(&b->got[end], out);
        rsp_proxy_sent(b->proxy, (rsp_proxy_end)end, out.len);
    }
}

static void say(between *b, rsp_proxy_end from, rsp_bytes bytes) {
    rsp_buf_append(&b->said[from], bytes);
    while (bytes.len > 0 && b->status == RSP_OK) {
        rsp_bytes piece = fuzz_take(&bytes, b->pieces ? fuzz_piece(&b->pieces, bytes.len) : bytes.len);
        b->status = rsp_proxy_input(b->proxy, from, b->now_ns, piece);
        FUZZ_MUST(b->status == rsp_proxy_status(b->proxy));
        drain(b);
    }
}

static void tick(between *b) {
    uint64_t deadline = rsp_proxy_deadline(b->proxy);
    if (deadline == RSP_NEVER_NS || b->status != RSP_OK)
        return;
    b->now_ns = deadline > b->now_ns ? deadline : b->now_ns;
    rsp_proxy_tick(b->proxy, b->now_ns);
    drain(b);
    b->status = rsp_proxy_status(b->proxy);
}

/* --- both hostile --- */

static void play(between *b, const rsp_messages *list) {
    static rsp_buf wire;
    for (size_t i = 0; i < list->num; i++) {
        rsp_message_kind kind = list->items[i].kind;
        rsp_bytes bytes = rsp_messages_bytes(list, i);
        bool stubs = kind == RSP_MESSAGE_RAW && rsp_take_byte(&bytes, '<');
        rsp_buf_clear(&wire);
        rsp_message_wire(&wire, kind, bytes);
        if (kind == RSP_MESSAGE_PAUSE)
            tick(b);
        else if (kind == RSP_MESSAGE_HURRIED || stubs)
            say(b, RSP_PROXY_STUB, rsp_buf_bytes(&wire));
        else
            say(b, RSP_PROXY_CLIENT, rsp_buf_bytes(&wire));
    }
    rsp_proxy_input_end(b->proxy, RSP_PROXY_CLIENT);
    rsp_proxy_input_end(b->proxy, RSP_PROXY_STUB);
    drain(b);
}

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, bool split) {
    between b;
    uint64_t digest = FUZZ_DIGEST;
    if (!begin(&b, choice, fail_at))
        return 0;
    b.pieces = split;
    play(&b, list);
    FUZZ_MUST(b.status == RSP_OK || b.status == RSP_LIMIT || (fail_at > 0 && b.status == RSP_NO_MEMORY));
    FUZZ_MUST((b.status == RSP_OK) == (rsp_proxy_trouble(b.proxy)[0] == '\0'));
    if ((choice & 3) == RSP_ACCELERATE_NONE && b.status == RSP_OK) {
        FUZZ_MUST(
            rsp_bytes_equal(rsp_buf_bytes(&got[RSP_PROXY_STUB]), rsp_buf_bytes(&said[RSP_PROXY_CLIENT])));
        FUZZ_MUST(
            rsp_bytes_equal(rsp_buf_bytes(&got[RSP_PROXY_CLIENT]), rsp_buf_bytes(&said[RSP_PROXY_STUB])));
    }
    digest = fuzz_digest(digest, b.status);
    for (int i = 0; i < RSP_PROXY_ENDS && b.status == RSP_OK; i++)
        digest = fuzz_digest_bytes(digest, rsp_buf_bytes(&got[i]));
    end(&b);
    return digest;
}

/* --- a good stub and a good client --- */

typedef struct talker {
    rsp_deframer deframer;
    size_t taken; /* of what this end got */
    bool acks;
    size_t packets;
} talker;

/* What the stub says: something of each shape, with errors and refusals among them. */
static void answer(rsp_buf *out, rsp_bytes request) {
    uint64_t addr = 0;
    uint64_t len = 0;
    rsp_bytes rest = request;
    if (rsp_bytes_equal(request, RSP_LIT("QStartNoAckMode")))
        rsp_buf_str(out, "OK");
    else if (rsp_bytes_starts(request, RSP_LIT("qSupported")))
        rsp_buf_str(out, "PacketSize=200;swbreak+;binary-upload+");
    else if (rsp_take_byte(&rest, 'm') && rsp_take_addr_len(&addr, &len, &rest) == RSP_OK)
        for (uint64_t i = 0; i < len && i < DATA_BYTES && addr % 7 != 0; i++)
            rsp_buf_str(out, "2a");
    else if (request.len > 0 && (request.ptr[0] | 32) == 'z')
        rsp_buf_str(out, request.len % 3 == 0 ? "E01" : request.len % 3 == 1 ? "OK" : "");
    else if (request.len > 1)
        rsp_buf_str(out, "E16");
}

static bool next_packet(between *b, talker *t, rsp_proxy_end end, rsp_event *out) {
    while (t->taken < b->got[end].len) {
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&b->got[end]), t->taken);
        t->taken += rsp_deframe(&t->deframer, rest, out);
        if (out->kind == RSP_EVENT_PACKET) {
            FUZZ_MUST(out->checksum_ok);
            t->packets++;
            if (t->acks)
                say(b, end, RSP_LIT("+"));
            return true;
        }
    }
    return false;
}

/* Until neither end has anything to say. */
static void settle(between *b, talker *stub, talker *client, rsp_buf *reply) {
    static rsp_buf wire;
    rsp_event event;
    for (int round = 0; round < ROUNDS && b->status == RSP_OK; round++) {
        if (next_packet(b, stub, RSP_PROXY_STUB, &event)) {
            rsp_buf_clear(reply);
            rsp_buf_clear(&wire);
            answer(reply, event.payload);
            stub->acks = stub->acks && !rsp_bytes_equal(event.payload, RSP_LIT("QStartNoAckMode"));
            rsp_frame_packet(&wire, rsp_buf_bytes(reply));
            say(b, RSP_PROXY_STUB, rsp_buf_bytes(&wire));
        } else if (!next_packet(b, client, RSP_PROXY_CLIENT, &event)) {
            return;
        }
    }
    FUZZ_MUST(b->status != RSP_OK);
}

static void run_good(const rsp_messages *list, uint8_t choice) {
    static rsp_buf wire;
    static rsp_buf reply;
    between b;
    talker stub = {.acks = true};
    talker client = {.acks = true};
    rsp_deframer_init(&client.deframer, &(rsp_deframer_options){.direction = RSP_TO_CLIENT});
    if (!begin(&b, choice, 0))
        return;
    b.pieces = choice & 16;
    for (size_t i = 0; i < list->num && b.status == RSP_OK; i++) {
        rsp_bytes request = rsp_messages_bytes(list, i);
        if (list->items[i].kind != RSP_MESSAGE_PACKET || rsp_bytes_index(request, '#') < request.len ||
            rsp_bytes_index(request, '$') < request.len || request.len > PACKET_BYTES)
            continue;
        size_t before = client.packets;
        rsp_buf_clear(&wire);
        rsp_frame_packet(&wire, request);
        say(&b, RSP_PROXY_CLIENT, rsp_buf_bytes(&wire));
        settle(&b, &stub, &client, &reply);
        FUZZ_MUST(b.status != RSP_OK || client.packets == before + 1);
        client.acks = client.acks && stub.acks;
    }
    FUZZ_MUST(b.status == RSP_OK || b.status == RSP_LIMIT);
    rsp_deframer_free(&stub.deframer);
    rsp_deframer_free(&client.deframer);
    end(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, false);
    FUZZ_MUST(run(&list, choice, 0, true) == digest);
    run_good(&list, choice);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % 60, true);
    return 0;
}
