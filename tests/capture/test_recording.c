/* A conversation written as packets is read back as the same conversation, byte for byte and time for time.
 * Also the packets themselves: sizes, checksums, how connections open and end, comments.
 * See capture/recording.h, capture/pcapng.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/conversation.h"
#include "capture/pcap.h"
#include "capture/pcapng.h"
#include "capture/recording.h"
#include "core/limits.h"

#define EPOCH_NS UINT64_C(1700000000123456789)

static rsp_recording make(uint16_t client_port) {
    return (rsp_recording){.client = rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, client_port),
                           .stub = rsp_tcp_endpoint_ipv4(UINT32_C(0x0a000002), 1234)};
}

static void say(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction, const char *text) {
    rsp_recording_data(r, out, time_ns, direction, rsp_bytes_str(text), rsp_bytes_make(NULL, 0));
}

typedef struct stream {
    rsp_buf got[2]; /* by direction, as the first end is the client */
    uint64_t gaps;
    uint64_t last_ns;
    rsp_flow_end end;
    uint64_t ends;
} stream;

static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    stream *s = ctx;
    (void)flow;
    rsp_buf_append(&s->got[piece->from_first ? RSP_TO_STUB : RSP_TO_CLIENT], piece->bytes);
    s->last_ns = piece->time_ns;
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing) {
    stream *s = ctx;
    (void)flow;
    (void)from_first;
    (void)time_ns;
    s->gaps += missing;
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end) {
    stream *s = ctx;
    (void)flow;
    (void)time_ns;
    s->end = end;
    s->ends++;
}

/* Returns the number of frames. */
static uint64_t read_back(stream *s, const rsp_buf *file) {
    *s = (stream){0};
    rsp_reassembly_sink sink = {.data = on_data, .gap = on_gap, .end = on_end, .ctx = s};
    rsp_reassembly *r = rsp_reassembly_new(&sink, 0, NULL);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(file), "recording", &error);
    assert_non_null(r);
    assert_non_null(pcap);
    rsp_segment segment;
    rsp_status status;
    while ((status = rsp_pcap_next(pcap, &segment, &error)) == RSP_OK)
        assert_ok(rsp_reassembly_feed(r, &segment));
    assert_int_equal(status, RSP_CLOSED);
    uint64_t frames = rsp_pcap_frames(pcap);
    assert_int_equal(rsp_pcap_count(pcap, RSP_FRAME_TCP), frames);
    rsp_reassembly_finish(r);
    rsp_reassembly_free(r);
    rsp_pcap_close(pcap);
    return frames;
}

static void free_stream(stream *s) {
    rsp_buf_free(&s->got[0]);
    rsp_buf_free(&s->got[1]);
}

static void recording_is_read_back_with_its_times(void **state) {
    (void)state;
    rsp_buf file = {0};
    rsp_recording r = make(40000);
    rsp_recording_file(&file, "test");
    rsp_recording_open(&r, &file, EPOCH_NS);
    say(&r, &file, EPOCH_NS + 1, RSP_TO_STUB, "$?#3f");
    say(&r, &file, EPOCH_NS + 2, RSP_TO_CLIENT, "+$S05#b8");
    say(&r, &file, EPOCH_NS + 3, RSP_TO_STUB, "+");
    rsp_recording_fin(&r, &file, EPOCH_NS + 4, RSP_TO_STUB);
    rsp_recording_fin(&r, &file, EPOCH_NS + 4, RSP_TO_STUB);
    rsp_recording_fin(&r, &file, EPOCH_NS + 5, RSP_TO_CLIENT);
    assert_ok(file.status);
    stream s;
    assert_int_equal(read_back(&s, &file), 3 + 3 + 4);
    assert_bytes_lit(rsp_buf_bytes(&s.got[RSP_TO_STUB]), "$?#3f+");
    assert_bytes_lit(rsp_buf_bytes(&s.got[RSP_TO_CLIENT]), "+$S05#b8");
    assert_int_equal(s.gaps, 0);
    assert_int_equal(s.ends, 1);
    assert_int_equal(s.end, RSP_FLOW_FINISHED);
    assert_int_equal(s.last_ns, EPOCH_NS + 3);
    free_stream(&s);
    rsp_buf_free(&file);
}

static void recording_splits_what_is_longer_than_a_packet(void **state) {
    (void)state;
    static const size_t lens[] = {0, 1, RSP_RECORDING_SEGMENT_BYTES, RSP_RECORDING_SEGMENT_BYTES + 1, 100000};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lens); i++) {
        rsp_buf file = {0};
        rsp_buf data = {0};
        for (size_t k = 0; k < lens[i]; k++)
            rsp_buf_push(&data, (uint8_t)(k * 7 + k / 256));
        rsp_recording r = make(40000);
        rsp_recording_file(&file, NULL);
        rsp_recording_data(&r, &file, EPOCH_NS, RSP_TO_CLIENT, rsp_buf_bytes(&data), rsp_bytes_make(NULL, 0));
        rsp_recording_reset(&r, &file, EPOCH_NS + 1, RSP_TO_CLIENT);
        stream s;
        size_t packets = (lens[i] + RSP_RECORDING_SEGMENT_BYTES - 1) / RSP_RECORDING_SEGMENT_BYTES;
        assert_int_equal(read_back(&s, &file), 3 + packets + 1);
        assert_bytes(rsp_buf_bytes(&s.got[RSP_TO_CLIENT]), rsp_buf_bytes(&data));
        assert_int_equal(s.end, RSP_FLOW_RESET);
        free_stream(&s);
        rsp_buf_free(&data);
        rsp_buf_free(&file);
    }
}

/* RFC 1071: with its checksum, a header sums up to all ones. */
static uint32_t sum(uint32_t from, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        from += i % 2 ? bytes.ptr[i] : (uint32_t)bytes.ptr[i] << 8;
    while (from >> 16)
        from = (from & 0xffff) + (from >> 16);
    return from;
}

static void check_checksums(rsp_bytes frame) {
    bool v6 = frame.ptr[0] >> 4 == 6;
    rsp_bytes ip = rsp_bytes_sub(frame, 0, v6 ? 40 : 20);
    rsp_bytes tcp = rsp_bytes_from(frame, ip.len);
    rsp_bytes addresses = rsp_bytes_sub(ip, v6 ? 8 : 12, v6 ? 32 : 8);
    if (!v6)
        assert_int_equal(sum(0, ip), 0xffff);
    assert_int_equal(sum(sum(6 + (uint32_t)tcp.len, addresses), tcp), 0xffff);
}

/* The frames of a file that begins with a section and an interface without names. */
static void packets_have_right_checksums_in_both_families(void **state) {
    (void)state;
    for (int v6 = 0; v6 < 2; v6++) {
        rsp_buf file = {0};
        rsp_recording r = make(40000);
        if (v6) {
            r.client =
                (rsp_tcp_endpoint){.address = {[0] = 0xfe, [1] = 0x80, [15] = 1}, .port = {0x9c, 0x40}};
            r.stub = (rsp_tcp_endpoint){.address = {[0] = 0xfe, [1] = 0x80, [15] = 2}, .port = {4, 0xd2}};
        }
        rsp_recording_file(&file, NULL);
        size_t at = file.len;
        say(&r, &file, EPOCH_NS, RSP_TO_STUB, "$odd#47");
        say(&r, &file, EPOCH_NS, RSP_TO_CLIENT, "$even#a2");
        rsp_recording_fin(&r, &file, EPOCH_NS, RSP_TO_CLIENT);
        int packets = 0;
        while (at < file.len) {
            uint32_t len = 0;
            memcpy(&len, file.ptr + at + 4, 4);
            uint32_t captured = 0;
            memcpy(&captured, file.ptr + at + 20, 4);
            check_checksums(rsp_bytes_make(file.ptr + at + 28, captured));
            at += len;
            packets++;
        }
        assert_int_equal(packets, 7);
        stream s;
        read_back(&s, &file);
        assert_bytes_lit(rsp_buf_bytes(&s.got[RSP_TO_STUB]), "$odd#47");
        free_stream(&s);
        rsp_buf_free(&file);
    }
}

static void recordings_share_a_file(void **state) {
    (void)state;
    rsp_buf file = {0};
    rsp_recording two[2] = {make(40000), make(40001)};
    rsp_recording_file(&file, "test");
    for (int i = 0; i < 20; i++) {
        say(&two[i % 2], &file, EPOCH_NS + (uint64_t)i, RSP_TO_STUB, "$qSupported#37");
        say(&two[i % 2], &file, EPOCH_NS + (uint64_t)i, RSP_TO_CLIENT, "$OK#9a");
    }
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(&file), "recording", &error);
    rsp_conversations *c = rsp_conversations_new(NULL);
    assert_non_null(pcap);
    assert_non_null(c);
    rsp_segment segment;
    while (rsp_pcap_next(pcap, &segment, &error) == RSP_OK)
        rsp_conversations_feed(c, &segment);
    rsp_conversations_finish(c);
    assert_int_equal(rsp_conversations_count(c), 2);
    assert_int_equal(rsp_conversations_totals(c)->analysis.metrics.round_trips, 20);
    assert_int_equal(rsp_conversations_totals(c)->tcp.gaps, 0);
    rsp_conversations_free(c);
    rsp_pcap_close(pcap);
    rsp_buf_free(&file);
}

/* A comment at the limit and one beyond, which is cut before the character that does not fit. */
static void comments_are_cut_at_the_limit(void **state) {
    (void)state;
    for (size_t beyond = 0; beyond < 2; beyond++) {
        rsp_buf comment = {0};
        while (comment.len + 2 <= RSP_LIMIT_PCAPNG_COMMENT_BYTES)
            rsp_buf_str(&comment, "\xc3\xa9");
        rsp_buf_str(&comment, beyond ? "\xc3\xa9" : "!");
        assert_int_equal(comment.len, RSP_LIMIT_PCAPNG_COMMENT_BYTES + beyond);
        rsp_buf file = {0};
        rsp_pcapng_section(&file, NULL);
        rsp_pcapng_interface(&file, RSP_LINKTYPE_RAW, "one");
        size_t at = file.len;
        rsp_pcapng_write(&file,
                         &(rsp_pcapng_packet){.frame = RSP_LIT("odd"), .comment = rsp_buf_bytes(&comment)});
        assert_ok(file.status);
        uint16_t len = 0;
        memcpy(&len, file.ptr + at + 28 + 4 + 2, 2);
        assert_int_equal(len, beyond ? RSP_LIMIT_PCAPNG_COMMENT_BYTES - 1 : RSP_LIMIT_PCAPNG_COMMENT_BYTES);
        rsp_error error = {0};
        rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(&file), "recording", &error);
        assert_non_null(pcap);
        rsp_segment segment;
        assert_int_equal(rsp_pcap_next(pcap, &segment, &error), RSP_CLOSED);
        assert_int_equal(rsp_pcap_frames(pcap), 1);
        rsp_pcap_close(pcap);
        rsp_buf_free(&file);
        rsp_buf_free(&comment);
    }
}

static void full_buffer_holds_whole_blocks_only(void **state) {
    (void)state;
    for (size_t limit = 0; limit < 700; limit++) {
        rsp_buf file;
        rsp_buf_init(&file, NULL, limit + 1);
        rsp_recording r = make(40000);
        rsp_recording_file(&file, "test");
        for (int i = 0; i < 4; i++)
            say(&r, &file, EPOCH_NS, RSP_TO_STUB, "$g#67");
        size_t at = 0;
        while (at < file.len) {
            uint32_t len = 0;
            assert_true(file.len - at >= 12);
            memcpy(&len, file.ptr + at + 4, 4);
            assert_true(len <= file.len - at);
            at += len;
        }
        rsp_buf_free(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_is_read_back_with_its_times),
        cmocka_unit_test(recording_splits_what_is_longer_than_a_packet),
        cmocka_unit_test(packets_have_right_checksums_in_both_families),
        cmocka_unit_test(recordings_share_a_file),
        cmocka_unit_test(comments_are_cut_at_the_limit),
        cmocka_unit_test(full_buffer_holds_whole_blocks_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
