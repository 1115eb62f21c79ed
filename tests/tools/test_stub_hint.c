/* What is added to errors of stubs that cannot be reached or say nothing.
 * Nothing is connected to: the errors are those that the look and the links make.
 * See stubs/stub_hint.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stubs/stub_hint.h"

static const char *hint_of(const char *stub, const rsp_manners *m, rsp_status status, const char *msg) {
    static rsp_error error;
    stub_config s;
    rsp_diagnostics diagnostics = {0};
    assert_int_equal(stub_config_init(&s, stub, "suite", NULL, &diagnostics, &error), RSP_OK);
    (void)rsp_fail(&error, status, "%s", msg);
    stub_hint_silent(&s, m, &error);
    stub_hint_unreachable(&s, STUB_HINT_WAIT, &error);
    stub_config_free(&s);
    rsp_diagnostics_free(&diagnostics);
    return error.msg;
}

#define MEANS "exec: without {port} means standard input and output"

static void silence_of_a_stub_without_port_is_explained(void **state) {
    (void)state;
    const uint64_t s = RSP_NS_PER_S;
    const rsp_manners mute = {.line.silent_ns = 4 * s};
    const rsp_manners chatty = {.line.silent_ns = 4 * s, .line.said = "Listening on :3355"};
    const rsp_manners wordy = {.line.silent_ns = 4 * s, .line.said = "hello"};
    const rsp_manners fine = {.looked = true};
    const char *old = "no reply in 4 s";
    assert_string_equal(hint_of("exec:stub", &mute, RSP_CONNECT, old), MEANS "; no packet came in 4 s");
    assert_string_equal(hint_of("exec:stub", &chatty, RSP_CONNECT, old),
                        MEANS "; did you forget {port}?; no packet came in 4 s, only 'Listening on :3355'");
    assert_string_equal(hint_of("exec:stub", &wordy, RSP_CONNECT, old),
                        MEANS "; no packet came in 4 s, only 'hello'");
    assert_string_equal(hint_of("exec:stub", &fine, RSP_CONNECT, old), old);
    assert_string_equal(hint_of("pipe:stub", &chatty, RSP_CONNECT, old), old);
    assert_string_equal(hint_of("exec:stub {port}", &chatty, RSP_CONNECT, old), old);
    assert_string_equal(hint_of("tcp:127.0.0.1:1", &chatty, RSP_CONNECT, old), old);
}

static void death_of_a_stub_without_port_is_explained(void **state) {
    (void)state;
    const rsp_manners none = {0};
    const char *died = "the stub ended before it sent a byte: exit 2; its last words: usage: stub PORT";
    assert_string_equal(hint_of("exec:stub", &none, RSP_DIED, died), MEANS
                        "; did you forget {port}?; the stub ended before it sent a byte: exit 2; its last "
                        "words: usage: stub PORT");
    assert_string_equal(hint_of("exec:stub {port}", &none, RSP_DIED, died), died);
    /* Words that fill the message go before how it ended. */
    const char *wordy =
        "the stub ended before it sent a byte: exit 2; its last words: usage: stub PORT, of a "
        "machine with a name";
    assert_string_equal(hint_of("exec:stub", &none, RSP_DIED, wordy), MEANS
                        "; did you forget {port}?; it ended; its last words: usage: stub PORT, of a machine "
                        "with a name");
}

static void absent_listener_is_asked_for_once(void **state) {
    (void)state;
    const rsp_manners none = {0};
    assert_string_equal(hint_of("tcp:127.0.0.1:1", &none, RSP_CONNECT, "tcp:127.0.0.1:1: Connection refused"),
                        "tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long");
    assert_string_equal(hint_of("tcp:127.0.0.1:1", &none, RSP_CONNECT, "no route to host"),
                        "no route to host");
    assert_string_equal(hint_of("exec:./none", &none, RSP_SPAWN, "./none: No such file or directory"),
                        "./none: No such file or directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_of_a_stub_without_port_is_explained),
        cmocka_unit_test(death_of_a_stub_without_port_is_explained),
        cmocka_unit_test(absent_listener_is_asked_for_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
