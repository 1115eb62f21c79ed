/* What the recorder writes is read back by our own capture code. Each piece is written as soon as it passed,
 * so that any number of whole pieces is a readable file.
 * See recorder.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/conversation.h"
#include "capture/pcap.h"
#include "proxy/recorder.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct file {
    rsp_buf bytes;
    unsigned num_writes;
    unsigned fail_at;
} file;

static rsp_status write_blocks(void *ctx, rsp_bytes blocks) {
    file *f = ctx;
    if (++f->num_writes == f->fail_at)
        return RSP_IO;
    rsp_buf_append(&f->bytes, blocks);
    return RSP_OK;
}

/* Reads `bytes` as a capture; the conversations are the caller's to free. */
static rsp_conversations *read_side(rsp_bytes bytes, rsp_proxy_side side) {
    char path[] = "/tmp/stubborn-recorder-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes.ptr, bytes.len), (ssize_t)bytes.len);
    (void)close(fd);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open(path, &error);
    (void)unlink(path);
    assert_non_null(pcap);
    rsp_conversations *c = rsp_conversations_new(&(rsp_conversations_options){.side = side});
    rsp_segment segment;
    while (rsp_pcap_next(pcap, &segment, &error) == RSP_OK)
        rsp_conversations_feed(c, &segment);
    assert_int_equal(error.status, RSP_OK);
    rsp_conversations_finish(c);
    rsp_pcap_close(pcap);
    return c;
}

static void talk(rsp_recorder *r, uint64_t t, bool also_sent) {
    rsp_recorder_piece(r, RSP_PROXY_CLIENT, false, t, RSP_LIT("+$qSupported:swbreak+#"));
    rsp_recorder_piece(r, RSP_PROXY_CLIENT, false, t + 1, RSP_LIT("8b"));
    if (also_sent)
        rsp_recorder_piece(r, RSP_PROXY_STUB, true, t + 2, RSP_LIT("$qSupported:swbreak+#8b"));
    rsp_recorder_piece(r, RSP_PROXY_STUB, false, t + 5000, RSP_LIT("+$PacketSize=100#c1"));
    if (also_sent)
        rsp_recorder_piece(r, RSP_PROXY_CLIENT, true, t + 5001, RSP_LIT("+$PacketSize=100;a+#88"));
    rsp_recorder_piece(r, RSP_PROXY_CLIENT, false, t + 6000, RSP_LIT("+$qC#b4"));
    if (also_sent)
        rsp_recorder_piece(r, RSP_PROXY_STUB, true, t + 6001, RSP_LIT("+$qC#b4"));
    rsp_recorder_piece(r, RSP_PROXY_STUB, false, t + 9000, RSP_LIT("+$QC1#c5"));
    if (also_sent)
        rsp_recorder_piece(r, RSP_PROXY_CLIENT, true, t + 9001, RSP_LIT("+$QC1#c5"));
}

static void one_flow_is_what_both_ends_say(void **state) {
    (void)state;
    file f = {0};
    rsp_recorder r;
    assert_ok(rsp_recorder_begin(&r, &(rsp_recorder_options){.write = write_blocks, .ctx = &f}));
    for (uint64_t i = 0; i < 2; i++) {
        rsp_recorder_connect(&r, i * 20000);
        talk(&r, i * 20000 + 10, true); /* what was sent on is not counted twice */
        rsp_recorder_close(&r, RSP_PROXY_CLIENT, i == 1, i * 20000 + 15000);
    }
    assert_ok(rsp_recorder_status(&r));
    assert_int_equal(r.bytes, f.bytes.len);
    rsp_conversations *c = read_side(rsp_buf_bytes(&f.bytes), RSP_PROXY_SIDE_DEBUGGER);
    assert_int_equal(rsp_conversations_count(c), 2);
    rsp_capture_totals *totals = rsp_conversations_totals(c);
    assert_int_equal(totals->analysis.metrics.round_trips, 4);
    assert_int_equal(totals->analysis.metrics.kind_count[RSP_PACKET_QC], 2);
    assert_int_equal(totals->analysis.metrics.kind_ns[RSP_PACKET_QC], 6000);
    assert_int_equal(totals->tcp.gaps, 0);
    assert_int_equal(totals->resync_bytes, 0);
    assert_true(rsp_conversations_get(c, 0)->from_start);
    rsp_conversations_free(c);
    rsp_recorder_free(&r);
    rsp_buf_free(&f.bytes);
}

static void two_flows_are_two_conversations(void **state) {
    (void)state;
    file f = {0};
    rsp_recorder r;
    rsp_recorder_options options = {
        .write = write_blocks, .ctx = &f, .both = true, .proxy_port = 65535, .stub_port = 65535};
    assert_ok(rsp_recorder_begin(&r, &options));
    rsp_recorder_connect(&r, 0);
    talk(&r, 10, true);
    rsp_recorder_close(&r, RSP_PROXY_STUB, false, 15000);
    for (rsp_proxy_side side = RSP_PROXY_SIDE_DEBUGGER; side <= RSP_PROXY_SIDE_BOTH; side++) {
        rsp_conversations *c = read_side(rsp_buf_bytes(&f.bytes), side);
        const size_t num = side == RSP_PROXY_SIDE_BOTH ? 2 : 1;
        assert_int_equal(rsp_conversations_count(c), num);
        for (size_t i = 0; i < num; i++)
            assert_int_equal(rsp_conversations_get(c, i)->analysis.metrics.round_trips, 2);
        assert_int_equal(rsp_tcp_endpoint_port(&rsp_conversations_get(c, 0)->stub),
                         side == RSP_PROXY_SIDE_STUB ? 1234 : 65535);
        assert_int_equal(rsp_conversations_totals(c)->analysis.metrics.bad_checksums, 0);
        rsp_conversations_free(c);
    }
    rsp_recorder_free(&r);
    rsp_buf_free(&f.bytes);
}

/* Nothing is held back: after each piece the file is complete up to it. */
static void each_piece_is_written_at_once(void **state) {
    (void)state;
    file f = {0};
    rsp_recorder r;
    assert_ok(rsp_recorder_begin(&r, &(rsp_recorder_options){.write = write_blocks, .ctx = &f}));
    rsp_recorder_connect(&r, 0);
    static const char *const pieces[] = {"$qSupported#37", "+$PacketSize=100#c1", "+$qC#b4", "+$Q"};
    uint64_t bytes = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(pieces); i++) {
        rsp_proxy_end from = i % 2 ? RSP_PROXY_STUB : RSP_PROXY_CLIENT;
        size_t before = f.bytes.len;
        rsp_recorder_piece(&r, from, false, 10 * (i + 1), rsp_bytes_str(pieces[i]));
        assert_true(f.bytes.len > before);
        bytes += strlen(pieces[i]);
        if (i < 2)
            continue; /* too little to be told for the protocol */
        rsp_conversations *c = read_side(rsp_buf_bytes(&f.bytes), RSP_PROXY_SIDE_DEBUGGER);
        const rsp_metrics *m = &rsp_conversations_totals(c)->analysis.metrics;
        assert_int_equal(m->bytes_to_stub + m->bytes_from_stub, bytes);
        rsp_conversations_free(c);
    }
    rsp_recorder_free(&r);
    rsp_buf_free(&f.bytes);
}

static void a_full_disk_is_remembered(void **state) {
    (void)state;
    file f = {.fail_at = 3};
    rsp_recorder r;
    assert_ok(rsp_recorder_begin(&r, &(rsp_recorder_options){.write = write_blocks, .ctx = &f}));
    rsp_recorder_connect(&r, 0);
    talk(&r, 10, false);
    assert_int_equal(rsp_recorder_status(&r), RSP_IO);
    assert_int_equal(f.num_writes, 3);
    assert_int_equal(r.bytes, f.bytes.len);
    rsp_recorder_free(&r);
    rsp_buf_free(&f.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_flow_is_what_both_ends_say),
        cmocka_unit_test(two_flows_are_two_conversations),
        cmocka_unit_test(each_piece_is_written_at_once),
        cmocka_unit_test(a_full_disk_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
