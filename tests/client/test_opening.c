/* The opening that `send` and `shell` play, against scripted peers: requests, order, end.
 * Times are virtual.
 * See opening.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "script_peer.h"

#include "client/opening.h"
#include <rsp/packets.h>

static const script_line gdbs[] = {
    {.request = "qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386",
     .answer = "+$PacketSize=20;qXfer:features:read+;multiprocess+#fd"},
    {.request = "Hgp0.0", .answer = "+$E01#a6"},
    {.request = "qXfer:features:read:target.xml:0,1c", .answer = "+$m<target>#6e"},
    {.request = "qXfer:features:read:target.xml:8,1c", .answer = "+$l</target>#9c"},
    {.request = "?", .answer = "+$S05#b8"},
    {.request = "QStartNoAckMode", .answer = "+$OK#9a"},
};
static const script_line lldbs[] = {
    {.request = "qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386",
     .answer = "+$QThreadSuffixSupported+#0f"},
    {.request = "QThreadSuffixSupported", .answer = "+$OK#9a"},
    {.request = "QListThreadsInStopReply", .answer = "+$OK#9a"},
    {.request = "?", .answer = "+$S05#b8"},
};
static const script_line mute[] = {{.request = "?", .answer = "+"}};

/* What the opening says that it sent, to a peer of these lines. */
static void expect_opening(const script_line *lines, size_t num, const rsp_opening_options *options,
                           rsp_status status, const char *sent, bool is_lldbs) {
    script peer = {.lines = lines, .num = num};
    rsp_link *link = script_open(&peer, 0);
    const rsp_session_options session_options = {.timeout_ns = RSP_NS_PER_MS, .opens = true};
    rsp_session *session = rsp_session_new(link, &session_options);
    rsp_opening opening = {0};
    assert_non_null(session);
    assert_int_equal(rsp_opening_play(&opening, session, options), status);
    assert_string_equal(rsp_buf_cstr(&opening.sent), sent);
    assert_int_equal(opening.is_lldbs, is_lldbs);
    rsp_opening_free(&opening);
    rsp_session_free(session);
    script_close(&peer, link);
}

static void gdbs_opening_reads_the_description_in_windows(void **state) {
    (void)state;
    expect_opening(gdbs, RSP_ARRAY_LEN(gdbs), &(rsp_opening_options){0}, RSP_OK,
                   "qSupported, Hgp0.0, qXfer:features:read (2), ?", false);
    expect_opening(gdbs, RSP_ARRAY_LEN(gdbs), &(rsp_opening_options){.no_ack = true}, RSP_OK,
                   "qSupported, QStartNoAckMode, Hgp0.0, qXfer:features:read (2), ?", false);
}

static void lldbs_stubs_get_its_modes(void **state) {
    (void)state;
    expect_opening(lldbs, RSP_ARRAY_LEN(lldbs), &(rsp_opening_options){0}, RSP_OK,
                   "qSupported, QListThreadsInStopReply, ?", true);
}

/* A `?` that is answered once is the user's; who sends qSupported opens the connection himself. */
static void packets_of_the_user_are_left_to_him(void **state) {
    (void)state;
    const bool question[RSP_PACKET_MOST] = {[RSP_PACKET_REASON] = true};
    const bool features[RSP_PACKET_MOST] = {[RSP_PACKET_QSUPPORTED] = true};
    expect_opening(gdbs, RSP_ARRAY_LEN(gdbs), &(rsp_opening_options){.own_packets = question}, RSP_OK,
                   "qSupported, Hgp0.0, qXfer:features:read (2)", false);
    expect_opening(gdbs, RSP_ARRAY_LEN(gdbs), &(rsp_opening_options){.own_packets = features}, RSP_OK, "",
                   false);
}

static void silence_ends_it_soon(void **state) {
    (void)state;
    expect_opening(mute, RSP_ARRAY_LEN(mute), &(rsp_opening_options){0}, RSP_OK,
                   "qSupported (no reply), Hg0 (no reply)", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gdbs_opening_reads_the_description_in_windows),
        cmocka_unit_test(lldbs_stubs_get_its_modes),
        cmocka_unit_test(packets_of_the_user_are_left_to_him),
        cmocka_unit_test(silence_ends_it_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
