/* Two conversations about the same thing with other names: what is learnt, what is a difference, and how
 * requests are rewritten.
 * See rsp/counterpart.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/value_map.h"
#include "codec/packet_schema.h"
#include "core/limits.h"
#include "core/rng.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

static rsp_difference last;

static bool alike(rsp_value_map *c, const char *request, const char *expected, const char *got) {
    return rsp_value_map_match(c, &last, rsp_bytes_str(request), rsp_bytes_str(expected), rsp_bytes_str(got));
}

static void assert_rewritten(rsp_value_map *c, const char *request, const char *theirs) {
    rsp_buf out = {0};
    rsp_value_map_rewrite(c, &out, rsp_bytes_str(request));
    assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(theirs));
    rsp_buf_free(&out);
}

static void ids_are_learnt_once_and_held_to(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "?", "T05thread:p1a.1b;core:0;", "T05thread:p2a.2b;core:3;"));
    assert_true(alike(&c, "qC", "QCp1a.1b", "QCp2a.2b"));
    assert_rewritten(&c, "Hgp1a.1b", "Hgp2a.2b");
    assert_rewritten(&c, "vCont;s:p1a.1b;c:p1a.-1", "vCont;s:p2a.2b;c:p2a.-1");
    assert_rewritten(&c, "Hg0", "Hg0");
    assert_rewritten(&c, "Hgp99.99", "Hgp99.99");
    assert_false(alike(&c, "qC", "QCp1a.1b", "QCp2a.2c"));
    assert_true(last.contradiction && last.have_wanted);
    assert_false(last.structural);
    assert_int_equal(last.wanted, 0x2b);
    assert_int_equal(last.kind, RSP_VARYING_THREAD);
    assert_bytes_lit(last.got, "2c");
    /* another of ours with a name that is taken */
    assert_false(alike(&c, "qC", "QCp1a.1c", "QCp2a.2b"));
    assert_true(last.contradiction && !last.have_wanted);
    assert_true(alike(&c, "qfThreadInfo", "mp1a.1b,p1a.1c", "mp2a.2b,p2a.2d"));
    assert_int_equal(rsp_value_map_ids(&c), 3);
    rsp_value_map_free(&c);
}

static void what_stands_around_the_values_must_be_the_same(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_false(alike(&c, "?", "T05thread:1;", "T06thread:1;"));
    assert_true(last.structural);
    assert_int_equal(last.expected_at, 2);
    assert_bytes_lit(last.expected, "5thread:1;");
    assert_bytes_lit(last.got, "6thread:1;");
    assert_false(alike(&c, "qfThreadInfo", "m1,2", "m1,2,3"));
    assert_true(last.structural);
    assert_false(alike(&c, "m0,4", "00112233", "E01"));
    assert_false(alike(&c, "Z0,0,4", "OK", ""));
    assert_int_equal(last.expected_at, 0);
    assert_true(alike(&c, "k", "", ""));
    rsp_value_map_free(&c);
}

static void addresses_move_by_whole_pages_and_take_their_region_along(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "qShlibInfoAddr", "7ffff7dd1000", "7f1237dd1000"));
    assert_rewritten(&c, "m7ffff7dd5010,8", "m7f1237dd5010,8");
    assert_rewritten(&c, "Z0,7fffe7dd5010,1", "Z0,7f1227dd5010,1"); /* 256 MiB off */
    assert_rewritten(&c, "m401000,8", "m401000,8");                 /* far away: stays */
    assert_true(alike(&c, "qShlibInfoAddr", "7ffff7dd1008", "7f1237dd1008"));
    assert_false(alike(&c, "qShlibInfoAddr", "7ffff7dd1008", "7f1237dd2008"));
    assert_true(last.contradiction);
    assert_int_equal(last.wanted, 0x7f1237dd1008);
    assert_false(alike(&c, "qShlibInfoAddr", "1000", "1008"));
    assert_int_equal(rsp_value_map_moved_pages(&c), 1);
    rsp_value_map_free(&c);
}

static void words_of_data_agree_when_they_are_addresses_or_ids(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "?", "T05thread:1234;", "T05thread:1240;"));
    /* a little-endian pointer, the thread's id in four bytes, zeros */
    assert_true(alike(&c, "m0,18",
                      "0010ddf7ff7f00003412000000000000"
                      "0000000000000000",
                      "0010dd37127f00004012000000000000"
                      "0000000000000000"));
    assert_rewritten(&c, "m7ffff7dd1010,8", "m7f1237dd1010,8");
    assert_false(alike(&c, "m0,8", "0010ddf7ff7f0000", "0020dd37127f0000")); /* the same page, elsewhere */
    assert_false(alike(&c, "m0,8", "0102030405060708", "0102030405060709"));
    assert_false(last.structural);
    assert_int_equal(last.data_offset, 0);
    assert_false(alike(&c, "m0,c", "000000000000000001020304", "000000000000000001020305"));
    assert_int_equal(last.data_offset, 8);
    assert_false(alike(&c, "m0,8", "0102030405060708", "01020304"));
    assert_true(alike(&c, "g", "00000001xxxxxxxx", "00000001xxxxxxxx"));
    assert_false(alike(&c, "g", "00000000xxxxxxxx", "0000000000000000"));
    rsp_value_map_free(&c);
}

static void stack_moves_by_less_than_a_page_for_itself(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "?", "T0507:70e7ffffff7f0000;", "T0507:50e7ffffff7f0000;"));
    assert_rewritten(&c, "m7fffffffe640,40", "m7fffffffe620,40");
    assert_rewritten(&c, "m7ffff7fc8000,40", "m7ffff7fc8000,40");
    assert_rewritten(&c, "P7=70e7ffffff7f0000", "P7=50e7ffffff7f0000");
    assert_true(alike(&c, "m7fffffffe640,8", "78e6ffffff7f0000", "58e6ffffff7f0000"));
    assert_false(alike(&c, "m7fffffffe640,8", "78e6ffffff7f0000", "48e6ffffff7f0000"));
    rsp_value_map_free(&c);
}

static void paths_and_descriptors_are_ids_too(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "qC", "QCp4d2.4d2", "QCp162e.162e")); /* 1234, 5678 */
    assert_true(alike(&c, "vFile:open:2f,0,0", "F5", "F9"));
    assert_rewritten(&c, "vFile:pread:5,10,0", "vFile:pread:9,10,0");
    assert_rewritten(&c, "vFile:open:2f70726f632f313233342f6d617073,0,0", /* /proc/1234/maps */
                     "vFile:open:2f70726f632f353637382f6d617073,0,0");    /* /proc/5678/maps */
    assert_rewritten(&c, "vFile:open:2f746d702f31323334,0,0", "vFile:open:2f746d702f31323334,0,0");
    assert_rewritten(&c, "qXfer:exec-file:read:4d2:0,100", "qXfer:exec-file:read:162e:0,100");
    rsp_value_map_free(&c);
}

/* LLDB's JSON has ids in decimal. */
static void ids_are_rewritten_as_they_are_spelled(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(alike(&c, "qC", "QC7b", "QC1c8"));
    assert_rewritten(&c, "jThreadExtendedInfo:{\"thread\":123}", "jThreadExtendedInfo:{\"thread\":456}");
    assert_rewritten(&c, "T7b", "T1c8");
    assert_rewritten(&c, "T007b", "T1c8");
    assert_false(alike(&c, "m0,8", "0102030405060708", "0102030405060709"));
    assert_false(last.contradiction || last.structural);
    rsp_value_map_free(&c);
}

static void notifications_are_stops(void **state) {
    (void)state;
    rsp_value_map c = {0};
    assert_true(rsp_value_map_match_notification(&c, &last, RSP_LIT("Stop:T05thread:p1.2;"),
                                                 RSP_LIT("Stop:T05thread:p5.6;")));
    assert_false(rsp_value_map_match_notification(&c, &last, RSP_LIT("Stop:T05thread:p1.2;"),
                                                  RSP_LIT("Stop:T05thread:p5.7;")));
    rsp_value_map_free(&c);
}

static void more_ids_than_the_limit_are_not_learnt(void **state) {
    (void)state;
    rsp_value_map c = {0};
    /* Equal ids at first are learnt as they are; is_taken would be quadratic if it were asked for pages. */
    for (unsigned i = 1; i <= RSP_LIMIT_VALUE_PAIRS; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%x000", i);
        assert_true(alike(&c, "qShlibInfoAddr", text, text));
    }
    assert_int_equal(c.status, RSP_OK);
    assert_true(alike(&c, "qShlibInfoAddr", "7ffff0000000", "7ffff0000000"));
    assert_int_equal(c.status, RSP_LIMIT);
    rsp_value_map_free(&c);
}

static uint64_t next_random(void *rng) {
    return rsp_rng_next(rng);
}

/* Whatever is sent: without knowledge a request stays as it is, and everything is like itself. */
static void random_packets_are_like_themselves(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    rsp_buf request = {0};
    rsp_buf out = {0};
    for (int id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++) {
        for (int i = 0; i < 20; i++) {
            rsp_value_map c = {0};
            rsp_buf_clear(&request);
            rsp_buf_clear(&out);
            rsp_packet_sample(&request, rsp_packet_by_id((rsp_packet_id)id), next_random, &rng);
            rsp_value_map_rewrite(&c, &out, rsp_buf_bytes(&request));
            assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&request));
            rsp_bytes reply = rsp_buf_bytes(&out);
            assert_true(rsp_value_map_match(&c, &last, rsp_buf_bytes(&request), reply, reply));
            assert_true(rsp_value_map_match_notification(&c, &last, reply, reply));
            rsp_value_map_free(&c);
        }
    }
    rsp_buf_free(&request);
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_learnt_once_and_held_to),
        cmocka_unit_test(what_stands_around_the_values_must_be_the_same),
        cmocka_unit_test(addresses_move_by_whole_pages_and_take_their_region_along),
        cmocka_unit_test(words_of_data_agree_when_they_are_addresses_or_ids),
        cmocka_unit_test(stack_moves_by_less_than_a_page_for_itself),
        cmocka_unit_test(paths_and_descriptors_are_ids_too),
        cmocka_unit_test(ids_are_rewritten_as_they_are_spelled),
        cmocka_unit_test(notifications_are_stops),
        cmocka_unit_test(random_packets_are_like_themselves),
        cmocka_unit_test(more_ids_than_the_limit_are_not_learnt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
