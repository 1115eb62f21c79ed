/* Pairing of requests and replies, what was negotiated, and the counts.
 * Conversations as lines of text, as in transcript_script.h.
 * See exchange.h and negotiated.h. */
/* SPDX-License-Identifier: MIT */
#include "transcript_script.h"

#include "codec/negotiated.h"
#include "core/limits.h"
#include "core/mem.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct seen {
    rsp_exchanges x;
    rsp_pairing last;
    rsp_exchange done[32];
    size_t num_done;
    rsp_role roles[64];
    size_t num_roles;
    rsp_status status;
} seen;

static void observe(void *ctx, const rsp_transcript *t, const rsp_entry *e) {
    seen *s = ctx;
    rsp_status status = rsp_exchanges_feed(&s->x, t, e, &s->last);
    s->status = s->status == RSP_OK ? status : s->status;
    if (s->last.have_exchange && s->num_done < RSP_ARRAY_LEN(s->done))
        s->done[s->num_done++] = s->last.exchange;
    if (s->last.role != RSP_ROLE_NOTHING && s->num_roles < RSP_ARRAY_LEN(s->roles))
        s->roles[s->num_roles++] = s->last.role;
}

static void begin(transcript_script *t, seen *s) {
    script_begin(t, false);
    *s = (seen){0};
    assert_true(rsp_transcript_observe(t->transcript, observe, s));
}

static void end(transcript_script *t, seen *s) {
    rsp_exchanges_free(&s->x);
    rsp_exchanges_free(NULL);
    script_end(t);
}

/* UoS-EEC's gdb-server never answers a vCont: what comes is the reply to the '?' behind it. */
static void stop_that_is_asked_for_is_no_proof_of_a_resume(void **state) {
    (void)state;
    for (int asked = 0; asked < 2; asked++) {
        transcript_script t;
        seen s;
        begin(&t, &s);
        script_text(&t, asked ? "> vCont;s\n> ?\n< S05" : "> vCont;s\n< S05");
        assert_int_equal(s.x.metrics.kind_count[RSP_PACKET_VCONT], 1);
        assert_int_equal(s.x.metrics.kind_good[RSP_PACKET_VCONT], asked ? 0 : 1);
        end(&t, &s);
    }
}

/* Whoever answers behind an error reply has survived it; another process has not. */
static void errors_that_a_stub_survives_are_counted(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> mzz,4\n< E01\nx\n|\n> P0=z\n< E01\n> g\n< 00\n> g\n< 00");
    assert_int_equal(s.x.metrics.kind_survived[RSP_PACKET_READ_MEMORY], 0);
    assert_int_equal(s.x.metrics.kind_survived[RSP_PACKET_WRITE_REGISTER], 1);
    assert_int_equal(s.x.metrics.kind_survived[RSP_PACKET_READ_REGISTERS], 0);
    end(&t, &s);
}

static void request_and_reply_make_one_round_trip(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> m1000,4\n< 00000000\n> g\n< 00");
    assert_int_equal(s.num_done, 2);
    assert_int_equal(s.done[0].packet, RSP_PACKET_READ_MEMORY);
    assert_int_equal(s.done[0].class_, RSP_EXCHANGE_STUB);
    assert_true(s.done[0].acked && !s.done[0].batched);
    assert_int_equal(s.done[0].latency_ns, 2 * RSP_NS_PER_MS);
    assert_int_equal(s.x.metrics.round_trips, 2);
    assert_int_equal(s.x.metrics.acks, 4);
    assert_int_equal(s.x.metrics.kind_count[RSP_PACKET_READ_MEMORY], 1);
    assert_int_equal(s.x.metrics.bytes_to_stub, 11 + 5 + 2);
    assert_int_equal(s.x.metrics.bytes_from_stub, 12 + 6 + 2);
    assert_int_equal(s.x.metrics.connections, 1);
    end(&t, &s);
}

static void requests_in_flight_pair_in_order(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> QStartNoAckMode\n< OK\n> qC\n> g\n> ?\n< QC1\n< 00\n< S05");
    assert_int_equal(s.num_done, 4);
    assert_int_equal(s.done[1].packet, RSP_PACKET_QC);
    assert_int_equal(s.done[3].packet, RSP_PACKET_REASON);
    assert_true(!s.done[1].batched && s.done[2].batched && s.done[3].batched);
    assert_int_equal(s.x.metrics.round_trips, 2);
    assert_int_equal(s.x.metrics.packets_to_stub, 4);
    end(&t, &s);
}

/* An over-long packet was dropped: the next replies still go to their requests. */
static void reply_after_a_lost_request_goes_to_its_own(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_raw(&t, RSP_TO_STUB, RSP_LIT("$m1000,4#8e")); /* no '+' comes */
    t.now_ns += RSP_GIVEN_UP_NS;
    script_text(&t, "> vMustReplyEmpty\n< \n> ?\n< S05");
    assert_int_equal(s.num_done, 2);
    assert_int_equal(s.done[0].packet, RSP_PACKET_VMUST_REPLY_EMPTY);
    assert_true(s.done[0].acked);
    assert_int_equal(s.done[1].packet, RSP_PACKET_REASON);
    assert_int_equal(s.x.metrics.unanswered, 1);
    assert_int_equal(rsp_rules_count(t.rules), 0);
    end(&t, &s);
}

/* Requests that are sent together wait together: what is wrong there stays the fault of the first. */
static void requests_sent_together_are_not_lost(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> QStartNoAckMode\n< OK\n> vMustReplyEmpty\n> ?\n< S05\n< S05");
    assert_int_equal(s.done[1].packet, RSP_PACKET_VMUST_REPLY_EMPTY);
    assert_int_equal(rsp_rules_count_of(t.rules, RSP_RULE_MUST_REPLY_EMPTY), 1);
    end(&t, &s);
}

/* A late reply is taken by the request that it fits, when the next one fits no better. */
static void late_reply_goes_to_the_request_that_was_given_up(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> m1000,1");
    t.now_ns += RSP_GIVEN_UP_NS;
    script_text(&t, "> m2000,1\n< 00\n< 01");
    assert_int_equal(s.num_done, 2);
    assert_int_equal(rsp_rules_count(t.rules), 0);
    end(&t, &s);
}

static void resume_takes_the_programs_time(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t,
                "> vCont;c\n< O6869\n< O6869\n>>\x03\n< T02thread:1;\n> QNonStop:1\n< OK\n> vCont;c\n< OK");
    assert_int_equal(s.done[0].class_, RSP_EXCHANGE_PROGRAM);
    assert_int_equal(s.done[2].class_, RSP_EXCHANGE_STUB);
    assert_int_equal(s.roles[1], RSP_ROLE_OUTPUT);
    assert_int_equal(s.x.metrics.interrupts, 1);
    assert_true(s.x.metrics.program_ns > 0 && s.x.metrics.stub_ns > 0);
    assert_true(s.x.metrics.max_stub_ns <= s.x.metrics.stub_ns);
    end(&t, &s);
}

static void file_io_lets_requests_pass_the_resume(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> c\n< Fread,0,1000,2\n> X1000,2:hi\n< OK\n> F2\n< S05");
    const rsp_role roles[] = {RSP_ROLE_REQUEST, RSP_ROLE_FILE_REQUEST, RSP_ROLE_REQUEST,
                              RSP_ROLE_REPLY,   RSP_ROLE_FILE_REPLY,   RSP_ROLE_REPLY};
    assert_int_equal(s.num_roles, RSP_ARRAY_LEN(roles));
    assert_memory_equal(s.roles, roles, sizeof roles);
    assert_int_equal(s.done[0].packet, RSP_PACKET_WRITE_BINARY);
    assert_int_equal(s.done[1].packet, RSP_PACKET_CONTINUE);
    assert_int_equal(s.x.metrics.round_trips, 2);
    end(&t, &s);
}

static void refused_request_pairs_with_its_repetition(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, ">>$g#67\n<<-\n>>$g#67\n<<+$00#60");
    assert_int_equal(s.num_done, 1);
    assert_int_equal(s.roles[1], RSP_ROLE_REPEATED_REQUEST);
    assert_int_equal(s.x.metrics.retransmissions, 1);
    assert_int_equal(s.x.metrics.naks, 1);
    assert_int_equal(s.x.metrics.unsolicited, 0);
    end(&t, &s);
}

/* A debugger that loses patience sends again; the stub may answer once or twice. */
static void impatient_repetition_tolerates_both_answers(void **state) {
    (void)state;
    for (int twice = 0; twice < 2; twice++) {
        transcript_script t;
        seen s;
        begin(&t, &s);
        script_text(&t, ">>$g#67\n>>$g#67\n<<+$00#60\n>>+");
        if (twice)
            script_text(&t, "<<+$00#60\n>>+");
        script_text(&t, "> qC\n< QC1");
        assert_int_equal(s.x.metrics.unsolicited, 0);
        assert_int_equal(s.done[s.num_done - 1].packet, RSP_PACKET_QC);
        assert_int_equal(rsp_exchanges_outstanding(&s.x), 0);
        end(&t, &s);
    }
}

static void nak_of_the_debugger_repeats_the_reply(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, ">>$g#67\n<<+$00#61\n>>-\n<<$00#61\n>>+\n> qC\n< QC1");
    assert_int_equal(s.roles[2], RSP_ROLE_REPEATED_REPLY);
    assert_int_equal(s.num_done, 2);
    assert_int_equal(s.x.metrics.bad_checksums, 2);
    end(&t, &s);
}

static void bad_checksum_in_no_ack_mode_may_be_answered_or_not(void **state) {
    (void)state;
    const char *answers[] = {"", "< 00\n"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(answers); i++) {
        transcript_script t;
        seen s;
        begin(&t, &s);
        script_text(&t, "> QStartNoAckMode\n< OK\n>>$g#00");
        script_text(&t, answers[i]);
        script_text(&t, "> qC\n< QC1");
        assert_int_equal(s.x.metrics.unsolicited, 0);
        assert_int_equal(s.x.metrics.kind_count[RSP_PACKET_QC], 1);
        end(&t, &s);
    }
}

/* Sent before the reply to QStartNoAckMode: the stub has left the mode or not. */
static void bad_checksum_while_ack_mode_ends_may_be_answered_refused_or_neither(void **state) {
    (void)state;
    const char *answers[] = {"", "<<$00#60\n", "<<-\n"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(answers); i++) {
        transcript_script t;
        seen s;
        begin(&t, &s);
        script_text(&t, ">>$QStartNoAckMode#b0$g#00\n<<+$OK#9a");
        script_text(&t, answers[i]);
        script_text(&t, "> qC\n< QC1");
        assert_int_equal(s.x.metrics.unsolicited, 0);
        assert_int_equal(s.x.metrics.kind_count[RSP_PACKET_QC], 1);
        end(&t, &s);
    }
}

/* NuttX runs until the first byte of a client, and tells the stop before it reads the request. What may be
 * the reply, and what comes behind a '+', is none. */
static void stop_before_the_first_acknowledgment_is_a_greeting(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_role role;
        size_t num_done;
    } rows[] = {{">>+$g#67\n<<$T05thread:2;#d8\n>>+\n<<+$00#60", RSP_ROLE_GREETING, 1},
                {">>+$g#67\n<<$S05#b8+$00#60", RSP_ROLE_GREETING, 1},
                {"> qC\n< QC1\nx\n|\n>>$g#67\n<<$S05#b8", RSP_ROLE_GREETING, 1},
                {"> qC\n< QC1\n>>$g#67\n<<$S05#b8", RSP_ROLE_REPLY, 2},
                {">>+$?#3f\n<<$S05#b8", RSP_ROLE_REPLY, 1},
                {">>+$g#67\n<<+$S05#b8", RSP_ROLE_REPLY, 1},
                {">>+$g#67\n<<$E01#a6", RSP_ROLE_REPLY, 1},
                {">>+$jNobody#d5\n<<$S05#b8", RSP_ROLE_REPLY, 1}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        transcript_script t;
        seen s;
        size_t greetings = 0;
        begin(&t, &s);
        script_text(&t, rows[i].text);
        for (size_t k = 0; k < s.num_roles; k++)
            greetings += s.roles[k] == RSP_ROLE_GREETING;
        assert_int_equal(greetings, rows[i].role == RSP_ROLE_GREETING);
        assert_int_equal(s.num_done, rows[i].num_done);
        assert_int_equal(s.x.metrics.unsolicited, 0);
        end(&t, &s);
    }
}

static void close_leaves_requests_unanswered(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> g\nx\n|\n> k\nx");
    assert_int_equal(s.x.metrics.unanswered, 1);
    assert_int_equal(s.x.metrics.connections, 2);
    assert_null(rsp_exchanges_oldest(&s.x));
    end(&t, &s);
}

static void unknown_names_and_notifications_are_counted(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> ^^\n< \n% Stop:x");
    assert_int_equal(s.x.metrics.kind_count[RSP_PACKET_UNKNOWN], 1);
    assert_int_equal(s.x.metrics.notifications, 1);
    assert_int_equal(s.last.role, RSP_ROLE_NOTIFICATION);
    end(&t, &s);
}

static void pending_at_limit_waits_beyond_the_oldest_is_given_up(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    seen s = {0};
    assert_true(rsp_transcript_observe(t, observe, &s));
    for (size_t i = 0; i < RSP_LIMIT_PENDING_REQUESTS; i++)
        assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, i % 2 ? RSP_LIT("$g#67") : RSP_LIT("$?#3f")));
    assert_int_equal(s.status, RSP_OK);
    assert_int_equal(rsp_exchanges_outstanding(&s.x), RSP_LIMIT_PENDING_REQUESTS);
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$qC#b4")));
    assert_int_equal(s.status, RSP_LIMIT);
    assert_int_equal(rsp_exchanges_outstanding(&s.x), RSP_LIMIT_PENDING_REQUESTS);
    assert_int_equal(rsp_exchanges_oldest(&s.x)->entry, 1);
    rsp_exchanges_reset(&s.x);
    assert_int_equal(rsp_exchanges_outstanding(&s.x), 0);
    rsp_exchanges_free(&s.x);
    rsp_transcript_free(t);
}

static void feed_without_memory_says_so(void **state) {
    (void)state;
    rsp_mem_fuzzed mem;
    rsp_mem_fuzzed_init(&mem, 1, 1);
    rsp_transcript *t = rsp_transcript_new(NULL);
    seen s = {.x = {.mem = &mem.mem}};
    assert_true(rsp_transcript_observe(t, observe, &s));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$g#67")));
    assert_int_equal(s.status, RSP_NO_MEMORY);
    rsp_exchanges_free(&s.x);
    rsp_transcript_free(t);
}

static void metrics_merge_adds_every_field(void **state) {
    (void)state;
    rsp_metrics a = {.round_trips = 1, .max_stub_ns = 5, .program_ns = 2};
    rsp_metrics b = {
        .round_trips = 2, .max_stub_ns = 3, .program_ns = 4, .bytes_to_stub = 7, .connections = 1};
    b.kind_count[RSP_PACKET_QC] = 3;
    b.kind_ns[RSP_PACKET_QC] = 30;
    rsp_metrics_merge(&a, &b);
    rsp_metrics_merge(&a, &b);
    assert_int_equal(a.round_trips, 5);
    assert_int_equal(a.max_stub_ns, 5);
    assert_int_equal(a.program_ns, 10);
    assert_int_equal(a.bytes_to_stub, 14);
    assert_int_equal(a.connections, 2);
    assert_int_equal(a.kind_count[RSP_PACKET_QC], 6);
    assert_int_equal(a.kind_ns[RSP_PACKET_QC], 60);
}

static void negotiated_follows_requests_answered_ok(void **state) {
    (void)state;
    rsp_negotiated n = {0};
    rsp_negotiated_update(&n, RSP_LIT("QNonStop:1"), RSP_LIT("E01"));
    assert_false(rsp_mode_is_on(&n, RSP_MODE_NON_STOP));
    rsp_negotiated_update(&n, RSP_LIT("QNonStop:1"), RSP_LIT("OK"));
    assert_true(rsp_mode_is_on(&n, RSP_MODE_NON_STOP));
    rsp_negotiated_update(&n, RSP_LIT("QNonStop:0"), RSP_LIT("OK"));
    assert_false(rsp_mode_is_on(&n, RSP_MODE_NON_STOP));
    rsp_negotiated_update(&n, RSP_LIT("QStartNoAckModeX"), RSP_LIT("OK"));
    assert_false(rsp_mode_is_on(&n, RSP_MODE_NO_ACK));
    rsp_negotiated_update(&n, RSP_LIT("!"), RSP_LIT("OK"));
    rsp_negotiated_update(&n, RSP_LIT("QCatchSyscalls:1;1"), RSP_LIT("OK"));
    rsp_negotiated_update(&n, RSP_LIT("m0,4"), RSP_LIT("OK"));
    assert_true(rsp_mode_is_on(&n, RSP_MODE_EXTENDED) && rsp_mode_is_on(&n, RSP_MODE_CATCH_SYSCALLS));
    n.unknown = true;
    rsp_negotiated_reset(&n);
    assert_true(n.unknown && !rsp_mode_is_on(&n, RSP_MODE_EXTENDED));
}

/* Each qSupported replaces the one before (QSUP-007); the last word on a name counts. */
static void negotiated_features_need_both_sides(void **state) {
    (void)state;
    rsp_negotiated n = {0};
    rsp_negotiated_update(&n, RSP_LIT("qSupported:multiprocess+;swbreak+;swbreak-"),
                          RSP_LIT("PacketSize=3fff;multiprocess+;swbreak+;hwbreak+"));
    assert_true(rsp_agreed_on(&n, RSP_AGREED_MULTIPROCESS));
    assert_false(rsp_agreed_on(&n, RSP_AGREED_SWBREAK));
    assert_false(rsp_agreed_on(&n, RSP_AGREED_HWBREAK));
    assert_int_equal(n.packet_size, 0x3fff);
    rsp_negotiated_update(&n, RSP_LIT("qSupported"), RSP_LIT("multiprocess+;PacketSize=zz"));
    assert_false(rsp_agreed_on(&n, RSP_AGREED_MULTIPROCESS));
    assert_int_equal(n.packet_size, 0);
    rsp_negotiated_update(&n, RSP_LIT("qSupportedX:multiprocess+"), RSP_LIT("multiprocess+"));
    assert_false(rsp_agreed_on(&n, RSP_AGREED_MULTIPROCESS));
}

/* minichlink answers a resume by OK: what is asked before the stop is answered before it. */
static void request_behind_an_early_ok_is_answered_before_the_stop(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> vCont;c:1x\n< OK\n> g\n< 00\n< T05");
    assert_int_equal(s.num_done, 2);
    assert_int_equal(s.done[0].packet, RSP_PACKET_READ_REGISTERS);
    assert_int_equal(s.done[1].packet, RSP_PACKET_VCONT);
    end(&t, &s);
}

/* minichlink refuses by "E 00": such packets never work. */
static void error_of_a_stubs_own_form_is_no_good_reply(void **state) {
    (void)state;
    transcript_script t;
    seen s;
    begin(&t, &s);
    script_text(&t, "> T1\n< E 00\n> p0\n< E0e1");
    assert_int_equal(s.x.metrics.kind_good[RSP_PACKET_THREAD_ALIVE], 0);
    assert_int_equal(s.x.metrics.kind_data[RSP_PACKET_THREAD_ALIVE], 0);
    assert_int_equal(s.x.metrics.kind_good[RSP_PACKET_READ_REGISTER], 1);
    end(&t, &s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_that_is_asked_for_is_no_proof_of_a_resume),
        cmocka_unit_test(errors_that_a_stub_survives_are_counted),
        cmocka_unit_test(request_and_reply_make_one_round_trip),
        cmocka_unit_test(requests_in_flight_pair_in_order),
        cmocka_unit_test(reply_after_a_lost_request_goes_to_its_own),
        cmocka_unit_test(requests_sent_together_are_not_lost),
        cmocka_unit_test(late_reply_goes_to_the_request_that_was_given_up),
        cmocka_unit_test(resume_takes_the_programs_time),
        cmocka_unit_test(file_io_lets_requests_pass_the_resume),
        cmocka_unit_test(refused_request_pairs_with_its_repetition),
        cmocka_unit_test(impatient_repetition_tolerates_both_answers),
        cmocka_unit_test(nak_of_the_debugger_repeats_the_reply),
        cmocka_unit_test(bad_checksum_in_no_ack_mode_may_be_answered_or_not),
        cmocka_unit_test(bad_checksum_while_ack_mode_ends_may_be_answered_refused_or_neither),
        cmocka_unit_test(stop_before_the_first_acknowledgment_is_a_greeting),
        cmocka_unit_test(close_leaves_requests_unanswered),
        cmocka_unit_test(unknown_names_and_notifications_are_counted),
        cmocka_unit_test(pending_at_limit_waits_beyond_the_oldest_is_given_up),
        cmocka_unit_test(feed_without_memory_says_so),
        cmocka_unit_test(metrics_merge_adds_every_field),
        cmocka_unit_test(negotiated_follows_requests_answered_ok),
        cmocka_unit_test(negotiated_features_need_both_sides),
        cmocka_unit_test(request_behind_an_early_ok_is_answered_before_the_stop),
        cmocka_unit_test(error_of_a_stubs_own_form_is_no_good_reply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
