/* Segments in any order give the bytes that were sent, and a gap exactly where the capture has one.
 * Headers of every link type; hostile and cut frames; the limit of flows.
 * See capture/reassembly.h, capture/segment.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/reassembly.h"
#include "core/limits.h"
#include "core/mem.h"
#include "cost/budget.h"

typedef struct collector {
    rsp_buf got[2];
    uint64_t gaps;
    uint64_t missing;
    uint64_t ends[RSP_FLOW_END_OF_FILE + 1];
    rsp_tcp_counts counts;
} collector;

static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    collector *c = ctx;
    (void)flow;
    rsp_buf_append(&c->got[piece->from_first ? 0 : 1], piece->bytes);
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing) {
    collector *c = ctx;
    (void)flow;
    (void)time_ns;
    c->gaps++;
    c->missing += missing;
    rsp_buf_push(&c->got[from_first ? 0 : 1], '~');
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end) {
    collector *c = ctx;
    (void)time_ns;
    c->ends[end]++;
    rsp_tcp_counts_merge(&c->counts, rsp_flow_counts(flow));
}

static rsp_reassembly *begin(collector *c, size_t max_flows, const rsp_mem *mem) {
    *c = (collector){0};
    rsp_reassembly_sink sink = {.data = on_data, .gap = on_gap, .end = on_end, .ctx = c};
    return rsp_reassembly_new(&sink, max_flows, mem);
}

static void end(collector *c, rsp_reassembly *r) {
    rsp_reassembly_finish(r);
    rsp_reassembly_free(r);
    rsp_buf_free(&c->got[0]);
    rsp_buf_free(&c->got[1]);
}

static rsp_segment make(int side, uint32_t seq, const char *text, uint8_t flags, uint32_t ack) {
    rsp_segment s = {.seq = seq,
                     .ack = ack,
                     .flags = flags,
                     .wire_len = (uint32_t)strlen(text),
                     .payload = rsp_bytes_str(text)};
    s.source.port[1] = (uint8_t)(side ? 2 : 1);
    s.target.port[1] = (uint8_t)(side ? 1 : 2);
    return s;
}

static void feed(rsp_reassembly *r, rsp_segment s) {
    assert_ok(rsp_reassembly_feed(r, &s));
}

/* Pieces of "abcdefgh" from sequence number `base`, in every order, each twice: the bytes come once. */
static void segments_in_any_order_give_the_stream(void **state) {
    (void)state;
    static const char *const pieces[] = {"ab", "cde", "f", "gh"};
    static const uint32_t offsets[] = {0, 2, 5, 6};
    static const uint32_t bases[] = {1, UINT32_MAX - 3, 0x7ffffffe};
    for (int order = 0; order < 256; order++) {
        int idx[4] = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6 & 3};
        if (((1 << idx[0]) | (1 << idx[1]) | (1 << idx[2]) | (1 << idx[3])) != 15)
            continue;
        uint32_t base = bases[order % 3];
        collector c;
        rsp_reassembly *r = begin(&c, 0, NULL);
        feed(r, make(0, base - 1, "", RSP_TCP_SYN, 0));
        for (int i = 0; i < 4; i++) {
            feed(r, make(0, base + offsets[idx[i]], pieces[idx[i]], 0, 0));
            feed(r, make(0, base + offsets[idx[i]], pieces[idx[i]], 0, 0));
        }
        assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "abcdefgh");
        assert_int_equal(c.gaps, 0);
        end(&c, r);
    }
}

static void segments_that_overlap_give_each_byte_once(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    feed(r, make(0, 99, "", RSP_TCP_SYN, 0));
    feed(r, make(0, 100, "abcd", 0, 0));
    feed(r, make(0, 106, "ghij", 0, 0));
    feed(r, make(0, 102, "cdefgh", 0, 0));
    feed(r, make(0, 99, "?", 0, 0)); /* a keep-alive */
    assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "abcdefghij");
    rsp_reassembly_finish(r);
    assert_int_equal(c.counts.overlaps, 2);
    assert_int_equal(c.counts.reordered, 1);
    assert_int_equal(c.counts.retransmissions, 1);
    end(&c, r);
}

static void piece_that_was_acknowledged_and_is_missing_is_a_gap(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    feed(r, make(0, 1, "", RSP_TCP_SYN, 0));
    feed(r, make(1, 1, "", RSP_TCP_SYN | RSP_TCP_ACK, 2));
    feed(r, make(0, 2, "ab", RSP_TCP_ACK, 2));
    feed(r, make(0, 9, "xy", RSP_TCP_ACK, 2));
    assert_int_equal(c.gaps, 0); /* may still come */
    feed(r, make(1, 2, "ok", RSP_TCP_ACK, 11));
    assert_int_equal(c.gaps, 1);
    assert_int_equal(c.missing, 5);
    assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "ab~xy");
    assert_bytes_lit(rsp_buf_bytes(&c.got[1]), "ok");
    end(&c, r);
}

static void pieces_held_at_the_limit_wait_and_beyond_are_a_gap(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    feed(r, make(0, 1, "a", 0, 0));
    for (uint32_t i = 0; i < RSP_LIMIT_CAPTURE_HELD_SEGMENTS; i++)
        feed(r, make(0, 10 + i, "x", 0, 0));
    assert_int_equal(c.gaps, 0);
    feed(r, make(0, 10 + RSP_LIMIT_CAPTURE_HELD_SEGMENTS, "x", 0, 0));
    assert_int_equal(c.gaps, 1);
    assert_int_equal(c.missing, 8);
    end(&c, r);
}

/* There is no memory to wait with, and the piece is apart from what was held: it is a second gap, and the
 * stream goes on behind it. */
static void piece_that_cannot_be_held_is_a_gap_of_its_own(void **state) {
    (void)state;
    collector c;
    budget limited;
    budget_init(&limited, SIZE_MAX);
    rsp_reassembly *r = begin(&c, 0, &limited.mem);
    feed(r, make(0, 1, "a", 0, 0));
    feed(r, make(0, 10, "x", 0, 0));
    limited.limit_bytes = limited.held_bytes;
    feed(r, make(0, 20, "y", 0, 0));
    feed(r, make(0, 21, "z", 0, 0));
    assert_int_equal(c.gaps, 2);
    assert_int_equal(c.missing, 8 + 9);
    assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "a~x~yz");
    end(&c, r);
}

/* The end says how many bytes there were. */
static void bytes_before_the_end_that_never_came_are_a_gap(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    feed(r, make(0, 1, "abc", 0, 0));
    feed(r, make(0, 10, "", RSP_TCP_FIN, 0));
    rsp_reassembly_finish(r);
    assert_int_equal(c.gaps, 1);
    assert_int_equal(c.missing, 6);
    assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "abc~");
    end(&c, r);
}

static void segment_cut_by_the_capture_is_a_gap(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    rsp_segment cut = make(0, 1, "abc", 0, 0);
    cut.wire_len = 10;
    feed(r, cut);
    feed(r, make(0, 11, "d", 0, 0));
    assert_bytes_lit(rsp_buf_bytes(&c.got[0]), "abc~d");
    assert_int_equal(c.missing, 7);
    end(&c, r);
}

static void flows_end_as_they_do(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 0, NULL);
    feed(r, make(0, 1, "a", RSP_TCP_FIN, 0));
    feed(r, make(1, 1, "b", RSP_TCP_FIN | RSP_TCP_ACK, 3));
    feed(r, make(0, 3, "", RSP_TCP_ACK, 3)); /* the last ack opens nothing */
    assert_int_equal(c.ends[RSP_FLOW_FINISHED], 1);
    feed(r, make(0, 50, "", RSP_TCP_SYN, 0));
    feed(r, make(0, 51, "c", 0, 0));
    feed(r, make(0, 900, "", RSP_TCP_SYN, 0)); /* the same ports again */
    assert_int_equal(c.ends[RSP_FLOW_REUSED], 1);
    feed(r, make(1, 5, "", RSP_TCP_RST, 0));
    assert_int_equal(c.ends[RSP_FLOW_RESET], 1);
    assert_int_equal(rsp_reassembly_flows(r), 3);
    end(&c, r);
}

static void flows_beyond_the_limit_push_out_the_oldest(void **state) {
    (void)state;
    collector c;
    rsp_reassembly *r = begin(&c, 4, NULL);
    for (uint8_t i = 0; i < 5; i++) {
        rsp_segment s = make(0, 1, "a", 0, 0);
        s.source.port[0] = i;
        assert_int_equal(rsp_reassembly_feed(r, &s), i < 4 ? RSP_OK : RSP_LIMIT);
    }
    assert_int_equal(c.ends[RSP_FLOW_EVICTED], 1);
    assert_int_equal(rsp_reassembly_evicted(r), 1);
    end(&c, r);
}

static void memory_is_made_by_giving_up_connections(void **state) {
    (void)state;
    collector c;
    budget limited;
    budget_init(&limited, SIZE_MAX);
    rsp_reassembly *r = begin(&c, 8, &limited.mem);
    for (uint8_t i = 0; i < 4; i++) {
        rsp_segment s = make(0, 1, "a", 0, 0);
        s.source.port[0] = i;
        assert_ok(rsp_reassembly_feed(r, &s));
    }
    rsp_mem_free(&limited.mem, rsp_reassembly_alloc(r, NULL, 16));
    assert_int_equal(c.ends[RSP_FLOW_EVICTED], 0);
    limited.limit_bytes = limited.held_bytes; /* from here on connections must go */
    void *block = rsp_reassembly_alloc(r, NULL, 16);
    assert_non_null(block);
    assert_int_equal(c.ends[RSP_FLOW_EVICTED], 1);
    assert_null(rsp_reassembly_alloc(r, NULL, limited.limit_bytes + 1));
    assert_int_equal(c.ends[RSP_FLOW_EVICTED], 4);
    rsp_mem_free(&limited.mem, block);
    end(&c, r);
}

static void reassembly_without_memory_goes_on(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 12; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        collector c;
        rsp_reassembly *r = begin(&c, 0, &fuzzed.mem);
        if (!r)
            continue;
        for (uint32_t i = 0; i < 8; i++) {
            rsp_segment s = make(0, 1 + 4 * (i ^ 1), "abcd", 0, 0);
            rsp_status status = rsp_reassembly_feed(r, &s);
            assert_true(status == RSP_OK || status == RSP_LIMIT || status == RSP_NO_MEMORY);
        }
        end(&c, r);
    }
}

/* The same TCP header behind each link header. */
static void frames_of_each_link_type_are_understood(void **state) {
    (void)state;
    static const uint8_t ipv4[] = {0x45, 0, 0, 42, 0, 0, 0, 0, 64, 6, 0, 0, 127, 0, 0, 1, 127, 0, 0, 2};
    static const uint8_t ipv6[] = {0x60, 0, 0, 0, 0, 30, 0, 64, 0xfe, 0x80, 0, 0, 0, 0, 0, 0,
                                   0,    0, 0, 0, 0, 0,  0, 1,  0xfe, 0x80, 0, 0, 0, 0, 0, 0,
                                   0,    0, 0, 0, 0, 0,  0, 2,  6,    0,    0, 0, 0, 0, 0, 0};
    static const uint8_t tcp[] = {0x04, 0xd2, 0x9c, 0x40, 0, 0, 0, 7, 0, 0,   0,
                                  9,    0x50, 0x18, 0,    0, 0, 0, 0, 0, 'h', 'i'};
    static const struct {
        const char *name;
        int type;
        size_t len;
        uint8_t head[24];
        bool v6;
    } cases[] = {
        {"ethernet", RSP_LINKTYPE_ETHERNET, 14, {[12] = 8}, false},
        {"ethernet, vlan", RSP_LINKTYPE_ETHERNET, 18, {[12] = 0x81, [16] = 0x86, [17] = 0xdd}, true},
        {"two vlan tags",
         RSP_LINKTYPE_ETHERNET,
         22,
         {[12] = 0x88, [13] = 0xa8, [16] = 0x81, [20] = 8},
         false},
        {"cooked v1", RSP_LINKTYPE_LINUX_SLL, 16, {[14] = 8}, false},
        {"cooked v2", RSP_LINKTYPE_LINUX_SLL2, 20, {[0] = 0x86, [1] = 0xdd}, true},
        {"null", RSP_LINKTYPE_NULL, 4, {2}, false},
        {"loop", RSP_LINKTYPE_LOOP, 4, {[3] = 24}, true},
        {"raw", RSP_LINKTYPE_RAW, 0, {0}, false},
        {"raw as libpcap says", RSP_LINKTYPE_RAW_BSD, 0, {0}, true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf frame = {0};
        rsp_buf_append(&frame, rsp_bytes_make(cases[i].head, cases[i].len));
        rsp_buf_append(&frame,
                       cases[i].v6 ? rsp_bytes_make(ipv6, sizeof ipv6) : rsp_bytes_make(ipv4, sizeof ipv4));
        rsp_buf_append(&frame, rsp_bytes_make(tcp, sizeof tcp));
        size_t whole = frame.len;
        rsp_buf_str(&frame, "pad"); /* link padding is not payload */
        rsp_segment s = {0};
        if (rsp_segment_decode(&s, rsp_buf_bytes(&frame), frame.len, cases[i].type) != RSP_FRAME_TCP)
            fail_msg("%s: no TCP", cases[i].name);
        assert_bytes_lit(s.payload, "hi");
        assert_int_equal(s.seq, 7);
        assert_int_equal(rsp_tcp_endpoint_port(&s.source), 1234);
        rsp_buf text = {0};
        rsp_tcp_endpoint_append(&text, &s.target);
        assert_bytes(rsp_buf_bytes(&text),
                     cases[i].v6 ? RSP_LIT("[fe80::2]:40000") : RSP_LIT("127.0.0.2:40000"));
        rsp_buf_free(&text);
        for (size_t len = 0; len < whole; len++) {
            uint8_t *exact =
                rsp_mem_alloc(NULL, len ? len : 1); /* so that the sanitizer sees a read behind it */
            assert_non_null(exact);
            memcpy(exact, frame.ptr, len);
            rsp_frame_class class_ =
                rsp_segment_decode(&s, rsp_bytes_make(exact, len), frame.len, cases[i].type);
            assert_true(class_ == RSP_FRAME_TCP ? s.payload.len < 2
                                                : class_ == RSP_FRAME_DAMAGED || len < whole);
            rsp_mem_free(NULL, exact);
        }
        rsp_buf_free(&frame);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_in_any_order_give_the_stream),
        cmocka_unit_test(segments_that_overlap_give_each_byte_once),
        cmocka_unit_test(piece_that_was_acknowledged_and_is_missing_is_a_gap),
        cmocka_unit_test(pieces_held_at_the_limit_wait_and_beyond_are_a_gap),
        cmocka_unit_test(piece_that_cannot_be_held_is_a_gap_of_its_own),
        cmocka_unit_test(bytes_before_the_end_that_never_came_are_a_gap),
        cmocka_unit_test(segment_cut_by_the_capture_is_a_gap),
        cmocka_unit_test(flows_end_as_they_do),
        cmocka_unit_test(flows_beyond_the_limit_push_out_the_oldest),
        cmocka_unit_test(memory_is_made_by_giving_up_connections),
        cmocka_unit_test(reassembly_without_memory_goes_on),
        cmocka_unit_test(frames_of_each_link_type_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
