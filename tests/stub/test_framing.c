/* Framing, acknowledgments, retransmission, no-ack mode and interrupts as bytes.
 * Each conversation must be the same in pieces of every size.
 * Source: GDB manual, Overview; Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

#include "core/limits.h"
#include <rsp/frame.h>

/* In pieces of 1..17 bytes and whole. */
static void in_pieces(const char *const *lines) {
    for (size_t piece = 0; piece < 18; piece++) {
        stub_script t;
        script_init(&t);
        t.piece = piece;
        script_start(&t);
        script_lines(&t, lines);
        script_end(&t);
    }
}

#define PIECES(...) in_pieces((const char *const[]){__VA_ARGS__, NULL})

static void reply_is_acknowledged_then_sent(void **state) {
    (void)state;
    PIECES("! $qC#b4", "= +$QC1#c5");
    PIECES("! $vMustReplyEmpty#3a", "= +$#00");
    PIECES("! $#00", "= +$#00", "! $qC#b4", "= +$QC1#c5");
}

static void junk_is_ignored(void **state) {
    (void)state;
    PIECES("! xyz\r\n$qC#b4", "= +$QC1#c5");
    PIECES("! +++$qC#B4", "= +$QC1#c5");
}

static void several_packets_are_all_answered(void **state) {
    (void)state;
    PIECES("! $qC#b4$qC#b4", "= +$QC1#c5+$QC1#c5");
}

static void bad_checksum_is_refused_without_effect(void **state) {
    (void)state;
    PIECES("! $Hg2#00", "= -", "! $qC#b4", "= +$QC1#c5");
    PIECES("! $qC#zz", "= -", "! $qC#b4", "= +$QC1#c5");
}

static void nak_brings_the_same_bytes(void **state) {
    (void)state;
    PIECES("! $qC#b4", "= +$QC1#c5", "! -", "= $QC1#c5", "! -", "= $QC1#c5", "! +", "! -", "! ++$qC#b4",
           "= +$QC1#c5", "! +");
}

static void nak_does_not_repeat_the_request(void **state) {
    (void)state;
    PIECES("> vCont;s:1", "log s1.1 ", "run", "< T05thread:1;*", "! -", "< T05thread:1;*", "log ");
}

static void dollar_starts_over(void **state) {
    (void)state;
    PIECES("! $m0,4$qC#b4", "= +$QC1#c5");
}

static void sequence_id_is_plain_data(void **state) {
    (void)state;
    PIECES("! $01:qC#4f", "= +$#00");
}

static void no_ack_mode_is_entered_and_left(void **state) {
    (void)state;
    PIECES("> QStartNoAckMode", "< OK", "! +", "! $qC#b4", "= $QC1#c5", "! -", "! $qC#00", "= $QC1#c5",
           "> QStartNoAckMode", "< OK", "drop", "! $qC#b4", "= +$QC1#c5");
}

static void first_packet_of_no_ack_mode_is_acknowledged(void **state) {
    (void)state;
    PIECES("! $QStartNoAckMode#b0", "= +$OK#9a");
}

static void half_a_packet_is_forgotten_on_reconnect(void **state) {
    (void)state;
    PIECES("! $qC", "drop", "! $qC#b4", "= +$QC1#c5");
}

static void interrupt_is_not_acknowledged(void **state) {
    (void)state;
    PIECES("> vCont;c", "! \3", "< T02thread:1;*", "log c1.1 c1.2 ");
    PIECES("! $vCont;c#a8\3", "= +", "< T02thread:1;*");
}

static void interrupt_while_stopped_is_remembered(void **state) {
    (void)state;
    PIECES("! \3\3\3", "> qC", "< QC1", "> vCont;c", "< T02thread:1;*", "> vCont;c", "e BREAK_SOFTWARE 1.2",
           "run", "< T05thread:2;*");
}

static void interrupt_byte_inside_a_packet_is_data(void **state) {
    (void)state;
    PIECES("! $q\3x#ec", "= +$#00");
}

static void requests_wait_for_the_stop(void **state) {
    (void)state;
    PIECES("> vCont;c", "! $qC#b4$qC#b4", "= ++", "e BREAK_SOFTWARE 1.2", "run", "< T05thread:2;*", "< QC2",
           "< QC2");
    PIECES("> c", "! $s#73$qC#b4", "= ++", "e BREAK_SOFTWARE 1.2", "run", "< T05thread:2;*", "run",
           "< T05thread:2;*", "< QC2");
}

static void overlong_packet_is_an_error_and_the_next_one_works(void **state) {
    (void)state;
    stub_script t;
    char payload[600];
    script_init(&t);
    t.options.packet_bytes = 512;
    script_start(&t);
    memset(payload, 'y', sizeof(payload));
    payload[513] = 0;
    rsp_buf line = {0};
    rsp_buf_printf(&line, "> %s", payload);
    SCRIPT(&t, rsp_buf_cstr(&line), "< E0c", "> qC", "< QC1");
    rsp_buf_truncate(&line, 2 + 512);
    SCRIPT(&t, rsp_buf_cstr(&line), "< ", "> qC", "< QC1");
    rsp_buf_free(&line);
    SCRIPT(&t, "> QStartNoAckMode", "< OK");
    script_end(&t);
}

static void packet_size_outside_its_range_is_refused(void **state) {
    (void)state;
    const size_t sizes[] = {0, RSP_LIMIT_STUB_PACKET_BYTES_MIN - 1, RSP_LIMIT_PACKET_BYTES + 1};
    for (size_t i = 0; i < RSP_ARRAY_LEN(sizes); i++) {
        rsp_stub_options options = rsp_stub_options_default();
        rsp_error error;
        options.ops = &fake_target_ops;
        options.packet_bytes = sizes[i];
        assert_null(rsp_stub_new(&options, &error));
        assert_int_equal(error.status, RSP_USAGE);
    }
}

static void run_lengths_cover_the_reply(void **state) {
    (void)state;
    stub_script t;
    script_init(&t);
    t.options.run_length = true;
    script_start(&t);
    SCRIPT(&t, "> qEcho:00000000000000000000", "= $qEcho:0*0#b4");
    script_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reply_is_acknowledged_then_sent),
        cmocka_unit_test(junk_is_ignored),
        cmocka_unit_test(several_packets_are_all_answered),
        cmocka_unit_test(bad_checksum_is_refused_without_effect),
        cmocka_unit_test(nak_brings_the_same_bytes),
        cmocka_unit_test(nak_does_not_repeat_the_request),
        cmocka_unit_test(dollar_starts_over),
        cmocka_unit_test(sequence_id_is_plain_data),
        cmocka_unit_test(no_ack_mode_is_entered_and_left),
        cmocka_unit_test(first_packet_of_no_ack_mode_is_acknowledged),
        cmocka_unit_test(half_a_packet_is_forgotten_on_reconnect),
        cmocka_unit_test(interrupt_is_not_acknowledged),
        cmocka_unit_test(interrupt_while_stopped_is_remembered),
        cmocka_unit_test(interrupt_byte_inside_a_packet_is_data),
        cmocka_unit_test(requests_wait_for_the_stop),
        cmocka_unit_test(overlong_packet_is_an_error_and_the_next_one_works),
        cmocka_unit_test(packet_size_outside_its_range_is_refused),
        cmocka_unit_test(run_lengths_cover_the_reply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
