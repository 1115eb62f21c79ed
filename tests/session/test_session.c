/* A session with scripted peers in virtual time: requests, acks, events, modes, and every classified outcome.
 * Times are exact, so a timeout is asserted to the nanosecond.
 * See session.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "script_peer.h"

#include "core/limits.h"
#include "core/mem.h"
#include "link/link_control.h"
#include <rsp/session.h>
#include <rsp/transcript.h>
#include <stdlib.h>
#include <unistd.h>

#define MS RSP_NS_PER_MS

typedef struct world {
    script peer;
    rsp_link *link;
    rsp_session *session;
    rsp_transcript *transcript;
} world;

static void open_world(world *w, const script_line *lines, size_t num, rsp_session_options options) {
    *w = (world){.peer = {.lines = lines, .num = num}};
    w->transcript = rsp_transcript_new(NULL);
    options.transcript = w->transcript;
    w->link = script_open(&w->peer, 0);
    w->session = rsp_session_new(w->link, &options);
    assert_non_null(w->session);
}

static void close_world(world *w) {
    rsp_session_free(w->session);
    script_close(&w->peer, w->link);
    rsp_transcript_free(w->transcript);
}

/* All that the peer got so far; what was just sent is handed over first. */
static rsp_bytes seen(world *w) {
    rsp_link_wait(w->link, rsp_link_now(w->link));
    return rsp_buf_bytes(&w->peer.seen);
}

static void outcomes_are_told_apart(void **state) {
    (void)state;
    static const script_line lines[] = {
        {.request = "g", .answer = "+$00112233#8c"},   {.request = "rle", .answer = "+$0* #7a"},
        {.request = "bin", .answer = "+$b}\003}]#bc"}, {.request = "empty", .answer = "+$#00"},
        {.request = "e", .answer = "+$E1f#dc"},        {.request = "text", .answer = "+$E.no#50"},
        {.request = "unacked", .answer = "$OK#9a"},    {.request = "badrun", .answer = "+$*0#5a"},
        {.request = "bad", .answer = "+$OK#00"},       {.request = "silence", .answer = "+"},
        {.request = "half", .answer = "+$abc"},
    };
    static const struct row {
        const char *request;
        rsp_outcome outcome;
        const char *payload;
    } rows[] = {
        {"g", RSP_OUTCOME_REPLY, "00112233"}, {"rle", RSP_OUTCOME_REPLY, "0000"},
        {"bin", RSP_OUTCOME_REPLY, "b#}"},    {"empty", RSP_OUTCOME_UNSUPPORTED, ""},
        {"e", RSP_OUTCOME_ERROR, "E1f"},      {"text", RSP_OUTCOME_ERROR, "E.no"},
        {"unacked", RSP_OUTCOME_REPLY, "OK"}, {"badrun", RSP_OUTCOME_MALFORMED, "*0"},
        {"silence", RSP_OUTCOME_TIMEOUT, ""}, {"half", RSP_OUTCOME_TIMEOUT, ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        world w;
        rsp_answer answer;
        open_world(&w, lines, RSP_ARRAY_LEN(lines), (rsp_session_options){.timeout_ns = 7 * MS});
        rsp_status status = rsp_session_request(w.session, rsp_bytes_str(rows[i].request), &answer);
        if (answer.outcome != rows[i].outcome)
            print_error("%s: %s\n", rows[i].request, rsp_outcome_text(answer.outcome));
        assert_int_equal(answer.outcome, rows[i].outcome);
        assert_int_equal(status, rsp_outcome_status(rows[i].outcome));
        assert_bytes(answer.payload, rsp_bytes_str(rows[i].payload));
        assert_int_equal(answer.missing_ack, strcmp(rows[i].request, "unacked") == 0);
        if (answer.outcome == RSP_OUTCOME_TIMEOUT)
            assert_int_equal(rsp_link_now(w.link), 7 * MS);
        close_world(&w);
    }
}

static void wire_form_stays_beside_the_meaning(void **state) {
    (void)state;
    static const script_line lines[] = {
        {.request = "rle", .answer = "+$0* #7a"},
        {.request = "e", .answer = "+$E1f#dc"},
        {.request = "text", .answer = "+$E.no#50"},
    };
    world w;
    rsp_answer answer;
    open_world(&w, lines, RSP_ARRAY_LEN(lines), (rsp_session_options){0});
    assert_ok(rsp_session_request(w.session, RSP_LIT("rle"), &answer));
    assert_bytes_lit(answer.raw, "$0* #7a");
    assert_bytes_lit(answer.wire, "0* ");
    assert_bytes_lit(answer.expanded, "0000");
    assert_bytes_lit(answer.payload, "0000");
    assert_ok(rsp_session_request(w.session, RSP_LIT("e"), &answer));
    assert_int_equal(answer.error_code, 0x1f);
    assert_ok(rsp_session_request(w.session, RSP_LIT("text"), &answer));
    assert_int_equal(answer.error_code, -1);
    assert_bytes_lit(answer.error_text, "no");
    assert_bytes_lit(seen(&w), "$rle#43+$e#65+$text#c5+");
    close_world(&w);
}

/* A late reply is that of its own request, never the next one's. */
/* NOLINTNEXTLINE(readability-function-size): a table */
static void late_replies_are_paired(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool no_ack;
        script_line lines[2]; /* the first request times out */
        const char *late;     /* "": no late reply is told */
        const char *answer;   /* to the second; NULL: it times out, too */
    } rows[] = {
        {"neither is acknowledged before",
         false,
         {{.request = "qSupported", .answer = NULL},
          {.request = "m4,1", .answer = "+$PacketSize=4000#f4+$bb#c4"}},
         "PacketSize=4000",
         "bb"},
        {"both are acknowledged, the form tells",
         false,
         {{.request = "qSupported", .answer = "+"},
          {.request = "m4,1", .answer = "+$PacketSize=4000#f4$bb#c4"}},
         "PacketSize=4000",
         "bb"},
        {"without acks, the form tells",
         true,
         {{.request = "qSupported", .answer = NULL},
          {.request = "m4,1", .answer = "$PacketSize=4000#f4$bb#c4"}},
         "PacketSize=4000",
         "bb"},
        {"both could be, and both come",
         true,
         {{.request = "m0,1", .answer = NULL}, {.request = "m4,1", .answer = "$aa#c2$bb#c4"}},
         "aa",
         "bb"},
        {"both could be, and one comes",
         true,
         {{.request = "m0,1", .answer = NULL}, {.request = "m4,1", .answer = "$bb#c4"}},
         "",
         "bb"},
        {"it was left out, the form tells",
         true,
         {{.request = "nosuch", .answer = NULL}, {.request = "m4,1", .answer = "$bb#c4"}},
         "",
         "bb"},
        {"it was acknowledged and left out",
         false,
         {{.request = "nosuch", .answer = "+"}, {.request = "m4,1", .answer = "+$bb#c4"}},
         "",
         "bb"},
        {"its reply alone comes",
         true,
         {{.request = "qSupported", .answer = NULL}, {.request = "m4,1", .answer = "$PacketSize=4000#f4"}},
         "PacketSize=4000",
         NULL},
        {"its reply alone comes, the next is not acknowledged",
         false,
         {{.request = "m0,1", .answer = NULL}, {.request = "m4,1", .answer = "+$aa#c2"}},
         "aa",
         NULL},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        world w;
        rsp_answer answer;
        rsp_session_event event = {0};
        open_world(&w, rows[i].lines, 2, (rsp_session_options){.pairs_late = true, .no_ack = rows[i].no_ack});
        assert_int_equal(rsp_session_request(w.session, rsp_bytes_str(rows[i].lines[0].request), &answer),
                         RSP_TIMEOUT);
        const rsp_request_id first = answer.id;
        rsp_status status = rsp_session_request(w.session, rsp_bytes_str(rows[i].lines[1].request), &answer);
        if (status != (rows[i].answer ? RSP_OK : RSP_TIMEOUT))
            fail_msg("%s: %s", rows[i].name, rsp_status_name(status));
        if (rows[i].answer && !rsp_bytes_equal(answer.payload, rsp_bytes_str(rows[i].answer)))
            fail_msg("%s: %.*s", rows[i].name, (int)answer.payload.len, (const char *)answer.payload.ptr);
        assert_false(rows[i].answer && answer.missing_ack);
        bool told = rsp_session_take_event(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_LATE));
        if (told != (*rows[i].late != 0))
            fail_msg("%s: a late reply is%s told", rows[i].name, told ? "" : " not");
        if (told) {
            assert_bytes(event.payload, rsp_bytes_str(rows[i].late));
            assert_true(event.late == first);
        }
        close_world(&w);
    }
}

/* More are given up than places are kept; nothing is leaked, and the last has its answer. */
static void late_requests_are_bounded(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "m0,1"}, {.request = "qC", .answer = "$QC1#c5"}};
    world w;
    rsp_answer answer;
    open_world(&w, lines, 2, (rsp_session_options){.pairs_late = true, .no_ack = true, .timeout_ns = MS});
    for (int i = 0; i < 40; i++)
        assert_int_equal(rsp_session_request(w.session, RSP_LIT("m0,1"), &answer), RSP_TIMEOUT);
    assert_ok(rsp_session_request(w.session, RSP_LIT("qC"), &answer));
    assert_bytes_lit(answer.payload, "QC1");
    assert_int_equal(rsp_session_pending(w.session), 0);
    close_world(&w);
}

static void request_is_escaped(void **state) {
    (void)state;
    world w;
    open_world(&w, NULL, 0, (rsp_session_options){.no_ack = true});
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("#$*}")));
    rsp_session_event event;
    assert_int_equal(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 1), RSP_TIMEOUT);
    assert_bytes_lit(seen(&w), "$}\003}\004}\n}]#62");
    close_world(&w);
}

static void nak_has_the_request_sent_again_a_few_times(void **state) {
    (void)state;
    static const script_line once[] = {{.request = "g", .answer = "-", .later = "+$OK#9a"}};
    static const script_line always[] = {{.request = "g", .answer = "-"}};
    world w;
    rsp_answer answer;
    open_world(&w, once, 1, (rsp_session_options){0});
    assert_ok(rsp_session_request(w.session, RSP_LIT("g"), &answer));
    assert_int_equal(answer.resent, 1);
    assert_bytes_lit(seen(&w), "$g#67$g#67+");
    close_world(&w);
    open_world(&w, always, 1, (rsp_session_options){.max_retries = 2});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("g"), &answer), RSP_REFUSED);
    assert_int_equal(answer.outcome, RSP_OUTCOME_REFUSED);
    assert_bytes_lit(seen(&w), "$g#67$g#67$g#67");
    close_world(&w);
}

static void bad_checksum_is_asked_for_again_a_few_times(void **state) {
    (void)state;
    static const script_line mends[] = {{.request = "g", .answer = "+$OK#00"},
                                        {.request = "-", .answer = "$OK#9a"}};
    static const script_line never[] = {{.request = "g", .answer = "+$OK#00"},
                                        {.request = "-", .answer = "$OK#00"}};
    world w;
    rsp_answer answer;
    open_world(&w, mends, 2, (rsp_session_options){0});
    assert_ok(rsp_session_request(w.session, RSP_LIT("g"), &answer));
    assert_bytes_lit(seen(&w), "$g#67-+");
    close_world(&w);
    /* One that does not say it again is malformed, too, at the deadline. */
    open_world(&w, never, 1, (rsp_session_options){0});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("g"), &answer), RSP_MALFORMED);
    assert_bytes_lit(answer.raw, "$OK#00");
    assert_int_equal(rsp_link_now(w.link), 2 * RSP_NS_PER_S);
    close_world(&w);
    open_world(&w, never, 2, (rsp_session_options){.max_retries = 2});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("g"), &answer), RSP_MALFORMED);
    assert_bytes_lit(answer.raw, "$OK#00");
    assert_bytes_lit(seen(&w), "$g#67--");
    close_world(&w);
}

static void no_ack_mode_stops_acks_on_both_sides(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "QStartNoAckMode", .answer = "+$OK#9a"},
                                        {.request = "g", .answer = "$OK#9a"}};
    static const script_line refuses[] = {{.request = "QStartNoAckMode", .answer = "+$#00"}};
    world w;
    rsp_answer answer;
    open_world(&w, lines, 2, (rsp_session_options){0});
    assert_ok(rsp_session_start_no_ack(w.session));
    assert_true(rsp_session_is_no_ack(w.session));
    assert_ok(rsp_session_request(w.session, RSP_LIT("g"), &answer));
    assert_false(answer.missing_ack);
    assert_bytes_lit(seen(&w), "$QStartNoAckMode#b0+$g#67");
    close_world(&w);
    open_world(&w, refuses, 1, (rsp_session_options){0});
    assert_int_equal(rsp_session_start_no_ack(w.session), RSP_UNSUPPORTED);
    assert_false(rsp_session_is_no_ack(w.session));
    close_world(&w);
}

static void queued_requests_travel_together_and_complete_in_order(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "a", .answer = "$A#41"},
                                        {.request = "b", .answer = "$B#42"},
                                        {.request = "c", .answer = "$C#43"}};
    script peer = {.lines = lines, .num = 3};
    rsp_link *link = script_open(&peer, 20 * MS);
    rsp_session *s = rsp_session_new(link, &(rsp_session_options){.no_ack = true});
    rsp_request_id ids[3];
    rsp_answer answer;
    for (size_t i = 0; i < 3; i++)
        assert_ok(rsp_session_submit(s, &ids[i], rsp_bytes_make(&"abc"[i], 1), 0));
    assert_int_equal(rsp_session_pending(s), 3);
    assert_ok(rsp_session_await(s, ids[2], &answer));
    assert_bytes_lit(answer.payload, "C");
    assert_int_equal(rsp_link_now(link), 20 * MS);
    assert_true(rsp_session_take_answer(s, &answer));
    assert_int_equal(answer.id, ids[0]);
    assert_true(rsp_session_take_answer(s, &answer));
    assert_bytes_lit(answer.payload, "B");
    assert_false(rsp_session_take_answer(s, &answer));
    assert_int_equal(rsp_session_await(s, ids[0], &answer), RSP_NOT_FOUND);
    rsp_session_free(s);
    script_close(&peer, link);
}

static void with_acks_one_request_is_in_flight(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "a", .answer = "+$A#41"},
                                        {.request = "b", .answer = "+$B#42"}};
    world w;
    rsp_request_id a;
    rsp_request_id b;
    rsp_answer answer;
    open_world(&w, lines, 2, (rsp_session_options){0});
    assert_ok(rsp_session_submit(w.session, &a, RSP_LIT("a"), 0));
    assert_ok(rsp_session_submit(w.session, &b, RSP_LIT("b"), 0));
    assert_ok(rsp_session_await(w.session, b, &answer));
    assert_bytes_lit(seen(&w), "$a#61+$b#62+");
    close_world(&w);
}

/* A packet that comes before the '+' for the first request is a greeting where another one follows. */
static void greeting_is_no_reply(void **state) {
    (void)state;
    static const struct row {
        const char *answer;
        const char *reply;
        size_t events;
    } rows[] = {
        {"+$QC1#c5", "QC1", 0},
        {"$T05thread:1;#d7+$QC1#c5", "QC1", 1},
        {"+$T05thread:1;#d7", "T05thread:1;", 0}, /* greeted with '+': that is no packet */
        {"$QC1#c5", "QC1", 0},                    /* acknowledges nothing */
        {"$QC1#c5+", "QC1", 0},                   /* late */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const script_line lines[] = {{.request = "qC", .answer = rows[i].answer}};
        world w;
        rsp_answer answer;
        rsp_session_event event;
        size_t events = 0;
        open_world(&w, lines, 1, (rsp_session_options){.opens = true});
        assert_ok(rsp_session_request(w.session, RSP_LIT("qC"), &answer));
        assert_bytes(answer.payload, rsp_bytes_str(rows[i].reply));
        assert_int_equal(seen(&w).ptr[0], '+');
        for (; rsp_session_take_event(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_PACKET)); events++)
            assert_bytes_lit(event.payload, "T05thread:1;");
        assert_int_equal(events, rows[i].events);
        close_world(&w);
    }
}

static void cancelled_requests_are_not_sent_or_their_replies_swallowed(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "a", .answer = "$A#41"},
                                        {.request = "c", .answer = "$C#43"}};
    script peer = {.lines = lines, .num = 2};
    rsp_link *link = script_open(&peer, 20 * MS);
    rsp_session *s = rsp_session_new(link, &(rsp_session_options){.no_ack = true, .max_in_flight = 2});
    rsp_request_id ids[3];
    rsp_answer answer;
    rsp_session_event event;
    assert_ok(rsp_session_submit(s, &ids[0], RSP_LIT("a"), 0));
    assert_int_equal(rsp_session_wait(s, &event, RSP_SESSION_ANY, 1), RSP_TIMEOUT);
    assert_ok(rsp_session_submit(s, &ids[1], RSP_LIT("b"), 0));
    assert_ok(rsp_session_submit(s, &ids[2], RSP_LIT("c"), 0));
    assert_ok(rsp_session_cancel(s, ids[0])); /* sent already */
    assert_ok(rsp_session_cancel(s, ids[1])); /* not yet */
    assert_int_equal(rsp_session_cancel(s, ids[1]), RSP_NOT_FOUND);
    assert_int_equal(rsp_session_cancel(s, ids[0]), RSP_NOT_FOUND);
    assert_int_equal(rsp_session_pending(s), 1);
    assert_ok(rsp_session_await(s, ids[2], &answer));
    assert_bytes_lit(answer.payload, "C");
    assert_bytes_lit(rsp_buf_bytes(&peer.seen), "$a#61$c#63");
    for (size_t i = 0; i < 2; i++) {
        assert_true(rsp_session_take_answer(s, &answer));
        assert_int_equal(answer.outcome, RSP_OUTCOME_CANCELLED);
        assert_int_equal(answer.id, ids[i]);
    }
    assert_false(rsp_session_take_answer(s, &answer));
    assert_false(rsp_session_take_event(s, &event, RSP_SESSION_ANY));
    rsp_session_free(s);
    script_close(&peer, link);
}

static void anything_that_comes_is_an_event(void **state) {
    (void)state;
    static const script_line lines[] = {{
        .request = "?",
        .answer = "+xyz%Stop:T05#99$S05#b8$S05#00$*0#5a-+$a$OK#9a",
    }};
    static const struct row {
        const char *payload;
        rsp_session_event_kind kind;
        bool unsolicited;
    } rows[] = {
        {"xyz", RSP_SESSION_JUNK, true},        {"Stop:T05", RSP_SESSION_NOTIFICATION, false},
        {"S05", RSP_SESSION_PACKET, false},     {"S05", RSP_SESSION_BAD_CHECKSUM, true},
        {"*0", RSP_SESSION_BAD_ENCODING, true}, {"-", RSP_SESSION_NAK, false},
        {"+", RSP_SESSION_ACK, true},           {"a", RSP_SESSION_BROKEN, true},
        {"OK", RSP_SESSION_PACKET, true},
    };
    world w;
    rsp_session_event event;
    open_world(&w, lines, 1, (rsp_session_options){.max_retries = 1});
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("?")));
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        if (rows[i].kind == RSP_SESSION_NAK)
            continue; /* answered by sending again, which is tested elsewhere */
        assert_ok(rsp_session_wait(w.session, &event, UINT32_MAX & ~RSP_SESSION_BIT(RSP_SESSION_NAK), 0));
        assert_string_equal(rsp_session_event_name(event.kind), rsp_session_event_name(rows[i].kind));
        assert_bytes(event.payload, rsp_bytes_str(rows[i].payload));
        assert_int_equal(event.unsolicited, rows[i].unsolicited);
    }
    close_world(&w);
}

static void mask_leaves_the_others_for_later(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "?", .answer = "x%a#61$S05#b8"}};
    world w;
    rsp_session_event event;
    open_world(&w, lines, 1, (rsp_session_options){.no_ack = true});
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("?")));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_PACKET), 0));
    assert_bytes_lit(event.wire, "S05");
    assert_int_equal(rsp_session_wait(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_PACKET), 5 * MS),
                     RSP_TIMEOUT);
    assert_int_equal(event.kind, RSP_SESSION_TIMEOUT);
    assert_int_equal(rsp_link_now(w.link), 5 * MS);
    assert_true(rsp_session_take_event(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_NOTIFICATION)));
    assert_bytes_lit(event.raw, "%a#61");
    assert_true(rsp_session_take_event(w.session, &event, RSP_SESSION_ANY));
    assert_int_equal(event.kind, RSP_SESSION_JUNK);
    close_world(&w);
}

static void acks_by_hand_are_left_alone(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "?", .answer = "+$S05#b8"},
                                        {.request = "-", .answer = "$S05#b8"}};
    world w;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){.acks = RSP_ACKS_MANUAL});
    assert_ok(rsp_session_send_raw(w.session, RSP_LIT("$?#3f")));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_int_equal(event.kind, RSP_SESSION_ACK);
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_bytes_lit(event.payload, "S05");
    assert_ok(rsp_session_send_raw(w.session, RSP_LIT("-")));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_bytes_lit(event.payload, "S05");
    assert_ok(rsp_session_quiet(w.session, 10 * MS, &event));
    assert_bytes_lit(seen(&w), "$?#3f-");
    close_world(&w);
}

static void quiet_is_broken_by_anything_even_half_a_packet(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "run", .answer = "$S0"},
                                        {.request = "c", .state = RSP_PEER_BUSY}};
    world w;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){.no_ack = true});
    assert_ok(rsp_session_quiet(w.session, 100 * MS, &event));
    assert_int_equal(rsp_link_now(w.link), 100 * MS);
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("c")));
    assert_int_equal(rsp_session_quiet(w.session, 100 * MS, &event), RSP_UNEXPECTED);
    assert_int_equal(event.kind, RSP_SESSION_BROKEN);
    close_world(&w);
}

static void interrupt_is_one_byte(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "\003", .answer = "$T02#b6"}};
    world w;
    rsp_session_event event;
    open_world(&w, lines, 1, (rsp_session_options){0});
    assert_ok(rsp_session_interrupt(w.session));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_bytes_lit(event.payload, "T02");
    assert_false(event.unsolicited);
    assert_bytes_lit(seen(&w), "\003+");
    close_world(&w);
}

/* qemu-user 7.2 waits for '+' after its stop, and sends the stop again for any other byte. */
static void second_stop_after_an_interrupt_is_no_answer(void **state) {
    (void)state;
    static const script_line lines[] = {
        {.request = "vCont;c", .answer = "+"},
        {.request = "\003", .answer = "$T05#b9"},
        {.request = "qfThreadInfo", .answer = "$T05#b9+$m1#9e"},
        {.request = "?", .answer = "+$T05#b9"},
    };
    world w;
    rsp_answer answer;
    rsp_request_id resume;
    rsp_session_event event;
    open_world(&w, lines, RSP_ARRAY_LEN(lines), (rsp_session_options){0});
    assert_ok(rsp_session_submit(w.session, &resume, RSP_LIT("vCont;c"), RSP_NEVER_NS));
    assert_ok(rsp_session_pump(w.session, RSP_NEVER_NS));
    assert_ok(rsp_session_interrupt_resume(w.session));
    assert_ok(rsp_session_await(w.session, resume, &answer));
    assert_bytes_lit(answer.payload, "T05");
    assert_ok(rsp_session_request(w.session, RSP_LIT("qfThreadInfo"), &answer));
    assert_bytes_lit(answer.payload, "m1");
    assert_true(rsp_session_take_event(w.session, &event, RSP_SESSION_BIT(RSP_SESSION_PACKET)));
    assert_bytes_lit(event.payload, "T05");
    assert_true(event.unsolicited);
    assert_ok(rsp_session_request(w.session, RSP_LIT("?"), &answer));
    assert_bytes_lit(answer.payload, "T05");
    close_world(&w);
}

static void console_is_collected_on_request(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "c", .answer = "+$O6869#2c$O21#b2$OK#9a"}};
    world w;
    rsp_answer answer;
    rsp_session_event event;
    open_world(&w, lines, 1, (rsp_session_options){.collect_console = true});
    assert_ok(rsp_session_request(w.session, RSP_LIT("c"), &answer));
    assert_bytes_lit(answer.payload, "OK");
    close_world(&w);
    open_world(&w, lines, 1, (rsp_session_options){0});
    assert_ok(rsp_session_request(w.session, RSP_LIT("c"), &answer));
    assert_true(rsp_session_take_event(w.session, &event, RSP_SESSION_ANY));
    assert_int_equal(event.payload.ptr[0], 'O');
    assert_int_equal(rsp_session_console(w.session).len, 0);
    close_world(&w);
}

static void drain_gets_into_step_again(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "g", .answer = "junk$late#a6$unfin"},
                                        {.request = "?", .answer = "$S05#b8"}};
    world w;
    rsp_answer answer;
    rsp_session_event event;
    uint64_t dropped;
    open_world(&w, lines, 2, (rsp_session_options){.no_ack = true});
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("g")));
    assert_ok(rsp_session_drain(w.session, &dropped));
    assert_int_equal(dropped, strlen(lines[0].answer));
    assert_int_equal(rsp_link_now(w.link), 50 * MS);
    assert_false(rsp_session_take_event(w.session, &event, RSP_SESSION_ANY));
    assert_ok(rsp_session_request(w.session, RSP_LIT("?"), &answer));
    assert_bytes_lit(answer.payload, "S05");
    close_world(&w);
}

static void end_completes_everything_once(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "k", .answer = "$X0", .state = RSP_PEER_CLOSED},
                                        {.request = "boom", .state = RSP_PEER_DEAD}};
    world w;
    rsp_request_id ids[3];
    rsp_answer answer;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){0});
    for (size_t i = 0; i < 3; i++)
        assert_ok(rsp_session_submit(w.session, &ids[i], RSP_LIT("k"), 0));
    assert_int_equal(rsp_session_await(w.session, ids[0], &answer), RSP_CLOSED);
    assert_int_equal(rsp_session_await(w.session, ids[1], &answer), RSP_CLOSED);
    assert_int_equal(rsp_session_await(w.session, ids[2], &answer), RSP_CLOSED);
    assert_int_equal(answer.sent_ns, 0);
    assert_int_equal(rsp_session_state(w.session), RSP_CLOSED);
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_int_equal(event.kind, RSP_SESSION_BROKEN);
    assert_int_equal(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0), RSP_CLOSED);
    assert_int_equal(event.kind, RSP_SESSION_CLOSED);
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("x"), &answer), RSP_CLOSED);
    assert_int_equal(answer.outcome, RSP_OUTCOME_CLOSED);
    assert_int_equal(rsp_session_send_raw(w.session, RSP_LIT("x")), RSP_CLOSED);
    assert_ok(rsp_link_reconnect(w.link, 0, NULL));
    rsp_session_reset(w.session);
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("boom"), &answer), RSP_DIED);
    assert_int_equal(answer.outcome, RSP_OUTCOME_DIED);
    assert_string_equal(answer.end.text, "dead");
    assert_int_equal(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0), RSP_DIED);
    close_world(&w);
}

static void flood_is_a_limit_in_bounded_memory(void **state) {
    (void)state;
    static char chunk[10001];
    memset(chunk, 'x', sizeof chunk - 1);
    const script_line lines[] = {{.request = "c", .state = RSP_PEER_BUSY},
                                 {.request = "run", .answer = chunk, .state = RSP_PEER_BUSY}};
    world w;
    rsp_answer answer;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){.flood_bytes = 100000});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("c"), &answer), RSP_LIMIT);
    assert_int_equal(answer.outcome, RSP_OUTCOME_FLOOD);
    while (rsp_session_take_event(w.session, &event, RSP_SESSION_ANY))
        assert_int_equal(event.kind, RSP_SESSION_JUNK);
    assert_int_equal(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0), RSP_LIMIT);
    assert_int_equal(event.kind, RSP_SESSION_FLOOD);
    close_world(&w);
    /* One byte less than too much is a timeout: ten slices of 10000 bytes, then silence. */
    const script_line ends[] = {{.request = "c", .answer = chunk}};
    open_world(&w, ends, 1, (rsp_session_options){.flood_bytes = 10000, .timeout_ns = MS});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("c"), &answer), RSP_TIMEOUT);
    close_world(&w);
    open_world(&w, ends, 1, (rsp_session_options){.flood_bytes = 9999, .timeout_ns = MS});
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("c"), &answer), RSP_LIMIT);
    close_world(&w);
}

static void packet_at_limit_is_kept_beyond_is_overlong(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "a", .answer = "$abcd#8a"},
                                        {.request = "b", .answer = "$abcde#ef"}};
    world w;
    rsp_answer answer;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){.no_ack = true, .max_packet = 4});
    assert_ok(rsp_session_request(w.session, RSP_LIT("a"), &answer));
    assert_bytes_lit(answer.payload, "abcd");
    assert_int_equal(rsp_session_request(w.session, RSP_LIT("b"), &answer), RSP_MALFORMED);
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("b")));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_int_equal(event.kind, RSP_SESSION_OVERLONG);
    assert_bytes_lit(event.wire, "abcd");
    close_world(&w);
}

/* A few bytes on the wire must not become many here: runs count as what they stand for. */
static void runs_at_limit_are_expanded_beyond_are_overlong(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "a", .answer = "$a*!#ac"},
                                        {.request = "b", .answer = "$a*\"#ad"}};
    world w;
    rsp_answer answer;
    rsp_session_event event;
    open_world(&w, lines, 2, (rsp_session_options){.no_ack = true, .max_packet = 5});
    assert_ok(rsp_session_request(w.session, RSP_LIT("a"), &answer));
    assert_bytes_lit(answer.payload, "aaaaa");
    assert_ok(rsp_session_send_packet(w.session, RSP_LIT("b")));
    assert_ok(rsp_session_wait(w.session, &event, RSP_SESSION_ANY, 0));
    assert_int_equal(event.kind, RSP_SESSION_OVERLONG);
    close_world(&w);
}

static void all_traffic_is_in_the_transcript(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "g", .answer = "+$OK#9a"}};
    static const rsp_direction directions[] = {RSP_TO_STUB, RSP_TO_CLIENT, RSP_TO_CLIENT, RSP_TO_STUB};
    static const char *const raw[] = {"$g#67", "+", "$OK#9a", "+"};
    world w;
    rsp_answer answer;
    open_world(&w, lines, 1, (rsp_session_options){0});
    assert_ok(rsp_session_request(w.session, RSP_LIT("g"), &answer));
    assert_int_equal(rsp_transcript_end(w.transcript), 4);
    for (uint64_t i = 0; i < 4; i++) {
        rsp_entry entry;
        assert_true(rsp_transcript_get(w.transcript, i, &entry));
        assert_int_equal(entry.direction, directions[i]);
        assert_bytes(entry.raw, rsp_bytes_str(raw[i]));
    }
    close_world(&w);
}

static void hundred_stops_of_eight_packets_at_20_ms_take_16_seconds(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "m0,4", .answer = "+$00000000#80"}};
    script peer = {.lines = lines, .num = 1};
    rsp_link *link = script_open(&peer, 20 * MS);
    rsp_session *s = rsp_session_new(link, NULL);
    rsp_answer answer;
    for (int i = 0; i < 100 * 8; i++)
        assert_ok(rsp_session_request(s, RSP_LIT("m0,4"), &answer));
    assert_int_equal(rsp_link_now(link), 16 * RSP_NS_PER_S);
    rsp_session_free(s);
    script_close(&peer, link);
}

static void talking_without_memory_fails_cleanly(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "g", .answer = "+x%Stop#a6$0* #7a"}};
    rsp_status status = RSP_NO_MEMORY;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        script peer = {.lines = lines, .num = 1};
        rsp_link *link = script_open(&peer, 0);
        rsp_session *s = rsp_session_new(link, &(rsp_session_options){.mem = &fuzzed.mem});
        rsp_answer answer;
        rsp_session_event event;
        if (s) {
            status = rsp_session_request(s, RSP_LIT("g"), &answer);
            if (status == RSP_OK &&
                !rsp_session_take_event(s, &event, RSP_SESSION_BIT(RSP_SESSION_NOTIFICATION)))
                status = RSP_NO_MEMORY;
        }
        rsp_session_free(s);
        script_close(&peer, link);
        assert_true(fail_at < 50);
    }
}

int main(void) {
    (void)alarm(100);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_are_told_apart),
        cmocka_unit_test(wire_form_stays_beside_the_meaning),
        cmocka_unit_test(request_is_escaped),
        cmocka_unit_test(nak_has_the_request_sent_again_a_few_times),
        cmocka_unit_test(bad_checksum_is_asked_for_again_a_few_times),
        cmocka_unit_test(no_ack_mode_stops_acks_on_both_sides),
        cmocka_unit_test(queued_requests_travel_together_and_complete_in_order),
        cmocka_unit_test(with_acks_one_request_is_in_flight),
        cmocka_unit_test(greeting_is_no_reply),
        cmocka_unit_test(cancelled_requests_are_not_sent_or_their_replies_swallowed),
        cmocka_unit_test(anything_that_comes_is_an_event),
        cmocka_unit_test(late_replies_are_paired),
        cmocka_unit_test(late_requests_are_bounded),
        cmocka_unit_test(mask_leaves_the_others_for_later),
        cmocka_unit_test(acks_by_hand_are_left_alone),
        cmocka_unit_test(quiet_is_broken_by_anything_even_half_a_packet),
        cmocka_unit_test(interrupt_is_one_byte),
        cmocka_unit_test(second_stop_after_an_interrupt_is_no_answer),
        cmocka_unit_test(console_is_collected_on_request),
        cmocka_unit_test(drain_gets_into_step_again),
        cmocka_unit_test(end_completes_everything_once),
        cmocka_unit_test(flood_is_a_limit_in_bounded_memory),
        cmocka_unit_test(packet_at_limit_is_kept_beyond_is_overlong),
        cmocka_unit_test(runs_at_limit_are_expanded_beyond_are_overlong),
        cmocka_unit_test(all_traffic_is_in_the_transcript),
        cmocka_unit_test(hundred_stops_of_eight_packets_at_20_ms_take_16_seconds),
        cmocka_unit_test(talking_without_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
