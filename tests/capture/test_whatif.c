/* What batches would save in sessions that are written down here, counted by hand.
 * Bounds: independent reads join, a pointer that was just read does not, PacketSize splits.
 * See rsp/whatif.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include <rsp/whatif.h>

typedef struct session {
    rsp_transcript *transcript;
    rsp_whatif whatif;
    uint64_t now_ns;
} session;

static void begin(session *s, uint64_t packet_size) {
    *s = (session){.whatif.packet_size = packet_size};
    s->transcript = rsp_transcript_new(NULL);
    assert_non_null(s->transcript);
    assert_true(rsp_transcript_observe(s->transcript, rsp_whatif_observe, &s->whatif));
}

static void send(session *s, rsp_direction direction, const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    assert_ok(rsp_transcript_feed(s->transcript, direction, ++s->now_ns, rsp_buf_bytes(&wire)));
    assert_ok(rsp_transcript_feed(s->transcript, direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB,
                                  ++s->now_ns, RSP_LIT("+")));
    rsp_buf_free(&wire);
}

static void ask(session *s, const char *request, const char *reply) {
    send(s, RSP_TO_STUB, request);
    send(s, RSP_TO_CLIENT, reply);
}

static void end(session *s) {
    assert_int_equal(s->whatif.status, RSP_OK);
    rsp_whatif_free(&s->whatif);
    rsp_transcript_free(s->transcript);
}

static void assert_saving(const rsp_saving *s, uint64_t packets, uint64_t best, uint64_t worst) {
    assert_int_equal(s->packets, packets);
    assert_int_equal(s->best, best);
    assert_int_equal(s->worst, worst);
}

static void reads_side_by_side_are_one_batch_a_stop(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    for (int stop = 0; stop < 3; stop++) {
        ask(&s, "vCont;c", "T05thread:1;");
        ask(&s, "m100000,4", "00000000");
        ask(&s, "m200000,4", "00000000");
        ask(&s, "m300000,4", "E01");
    }
    assert_saving(&s.whatif.reads, 9, 3, 3);
    assert_int_equal(rsp_saving_least(&s.whatif.reads), 6);
    assert_int_equal(s.whatif.stops, 3);
    end(&s);
}

static void read_through_a_pointer_waits_for_it(void **state) {
    (void)state;
    static const char *const replies[] = {
        "0020400000000000",                 /* little-endian 0x402000 */
        "0000000000402000",                 /* big-endian */
        "000000000000000000f03f0000000000", /* 0x3ff000: less than a page below */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(replies); i++) {
        session s;
        begin(&s, 0);
        ask(&s, "m100000,10", replies[i]);
        ask(&s, i == 2 ? "m3ffff0,4" : "m402000,4", "00000000");
        ask(&s, "m900000,4", "00000000");
        assert_saving(&s.whatif.reads, 3, 1, 2);
        end(&s);
    }
    session s;
    begin(&s, 0);
    ask(&s, "x100000,3", "b}\x03@"); /* escaped binary: 0x23 0x40, no pointer */
    ask(&s, "x402300,3", "b111");
    assert_saving(&s.whatif.reads, 2, 1, 1);
    end(&s);
}

static void other_requests_end_the_lower_bound_only(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    ask(&s, "m100000,4", "00000000");
    ask(&s, "g", "00");
    ask(&s, "m200000,4", "00000000");
    assert_saving(&s.whatif.reads, 2, 1, 2);
    ask(&s, "M100000,1:00", "OK");
    ask(&s, "m300000,4", "00000000");
    assert_saving(&s.whatif.reads, 3, 2, 3);
    end(&s);
}

static void batches_are_split_by_packet_size(void **state) {
    (void)state;
    session s;
    begin(&s, 100);
    for (int i = 0; i < 4; i++)
        ask(&s, "m100000,20", "E01"); /* 32 bytes and 9 of a count: two fit into 100 */
    assert_saving(&s.whatif.reads, 4, 2, 2);
    for (int i = 0; i < 4; i++)
        ask(&s, "Z0,100000,4", "OK"); /* 42, and 14 each: four make 98 */
    assert_saving(&s.whatif.points, 4, 1, 1);
    ask(&s, "z0,100000,4", "OK");
    assert_saving(&s.whatif.points, 5, 2, 2);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_side_by_side_are_one_batch_a_stop),
        cmocka_unit_test(read_through_a_pointer_waits_for_it),
        cmocka_unit_test(other_requests_end_the_lower_bound_only),
        cmocka_unit_test(batches_are_split_by_packet_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
