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
    const unsigned sent = c.t.sent;
    assert_int_equal(client_end_notification(&c.t, 0), RSP_TIMEOUT);
    assert_int_equal(c.t.sent, sent);
    end(&c);
}

/* What comes for a request that was given up is not the next one's. */
static void a_late_reply_is_passed_over(void **state) {
    (void)state;
    conversation c = {0};
    begin(&c);
    c.stub.silent = true;
    assert_int_equal(client_end_send(&c.t, RSP_LIT("qfThreadInfo"), RSP_ESCAPE_FULL), RSP_OK);
    assert_int_equal(client_end_packet(&c.t, 0, false), RSP_TIMEOUT);
    c.stub.silent = false;
    c.stub.owes_threads = true;
    assert_ok(client_end_request(&c.t, RSP_LIT("qC")));
    assert_bytes_lit(client_end_payload(&c.t), "QC1");
    end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_notification_leaves_the_request_as_it_was),
        cmocka_unit_test(a_late_reply_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
