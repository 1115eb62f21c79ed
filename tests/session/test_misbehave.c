/* Sessions with real programs that misbehave: each ends in its own classified outcome, within its deadline.
 * The program is tests/support/fake_stub.c.
 * See session.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include <rsp/session.h>
#include <stdio.h>

#define ON_PORT "exec:" FAKE_STUB " --port {port} "
#define ON_STDIO "pipe:" FAKE_STUB " --stdio "

static rsp_link *open_mode(const char *way, const char *mode) {
    char text[4096];
    (void)snprintf(text, sizeof text, "%s%s", way, mode);
    return open_text(text, NULL);
}

static void each_misbehaviour_has_its_outcome(void **state) {
    (void)state;
    static const struct row {
        const char *mode;
        rsp_outcome outcome;
        const char *end;
        uint64_t timeout_ns;
    } rows[] = {
        {"ok", RSP_OUTCOME_REPLY, NULL, LONG_NS},
        {"exit3", RSP_OUTCOME_DIED, "exit 3", LONG_NS},
        {"segv", RSP_OUTCOME_DIED, "SIGSEGV", LONG_NS},
        {"asan", RSP_OUTCOME_DIED, "exit 1", LONG_NS},
        {"deaf", RSP_OUTCOME_TIMEOUT, NULL, 30 * RSP_NS_PER_MS},
        {"flood", RSP_OUTCOME_FLOOD, NULL, LONG_NS},
        {"half-close", RSP_OUTCOME_CLOSED, "running", LONG_NS},
    };
    static const char *const ways[] = {ON_PORT, ON_STDIO};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        for (size_t k = 0; k < RSP_ARRAY_LEN(ways); k++) {
            rsp_session_options options = {.timeout_ns = rows[i].timeout_ns,
                                           .flood_bytes = UINT64_C(4) * 1024 * 1024};
            rsp_link *link = open_mode(ways[k], rows[i].mode);
            rsp_session *s = rsp_session_new(link, &options);
            rsp_answer answer;
            rsp_status status = rsp_session_request(s, RSP_LIT("?"), &answer);
            assert_string_equal(rsp_outcome_text(answer.outcome), rsp_outcome_text(rows[i].outcome));
            assert_int_equal(status, rsp_outcome_status(rows[i].outcome));
            if (rows[i].end && !(k == 1 && rows[i].outcome == RSP_OUTCOME_CLOSED))
                assert_string_equal(answer.end.text, rows[i].end);
            rsp_session_free(s);
            rsp_link_close(link);
        }
    }
}

static void request_to_one_who_never_reads_times_out(void **state) {
    (void)state;
    size_t len = (size_t)16 * 1024 * 1024;
    uint8_t *big = malloc(len);
    assert_non_null(big);
    memset(big, 'a', len);
    rsp_link *link = open_mode(ON_PORT, "deaf");
    rsp_session *s = rsp_session_new(link, &(rsp_session_options){.timeout_ns = 30 * RSP_NS_PER_MS});
    rsp_answer answer;
    assert_int_equal(rsp_session_request(s, rsp_bytes_make(big, len), &answer), RSP_TIMEOUT);
    rsp_session_free(s);
    rsp_link_close(link);
    free(big);
}

int main(void) {
    (void)alarm(200);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_misbehaviour_has_its_outcome),
        cmocka_unit_test(request_to_one_who_never_reads_times_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
