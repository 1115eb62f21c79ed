/* Exchanges one by one, of conversations that are written down here: stops, frames, what has no reply.
 * The transcript is fed as a capture's conversation feeds it.
 * See capture/exchange_list.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/exchange_list.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>

enum { MOST = 600 };

typedef struct listing {
    rsp_transcript *transcript;
    rsp_conversation conversation;
    rsp_exchange_lists lists;
    rsp_exchange_list *list;
    uint64_t origin_ns;
    uint64_t now_ns;
    rsp_listed_exchange rows[MOST];
    size_t num;
    rsp_listed_action actions[8];
    size_t num_actions;
} listing;

static void keep_exchange(void *ctx, const rsp_listed_exchange *x) {
    listing *l = ctx;
    assert_true(l->num < MOST);
    l->rows[l->num] = *x;
    l->rows[l->num].request = l->rows[l->num].reply = rsp_bytes_make(NULL, 0); /* borrowed for the call */
    l->num++;
}

static void keep_action(void *ctx, const rsp_listed_action *a) {
    listing *l = ctx;
    assert_true(l->num_actions < RSP_ARRAY_LEN(l->actions));
    l->actions[l->num_actions++] = *a;
}

static listing *begin(void) {
    static listing l;
    l = (listing){.conversation = {.number = 3, .from_start = true}, .origin_ns = 1000, .now_ns = 1000};
    l.lists = (rsp_exchange_lists){.sink = {.exchange = keep_exchange, .action = keep_action, .ctx = &l},
                                   .origin_ns = &l.origin_ns};
    l.transcript = rsp_transcript_new(NULL);
    l.list = rsp_exchange_list_new(&l.lists, &l.conversation);
    assert_non_null(l.list);
    assert_true(rsp_transcript_observe(l.transcript, rsp_exchange_list_observe, l.list));
    return &l;
}

static void say(listing *l, rsp_direction direction, const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    l->conversation.analysis.place++;
    assert_ok(rsp_transcript_feed(l->transcript, direction, l->now_ns += 10, rsp_buf_bytes(&wire)));
    rsp_buf_free(&wire);
}

static void ask(listing *l, const char *request, const char *reply) {
    say(l, RSP_TO_STUB, request);
    assert_ok(rsp_transcript_feed(l->transcript, RSP_TO_CLIENT, l->now_ns, RSP_LIT("+")));
    say(l, RSP_TO_CLIENT, reply);
    assert_ok(rsp_transcript_feed(l->transcript, RSP_TO_STUB, l->now_ns, RSP_LIT("+")));
}

static void end(listing *l) {
    assert_ok(rsp_transcript_close(l->transcript, l->now_ns + 500, "closed"));
}

static void release(listing *l) {
    assert_int_equal(l->lists.status, RSP_OK);
    rsp_exchange_list_free(l->list);
    rsp_transcript_free(l->transcript);
}

static void exchange_has_frames_times_and_sizes(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "m1000,4", "11223344");
    ask(l, "m2000,4", "E01");
    end(l);
    assert_int_equal(l->num, 2);
    const rsp_listed_exchange *x = &l->rows[0];
    assert_int_equal(x->number, 1);
    assert_int_equal(x->conversation, 3);
    assert_int_equal(x->packet, RSP_PACKET_READ_MEMORY);
    assert_int_equal(x->request_frame, 1);
    assert_int_equal(x->reply_frame, 2);
    assert_int_equal(x->at_ns, 10);
    assert_int_equal(x->latency_ns, 10);
    assert_int_equal(x->request_bytes, 11);
    assert_int_equal(x->reply_bytes, 12);
    assert_int_equal(x->class_, RSP_EXCHANGE_STUB);
    assert_int_equal(x->answer, RSP_ANSWER_DATA);
    assert_int_equal(l->rows[1].answer, RSP_ANSWER_ERROR);
    assert_int_equal(l->rows[1].number, 2);
    release(l);
}

static void resume_begins_the_stop_that_it_leads_to(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "?", "S05");
    ask(l, "c", "T05thread:1;");
    ask(l, "g", "00");
    ask(l, "s", "T05thread:1;");
    ask(l, "c", "W00");
    end(l);
    static const uint64_t stops[] = {0, 1, 1, 2, 3};
    assert_int_equal(l->num, RSP_ARRAY_LEN(stops));
    for (size_t i = 0; i < l->num; i++)
        assert_int_equal(l->rows[i].stop, stops[i]);
    assert_int_equal(l->rows[1].class_, RSP_EXCHANGE_PROGRAM);
    static const rsp_action actions[] = {RSP_ACTION_ATTACH, RSP_ACTION_STOP, RSP_ACTION_STEP,
                                         RSP_ACTION_EXIT};
    static const uint64_t trips[] = {1, 2, 1, 1};
    assert_int_equal(l->num_actions, RSP_ARRAY_LEN(actions));
    for (size_t i = 0; i < l->num_actions; i++) {
        assert_int_equal(l->actions[i].stop, i);
        assert_int_equal(l->actions[i].action, actions[i]);
        assert_int_equal(l->actions[i].round_trips, trips[i]);
    }
    assert_int_equal(l->actions[1].start_ns, 30);
    assert_int_equal(l->actions[1].end_ns, 70);
    assert_int_equal(l->actions[3].end_ns, 100); /* the last byte, not the time of the close */
    release(l);
}

static void action_that_reads_libraries_is_a_library_event(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "c", "T05thread:1;");
    ask(l, "qXfer:libraries-svr4:read::0,100", "l");
    end(l);
    assert_int_equal(l->num_actions, 1); /* nothing was asked before the resume */
    assert_int_equal(l->actions[0].action, RSP_ACTION_LIBRARY);
    assert_int_equal(l->rows[1].action, RSP_ACTION_LIBRARY);
    release(l);
}

static void request_without_a_reply_is_listed_at_the_end(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "?", "S05");
    say(l, RSP_TO_STUB, "k");
    assert_int_equal(l->num, 1);
    end(l);
    assert_int_equal(l->num, 2);
    assert_int_equal(l->rows[1].packet, RSP_PACKET_KILL);
    assert_int_equal(l->rows[1].answer, RSP_ANSWER_NONE);
    assert_int_equal(l->rows[1].class_, RSP_EXCHANGE_NONE);
    assert_int_equal(l->rows[1].request_frame, 3);
    assert_int_equal(l->rows[1].reply_frame, 0);
    release(l);
}

static void request_that_was_given_up_comes_before_the_next_reply(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "QStartNoAckMode", "OK");
    say(l, RSP_TO_STUB, "m1000,4");
    l->now_ns += RSP_GIVEN_UP_NS;
    say(l, RSP_TO_STUB, "?");
    say(l, RSP_TO_CLIENT, "S05");
    end(l);
    assert_int_equal(l->num, 3);
    assert_int_equal(l->rows[1].packet, RSP_PACKET_READ_MEMORY);
    assert_int_equal(l->rows[1].answer, RSP_ANSWER_NONE);
    assert_int_equal(l->rows[2].packet, RSP_PACKET_REASON);
    assert_int_equal(l->rows[2].answer, RSP_ANSWER_DATA);
    release(l);
}

static void gap_ends_the_wait_for_a_reply(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "?", "S05");
    say(l, RSP_TO_STUB, "g");
    assert_ok(rsp_transcript_gap(l->transcript, RSP_TO_CLIENT, ++l->now_ns, "20 bytes are missing"));
    assert_int_equal(l->num, 2);
    assert_int_equal(l->rows[1].answer, RSP_ANSWER_NONE);
    ask(l, "m10,4", "00000000");
    end(l);
    assert_int_equal(l->num, 3);
    release(l);
}

/* More requests at a time than frames are remembered for: each comes once, the oldest without its frame. */
static void long_pipeline_loses_frames_and_no_exchange(void **state) {
    (void)state;
    listing *l = begin();
    ask(l, "QStartNoAckMode", "OK");
    for (int i = 0; i < 300; i++)
        say(l, RSP_TO_STUB, "g");
    for (int i = 0; i < 300; i++)
        say(l, RSP_TO_CLIENT, "00");
    end(l);
    assert_int_equal(l->num, 301);
    assert_int_equal(l->rows[1].request_frame, 0);
    assert_int_equal(l->rows[300].request_frame, 302);
    assert_true(l->rows[2].batched);
    for (size_t i = 1; i < l->num; i++)
        assert_int_equal(l->rows[i].answer, RSP_ANSWER_DATA);
    release(l);
}

static void log_without_times_has_none(void **state) {
    (void)state;
    listing *l = begin();
    l->conversation.untimed = true;
    ask(l, "g", "00");
    end(l);
    assert_false(l->rows[0].timed);
    assert_int_equal(l->rows[0].latency_ns, 0);
    release(l);
}

static void names_of_answers_are_words(void **state) {
    (void)state;
    assert_string_equal(rsp_answer_name(RSP_ANSWER_NONE), "none");
    assert_string_equal(rsp_answer_name(RSP_ANSWER_DATA), "data");
    assert_string_equal(rsp_answer_name(RSP_ANSWERS), "?");
}

/* Without memory for a request that waits, an analysis says so. */
static void want_of_memory_is_a_status(void **state) {
    (void)state;
    rsp_mem_fuzzed fuzzed;
    rsp_mem_fuzzed_init(&fuzzed, 1, 0);
    rsp_analysis analysis = {.mem = &fuzzed.mem};
    listing *l = begin();
    assert_true(rsp_transcript_observe(l->transcript, rsp_analysis_observe, &analysis));
    say(l, RSP_TO_STUB, "m0,4");
    assert_int_equal(analysis.status, RSP_NO_MEMORY);
    for (int i = 0; i < RSP_ACTIONS; i++)
        assert_ptr_equal(analysis.actions[i].mem, &fuzzed.mem);
    rsp_analysis_finish(&analysis);
    rsp_analysis_free(&analysis);
    end(l);
    release(l);
}

/* ... and a list says so. */
static void want_of_memory_is_a_status_of_the_lists(void **state) {
    (void)state;
    rsp_mem_fuzzed fuzzed;
    rsp_mem_fuzzed_init(&fuzzed, 2, 1); /* the list itself has some */
    rsp_conversation conversation = {.analysis = {.mem = &fuzzed.mem}};
    rsp_exchange_lists lists = {0};
    rsp_exchange_list *list = rsp_exchange_list_new(&lists, &conversation);
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    assert_non_null(list);
    assert_true(rsp_transcript_observe(transcript, rsp_exchange_list_observe, list));
    assert_ok(rsp_transcript_feed(transcript, RSP_TO_STUB, 1, RSP_LIT("+$g#67")));
    assert_int_equal(lists.status, RSP_NO_MEMORY);
    lists.status = RSP_LIMIT; /* the first reason is kept */
    assert_ok(rsp_transcript_feed(transcript, RSP_TO_STUB, 2, RSP_LIT("+$g#67")));
    assert_int_equal(lists.status, RSP_LIMIT);
    rsp_transcript_free(transcript);
    rsp_exchange_list_free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchange_has_frames_times_and_sizes),
        cmocka_unit_test(resume_begins_the_stop_that_it_leads_to),
        cmocka_unit_test(action_that_reads_libraries_is_a_library_event),
        cmocka_unit_test(request_without_a_reply_is_listed_at_the_end),
        cmocka_unit_test(request_that_was_given_up_comes_before_the_next_reply),
        cmocka_unit_test(gap_ends_the_wait_for_a_reply),
        cmocka_unit_test(long_pipeline_loses_frames_and_no_exchange),
        cmocka_unit_test(log_without_times_has_none),
        cmocka_unit_test(want_of_memory_is_a_status),
        cmocka_unit_test(want_of_memory_is_a_status_of_the_lists),
        cmocka_unit_test(names_of_answers_are_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
