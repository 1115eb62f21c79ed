/* The session without a link: bytes and times go in by hand, bytes come out.
 * Any split of the input gives the same events, answers and output.
 * See session.h, "the core without I/O". */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include <rsp/session.h>

#define MS RSP_NS_PER_MS

/* Everything that the session has to say, as one text. */
static void tell(rsp_session *s, rsp_buf *out) {
    rsp_answer answer;
    rsp_session_event event;
    rsp_bytes bytes = rsp_session_output(s, 0);
    rsp_buf_append(out, bytes);
    rsp_session_sent(s, 0, bytes.len);
    while (rsp_session_take_answer(s, &answer))
        rsp_buf_printf(out, "[%u %s %.*s]", (unsigned)answer.id, rsp_outcome_text(answer.outcome),
                       (int)answer.payload.len, (const char *)answer.payload.ptr);
    while (rsp_session_take_event(s, &event, RSP_SESSION_ANY))
        rsp_buf_printf(out, "{%s %.*s}", rsp_session_event_name(event.kind), (int)event.payload.len,
                       (const char *)event.payload.ptr);
}

static rsp_session *new_asked(void) {
    rsp_session *s = rsp_session_new(NULL, NULL);
    rsp_request_id id;
    assert_non_null(s);
    assert_ok(rsp_session_submit(s, &id, RSP_LIT("g"), 10 * MS));
    assert_ok(rsp_session_submit(s, &id, RSP_LIT("?"), 10 * MS));
    assert_bytes_lit(rsp_session_output(s, 0), "$g#67");
    rsp_session_sent(s, 0, 5);
    return s;
}

static void every_split_of_the_input_gives_the_same(void **state) {
    (void)state;
    rsp_bytes in = RSP_LIT("-+%Stop:T05#99$OK#00$0* #7a+$S05#b8%a$b#62");
    rsp_buf whole = {0};
    rsp_session *s = new_asked();
    assert_ok(rsp_session_input(s, 1, in));
    rsp_session_input_end(s, 2, RSP_CLOSED);
    tell(s, &whole);
    rsp_session_free(s);
    for (size_t cut = 0; cut <= in.len; cut++) {
        for (size_t second = cut; second <= in.len; second++) {
            rsp_buf parts = {0};
            s = new_asked();
            assert_ok(rsp_session_input(s, 1, rsp_bytes_sub(in, 0, cut)));
            assert_ok(rsp_session_input(s, 1, rsp_bytes_sub(in, cut, second - cut)));
            assert_ok(rsp_session_input(s, 1, rsp_bytes_from(in, second)));
            rsp_session_input_end(s, 2, RSP_CLOSED);
            tell(s, &parts);
            rsp_session_free(s);
            assert_bytes(rsp_buf_bytes(&parts), rsp_buf_bytes(&whole));
            rsp_buf_free(&parts);
        }
    }
    rsp_buf_free(&whole);
}

static void deadline_counts_from_sending(void **state) {
    (void)state;
    rsp_session *s = rsp_session_new(NULL, NULL);
    rsp_request_id id;
    rsp_answer answer;
    assert_ok(rsp_session_submit(s, &id, RSP_LIT("g"), 10));
    assert_int_equal(rsp_session_deadline(s), RSP_NEVER_NS);
    assert_int_equal(rsp_session_output(s, 100).len, 5);
    assert_int_equal(rsp_session_deadline(s), 110);
    rsp_session_tick(s, 109);
    assert_false(rsp_session_take_answer(s, &answer));
    rsp_session_tick(s, 110);
    assert_true(rsp_session_take_answer(s, &answer));
    assert_int_equal(answer.outcome, RSP_OUTCOME_TIMEOUT);
    assert_int_equal(answer.sent_ns, 100);
    assert_int_equal(answer.done_ns, 110);
    rsp_session_free(s);
}

static void requests_at_limit_fit_beyond_are_refused(void **state) {
    (void)state;
    rsp_session *s = rsp_session_new(NULL, NULL);
    rsp_request_id id;
    for (int i = 0; i < RSP_LIMIT_REQUESTS; i++)
        assert_ok(rsp_session_submit(s, &id, RSP_LIT("g"), 0));
    assert_int_equal(rsp_session_submit(s, &id, RSP_LIT("g"), 0), RSP_LIMIT);
    assert_int_equal(id, 0);
    rsp_session_free(s);
}

static void events_at_limit_fit_beyond_are_a_flood(void **state) {
    (void)state;
    rsp_session *s = rsp_session_new(NULL, NULL);
    for (int i = 0; i < RSP_LIMIT_SESSION_EVENTS; i++)
        assert_ok(rsp_session_input(s, 1, RSP_LIT("%a#61")));
    assert_int_equal(rsp_session_input(s, 1, RSP_LIT("%a#61")), RSP_LIMIT);
    assert_int_equal(rsp_session_state(s), RSP_LIMIT);
    rsp_session_reset(s);
    assert_ok(rsp_session_input(s, 1, RSP_LIT("%a#61")));
    rsp_session_free(s);
}

static void console_beyond_its_limit_keeps_the_newest(void **state) {
    (void)state;
    rsp_session *s = rsp_session_new(NULL, &(rsp_session_options){.no_ack = true, .collect_console = true});
    for (int i = 0; i < RSP_LIMIT_CONSOLE_BYTES; i++)
        assert_ok(rsp_session_input(s, 1, RSP_LIT("$O61#b6")));
    assert_int_equal(rsp_session_console(s).len, RSP_LIMIT_CONSOLE_BYTES);
    assert_int_equal(rsp_session_console(s).ptr[0], 'a');
    assert_ok(rsp_session_input(s, 1, RSP_LIT("$O62#b7")));
    assert_int_equal(rsp_session_console(s).len, RSP_LIMIT_CONSOLE_BYTES);
    assert_int_equal(rsp_session_console(s).ptr[RSP_LIMIT_CONSOLE_BYTES - 1], 'b');
    rsp_session_clear_console(s);
    assert_int_equal(rsp_session_console(s).len, 0);
    rsp_session_free(s);
}

static void waiting_without_a_link_is_a_usage_error(void **state) {
    (void)state;
    rsp_session *s = rsp_session_new(NULL, NULL);
    rsp_session_event event;
    rsp_answer answer;
    assert_int_equal(rsp_session_wait(s, &event, RSP_SESSION_ANY, 1), RSP_USAGE);
    assert_int_equal(rsp_session_request(s, RSP_LIT("g"), &answer), RSP_USAGE);
    assert_int_equal(rsp_session_drain(s, NULL), RSP_USAGE);
    rsp_session_free(s);
    rsp_session_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_split_of_the_input_gives_the_same),
        cmocka_unit_test(deadline_counts_from_sending),
        cmocka_unit_test(requests_at_limit_fit_beyond_are_refused),
        cmocka_unit_test(events_at_limit_fit_beyond_are_a_flood),
        cmocka_unit_test(console_beyond_its_limit_keeps_the_newest),
        cmocka_unit_test(waiting_without_a_link_is_a_usage_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
