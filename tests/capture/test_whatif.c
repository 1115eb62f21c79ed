/* What batches would save in sessions that are written down here, counted by hand.
 * Bounds: independent reads join, a pointer that was just read does not, PacketSize splits.
 * See capture/whatif.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/whatif.h"
#include <stdio.h>

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

static void every_resume_ends_a_batch(void **state) {
    (void)state;
    static const char *const resumes[] = {"c", "C05", "s", "S05", "vCont;c", "bc", "bs", "i", "I05", "D"};
    session s;
    begin(&s, 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(resumes); i++) {
        ask(&s, "m100000,4", "00000000");
        ask(&s, resumes[i], "T05thread:1;");
    }
    assert_saving(&s.whatif.reads, RSP_ARRAY_LEN(resumes), RSP_ARRAY_LEN(resumes), RSP_ARRAY_LEN(resumes));
    assert_int_equal(s.whatif.stops, RSP_ARRAY_LEN(resumes));
    end(&s);
}

/* Reads for the condition, a step off, and on. */
static void hidden_stop(session *s, const char *continue_reply) {
    ask(s, "m7000,4", "00000000");
    ask(s, "z0,401000,1", "OK");
    ask(s, "vCont;s:1", "T0510:0110400000000000;");
    ask(s, "Z0,401000,1", "OK");
    ask(s, "vCont;c", continue_reply);
}

static const char *const hit = "T0510:0010400000000000;thread:1;";

/* Five stops, of which the user sees the last. What shows that is the list of threads. */
static void count_hidden_stops(bool thread_list) {
    session s;
    begin(&s, 0);
    ask(&s, "Z0,401000,1", "OK");
    ask(&s, "vCont;c", hit);
    for (int i = 0; i < 4; i++)
        hidden_stop(&s, hit);
    ask(&s, "m7ffe0000,40", "00"); /* what the user is shown */
    ask(&s, "g", "00");
    if (thread_list)
        ask(&s, "qXfer:threads:read::0,1000", "l");
    hidden_stop(&s, "W00"); /* the user says continue: the same series, with more before */
    rsp_hidden_saving h = rsp_hidden_stops_saving(&s.whatif.watch);
    assert_int_equal(h.breakpoints, 1);
    assert_int_equal(h.least_stops, 4);
    assert_int_equal(h.least_trips, 20);
    assert_int_equal(h.most_stops, thread_list ? 4 : 5);
    assert_int_equal(h.most_trips, thread_list ? 20 : 27);
    rsp_whatif sum = {0};
    rsp_whatif_merge(&sum, &s.whatif);
    rsp_whatif_merge(&sum, &s.whatif);
    assert_int_equal(sum.hidden.least_trips, 40);
    rsp_whatif_free(&sum);
    end(&s);
}

/* Sums of several captures: each member with its own. */
static void hidden_stops_add_up(void **state) {
    const rsp_hidden_saving more = {
        .breakpoints = 1, .least_stops = 2, .least_trips = 4, .most_stops = 8, .most_trips = 16};
    rsp_hidden_saving sum = {
        .breakpoints = 100, .least_stops = 200, .least_trips = 300, .most_stops = 400, .most_trips = 500};
    (void)state;
    rsp_hidden_saving_merge(&sum, &more);
    assert_int_equal(sum.breakpoints, 101);
    assert_int_equal(sum.least_stops, 202);
    assert_int_equal(sum.least_trips, 304);
    assert_int_equal(sum.most_stops, 408);
    assert_int_equal(sum.most_trips, 516);
}

static void hidden_stops_are_counted_as_a_range(void **state) {
    (void)state;
    count_hidden_stops(false);
}

static void a_stop_with_a_thread_list_was_shown(void **state) {
    (void)state;
    count_hidden_stops(true);
}

/* More requests at one stop than are told apart count as the last number. */
static void a_stop_of_many_requests_is_counted(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    ask(&s, "Z0,401000,1", "OK");
    ask(&s, "vCont;c", hit);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 2 * RSP_HIDDEN_EFFORTS; k++)
            ask(&s, "m7000,4", "00000000");
        hidden_stop(&s, hit);
    }
    assert_int_equal(s.whatif.watch.breakpoints[0].stops[RSP_HIDDEN_EFFORTS - 1], 4);
    end(&s);
}

static void stops_of_the_loader_are_not_hidden(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    ask(&s, "Z0,401000,1", "OK");
    ask(&s, "vCont;c", hit);
    ask(&s, "qXfer:libraries-svr4:read::0,1000", "l<library-list-svr4/>");
    hidden_stop(&s, hit);
    ask(&s, "vCont;s:1", "T0510:0110400000000000;");
    ask(&s, "qXfer:libraries-svr4:read::0,1000", "l<library-list-svr4/>");
    ask(&s, "vCont;c", "W00");
    assert_int_equal(rsp_hidden_stops_saving(&s.whatif.watch).most_stops, 0);
    end(&s);
}

static void steps_of_the_user_are_not_hidden(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    ask(&s, "Z0,401000,1", "OK");
    ask(&s, "vCont;c", hit);
    ask(&s, "vCont;s:1", "T0510:0110400000000000;");
    ask(&s, "m7ffe0000,40", "00"); /* the frame, for the user */
    ask(&s, "vCont;c", hit);
    ask(&s, "M7000,1:00", "OK"); /* whoever writes has told somebody */
    ask(&s, "vCont;s:1", "T0510:0110400000000000;");
    ask(&s, "vCont;c", "T0510:9999400000000000;"); /* stops elsewhere */
    ask(&s, "vCont;s:1", "T0510:9a99400000000000;");
    ask(&s, "vCont;c", "W00");
    assert_int_equal(rsp_hidden_stops_saving(&s.whatif.watch).most_stops, 0);
    end(&s);
}

/* Where the stop is follows from there being one breakpoint only. */
static void stub_without_registers_in_stops_has_hidden_stops(void **state) {
    (void)state;
    for (int more = 0; more < 2; more++) {
        session s;
        begin(&s, 0);
        ask(&s, "Z0,401000,1", "OK");
        if (more)
            ask(&s, "Z0,402000,1", "OK");
        ask(&s, "c", "S05");
        for (int i = 0; i < 2; i++) {
            ask(&s, "m7000,4", "00000000");
            ask(&s, "s", "S05");
            ask(&s, "c", i ? "W00" : "T05thread:1;");
        }
        assert_int_equal(rsp_hidden_stops_saving(&s.whatif.watch).most_stops, more ? 0 : 2);
        end(&s);
    }
}

/* Stops at 0x401000 of a stub whose registers have four or eight bytes, in either byte order. */
static void place_of_a_stop_is_read_in_any_width_and_order(void **state) {
    (void)state;
    static const char *const registers[] = {"00104000", "00401000", "0010400000000000", "0000000000401000"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(registers); i++) {
        session s;
        char stop[64];
        (void)snprintf(stop, sizeof stop, "T05f:%s;thread:1;", registers[i]);
        begin(&s, 0);
        ask(&s, "Z0,401000,1", "OK");
        ask(&s, "Z0,402000,1", "OK");
        ask(&s, "c", stop);
        for (int k = 0; k < 2; k++) {
            ask(&s, "m7000,4", "00000000");
            ask(&s, "s", "S05");
            ask(&s, "c", k ? "W00" : stop);
        }
        assert_int_equal(rsp_hidden_stops_saving(&s.whatif.watch).most_stops, 2);
        end(&s);
    }
}

/* A stub that can not step: a breakpoint behind the instruction, and on to it; no registers are told. */
static void breakpoint_behind_is_a_step(void **state) {
    (void)state;
    session s;
    begin(&s, 0);
    ask(&s, "Z0,1000,4", "OK");
    ask(&s, "c", "T0520:0010000000000000;");
    for (int i = 0; i < 2; i++) {
        ask(&s, "m9000,4", "00");
        ask(&s, "z0,1000,4", "OK");
        ask(&s, "Z0,1004,4", "OK");
        ask(&s, "c", "T0520:0410000000000000;");
        ask(&s, "m1004,4", "00");
        ask(&s, "c", "T0520:0010000000000000;");
    }
    rsp_hidden_saving h = rsp_hidden_stops_saving(&s.whatif.watch);
    assert_int_equal(h.most_stops, 2);
    assert_int_equal(h.most_trips, 12);
    assert_int_equal(h.least_stops, 0);
    end(&s);
}

/* One address more than are watched: the first is forgotten. */
static void breakpoints_beyond_the_limit_push_out_the_oldest(void **state) {
    (void)state;
    for (unsigned num = RSP_HIDDEN_BREAKPOINTS; num <= RSP_HIDDEN_BREAKPOINTS + 1; num++) {
        session s;
        begin(&s, 0);
        for (unsigned i = 0; i < num; i++) {
            char text[32];
            (void)snprintf(text, sizeof text, "Z0,%x,1", 0x401000 + i);
            ask(&s, text, "OK");
        }
        ask(&s, "vCont;c", hit);
        ask(&s, "vCont;s:1", "T05thread:1;");
        ask(&s, "vCont;c", "W00");
        assert_int_equal(rsp_hidden_stops_saving(&s.whatif.watch).most_stops, num == RSP_HIDDEN_BREAKPOINTS);
        end(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_side_by_side_are_one_batch_a_stop),
        cmocka_unit_test(read_through_a_pointer_waits_for_it),
        cmocka_unit_test(other_requests_end_the_lower_bound_only),
        cmocka_unit_test(batches_are_split_by_packet_size),
        cmocka_unit_test(every_resume_ends_a_batch),
        cmocka_unit_test(hidden_stops_add_up),
        cmocka_unit_test(hidden_stops_are_counted_as_a_range),
        cmocka_unit_test(a_stop_with_a_thread_list_was_shown),
        cmocka_unit_test(a_stop_of_many_requests_is_counted),
        cmocka_unit_test(stops_of_the_loader_are_not_hidden),
        cmocka_unit_test(steps_of_the_user_are_not_hidden),
        cmocka_unit_test(stub_without_registers_in_stops_has_hidden_stops),
        cmocka_unit_test(place_of_a_stop_is_read_in_any_width_and_order),
        cmocka_unit_test(breakpoint_behind_is_a_step),
        cmocka_unit_test(breakpoints_beyond_the_limit_push_out_the_oldest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
