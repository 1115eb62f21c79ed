/* A recorded conversation to a stub that answers as recorded, otherwise, late, not at all, or more than was
 * asked. The recording is made of wire bytes, the stub is a table of replies in virtual time. See
 * playback/playback.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "playback/playback.h"
#include "script_peer.h"

/* One side's bytes, from "<" (the debugger) or ">" (the stub), at a time in ms. */
typedef struct said {
    unsigned ms;
    char side;
    const char *payload; /* a packet; "\003" and "%..." stand as they are */
} said;

typedef struct world {
    rsp_transcript *recording;
    rsp_dialogue recorded;
    script script;
    rsp_link *link;
    rsp_transcript *transcript;
    rsp_dialogue live;
    rsp_session *session;
    rsp_playback p;
} world;

static void record(world *w, const said *list, size_t num) {
    w->recording = rsp_transcript_new(NULL);
    assert_true(rsp_transcript_observe(w->recording, rsp_dialogue_observe, &w->recorded));
    for (size_t i = 0; i < num; i++) {
        rsp_buf wire = {0};
        const rsp_bytes payload = rsp_bytes_str(list[i].payload);
        if (payload.len > 0 && payload.ptr[0] == '%')
            rsp_frame_notification(&wire, rsp_bytes_from(payload, 1));
        else if (payload.len > 0 && payload.ptr[0] == 3)
            rsp_buf_append(&wire, payload);
        else
            rsp_frame_packet(&wire, payload);
        assert_ok(rsp_transcript_feed(w->recording, list[i].side == '<' ? RSP_TO_STUB : RSP_TO_CLIENT,
                                      list[i].ms * RSP_NS_PER_MS, rsp_buf_bytes(&wire)));
        rsp_buf_free(&wire);
    }
}

/* Plays the recording to a stub of these lines. `w` must stay where it is. */
static void play(world *w, const said *list, size_t num, const script_line *lines, size_t num_lines) {
    record(w, list, num);
    w->script = (script){.lines = lines, .num = num_lines};
    const rsp_peer peer = {.connect = script_connect, .input = script_input, .ctx = &w->script};
    assert_ok(rsp_link_open_peer(&w->link, &peer, NULL));
    w->transcript = rsp_transcript_new(NULL);
    const rsp_session_options options = {
        .timeout_ns = RSP_NS_PER_S, .opens = true, .transcript = w->transcript};
    w->session = rsp_session_new(w->link, &options);
    assert_non_null(w->session);
    assert_true(rsp_transcript_observe(w->transcript, rsp_dialogue_observe, &w->live));
    w->p.recorded = &w->recorded;
    w->p.session = w->session;
    w->p.live = &w->live;
    w->p.timeout_ns = RSP_NS_PER_S;
    assert_ok(rsp_playback_run(&w->p));
}

static void end(world *w) {
    rsp_playback_free(&w->p);
    rsp_session_free(w->session);
    rsp_transcript_free(w->transcript);
    rsp_dialogue_free(&w->live);
    rsp_link_close(w->link);
    rsp_transcript_free(w->recording);
    rsp_dialogue_free(&w->recorded);
    rsp_buf_free(&w->script.seen);
    rsp_buf_free(&w->script.partial);
}

#define PLAY(w, list, lines) play((w), (list), RSP_ARRAY_LEN(list), (lines), RSP_ARRAY_LEN(lines))

static const said two_requests[] = {{0, '<', "qC"}, {1, '>', "QC1"}, {2, '<', "?"}, {3, '>', "S05"}};

static void stub_that_answers_as_recorded_is_alike(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "qC", .answer = "+$QC1#c5"},
                                        {.request = "?", .answer = "+$S05#b8"}};
    world w = {0};
    PLAY(&w, two_requests, lines);
    assert_ok(w.p.status);
    assert_int_equal(w.p.sent, 2);
    assert_int_equal(w.p.alike, 2);
    assert_int_equal(w.p.num_differences, 0);
    assert_int_equal(w.p.unexpected, 0);
    assert_int_equal(w.p.done, 4);
    end(&w);
}

static void difference_is_told_with_its_request_and_does_not_end_it(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "qC", .answer = "+$E01#a6"},
                                        {.request = "?", .answer = "+$S05#b8"}};
    world w = {0};
    PLAY(&w, two_requests, lines);
    assert_ok(w.p.status);
    assert_int_equal(w.p.num_differences, 1);
    assert_int_equal(w.p.alike, 1);
    const rsp_playback_difference *d = &w.p.differences[0];
    assert_int_equal(d->turn, 1);
    assert_int_equal(d->request, 0);
    assert_false(d->missing);
    assert_bytes_lit(d->expected, "QC1");
    assert_bytes_lit(d->got, "E01");
    end(&w);
}

static void silence_ends_it_with_what_is_missing(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "qC", .answer = "+"}};
    world w = {0};
    PLAY(&w, two_requests, lines);
    assert_int_equal(w.p.status, RSP_TIMEOUT);
    assert_int_equal(w.p.done, 1); /* the request, and not its reply */
    assert_int_equal(w.p.sent, 1);
    assert_int_equal(w.p.num_differences, 1);
    assert_true(w.p.differences[0].missing);
    end(&w);
}

/* A reply that took long when it was recorded is waited for as long again, and once more. */
static void recorded_latency_is_added_to_the_patience(void **state) {
    (void)state;
    static const said slow[] = {{0, '<', "qC"}, {5000, '>', "QC1"}};
    static const script_line lines[] = {{.request = "qC", .answer = "+"}};
    world w = {0};
    PLAY(&w, slow, lines);
    assert_int_equal(w.p.status, RSP_TIMEOUT);
    assert_true(rsp_link_now(w.link) >= 11 * RSP_NS_PER_S);
    assert_true(rsp_link_now(w.link) < 13 * RSP_NS_PER_S);
    end(&w);
}

static void stub_that_ends_is_told(void **state) {
    (void)state;
    static const script_line closed[] = {{.request = "qC", .answer = "+$QC1#c5", .state = RSP_PEER_CLOSED}};
    static const script_line dead[] = {{.request = "qC", .state = RSP_PEER_DEAD}};
    world w = {0};
    PLAY(&w, two_requests, closed);
    assert_int_equal(w.p.status, RSP_CLOSED);
    assert_int_equal(w.p.alike, 1); /* what came before the end counts */
    end(&w);
    w = (world){0};
    PLAY(&w, two_requests, dead);
    assert_int_equal(w.p.status, RSP_DIED);
    assert_int_equal(w.p.alike, 0);
    assert_int_equal(w.p.done, 1);
    end(&w);
}

/* Thread 1 of the recording is 7 of the stub: requests are rewritten once that is known. */
static void ids_of_the_stub_are_put_into_requests(void **state) {
    (void)state;
    static const said threads[] = {{0, '<', "qC"}, {1, '>', "QC1"}, {2, '<', "Hg1"},
                                   {3, '>', "OK"}, {4, '<', "qC"},  {5, '>', "QC1"}};
    static const script_line lines[] = {{.request = "qC", .answer = "+$QC7#cb", .later = "+$QC8#cc"},
                                        {.request = "Hg7", .answer = "+$OK#9a"}};
    world w = {0};
    PLAY(&w, threads, lines);
    assert_ok(w.p.status);
    assert_int_equal(w.p.sent, 3);
    assert_int_equal(w.p.num_differences, 1); /* the second time another thread */
    assert_true(w.p.differences[0].what.contradiction);
    end(&w);
}

/* Pieces of output may be cut anywhere: what they say together is compared, when the program stops. */
static void output_is_compared_as_a_whole(void **state) {
    (void)state;
    static const said prints[] = {{0, '<', "c"}, {1, '>', "O6869"}, {2, '>', "O0a"}, {3, '>', "W00"}};
    static const script_line same[] = {{.request = "c", .answer = "+$O68#bd$O690a#4f$W00#b7"}};
    static const script_line other[] = {{.request = "c", .answer = "+$O6870#24$W00#b7"}};
    world w = {0};
    PLAY(&w, prints, same);
    assert_ok(w.p.status);
    assert_int_equal(w.p.num_differences, 0);
    end(&w);
    w = (world){0};
    PLAY(&w, prints, other);
    assert_int_equal(w.p.num_differences, 1);
    assert_true(w.p.differences[0].output);
    assert_bytes_lit(w.p.differences[0].expected, "hi\n");
    assert_bytes_lit(w.p.differences[0].got, "hp");
    end(&w);
}

static void what_the_recording_does_not_have_is_counted(void **state) {
    (void)state;
    static const script_line lines[] = {{.request = "qC", .answer = "+$QC1#c5%Stop:T05thread:1;#b7$OK#9a"},
                                        {.request = "?", .answer = "+$S05#b8"}};
    world w = {0};
    PLAY(&w, two_requests, lines);
    assert_ok(w.p.status);
    assert_int_equal(w.p.num_differences, 0);
    assert_int_equal(w.p.unexpected, 2); /* the notification, and a packet without a request */
    end(&w);
}

/* A notification that does not come is missing, and the play goes on. */
static void notification_that_does_not_come_is_missing(void **state) {
    (void)state;
    static const said notified[] = {
        {0, '<', "qC"}, {1, '>', "QC1"}, {2, '>', "%Stop:T05thread:1;"}, {3, '<', "?"}, {4, '>', "S05"}};
    static const script_line lines[] = {{.request = "qC", .answer = "+$QC1#c5"},
                                        {.request = "?", .answer = "+$S05#b8"}};
    world w = {0};
    PLAY(&w, notified, lines);
    assert_ok(w.p.status);
    assert_int_equal(w.p.done, 5);
    assert_int_equal(w.p.alike, 2);
    assert_int_equal(w.p.num_differences, 1);
    assert_true(w.p.differences[0].missing);
    assert_int_equal(w.p.differences[0].request, RSP_NO_TURN);
    end(&w);
}

/* After both sides have agreed on no-ack mode, the play acknowledges nothing. */
static void agreed_modes_are_those_of_the_play(void **state) {
    (void)state;
    static const said quiet[] = {
        {0, '<', "QStartNoAckMode"}, {1, '>', "OK"}, {2, '<', "qC"}, {3, '>', "QC1"}};
    static const script_line agrees[] = {{.request = "QStartNoAckMode", .answer = "+$OK#9a"},
                                         {.request = "qC", .answer = "$QC1#c5"}};
    world w = {0};
    PLAY(&w, quiet, agrees);
    assert_ok(w.p.status);
    assert_int_equal(w.p.num_differences, 0);
    assert_true(rsp_bytes_search(rsp_buf_bytes(&w.script.seen), RSP_LIT("$qC#b4+")) == w.script.seen.len);
    end(&w);
}

/* The debugger let the program run for a minute before it interrupted: a second of it is enough, unless all
 * pauses are wanted. */
static void pause_before_an_interrupt_is_cut_unless_wanted(void **state) {
    (void)state;
    static const said runs[] = {{0, '<', "c"}, {60000, '<', "\003"}, {60001, '>', "T02thread:1;"}};
    static const script_line lines[] = {{.request = "c", .answer = "+"},
                                        {.request = "\003", .answer = "$T02thread:1;#d4"}};
    for (int pauses = 0; pauses < 2; pauses++) {
        world w = {.p.pauses = pauses == 1};
        PLAY(&w, runs, lines);
        assert_ok(w.p.status);
        assert_int_equal(w.p.num_differences, 0);
        assert_int_equal(rsp_link_now(w.link) / RSP_NS_PER_S >= 60, pauses);
        assert_true(rsp_link_now(w.link) >= RSP_NS_PER_S);
        end(&w);
    }
}

static void nothing_recorded_is_nothing_played(void **state) {
    (void)state;
    world w = {0};
    play(&w, NULL, 0, NULL, 0);
    assert_ok(w.p.status);
    assert_int_equal(w.p.sent, 0);
    assert_int_equal(w.p.num_differences, 0);
    assert_int_equal(w.script.seen.len, 0);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_that_answers_as_recorded_is_alike),
        cmocka_unit_test(difference_is_told_with_its_request_and_does_not_end_it),
        cmocka_unit_test(silence_ends_it_with_what_is_missing),
        cmocka_unit_test(recorded_latency_is_added_to_the_patience),
        cmocka_unit_test(stub_that_ends_is_told),
        cmocka_unit_test(ids_of_the_stub_are_put_into_requests),
        cmocka_unit_test(output_is_compared_as_a_whole),
        cmocka_unit_test(what_the_recording_does_not_have_is_counted),
        cmocka_unit_test(notification_that_does_not_come_is_missing),
        cmocka_unit_test(agreed_modes_are_those_of_the_play),
        cmocka_unit_test(pause_before_an_interrupt_is_cut_unless_wanted),
        cmocka_unit_test(nothing_recorded_is_nothing_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
