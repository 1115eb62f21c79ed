/* The first silence of a kind is waited for in full, later ones for less: little after three in a row.
 * Without being switched on nothing changes.
 * See ends/patience.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ends/patience.h"

#include <rsp/clock.h>
#include <rsp/packet_ids.h>

static const uint64_t full = 2 * RSP_NS_PER_S;
static const rsp_manners nothing_known;

static uint64_t wait_of(const patience *p, unsigned kind) {
    return patience_wait_ns(p, &nothing_known, kind, full);
}

static void silence_shown_three_times_is_waited_for_shortly(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(wait_of(&p, RSP_PACKET_DETACH), full);
    for (int i = 0; i < 3; i++) {
        patience_begin(&p, 100 + (uint64_t)i);
        patience_learn(&p, RSP_PACKET_DETACH, false, full);
    }
    assert_int_equal(wait_of(&p, RSP_PACKET_DETACH), 50 * RSP_NS_PER_MS);
    assert_int_equal(wait_of(&p, RSP_PACKET_QC), full);
}

/* A packet that is answered elsewhere is waited for longer than one that never is. */
static void a_confirmed_silence_is_waited_for_in_part(void **state) {
    (void)state;
    patience p = {.on = true};
    patience_begin(&p, 1);
    patience_learn(&p, RSP_PACKET_READ_MEMORY, true, 200 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_READ_MEMORY, false, full);
    patience_begin(&p, 2);
    assert_int_equal(wait_of(&p, RSP_PACKET_READ_MEMORY), 800 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_WRITE_MEMORY, false, full);
    patience_begin(&p, 3);
    assert_int_equal(wait_of(&p, RSP_PACKET_WRITE_MEMORY), full / 4);
    patience_learn(&p, RSP_PACKET_CONTINUE, false, full);
    patience_begin(&p, 4);
    assert_int_equal(wait_of(&p, RSP_PACKET_CONTINUE), full / 2);
}

/* A reply that is rarely slow is not called missing because another one was. */
static void a_reply_ends_a_confirmed_silence(void **state) {
    (void)state;
    patience p = {.on = true};
    patience_begin(&p, 1);
    patience_learn(&p, RSP_PACKET_READ_MEMORY, false, full);
    patience_begin(&p, 2);
    patience_learn(&p, RSP_PACKET_READ_MEMORY, true, RSP_NS_PER_MS);
    assert_int_equal(wait_of(&p, RSP_PACKET_READ_MEMORY), full);
}

static void cases_of_one_scenario_share_their_silence(void **state) {
    (void)state;
    patience p = {.on = true};
    patience_begin(&p, 1);
    patience_learn(&p, PATIENCE_OTHER, false, full);
    patience_begin(&p, 1);
    assert_int_equal(wait_of(&p, PATIENCE_OTHER), 200 * RSP_NS_PER_MS);
    patience_learn(&p, PATIENCE_OTHER, true, 5);
    assert_int_equal(wait_of(&p, PATIENCE_OTHER), 200 * RSP_NS_PER_MS);
    patience_begin(&p, 2);
    assert_int_equal(wait_of(&p, PATIENCE_OTHER), full);
}

static void batches_are_lost_once_three_went_unanswered(void **state) {
    (void)state;
    patience p = {.on = true};
    for (int i = 0; i < 3; i++) {
        assert_false(patience_batches_lost(&p));
        patience_begin(&p, 100 + (uint64_t)i);
        patience_learn(&p, PATIENCE_BATCH, false, full);
    }
    assert_true(patience_batches_lost(&p));
    p.on = false; /* the reference stub's runs stay the same to the byte */
    assert_false(patience_batches_lost(&p));
    p.on = true;
    patience_learn(&p, PATIENCE_BATCH, true, 5);
    assert_false(patience_batches_lost(&p));
}

static void what_need_not_come_is_waited_for_briefly(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(patience_brief_ns(&p, &nothing_known, PATIENCE_OTHER, full), 200 * RSP_NS_PER_MS);
    patience_learn(&p, PATIENCE_OTHER, true, 100 * RSP_NS_PER_MS);
    assert_int_equal(patience_brief_ns(&p, &nothing_known, PATIENCE_OTHER, full), 400 * RSP_NS_PER_MS);
    p.on = false;
    assert_int_equal(patience_brief_ns(&p, &nothing_known, PATIENCE_OTHER, full), full);
}

static void off_changes_nothing(void **state) {
    (void)state;
    patience p = {.on = false};
    for (int i = 0; i < 5; i++)
        patience_learn(&p, RSP_PACKET_DETACH, false, full);
    assert_int_equal(wait_of(&p, RSP_PACKET_DETACH), full);
}

/* Packets that a stub need not know are unknown ones, until they are answered; others never are. */
static void optional_packets_share_the_silence_of_unknown_ones(void **state) {
    (void)state;
    patience p = {.on = true};
    const rsp_manners silent = {.replies.unknowns = RSP_UNKNOWNS_SILENT,
                                .replies.packets[RSP_PACKET_QC] = RSP_HABIT_YES};
    assert_true(patience_wait_ns(&p, &silent, RSP_PACKET_UNKNOWN, full) < full);
    assert_true(patience_wait_ns(&p, &silent, RSP_PACKET_DETACH, full) < full);
    assert_int_equal(patience_wait_ns(&p, &silent, RSP_PACKET_QC, full), full);
    assert_int_equal(patience_wait_ns(&p, &silent, RSP_PACKET_READ_MEMORY, full), full);
    assert_int_equal(patience_wait_ns(&p, &silent, RSP_PACKET_CONTINUE, full), full);
    assert_int_equal(patience_wait_ns(&p, &silent, PATIENCE_OTHER, full), full);
    patience_learn(&p, RSP_PACKET_DETACH, true, 1);
    assert_int_equal(patience_wait_ns(&p, &silent, RSP_PACKET_DETACH, full), full);
}

/* The look waits briefly: on a busy machine one reply that is late there looks like silence. */
static void an_unknown_packet_that_is_answered_after_all_is_waited_for(void **state) {
    (void)state;
    patience p = {.on = true};
    const rsp_manners silent = {.replies.unknowns = RSP_UNKNOWNS_SILENT};
    patience_begin(&p, 1);
    patience_learn(&p, RSP_PACKET_UNKNOWN, true, 1);
    assert_int_equal(patience_wait_ns(&p, &silent, RSP_PACKET_UNKNOWN, full), full);
    patience_learn(&p, RSP_PACKET_UNKNOWN, false, full);
    assert_true(patience_wait_ns(&p, &silent, RSP_PACKET_UNKNOWN, full) < full);
}

/* A slow stub gets more, a program that runs more yet. */
static void short_waits_fit_the_stub(void **state) {
    (void)state;
    patience p = {.on = true};
    patience_learn(&p, RSP_PACKET_QC, true, 5 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_QC, true, 7 * RSP_NS_PER_MS);
    p.silent[RSP_PACKET_DETACH] = p.silent[RSP_PACKET_CONTINUE] = 3;
    assert_int_equal(wait_of(&p, RSP_PACKET_DETACH), 120 * RSP_NS_PER_MS);
    assert_int_equal(wait_of(&p, RSP_PACKET_CONTINUE), 1200 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_QC, true, 3 * RSP_NS_PER_S);
    assert_int_equal(wait_of(&p, RSP_PACKET_DETACH), full);
}

/* A stub that was late once may be so with a stop, for which nobody waits twice. */
static void stop_of_a_late_stub_is_waited_for_longer(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(wait_of(&p, RSP_PACKET_CONTINUE), full);
    patience_learn_late(&p, RSP_PACKET_VCONT_QUERY, 3 * RSP_NS_PER_S);
    patience_learn_late(&p, RSP_PACKET_QC, 2500 * RSP_NS_PER_MS);
    assert_int_equal(wait_of(&p, RSP_PACKET_VCONT_QUERY), 6 * RSP_NS_PER_S);
    assert_int_equal(wait_of(&p, RSP_PACKET_QC), 5 * RSP_NS_PER_S);
    assert_int_equal(wait_of(&p, RSP_PACKET_CONTINUE), 6 * RSP_NS_PER_S);
    assert_int_equal(wait_of(&p, RSP_PACKET_READ_MEMORY), full);
    patience_learn(&p, RSP_PACKET_CONTINUE, false, 6 * RSP_NS_PER_S);
    assert_true(wait_of(&p, RSP_PACKET_CONTINUE) < full); /* it does not stop */
}

static void kinds_are_told_by_their_bytes(void **state) {
    (void)state;
    assert_int_equal(patience_kind(RSP_LIT("\x03"), false), PATIENCE_INTERRUPT);
    assert_int_equal(patience_kind(RSP_LIT("-"), false), PATIENCE_REFUSED);
    assert_int_equal(patience_kind(RSP_LIT("$?#3f"), false), RSP_PACKET_REASON);
    assert_int_equal(patience_kind(RSP_LIT("$?#3f"), true), PATIENCE_PIECES);
    assert_int_equal(patience_kind(RSP_LIT("$?#3f$?#3f"), false), PATIENCE_BATCH);
    assert_int_equal(patience_kind(RSP_LIT("$nobody#00"), false), RSP_PACKET_UNKNOWN);
    assert_int_equal(patience_kind(RSP_LIT("$?#3"), false), PATIENCE_OTHER);
    assert_int_equal(patience_kind(RSP_LIT("junk"), false), PATIENCE_OTHER);
    assert_int_equal(patience_kind(RSP_LIT("$m0,4$?#3f"), false), PATIENCE_OTHER);
    assert_int_equal(patience_kind(RSP_LIT("$m0,4#$?#3f"), false), PATIENCE_OTHER);
    assert_int_equal(patience_kind(RSP_LIT("$m0,4#zz"), false), PATIENCE_OTHER);
    assert_int_equal(patience_kind(RSP_LIT("$Z0,0,4#00"), false), RSP_PACKET_INSERT_BREAKPOINT);
    assert_int_equal(patience_kind(RSP_LIT("$Z1,0,4#00"), false), PATIENCE_POINT + 2);
    assert_int_equal(patience_kind(RSP_LIT("$z4,0,4#00"), false), PATIENCE_KINDS - 1);
    assert_int_equal(patience_kind(RSP_LIT(""), false), PATIENCE_OTHER);
}

/* The fastest byte that was seen counts: a short reply's time is that of the way. */
static void a_wait_grows_with_the_bytes_of_the_request(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(patience_bytes_ns(&p, 4096), 0);
    patience_measure(&p, RSP_PACKET_QC, 10, RSP_NS_PER_MS);
    patience_measure(&p, RSP_PACKET_READ_MEMORY, 1000, RSP_NS_PER_MS);
    patience_measure(&p, RSP_PACKET_CONTINUE, 1000, 1000);
    assert_int_equal(patience_bytes_ns(&p, 4096), UINT64_C(4) * 1000 * 4096);
    assert_int_equal(patience_bytes_ns(&p, UINT64_MAX / 2), 60 * RSP_NS_PER_S);
}

static void quiet_is_longer_where_replies_are_slow(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(patience_quiet_ns(&p, 50 * RSP_NS_PER_MS), 50 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_QC, true, 5 * RSP_NS_PER_MS);
    assert_int_equal(patience_quiet_ns(&p, 50 * RSP_NS_PER_MS), 50 * RSP_NS_PER_MS);
    patience_learn(&p, RSP_PACKET_QC, true, 35 * RSP_NS_PER_MS);
    assert_int_equal(patience_quiet_ns(&p, 50 * RSP_NS_PER_MS), 80 * RSP_NS_PER_MS);
}

/* A process may listen before it is ready, so that its first reply comes late, and no other. */
static void first_reply_of_a_connection_is_waited_for_longer(void **state) {
    (void)state;
    patience p = {.on = true};
    assert_int_equal(patience_first_ns(&p), 0);
    patience_learn_first(&p, true, 900 * RSP_NS_PER_MS);
    patience_learn_first(&p, true, 5 * RSP_NS_PER_MS);
    assert_int_equal(patience_first_ns(&p), 3600 * RSP_NS_PER_MS);
    patience_learn_start(&p, 2 * RSP_NS_PER_S);
    assert_int_equal(patience_first_ns(&p), 8 * RSP_NS_PER_S);
    for (int i = 0; i < 3; i++)
        patience_learn_first(&p, false, 8 * RSP_NS_PER_S);
    assert_int_equal(patience_first_ns(&p), 0); /* nobody answers */
    for (int i = 0; i < 5; i++) {
        assert_int_equal(patience_first_ns(&p), 0);
        patience_learn_first(&p, false, 8 * RSP_NS_PER_S);
    }
    assert_int_equal(patience_first_ns(&p), 8 * RSP_NS_PER_S); /* or the machine was busy */
    patience_learn_first(&p, false, 8 * RSP_NS_PER_S);
    assert_int_equal(patience_first_ns(&p), 0);
    patience_learn_first(&p, true, UINT64_MAX);
    assert_int_equal(patience_first_ns(&p), 60 * RSP_NS_PER_S);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_shown_three_times_is_waited_for_shortly),
        cmocka_unit_test(a_confirmed_silence_is_waited_for_in_part),
        cmocka_unit_test(a_reply_ends_a_confirmed_silence),
        cmocka_unit_test(cases_of_one_scenario_share_their_silence),
        cmocka_unit_test(batches_are_lost_once_three_went_unanswered),
        cmocka_unit_test(a_wait_grows_with_the_bytes_of_the_request),
        cmocka_unit_test(quiet_is_longer_where_replies_are_slow),
        cmocka_unit_test(first_reply_of_a_connection_is_waited_for_longer),
        cmocka_unit_test(what_need_not_come_is_waited_for_briefly),
        cmocka_unit_test(off_changes_nothing),
        cmocka_unit_test(optional_packets_share_the_silence_of_unknown_ones),
        cmocka_unit_test(an_unknown_packet_that_is_answered_after_all_is_waited_for),
        cmocka_unit_test(short_waits_fit_the_stub),
        cmocka_unit_test(stop_of_a_late_stub_is_waited_for_longer),
        cmocka_unit_test(kinds_are_told_by_their_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
