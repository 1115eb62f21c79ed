/* The player against a small stub, one list of messages at a time: what is held against the stub, and what it
 * is in its right to do. The same list gives the same outcome.
 * In virtual time, nothing by chance. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "buggy_peer.h"

#include "netfuzz/player.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* What came of a list. */
typedef struct outcome {
    rsp_played played;
    size_t violations;
    rsp_rule_id first; /* rule that was broken */
    uint64_t spent_ns; /* by the list alone */
    uint64_t num_sends;
} outcome;

static void note_violation(void *ctx, const rsp_violation *violation, rsp_packet_id packet) {
    outcome *o = ctx;
    (void)packet;
    if (o->violations++ == 0)
        o->first = violation->rule;
}

/* `calibrate`: with a probe that can not be mistaken. */
static outcome play_to(buggy stub, bool calibrate, bool ends_as_program, const char *text) {
    outcome o = {.first = RSP_RULE_COUNT};
    rsp_peer peer = buggy_peer(&stub);
    rsp_link *link = NULL;
    rsp_messages list = {0};
    const rsp_player_options options = {
        .ends_as_program = ends_as_program, .pipeline = 8, .violation = note_violation, .ctx = &o};
    rsp_player *p = rsp_player_new(&options);
    assert_non_null(p);
    assert_ok(rsp_link_open_peer(&link, &peer, NULL));
    assert_true(rsp_messages_read(&list, rsp_bytes_str(text)));
    rsp_player_begin(p, link);
    if (calibrate)
        assert_ok(rsp_player_calibrate(p));
    uint64_t start_ns = rsp_link_now(link);
    uint64_t sends = rsp_link_stats_get(link).num_sends;
    o.played = rsp_player_play(p, &list, NULL);
    o.spent_ns = rsp_link_now(link) - start_ns;
    o.num_sends = rsp_link_stats_get(link).num_sends - sends;
    if (o.played == RSP_PLAYED_DONE)
        o.played = rsp_player_alive(p);
    rsp_player_free(p);
    rsp_link_close(link);
    rsp_messages_free(&list);
    buggy_free(&stub);
    return o;
}

/* Calibrated by another connection, as the fuzzer does. */
static outcome play_fresh(bug planted, const char *text) {
    outcome o = {.first = RSP_RULE_COUNT};
    rsp_messages list = {0};
    const rsp_player_options options = {.pipeline = 8, .violation = note_violation, .ctx = &o};
    rsp_player *p = rsp_player_new(&options);
    assert_non_null(p);
    assert_true(rsp_messages_read(&list, rsp_bytes_str(text)));
    for (int i = 0; i < 2; i++) {
        buggy stub = {.bug = planted};
        rsp_peer peer = buggy_peer(&stub);
        rsp_link *link = NULL;
        assert_ok(rsp_link_open_peer(&link, &peer, NULL));
        rsp_player_begin(p, link);
        if (i == 0)
            assert_ok(rsp_player_calibrate(p));
        else
            o.played = rsp_player_play(p, &list, NULL);
        if (o.played == RSP_PLAYED_DONE && i > 0)
            o.played = rsp_player_alive(p);
        rsp_link_close(link);
        buggy_free(&stub);
    }
    rsp_player_free(p);
    rsp_messages_free(&list);
    return o;
}

static outcome play_as(bug planted, bool calibrate, bool ends_as_program, const char *text) {
    return play_to((buggy){.bug = planted}, calibrate, ends_as_program, text);
}

static outcome play(bug planted, bool ends_as_program, const char *text) {
    return play_as(planted, true, ends_as_program, text);
}

/* Where a '+' is due comes something else: stubs that wait for it are not to blame, whichever way they wait.
 */
static void withheld_acknowledgment_is_no_finding(void **state) {
    static const char *const lists[] = {
        "$m\n=\n",
        "$m\n=\n$g\n",
        "$m\n=-\n$g\n",
        "$m\n=--\n$g\n",
        "$m\n=-+\n$g\n",
        "$m\n=xyz\n$g\n",
        "$m\n=$qC#b4\n$g\n",
        "$m\n=\\x03\n$g\n",
        "&m0,4\n&g\n$qC\n",
        "$?\n&g\n=-\n$qC\n",
        "$m\n=$g#6\n$g\n",
        "$?\n=+--\n$g\n",
        "$?\n=+-\n$g\n$qC\n",
        "$?\n=-+\n=-\n$g\n",
        "$?\n=-+\n=-+\n=-\n$g\n",
        "$?\n=-\n=-+\n=-\n$g\n$?\n",
        "$?\n=-+\n.\n=-\n$g\n",
    };
    static const bug stubs[] = {BUG_NONE, NO_BUG_WAITS, NO_BUG_DROPS, NO_BUG_DROPS_SLOWLY};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        for (size_t k = 0; k < 2 * RSP_ARRAY_LEN(stubs); k++) {
            outcome o = play_as(stubs[k / 2], k % 2 == 0, false, lists[i]);
            if (rsp_played_bad(o.played) || o.violations > 0)
                fail_msg("stub %zu: %s, %zu violations of rule %d\n%s", k, rsp_played_text(o.played),
                         o.violations, (int)o.first, lists[i]);
        }
}

/* Bytes behind its reply do not hide that the stub knows vCont. */
static void probe_is_found_where_lines_end_in_bytes(void **state) {
    static const bug stubs[] = {BUG_NONE, NO_BUG_NEWLINES};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(stubs); i++) {
        buggy stub = {.bug = stubs[i]};
        rsp_peer peer = buggy_peer(&stub);
        rsp_link *link = NULL;
        rsp_player *p = rsp_player_new(NULL);
        assert_non_null(p);
        assert_ok(rsp_link_open_peer(&link, &peer, NULL));
        rsp_player_begin(p, link);
        assert_ok(rsp_player_calibrate(p));
        assert_true(rsp_bytes_equal(rsp_player_probe(p), RSP_LIT("vCont?")));
        rsp_player_free(p);
        rsp_link_close(link);
        buggy_free(&stub);
    }
}

/* What goes out behind a resume may be lost, though a request before it is not answered yet. */
static void what_comes_in_a_run_may_be_lost(void **state) {
    (void)state;
    outcome o = play(BUG_RESUMES_ANYHOW, false, "$QStartNoAckMode\n&g\n&c\n$qC\n");
    assert_false(rsp_played_bad(o.played));
    assert_int_equal(o.violations, 0);
}

/* The '+' of the OK is the last one that is due: a '-' in its place brings the OK again. */
static void last_acknowledgment_may_be_refused(void **state) {
    static const char *const lists[] = {"$QStartNoAckMode\n=-\n", "$QStartNoAckMode\n=-\n$g\n$qC\n",
                                        "$QStartNoAckMode\n=--\n$?\n"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++) {
        outcome o = play(NO_BUG_LAST_ACK, false, lists[i]);
        assert_false(rsp_played_bad(o.played));
        assert_int_equal(o.violations, 0);
    }
}

/* The '+' that goes out with the next request makes no crowd of the two. */
static void rules_are_judged_where_packets_are_acknowledged(void **state) {
    (void)state;
    outcome o = play(BUG_TWO_REPLIES, false, "$?\n$Hg0\n$g\n");
    assert_int_equal(o.violations, 1);
    assert_int_equal(o.first, RSP_RULE_ONE_REPLY);
}

/* One finding for what is one bug: all that comes again and again behind it is its echo. */
static void end_of_no_ack_mode_is_one_finding(void **state) {
    (void)state;
    outcome o = play(BUG_NO_ACK_ENDS, false, "$QStartNoAckMode\n$mzz\n$g\n$qC\n!\n$g\n");
    assert_false(rsp_played_bad(o.played));
    assert_int_equal(o.violations, 1);
    assert_int_equal(o.first, RSP_RULE_NO_ACK_MODE);
}

static void lost_request_is_noticed_where_packets_are_acknowledged(void **state) {
    (void)state;
    assert_int_equal(play(BUG_SILENT, false, "$?\n$p00000\n").played, RSP_PLAYED_NO_REPLY);
}

/* What is lost behind it is our probe, and no request of the list. */
static void reset_may_lose_what_follows_it(void **state) {
    (void)state;
    assert_int_equal(play(NO_BUG_RESETS, false, "$?\n$r\n").played, RSP_PLAYED_DONE);
    assert_int_equal(play(NO_BUG_RESETS, false, "$QStartNoAckMode\n$r\n").played, RSP_PLAYED_DONE);
}

/* A program that runs where no resume was asked for is no stub that hangs, as long as an interrupt shows it.
 */
static void what_begins_like_a_resume_may_have_resumed(void **state) {
    (void)state;
    assert_int_equal(play(BUG_RESUMES_ANYHOW, false, "$?\n$c?\n").played, RSP_PLAYED_DONE);
    assert_int_equal(play(BUG_RESUMES_ANYHOW, false, "$QStartNoAckMode\n$c?\n").played, RSP_PLAYED_DONE);
    assert_int_equal(play(BUG_RESUMES_ANYHOW, false, "$?\n$s?\n").played, RSP_PLAYED_HANG);
}

/* Longer than the 400 bytes that a stub must take when it names no PacketSize. */
static void over_long_request_may_go_unanswered(void **state) {
    enum { DIGITS = 450 };
    char list[DIGITS + 16];
    (void)state;
    for (int no_ack = 0; no_ack < 2; no_ack++) {
        int len = snprintf(list, sizeof list, "%s$p", no_ack ? "$QStartNoAckMode\n" : "");
        memset(list + len, '0', DIGITS - 20);
        memcpy(list + len + DIGITS - 20, "\n", 2);
        assert_int_equal(play(BUG_SILENT, false, list).played, RSP_PLAYED_DONE);
    }
}

static void stub_that_ends_with_its_program_is_no_crash(void **state) {
    (void)state;
    assert_int_equal(play(NO_BUG_ENDS, false, "$?\n$vCont;c\n").played, RSP_PLAYED_DIED);
    assert_int_equal(play(NO_BUG_ENDS, true, "$?\n$vCont;c\n").played, RSP_PLAYED_OVER);
    /* A program that is stopped can not end. */
    assert_int_equal(play(BUG_CRASH_LONG_READ, true, "$?\n$m0,1000\n").played, RSP_PLAYED_DIED);
    assert_int_equal(play(BUG_CRASH_LONG_READ, true, "$vCont;s\n$m0,1000\n").played, RSP_PLAYED_DIED);
}

/* What comes before anything was asked answers nothing. */
static void greeting_is_no_reply(void **state) {
    static const char *const lists[] = {"$?\n$g\n", "$QStartNoAckMode\n$qC\n",
                                        "$g\n^\n$QStartNoAckMode\n^\n$g\n"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++) {
        outcome o = play_fresh(NO_BUG_GREETS, lists[i]);
        if (o.played != RSP_PLAYED_DONE || o.violations > 0)
            fail_msg("%s, %zu violations of rule %d\n%s", rsp_played_text(o.played), o.violations,
                     (int)o.first, lists[i]);
    }
}

/* It may still accept others. */
static void stub_may_serve_one_client(void **state) {
    (void)state;
    assert_int_equal(play(NO_BUG_ONE_CLIENT, false, "$g\n^\n$g\n").played, RSP_PLAYED_OVER);
    assert_int_equal(play(NO_BUG_ONE_LISTENER, false, "$g\n^\n$g\n").played, RSP_PLAYED_OVER);
    assert_int_equal(play(NO_BUG_ONE_LISTENER, false, "$g\n^\n$QStartNoAckMode\n").played, RSP_PLAYED_OVER);
}

/* Of twenty in one write the last comes after 2.4 s, and none is more than 120 ms behind the one before. */
static void each_of_many_answers_has_its_time(void **state) {
    rsp_buf list = {0};
    (void)state;
    rsp_buf_str(&list, "$QStartNoAckMode\n");
    for (int i = 0; i < 20; i++)
        rsp_buf_str(&list, i % 2 ? "$qC\n" : "&qC\n");
    assert_false(rsp_played_bad(play(NO_BUG_SLOW, false, rsp_buf_cstr(&list)).played));
    rsp_buf_free(&list);
    assert_false(rsp_played_bad(play(NO_BUG_SLOW, false, "$g\n&g\n&qC\n$p0\n").played));
    assert_false(rsp_played_bad(play(NO_BUG_SLOW, false, "$QStartNoAckMode\n$k\n$r\n").played));
}

/* In virtual time: a millisecond for each piece of the flood. A list is over after a few timeouts. */
static void flood_puts_no_deadline_off(void **state) {
    static const char *const floods[] = {
        "+",
        "-",
        "~",
        "\x03",
        "+$OK#9a",
        "$O68690a#1f",
        "$O68690a#00",
        "%Stop:T05thread:1;#b6",
        "$Fopen,0,0,0#a6",
        "$S05#b8",
        "$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    static const char *const lists[] = {"$?\n$g\n", "$QStartNoAckMode\n$g\n$?\n", "$?\n&g\n&vCont;c\n",
                                        "$QStartNoAckMode\n&vCont;c\n&g\n.\n=$g\n", "$?\n=$g#67\n.\n!\n$?\n"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(floods); i++)
        for (size_t k = 0; k < 2 * RSP_ARRAY_LEN(lists); k++) {
            outcome o =
                play_to((buggy){.bug = BUG_FLOOD, .flood = floods[i]}, k % 2 == 0, false, lists[k / 2]);
            if (o.spent_ns > 8 * RSP_NS_PER_S)
                fail_msg("%.1f s: %s\n%s", (double)o.spent_ns / 1e9, floods[i], lists[k / 2]);
        }
}

/* --- a flood that is faster than we are --- */

enum { FLOOD_BYTES = 24 * 1024 * 1024 };

typedef struct flood {
    int fd;
    const char *what;
} flood;

/* Closes in the end: a player that reads on and on sees that, one that keeps its deadline does not. */
static void *pour(void *ctx) {
    const flood *f = ctx;
    char piece[4096];
    size_t len = strlen(f->what);
    for (size_t i = 0; i + len <= sizeof piece; i += len)
        memcpy(piece + i, f->what, len);
    size_t whole = sizeof piece - sizeof piece % len;
    for (size_t sent = 0; sent < FLOOD_BYTES; sent += whole)
        if (send(f->fd, piece, whole, MSG_NOSIGNAL) < 0)
            break;
    (void)close(f->fd);
    return NULL;
}

/* Each look at it is 10 ms later. */
static uint64_t hasty_now(void *ctx) {
    uint64_t *now_ns = ctx;
    *now_ns += 10 * RSP_NS_PER_MS;
    return *now_ns;
}

static rsp_played play_to_flood(const char *what, const char *text) {
    int ends[2];
    uint64_t now_ns = RSP_NS_PER_S;
    pthread_t thread;
    rsp_link *link = NULL;
    rsp_messages list = {0};
    const rsp_link_options options = {.clock = {.now_ns = hasty_now, .ctx = &now_ns}};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    flood f = {.fd = ends[1], .what = what};
    assert_ok(rsp_link_open_fds(&link, ends[0], ends[0], "flood", &options));
    assert_int_equal(pthread_create(&thread, NULL, pour, &f), 0);
    rsp_player *p = rsp_player_new(NULL);
    assert_non_null(p);
    assert_true(rsp_messages_read(&list, rsp_bytes_str(text)));
    rsp_player_begin(p, link);
    rsp_played played = rsp_player_play(p, &list, NULL);
    rsp_link_close(link);
    (void)pthread_join(thread, NULL);
    rsp_player_free(p);
    rsp_messages_free(&list);
    return played;
}

/* A piece is always there when the deadline has passed. */
static void deadline_holds_while_more_comes_than_can_be_read(void **state) {
    (void)state;
    assert_int_equal(play_to_flood("+", "$g\n"), RSP_PLAYED_HANG);
    assert_int_equal(play_to_flood("~", "$g\n.\n"), RSP_PLAYED_HANG);
    assert_int_equal(play_to_flood("%Stop:T05thread:1;#b6", "$g\n"), RSP_PLAYED_HANG);
    assert_int_equal(play_to_flood("$O68690a#1f", "$vCont;c\n"), RSP_PLAYED_NO_STOP);
}

/* Behind half a packet the first probe is lost, which is known beforehand: nobody waits for it. */
static void half_a_packet_costs_no_wait(void **state) {
    static const char *const lists[] = {"$QStartNoAckMode\n=$g#6\n$g\n", "$QStartNoAckMode\n=$g#\n$g\n",
                                        "$QStartNoAckMode\n=$g\n$g\n"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++) {
        outcome eats = play(NO_BUG_EATS, false, lists[i]);
        outcome sound = play(BUG_NONE, false, lists[i]);
        assert_int_equal(eats.played, RSP_PLAYED_DONE);
        assert_int_equal(sound.played, RSP_PLAYED_DONE);
        assert_int_equal(eats.violations + sound.violations, 0);
        assert_true(eats.spent_ns < RSP_NS_PER_MS);
        assert_true(sound.spent_ns < RSP_NS_PER_MS);
    }
}

/* Where nobody can tell any more which reply is whose, one write does for several requests and their probe.
 */
static void requests_travel_together_when_replies_are_not_told_apart(void **state) {
    static const char half[] = "$QStartNoAckMode\n=$g#6\n";
    static const char more[] = "$QStartNoAckMode\n=$g#6\n$g\n$qC\n$?\n$m0,4\n$QNonStop:0\n$p0\n";
    (void)state;
    outcome before = play(BUG_NONE, false, half);
    outcome behind = play(BUG_NONE, false, more);
    assert_int_equal(behind.played, RSP_PLAYED_DONE);
    assert_int_equal(behind.violations, 0);
    assert_int_equal(behind.num_sends, before.num_sends + 1);
}

/* QEMU reads physical memory for whoever comes next, unless it is told to stop. */
static void memory_mode_of_qemu_is_restored(void **state) {
    static const struct {
        const char *list;
        bool restored;
    } cases[] = {{"$Qqemu.PhyMemMode:1\n$g\n", true},
                 {"=$Qqemu.PhyMemMode:1#77\n$g\n", true},
                 {"$qqemu.PhyMemMode\n$g\n", false}};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        buggy stub = {.bug = BUG_NONE};
        rsp_peer peer = buggy_peer(&stub);
        rsp_link *link = NULL;
        rsp_messages list = {0};
        rsp_player *p = rsp_player_new(NULL);
        assert_non_null(p);
        assert_ok(rsp_link_open_peer(&link, &peer, NULL));
        assert_true(rsp_messages_read(&list, rsp_bytes_str(cases[i].list)));
        rsp_player_begin(p, link);
        assert_int_equal(rsp_player_play(p, &list, NULL), RSP_PLAYED_DONE);
        const rsp_bytes seen = rsp_buf_bytes(&stub.seen);
        const bool restored = rsp_bytes_search(seen, RSP_LIT("$Qqemu.PhyMemMode:0#")) < seen.len;
        assert_int_equal(restored, cases[i].restored);
        rsp_player_free(p);
        rsp_link_close(link);
        rsp_messages_free(&list);
        buggy_free(&stub);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(withheld_acknowledgment_is_no_finding),
        cmocka_unit_test(last_acknowledgment_may_be_refused),
        cmocka_unit_test(what_comes_in_a_run_may_be_lost),
        cmocka_unit_test(memory_mode_of_qemu_is_restored),
        cmocka_unit_test(probe_is_found_where_lines_end_in_bytes),
        cmocka_unit_test(rules_are_judged_where_packets_are_acknowledged),
        cmocka_unit_test(end_of_no_ack_mode_is_one_finding),
        cmocka_unit_test(lost_request_is_noticed_where_packets_are_acknowledged),
        cmocka_unit_test(half_a_packet_costs_no_wait),
        cmocka_unit_test(requests_travel_together_when_replies_are_not_told_apart),
        cmocka_unit_test(reset_may_lose_what_follows_it),
        cmocka_unit_test(what_begins_like_a_resume_may_have_resumed),
        cmocka_unit_test(over_long_request_may_go_unanswered),
        cmocka_unit_test(stub_that_ends_with_its_program_is_no_crash),
        cmocka_unit_test(greeting_is_no_reply),
        cmocka_unit_test(stub_may_serve_one_client),
        cmocka_unit_test(each_of_many_answers_has_its_time),
        cmocka_unit_test(flood_puts_no_deadline_off),
        cmocka_unit_test(deadline_holds_while_more_comes_than_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
