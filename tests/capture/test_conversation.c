/* Captures made here: counts, detection, gaps, the middle of a session, damage, many connections, other
 * protocols. What is expected is said by the test that sent it, not by another reader. See
 * capture/conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture_wire.h"

#include "capture/conversation.h"
#include "capture/recording.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static rsp_conversations *read_bytes(rsp_bytes file, const rsp_conversations_options *options,
                                     rsp_status *out_status) {
    rsp_error error = {0};
    rsp_conversations *c = rsp_conversations_new(options);
    assert_non_null(c);
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "test", &error);
    rsp_segment s;
    *out_status = pcap ? RSP_OK : error.status;
    while (pcap && (*out_status = rsp_pcap_next(pcap, &s, &error)) == RSP_OK)
        rsp_conversations_feed(c, &s);
    rsp_conversations_finish(c);
    rsp_pcap_close(pcap);
    return c;
}

static rsp_conversations *read_wire(capture_wire *w) {
    rsp_status status;
    rsp_conversations *c = read_bytes(rsp_buf_bytes(&w->file), NULL, &status);
    assert_int_equal(status, RSP_CLOSED);
    rsp_buf_free(&w->file);
    return c;
}

static void begin_session(capture_wire *w) {
    capture_wire_open(w);
    capture_wire_ask(w, "qSupported:multiprocess+", "PacketSize=1000;QStartNoAckMode+");
    capture_wire_ask(w, "QStartNoAckMode", "OK");
}

static void session_is_counted_as_it_was_sent(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    begin_session(&w);
    capture_wire_ask(&w, "?", "T05thread:1;");
    capture_wire_ask(&w, "m1000,4", "00000000");
    capture_wire_ask(&w, "m1000,4", "00000000");
    capture_wire_ask(&w, "vCont;s:1", "T05thread:1;");
    capture_wire_ask(&w, "m1000,4", "00000000");
    capture_wire_ask(&w, "m1000,4;address_space:1;", "00000000"); /* another place */
    capture_wire_ask(&w, "MultiMemRead:ranges:1000,4,2000,4,3000,4;", "4,4,4;abcdabcdabcd");
    capture_wire_ask(&w, "c", "W00");
    capture_wire_close(&w);
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_count(c), 1);
    const rsp_conversation *found = rsp_conversations_get(c, 0);
    assert_int_equal(rsp_tcp_endpoint_port(&found->stub), 1234);
    assert_true(found->from_start);
    assert_int_equal(found->end, RSP_FLOW_FINISHED);
    rsp_analysis *a = &rsp_conversations_totals(c)->analysis;
    assert_int_equal(a->metrics.packets_to_stub, 10);
    assert_int_equal(a->metrics.packets_from_stub, 10);
    assert_int_equal(a->metrics.round_trips, 10);
    assert_int_equal(a->metrics.bad_checksums, 0);
    assert_int_equal(a->latencies.kinds[RSP_PACKET_READ_MEMORY]->count, 4);
    assert_int_equal(a->memory.redundant, 1); /* the third is in another stop */
    assert_int_equal(a->memory.redundant_bytes, 4);
    assert_int_equal(a->batch_entries, 3);
    assert_int_equal(a->batches[2], 1);
    assert_int_equal(a->actions[RSP_ACTION_ATTACH].sum, 5);
    assert_int_equal(a->actions[RSP_ACTION_STEP].sum, 4);
    assert_int_equal(a->actions[RSP_ACTION_EXIT].sum, 1);
    /* A frame a millisecond: eight answers of the stub, two of the program, nine pauses of the debugger. */
    assert_int_equal(a->phase_ns[RSP_PHASE_STUB], 8 * RSP_NS_PER_MS);
    assert_int_equal(a->phase_ns[RSP_PHASE_PROGRAM], 2 * RSP_NS_PER_MS);
    assert_int_equal(rsp_quantiles_at(&a->latencies.owed, 500), RSP_NS_PER_MS);
    assert_int_equal(a->num_slowest, 8);
    assert_int_equal(a->slowest[0].reply_place, a->slowest[0].request_place + 1);
    rsp_conversations_free(c);
}

/* Every byte in a segment of its own gives the same. */
static void session_in_single_bytes_is_the_same(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    capture_wire_open(&w);
    static const char *const payloads[] = {"qSupported:a+", "PacketSize=1000", "?", "S05", "g", "00112233"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(payloads); i++) {
        rsp_buf wire = {0};
        rsp_frame_packet(&wire, rsp_bytes_str(payloads[i]));
        for (size_t k = 0; k < wire.len; k++)
            capture_wire_send(&w, (int)(i % 2), rsp_bytes_make(wire.ptr + k, 1));
        rsp_buf_free(&wire);
    }
    rsp_conversations *c = read_bytes(rsp_buf_bytes(&w.file), &(rsp_conversations_options){.stub_port = 1234},
                                      &(rsp_status){RSP_OK});
    rsp_buf_free(&w.file);
    const rsp_metrics *m = &rsp_conversations_totals(c)->analysis.metrics;
    assert_int_equal(m->packets_to_stub, 3);
    assert_int_equal(m->packets_from_stub, 3);
    assert_int_equal(m->round_trips, 3);
    rsp_conversations_free(c);
}

static void reply_that_was_lost_is_a_gap_and_the_next_pairs_again(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    begin_session(&w);
    capture_wire_packet(&w, 0, "m1000,4");
    capture_wire_lose(&w, 1, RSP_LIT("$00000000#80"));
    capture_wire_ask(&w, "m2000,4", "11111111");
    w.now_ns += 5 * RSP_NS_PER_MS;
    capture_wire_lose(&w, 0, RSP_LIT("$m3000,4#8d"));
    capture_wire_packet(&w, 1, "22222222");
    capture_wire_ask(&w, "g", "33333333");
    capture_wire_close(&w);
    rsp_conversations *c = read_wire(&w);
    rsp_capture_totals *t = rsp_conversations_totals(c);
    assert_int_equal(t->tcp.gaps, 2);
    assert_int_equal(t->tcp.gap_bytes, 12 + 11);
    assert_int_equal(t->analysis.gaps, 2);
    assert_int_equal(t->analysis.metrics.bad_checksums, 0);
    assert_int_equal(t->analysis.metrics.unsolicited, 0);
    assert_int_equal(t->analysis.metrics.round_trips, 4); /* two at the start, m2000, g */
    assert_int_equal(t->analysis.latencies.kinds[RSP_PACKET_READ_REGISTERS]->count, 1);
    assert_int_equal(t->analysis.latencies.kinds[RSP_PACKET_READ_REGISTERS]->max, RSP_NS_PER_MS);
    rsp_conversations_free(c);
}

static void half_a_packet_that_was_lost_costs_that_packet_only(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    begin_session(&w);
    capture_wire_packet(&w, 0, "m1000,8");
    capture_wire_send(&w, 1, RSP_LIT("$00000"));
    capture_wire_lose(&w, 1, RSP_LIT("0000"));
    capture_wire_send(&w, 1, RSP_LIT("0000000#00$junk"));
    capture_wire_send(&w, 1, RSP_LIT("#bc"));
    capture_wire_ask(&w, "g", "33333333");
    capture_wire_close(&w);
    rsp_conversations *c = read_wire(&w);
    rsp_capture_totals *t = rsp_conversations_totals(c);
    assert_int_equal(t->tcp.gaps, 1);
    assert_int_equal(t->resync_bytes, 10);
    assert_int_equal(t->analysis.metrics.packets_from_stub, 4); /* OK, features, junk, registers */
    assert_int_equal(t->analysis.latencies.kinds[RSP_PACKET_READ_REGISTERS]->count, 1);
    rsp_conversations_free(c);
}

static void capture_from_the_middle_begins_at_a_packet(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    capture_wire_send(&w, 1, RSP_LIT("00000#a0"));
    for (int i = 0; i < 4; i++)
        capture_wire_ask(&w, "qC", "QC1");
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_count(c), 1);
    const rsp_conversation *found = rsp_conversations_get(c, 0);
    assert_false(found->from_start);
    assert_int_equal(rsp_tcp_endpoint_port(&found->stub), 1234); /* though it sent the first segment */
    assert_int_equal(found->end, RSP_FLOW_END_OF_FILE);
    assert_int_equal(found->analysis.metrics.round_trips, 4);
    assert_int_equal(found->analysis.metrics.unsolicited, 0);
    rsp_conversations_free(c);
}

/* T05 of a debugger asks whether thread 5 lives, of a stub it is a stop: alone it does not decide. */
static void word_of_either_side_does_not_decide(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    capture_wire_ask(&w, "T05", "OK");
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_count(c), 1);
    assert_int_equal(rsp_tcp_endpoint_port(&rsp_conversations_get(c, 0)->stub), 1234);
    rsp_conversations_free(c);
}

/* Only stubs send notifications. A '%' in front of a packet is none. */
static void notification_tells_the_stub(void **state) {
    (void)state;
    static const char *const first[] = {"%Stop:T05thread:1;#b7", "100%$PacketSize=400#c4"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(first); i++) {
        capture_wire w;
        capture_wire_begin(&w);
        capture_wire_send(&w, 1, rsp_bytes_str(first[i]));
        rsp_conversations *c = read_wire(&w);
        assert_int_equal(rsp_conversations_count(c), 1);
        assert_int_equal(rsp_tcp_endpoint_port(&rsp_conversations_get(c, 0)->stub), 1234);
        rsp_conversations_free(c);
    }
}

static void note_gap(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    (void)transcript;
    if (entry->kind == RSP_ENTRY_GAP)
        rsp_buf_append(ctx, entry->payload);
}

static void *watch_gaps(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    (void)conversation;
    assert_true(rsp_transcript_observe(transcript, note_gap, ctx));
    return NULL;
}

static void gap_says_how_many_bytes_are_missing(void **state) {
    (void)state;
    capture_wire w;
    rsp_buf said = {0};
    rsp_status status;
    capture_wire_begin(&w);
    begin_session(&w);
    capture_wire_lose(&w, 1, RSP_LIT("$00000000#80"));
    capture_wire_ask(&w, "g", "33333333");
    capture_wire_close(&w);
    rsp_conversations_options options = {.begin = watch_gaps, .ctx = &said};
    rsp_conversations *c = read_bytes(rsp_buf_bytes(&w.file), &options, &status);
    assert_bytes_lit(rsp_buf_bytes(&said), "12 bytes are missing");
    rsp_conversations_free(c);
    rsp_buf_free(&w.file);
    rsp_buf_free(&said);
}

static void other_protocols_are_left_alone(void **state) {
    (void)state;
    static const char *const talks[][2] = {
        {"GET / HTTP/1.1\r\nCookie: $a#b\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"},
        {"SSH-2.0-client\r\n", "SSH-2.0-server\r\n"},
        {"$not hex#zz", "+++"},
    };
    capture_wire w;
    capture_wire_begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(talks); i++) {
        w.ports[0]++;
        capture_wire_open(&w);
        capture_wire_send(&w, 0, rsp_bytes_str(talks[i][0]));
        capture_wire_send(&w, 1, rsp_bytes_str(talks[i][1]));
        capture_wire_close(&w);
    }
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_count(c), 0);
    assert_int_equal(rsp_conversations_totals(c)->foreign, RSP_ARRAY_LEN(talks));
    rsp_conversations_free(c);
}

/* Sessions one after the other and at the same time; more than are kept one by one. */
static void many_conversations_add_up(void **state) {
    (void)state;
    enum { TALKS = RSP_LIMIT_CAPTURE_CONVERSATIONS + 1 };
    capture_wire w;
    capture_wire_begin(&w);
    uint32_t seqs[TALKS][2];
    for (int i = 0; i < TALKS; i++) {
        w.ports[0] = (uint16_t)(40000 + i);
        begin_session(&w);
        memcpy(seqs[i], w.seq, sizeof w.seq);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < TALKS; i++) {
            w.ports[0] = (uint16_t)(40000 + i);
            memcpy(w.seq, seqs[i], sizeof w.seq);
            capture_wire_ask(&w, "g", "00");
            memcpy(seqs[i], w.seq, sizeof w.seq);
        }
    }
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_count(c), TALKS);
    assert_int_equal(rsp_conversations_kept(c), RSP_LIMIT_CAPTURE_CONVERSATIONS);
    assert_int_equal(rsp_conversations_totals(c)->analysis.metrics.round_trips, TALKS * 5);
    assert_int_equal(rsp_conversations_totals(c)->analysis.latencies.kinds[RSP_PACKET_READ_REGISTERS]->count,
                     TALKS * 3);
    rsp_conversations_free(c);
}

static void memory_bound_is_kept_and_said(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    for (int i = 0; i < 100; i++) {
        w.ports[0] = (uint16_t)(40000 + i);
        begin_session(&w);
    }
    rsp_status status;
    rsp_conversations_options options = {.memory_bytes = (size_t)512 * 1024};
    rsp_conversations *c = read_bytes(rsp_buf_bytes(&w.file), &options, &status);
    rsp_capture_totals *t = rsp_conversations_totals(c);
    assert_true(t->most_memory_bytes <= (size_t)512 * 1024);
    assert_true(t->most_memory_bytes > (size_t)256 * 1024); /* some were given up for more */
    assert_true(t->evicted + t->refused > 0);
    assert_true(rsp_conversations_count(c) > 0);
    rsp_conversations_free(c);
    for (size_t bytes = 1024; bytes < (size_t)400 * 1024; bytes += bytes / 3) {
        options.memory_bytes = bytes;
        c = rsp_conversations_new(&options);
        rsp_conversations_free(c); /* NULL where nothing fits */
        if (!c)
            continue;
        c = read_bytes(rsp_buf_bytes(&w.file), &options, &status);
        assert_true(rsp_conversations_totals(c)->most_memory_bytes <= bytes);
        rsp_conversations_free(c);
    }
    rsp_buf_free(&w.file);
}

/* Cut anywhere: what is whole was read, the rest is said; a changed byte does no harm. */
static void damaged_files_are_read_up_to_the_damage(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    begin_session(&w);
    capture_wire_ask(&w, "g", "00");
    capture_wire_close(&w);
    rsp_bytes whole = rsp_buf_bytes(&w.file);
    rsp_status status;
    for (size_t len = 0; len < whole.len; len++) {
        rsp_conversations *c = read_bytes(rsp_bytes_sub(whole, 0, len), NULL, &status);
        assert_true(status == RSP_BAD_FILE || (status == RSP_CLOSED && len >= 24));
        rsp_conversations_free(c);
    }
    uint8_t *copy = w.file.ptr;
    for (size_t i = 0; i < whole.len; i++) {
        uint8_t old = copy[i];
        copy[i] = (uint8_t)(old ^ ((1U << i % 8) | 0x80U));
        rsp_conversations_free(read_bytes(whole, NULL, &status));
        copy[i] = old;
    }
    rsp_buf_free(&w.file);
}

static void delayed_acks_are_named(void **state) {
    (void)state;
    capture_wire w;
    capture_wire_begin(&w);
    begin_session(&w);
    for (int i = 0; i < 10; i++) {
        capture_wire_packet(&w, 0, "g");
        w.now_ns += 39 * RSP_NS_PER_MS;
        capture_wire_packet(&w, 1, "00");
    }
    rsp_conversations *c = read_wire(&w);
    assert_int_equal(rsp_conversations_totals(c)->analysis.delayed_acks, 10);
    assert_true(rsp_analysis_shows_nagle(&rsp_conversations_totals(c)->analysis));
    rsp_conversations_free(c);
}

/* --- a proxy's recording -------------------------------------------------------------------------------- */

static void say(rsp_recording *r, rsp_buf *file, uint64_t *now_ns, rsp_direction direction,
                const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    rsp_recording_data(r, file, *now_ns += RSP_NS_PER_MS, direction, rsp_buf_bytes(&wire), RSP_LIT(""));
    rsp_buf_free(&wire);
}

/* Two conversations of `num` requests each. The proxy has its address, or is somebody else's. */
static void make_proxied(rsp_buf *file, unsigned num, bool ours) {
    uint64_t now_ns = RSP_NS_PER_S;
    const uint32_t other = UINT32_C(0x7f000001);
    rsp_recording sides[] = {
        {.client = rsp_tcp_endpoint_ipv4(other, 40000),
         .stub = ours ? rsp_recording_proxy(1234) : rsp_tcp_endpoint_ipv4(other, 1234)},
        {.client = ours ? rsp_recording_proxy(50000) : rsp_tcp_endpoint_ipv4(other, 50000),
         .stub = rsp_tcp_endpoint_ipv4(other, 2345)},
    };
    rsp_recording_file(file, "test");
    for (unsigned i = 0; i < num; i++) {
        say(&sides[0], file, &now_ns, RSP_TO_STUB, i ? "m1000,4" : "qSupported");
        say(&sides[1], file, &now_ns, RSP_TO_STUB, i ? "m1000,4" : "qSupported");
        say(&sides[1], file, &now_ns, RSP_TO_CLIENT, i ? "00000000" : "PacketSize=1000");
        say(&sides[0], file, &now_ns, RSP_TO_CLIENT, i ? "00000000" : "PacketSize=1000");
    }
}

static void proxied_sessions_count_once(void **state) {
    (void)state;
    static const struct {
        rsp_conversations_options options;
        uint64_t count;
        uint16_t port; /* of the first that ended */
        uint64_t other_side;
        uint64_t not_chosen;
    } cases[] = {
        {{0}, 1, 1234, 1, 0},
        {{.side = RSP_PROXY_SIDE_STUB}, 1, 2345, 1, 0},
        {{.side = RSP_PROXY_SIDE_BOTH}, 2, 2345, 0, 0}, /* which was silent longest */
        {{.stub_port = 2345}, 1, 2345, 0, 0},
        {{.only = true, .number = 1}, 1, 2345, 0, 1},
        {{.only = true, .number = 0, .threads = 2}, 1, 1234, 0, 1},
        {{.only = true, .number = 7}, 0, 0, 0, 2},
    };
    rsp_buf file = {0};
    make_proxied(&file, 20, true);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_status status;
        rsp_conversations *c = read_bytes(rsp_buf_bytes(&file), &cases[i].options, &status);
        const rsp_capture_totals *t = rsp_conversations_totals(c);
        assert_int_equal(rsp_conversations_count(c), cases[i].count);
        assert_int_equal(t->analysis.metrics.round_trips, 20 * cases[i].count);
        if (cases[i].count > 0)
            assert_int_equal(rsp_tcp_endpoint_port(&rsp_conversations_get(c, 0)->stub), cases[i].port);
        assert_int_equal(t->other_side, cases[i].other_side);
        assert_int_equal(t->not_chosen, cases[i].not_chosen);
        rsp_conversations_free(c);
    }
    rsp_buf_free(&file);
}

static void two_sessions_without_our_proxy_count_twice(void **state) {
    (void)state;
    rsp_buf file = {0};
    rsp_status status;
    make_proxied(&file, 20, false);
    rsp_conversations *c = read_bytes(rsp_buf_bytes(&file), NULL, &status);
    assert_int_equal(rsp_conversations_count(c), 2);
    assert_int_equal(rsp_conversations_totals(c)->other_side, 0);
    rsp_conversations_free(c);
    rsp_buf_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(session_is_counted_as_it_was_sent),
        cmocka_unit_test(session_in_single_bytes_is_the_same),
        cmocka_unit_test(reply_that_was_lost_is_a_gap_and_the_next_pairs_again),
        cmocka_unit_test(half_a_packet_that_was_lost_costs_that_packet_only),
        cmocka_unit_test(capture_from_the_middle_begins_at_a_packet),
        cmocka_unit_test(word_of_either_side_does_not_decide),
        cmocka_unit_test(notification_tells_the_stub),
        cmocka_unit_test(gap_says_how_many_bytes_are_missing),
        cmocka_unit_test(other_protocols_are_left_alone),
        cmocka_unit_test(many_conversations_add_up),
        cmocka_unit_test(memory_bound_is_kept_and_said),
        cmocka_unit_test(damaged_files_are_read_up_to_the_damage),
        cmocka_unit_test(delayed_acks_are_named),
        cmocka_unit_test(proxied_sessions_count_once),
        cmocka_unit_test(two_sessions_without_our_proxy_count_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
