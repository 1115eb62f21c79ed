/* A session over a link: what is sent and received is in the log, in order and with times, up to the end.
 * The peer is in this process, in virtual time.
 * See dap/session.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "dap/rule.h"
#include "dap/session.h"
#include "link/peer.h"

/* Answers each piece with a fixed text. */
static rsp_peer_state answer(void *ctx, rsp_bytes in, rsp_buf *out) {
    const char *text = ctx;
    (void)in;
    rsp_buf_str(out, text);
    return strstr(text, "bye") ? RSP_PEER_CLOSED : RSP_PEER_IDLE;
}

typedef struct fixture {
    rsp_link *link;
    rsp_dap_session session;
} fixture;

static fixture opened(const char *text) {
    fixture f = {0};
    const rsp_peer peer = {.input = answer, .ctx = (void *)(uintptr_t)text};
    const rsp_peer_options options = {.rtt_ns = 2 * RSP_NS_PER_MS};
    assert_ok(rsp_link_open_peer(&f.link, &peer, &options));
    return f;
}

static void closed(fixture *f) {
    rsp_dap_session_free(&f->session);
    rsp_link_close(f->link);
}

static const char request[] =
    "Content-Length: 46\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}";

static void session_logs_both_sides_with_times(void **state) {
    (void)state;
    fixture f = opened("Content-Length: 36\r\n\r\n{\"seq\":1,\"type\":\"event\",\"event\":\"x\"}");
    f.session.link = f.link;
    assert_ok(rsp_dap_session_send(&f.session, rsp_bytes_str(request), RSP_NS_PER_S));
    assert_ok(rsp_dap_session_receive(&f.session, RSP_NS_PER_S));
    assert_int_equal(f.session.log.num, 2);
    rsp_buf text = {0};
    rsp_dap_log_render(&f.session.log, 0, 2, 40, &text);
    assert_bytes_lit(rsp_buf_bytes(&text),
                     "     0.000 ms -> {\"seq\":1,\"type\":\"request\",\"command\":\"thr... (46 bytes)\n"
                     "     2.000 ms <- {\"seq\":1,\"type\":\"event\",\"event\":\"x\"}\n");
    rsp_buf_free(&text);
    closed(&f);
}

/* Beyond our limits is nothing that the adapter did wrong: no message, no broken rule, and the end for us. */
static void message_beyond_the_limits_ends_the_session(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_buf frame = {0};
    rsp_dap_rules *rules = rsp_dap_rules_new();
    size_t num = 0;
    rsp_buf_str(&text, "{\"seq\":1,\"type\":\"event\",\"event\":\"x\",\"body\":");
    for (size_t i = 0; i < 2 * (size_t)RSP_LIMIT_DAP_DEPTH; i++)
        rsp_buf_push(&text, i < RSP_LIMIT_DAP_DEPTH ? '[' : ']');
    rsp_buf_str(&text, "}");
    rsp_dap_frame_append(&frame, rsp_buf_bytes(&text));
    fixture f = opened(rsp_buf_cstr(&frame));
    f.session.link = f.link;
    f.session.listener = rsp_dap_rules_see;
    f.session.listener_ctx = rules;
    assert_ok(rsp_dap_session_send(&f.session, rsp_bytes_str(request), RSP_NS_PER_S));
    assert_ok(rsp_dap_session_receive(&f.session, RSP_NS_PER_S));
    assert_int_equal(f.session.log.entries[1].status, RSP_LIMIT);
    assert_int_equal(rsp_dap_session_receive(&f.session, RSP_NS_PER_S), RSP_LIMIT);
    (void)rsp_dap_rules_violations(rules, &num);
    assert_int_equal(num, 0);
    rsp_dap_rules_free(rules);
    rsp_buf_free(&text);
    rsp_buf_free(&frame);
    closed(&f);
}

static void add_output(rsp_dap_log *log, uint64_t ms, const char *category, const char *text) {
    char content[160];
    (void)snprintf(
        content, sizeof content,
        "{\"type\":\"event\",\"event\":\"output\",\"body\":{\"category\":\"%s\",\"output\":\"%s\"}}",
        category, text);
    const rsp_dap_frame frame = {.kind = RSP_DAP_FRAME_MESSAGE, .content = rsp_bytes_str(content)};
    assert_non_null(rsp_dap_log_add(log, false, ms * RSP_NS_PER_MS, &frame));
}

static void log_shows_what_is_printed_in_pieces_as_one_line(void **state) {
    (void)state;
    rsp_dap_log log = {0};
    rsp_buf text = {0};
    const rsp_dap_frame frame = {.kind = RSP_DAP_FRAME_MESSAGE, .content = RSP_LIT("{}")};
    assert_non_null(rsp_dap_log_add(&log, true, RSP_NS_PER_MS, &frame));
    add_output(&log, 2, "stderr", "#0 ");
    add_output(&log, 3, "stderr", "main");
    add_output(&log, 4, "stderr", "\\u001b\\u0000\\n");
    add_output(&log, 5, "stdout", "one");
    rsp_dap_log_render(&log, 0, log.num, 200, &text);
    assert_bytes_lit(
        rsp_buf_bytes(&text),
        "     0.000 ms -> {}\n"
        "     1.000 ms <- 3 events 'output' (stderr): #0 main\\x1b\\x00\\x0a\n"
        "     4.000 ms <- {\"type\":\"event\",\"event\":\"output\",\"body\":{\"category\":\"stdout\","
        "\"output\":\"one\"}}\n");
    rsp_buf_clear(&text);
    rsp_dap_log_render(&log, 1, 3, 9, &text);
    assert_bytes_lit(rsp_buf_bytes(&text), "     1.000 ms <- 2 events 'output' (stderr): #0 ...\n");
    assert_int_equal(rsp_dap_log_rows_before(&log, 5, 0), 5);
    assert_int_equal(rsp_dap_log_rows_before(&log, 5, 1), 4);
    assert_int_equal(rsp_dap_log_rows_before(&log, 4, 1), 1);
    assert_int_equal(rsp_dap_log_rows_before(&log, 3, 1), 1);
    assert_int_equal(rsp_dap_log_rows_before(&log, 9, 2), 1);
    assert_int_equal(rsp_dap_log_rows_before(&log, 9, 9), 0);
    rsp_buf_free(&text);
    rsp_dap_log_free(&log);
}

static void session_without_an_answer_times_out(void **state) {
    (void)state;
    fixture f = opened("");
    f.session.link = f.link;
    assert_ok(rsp_dap_session_send(&f.session, rsp_bytes_str(request), RSP_NS_PER_S));
    assert_int_equal(rsp_dap_session_receive(&f.session, RSP_NS_PER_S), RSP_TIMEOUT);
    assert_int_equal(f.session.ended, RSP_OK);
    closed(&f);
}

static void session_that_is_closed_gives_what_was_sent_before(void **state) {
    (void)state;
    fixture f = opened("Content-Length: 38\r\n\r\n{\"seq\":1,\"type\":\"event\",\"event\":\"bye\"}");
    f.session.link = f.link;
    assert_ok(rsp_dap_session_send(&f.session, rsp_bytes_str(request), RSP_NS_PER_S));
    assert_ok(rsp_dap_session_receive(&f.session, RSP_NS_PER_S));
    assert_string_equal(f.session.log.entries[1].message.name, "bye");
    assert_int_equal(rsp_dap_session_receive(&f.session, RSP_NS_PER_S), RSP_CLOSED);
    assert_int_equal(rsp_dap_session_receive(&f.session, RSP_NS_PER_S), RSP_CLOSED);
    closed(&f);
}

static void session_logs_halves_of_frames_as_bytes(void **state) {
    (void)state;
    fixture f = opened("");
    f.session.link = f.link;
    assert_ok(rsp_dap_session_send(&f.session, RSP_LIT("Content-Len"), RSP_NS_PER_S));
    assert_int_equal(f.session.log.entries[0].kind, RSP_DAP_FRAME_STRAY);
    assert_bytes_lit(f.session.log.entries[0].raw, "Content-Len");
    closed(&f);
}

static void count_entries(void *ctx, const rsp_dap_log *log, size_t entry) {
    size_t *num = ctx;
    assert_int_equal(entry + 1, log->num);
    ++*num;
}

static void session_tells_its_listener_each_entry(void **state) {
    (void)state;
    fixture f = opened("noise\n");
    size_t num = 0;
    f.session.link = f.link;
    f.session.listener = count_entries;
    f.session.listener_ctx = &num;
    assert_ok(rsp_dap_session_send(&f.session, rsp_bytes_str(request), RSP_NS_PER_S));
    assert_ok(rsp_dap_session_receive(&f.session, RSP_NS_PER_S));
    assert_int_equal(num, 2);
    closed(&f);
}

static void log_takes_no_more_than_its_limit(void **state) {
    (void)state;
    rsp_dap_log log = {0};
    const rsp_dap_frame frame = {.kind = RSP_DAP_FRAME_STRAY, .header = RSP_LIT("x")};
    for (size_t i = 0; i < RSP_LIMIT_DAP_LOG_ENTRIES; i++)
        assert_non_null(rsp_dap_log_add(&log, false, 0, &frame));
    assert_false(log.full);
    assert_null(rsp_dap_log_add(&log, false, 0, &frame));
    assert_true(log.full);
    rsp_dap_log_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(session_logs_both_sides_with_times),
        cmocka_unit_test(message_beyond_the_limits_ends_the_session),
        cmocka_unit_test(log_shows_what_is_printed_in_pieces_as_one_line),
        cmocka_unit_test(session_without_an_answer_times_out),
        cmocka_unit_test(session_that_is_closed_gives_what_was_sent_before),
        cmocka_unit_test(session_logs_halves_of_frames_as_bytes),
        cmocka_unit_test(session_tells_its_listener_each_entry),
        cmocka_unit_test(log_takes_no_more_than_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
