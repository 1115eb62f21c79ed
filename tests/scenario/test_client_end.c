/* One conversation of a scenario, on a link to a stub of a few lines.
 * Time is virtual.
 * See ends/client_end.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ends/client_end.h"
#include "fake_stub.h"

typedef struct conversation {
    fake_stub stub;
    client_end t;
} conversation;

static void begin(conversation *c) {
    const rsp_stub_request request = {.program = ""};
    rsp_stub_provider provider = fake_provider(&c->stub);
    c->t.timeout_ns = RSP_NS_PER_S;
    c->t.quiet_ns = RSP_NS_PER_MS;
    c->t.transcript = rsp_transcript_new(NULL);
    assert_non_null(c->t.transcript);
    assert_ok(provider.open(provider.ctx, &c->t.link, &request, NULL));
    assert_ok(client_end_start(&c->t));
}

static void end(conversation *c) {
    client_end_free(&c->t);
    rsp_link_close(c->t.link);
    rsp_transcript_free(c->t.transcript);
    fake_free(&c->stub);
}

/* The reply to a request that was sent before is waited for as that request's, not as a notification. */
static void a_notification_leaves_the_request_as_it_was(void **state) {
    (void)state;
    conversation c = {0};
    begin(&c);
    assert_ok(client_end_send(&c.t, RSP_LIT("hang"), RSP_ESCAPE_FULL));
    const unsigned sent = c.t.last_sent.kind;
    assert_int_equal(client_end_notification(&c.t, 0), RSP_TIMEOUT);
    assert_int_equal(c.t.last_sent.kind, sent);
    end(&c);
}

/* A request that has no reply in time. */
static void give_up(conversation *c, const char *request) {
    c->stub.silent = true;
    assert_ok(client_end_send(&c->t, rsp_bytes_str(request), RSP_ESCAPE_FULL));
    assert_int_equal(client_end_packet(&c->t, 0, TAKE_ANY), RSP_TIMEOUT);
    c->stub.silent = false;
    rsp_link_wait(c->t.link, rsp_deadline(rsp_link_now(c->t.link), RSP_NS_PER_MS));
}

/* What comes for a request that was given up is not the next one's, whether they look alike or not, behind
 * the next one's '+' or in front of it; and it is late. */
static void a_late_reply_is_passed_over(void **state) {
    (void)state;
    static const struct {
        const char *first, *late, *next, *reply;
    } rows[] = {
        {"qfThreadInfo", "m1,2", "qC", "QC1"},  {"m1000,1", "2a", "m1000,2", "0000"},
        {"m1000,1", "E01", "Z0,1000,4", "OK"},  {"?", "T05thread:7;", "?", "T05thread:1;"},
        {"qC", "QC7", "what nobody knows", ""}, {"m1000,1", "2a", "what nobody knows", ""},
    };
    for (size_t i = 0; i < 2 * RSP_ARRAY_LEN(rows); i++) {
        const size_t at = i / 2;
        conversation c = {0};
        begin(&c);
        give_up(&c, rows[at].first);
        c.stub.owes_reply = rows[at].late;
        c.stub.owes_before_ack = i % 2;
        assert_ok(client_end_request(&c.t, rsp_bytes_str(rows[at].next)));
        assert_bytes(client_end_payload(&c.t), rsp_bytes_str(rows[at].reply));
        assert_int_equal(c.t.waited.slow, rsp_packet_identify(rsp_bytes_str(rows[at].first)));
        assert_ok(client_end_request(&c.t, RSP_LIT("qC")));
        assert_bytes_lit(client_end_payload(&c.t), "QC1");
        end(&c);
    }
}

/* One that is never answered takes no reply from the next, and costs no more than a moment. */
static void a_lost_request_takes_no_reply(void **state) {
    (void)state;
    static const char *const firsts[] = {"m1000,1", "?", "qC", "qfThreadInfo"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(firsts); i++) {
        conversation c = {0};
        begin(&c);
        give_up(&c, firsts[i]);
        const uint64_t before_ns = rsp_link_now(c.t.link);
        assert_ok(client_end_request(&c.t, RSP_LIT("m1000,2")));
        assert_bytes_lit(client_end_payload(&c.t), "0000");
        assert_true(rsp_link_now(c.t.link) - before_ns <= 2 * c.t.quiet_ns);
        assert_int_equal(c.t.missed.num, 0);
        assert_int_equal(c.t.waited.slow, 0);
        end(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_notification_leaves_the_request_as_it_was),
        cmocka_unit_test(a_late_reply_is_passed_over),
        cmocka_unit_test(a_lost_request_takes_no_reply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
