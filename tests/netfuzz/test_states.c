/* The parts of player and fuzzer that have states: each test walks through transitions.
 * Private headers; the player as a whole is tested in test_player.c.
 * See netfuzz/play and hunt. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "hunt/oracle.h"
#include "play/doubt.h"
#include "play/pace.h"
#include "play/probe.h"
#include "play/program.h"
#include "play/write_log.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- doubt --- */

static void doubt_only_grows(void **state) {
    (void)state;
    doubt d = DOUBT_NONE;
    doubt_raise(&d, DOUBT_RECEPTION);
    doubt_raise(&d, DOUBT_VERDICT);
    assert_int_equal(d, DOUBT_RECEPTION);
    doubt_raise(&d, DOUBT_RESEND);
    assert_int_equal(d, DOUBT_RESEND);
}

/* --- probes --- */

static void a_probe_is_out_until_it_is_answered(void **state) {
    (void)state;
    probing p = {0};
    assert_int_equal(p.state, PROBE_NONE);
    probing_note_nak(&p); /* of somebody else's packet */
    assert_int_equal(p.state, PROBE_NONE);
    probing_note_sent(&p, 7);
    assert_int_equal(p.state, PROBE_OUT);
    assert_true(probing_has_entry(&p, 7) && !probing_has_entry(&p, 8));
    probing_note_answer(&p);
    assert_int_equal(p.state, PROBE_ANSWERED);
    probing_note_nak(&p); /* too late to refuse it */
    assert_int_equal(p.state, PROBE_ANSWERED);
    probing_validate(&p);
}

static void one_answer_of_two_is_a_part(void **state) {
    (void)state;
    probing p = {0};
    probing_note_sent(&p, 1);
    probing_note_sent(&p, 2);
    probing_note_answer(&p);
    assert_int_equal(p.state, PROBE_PARTLY);
    assert_true(probing_is_open(&p) && probing_is_answered(&p));
    probing_note_nak(&p);
    assert_int_equal(p.state, PROBE_REFUSED);
    probing_validate(&p);
    probing_note_answer(&p);
    assert_int_equal(p.state, PROBE_ANSWERED);
}

static void another_probe_takes_a_refusal_back(void **state) {
    (void)state;
    probing p = {0};
    probing_note_sent(&p, 1);
    probing_note_packet(&p);
    probing_note_nak(&p);
    assert_int_equal(p.state, PROBE_REFUSED);
    probing_note_sent(&p, 2);
    assert_int_equal(p.state, PROBE_OUT);
    assert_false(p.heard);
    probing_validate(&p);
}

static void a_probe_is_the_name_of_its_packet(void **state) {
    (void)state;
    probe p = {0};
    probe_set(&p, RSP_PACKET_QC, "QC");
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&p.payload), RSP_LIT("qC")));
    assert_true(probe_is_distinct(&p));
    probe_set(&p, RSP_PACKET_VMUST_REPLY_EMPTY, "");
    assert_false(probe_is_distinct(&p));
    rsp_buf_free(&p.payload);
}

/* --- the program --- */

static void an_end_that_was_asked_for_may_come_in_the_next_list(void **state) {
    (void)state;
    program p = {0};
    program_note_list(&p);
    program_note_sent(&p, true);
    assert_int_equal(p.state, PROGRAM_LET_GO);
    program_note_list(&p);
    assert_true(program_allows_end(&p, false));
    program_note_list(&p);
    assert_false(program_allows_end(&p, false));
    assert_int_equal(p.state, PROGRAM_LET_GO); /* on this connection */
    program_note_connection(&p);
    assert_int_equal(p.state, PROGRAM_THERE);
}

static void a_refused_client_does_not_outlast_its_list(void **state) {
    (void)state;
    program p = {0};
    program_note_stub_ending(&p);
    assert_true(program_allows_end(&p, false));
    assert_int_equal(p.state, PROGRAM_THERE); /* until something is sent */
    program_note_sent(&p, false);
    assert_int_equal(p.state, PROGRAM_LET_GO);
    program_note_list(&p);
    assert_false(program_allows_end(&p, false));
}

static void an_exit_outlasts_later_requests(void **state) {
    (void)state;
    program p = {0};
    program_note_exit_signal(&p, 11);
    program_note_sent(&p, true);
    assert_int_equal(p.state, PROGRAM_EXITED);
    assert_int_equal(p.exit_signal, 11);
    program_validate(&p);
}

static void a_stub_that_ends_as_its_program_may_end_while_that_runs(void **state) {
    (void)state;
    program p = {.may_run = true};
    assert_true(program_allows_end(&p, true));
    assert_false(program_allows_end(&p, false));
}

/* --- pace --- */

static void waits_grow_with_answers_up_to_what_is_allowed(void **state) {
    (void)state;
    pace p = {0};
    const uint64_t most = RSP_NS_PER_S;
    assert_true(pace_patience_ns(&p, most) > 0);
    uint64_t before = pace_patience_ns(&p, most);
    pace_note_answer(&p, PACE_TIMED, 20 * RSP_NS_PER_MS);
    assert_true(pace_patience_ns(&p, most) > before);
    pace_note_answer(&p, PACE_TIMED, 10 * RSP_NS_PER_S);
    assert_true(pace_patience_ns(&p, most) == most && pace_enough_ns(&p, most) == most);
    assert_true(pace_pause_ns(&p, 5) == 5 && pace_run_ns(&p, 5) == 5 && pace_first_probe_ns(&p, 5) == 5);
}

static void first_answers_count_for_the_longest_only(void **state) {
    (void)state;
    pace p = {0};
    pace_note_answer(&p, PACE_UNTIMED, RSP_NS_PER_S);
    assert_true(p.longest_ns == 0);
    pace_note_answer(&p, PACE_FIRST, RSP_NS_PER_S);
    assert_true(p.longest_ns == RSP_NS_PER_S && p.slowest_ns == 0 && p.usual_ns == 0);
}

static void an_interrupted_program_does_not_tell_how_long_others_run(void **state) {
    (void)state;
    pace p = {0};
    pace_note_stop(&p, RSP_NS_PER_MS, true);
    assert_true(p.stop_ns == 0);
    pace_note_stop(&p, RSP_NS_PER_MS, false);
    assert_true(p.stop_ns == RSP_NS_PER_MS);
}

/* --- the log of writes --- */

static void a_log_that_is_full_says_so(void **state) {
    (void)state;
    write_log log;
    write_log_init(&log, NULL);
    write_log_add(&log, RSP_LIT("$?#3f"));
    write_log_add_reconnect(&log);
    write_log_add(&log, RSP_LIT("+"));
    rsp_write_log view = write_log_view(&log);
    assert_int_equal(view.num, 3);
    assert_true(view.writes[1].reconnect && view.writes[2].offset == 5 && !view.cut);
    for (int i = 0; i < 10000; i++)
        write_log_add(&log, RSP_LIT("+"));
    assert_true(write_log_view(&log).cut);
    write_log_clear(&log);
    assert_true(write_log_view(&log).num == 0 && !write_log_view(&log).cut);
    write_log_free(&log);
}

/* --- the oracle --- */

static void the_oracle_catches_the_rule_that_is_wanted(void **state) {
    (void)state;
    oracle o;
    oracle_init(&o, NULL);
    const candidate want = {.kind = RSP_FINDING_RULE, .rule = RSP_RULE_ONE_REPLY, .packet = RSP_PACKET_QC};
    rsp_violation v = {.rule = RSP_RULE_ONE_REPLY};
    oracle_seek(&o, &want);
    oracle_note_violation(&o, &v, RSP_PACKET_READ_MEMORY, RSP_LIT("m0,4"));
    assert_int_equal(o.state, ORACLE_SEEKING);
    assert_true(o.have_instead && o.instead.packet == RSP_PACKET_READ_MEMORY);
    oracle_note_violation(&o, &v, RSP_PACKET_QC, RSP_LIT("qC"));
    assert_int_equal(o.state, ORACLE_CAUGHT);
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&o.culprit), RSP_LIT("qC")));
    oracle_note_violation(&o, &v, RSP_PACKET_QC, RSP_LIT("qC;again"));
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&o.culprit), RSP_LIT("qC")));
    oracle_stop(&o);
    assert_false(oracle_is_seeking(&o));
    oracle_validate(&o);
    oracle_free(&o);
}

static void the_first_other_symptom_is_kept(void **state) {
    (void)state;
    oracle o;
    oracle_init(&o, NULL);
    const candidate want = {.kind = RSP_FINDING_HANG, .rule = RSP_RULE_COUNT};
    const candidate crash = {.kind = RSP_FINDING_CRASH, .rule = RSP_RULE_COUNT};
    const candidate deaf = {.kind = RSP_FINDING_DEAF, .rule = RSP_RULE_COUNT};
    oracle_seek(&o, &want);
    oracle_note_end(&o, &crash, false, RSP_LIT("g"));
    oracle_note_end(&o, &deaf, false, RSP_LIT("g"));
    assert_int_equal(o.instead.kind, RSP_FINDING_CRASH);
    oracle_forget(&o);
    assert_false(o.have_instead);
    oracle_free(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubt_only_grows),
        cmocka_unit_test(a_probe_is_out_until_it_is_answered),
        cmocka_unit_test(one_answer_of_two_is_a_part),
        cmocka_unit_test(another_probe_takes_a_refusal_back),
        cmocka_unit_test(a_probe_is_the_name_of_its_packet),
        cmocka_unit_test(an_end_that_was_asked_for_may_come_in_the_next_list),
        cmocka_unit_test(a_refused_client_does_not_outlast_its_list),
        cmocka_unit_test(an_exit_outlasts_later_requests),
        cmocka_unit_test(a_stub_that_ends_as_its_program_may_end_while_that_runs),
        cmocka_unit_test(waits_grow_with_answers_up_to_what_is_allowed),
        cmocka_unit_test(first_answers_count_for_the_longest_only),
        cmocka_unit_test(an_interrupted_program_does_not_tell_how_long_others_run),
        cmocka_unit_test(a_log_that_is_full_says_so),
        cmocka_unit_test(the_oracle_catches_the_rule_that_is_wanted),
        cmocka_unit_test(the_first_other_symptom_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
