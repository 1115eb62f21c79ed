/* File-I/O: calls of a program to the debugger's host, interrupts in between, wrong answers, lost clients.
 * The suite has the calls themselves.
 * Source: GDB manual, File-I/O Remote Protocol Extension. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/hex.h"

static void start(ask *a, const char *argument) {
    static rsp_bytes argv[2];
    argv[0] = RSP_LIT("/bin/file-io");
    argv[1] = rsp_bytes_str(argument);
    ask_init(a, "/bin/file-io");
    a->options.argv = argv;
    a->options.argc = 2;
    ask_start(a);
}

static void other_requests_wait(void **state) {
    (void)state;
    ask a;
    start(&a, "write");
    rsp_bytes call = ask_resume(&a, "c");
    assert_true(rsp_bytes_starts(call, RSP_LIT("Fwrite,1,")));
    assert_null(ask_for(&a, "qC").ptr);
    assert_true(ask_for(&a, "m11000,4").len == 8);
    assert_error_reply(ask_for(&a, "Fx"));
    assert_error_reply(ask_for(&a, "F"));
    assert_error_reply(ask_for(&a, "F12,"));
    assert_error_reply(ask_for(&a, "F12,0,D"));
    assert_false(rsp_stub_busy(a.stub));
    rsp_bytes end = ask_resume(&a, "F12");
    assert_bytes_lit(end, "W00");
    ask_end(&a);
}

/* The answer ends the call, and the interrupt stops the program then. */
static void an_interrupt_waits_for_the_answer(void **state) {
    (void)state;
    ask a;
    start(&a, "spin");
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("Fwrite,1,")));
    rsp_buf_clear(&a.out);
    assert_int_equal(rsp_stub_input(a.stub, RSP_LIT("\x03"), &a.out), RSP_OK);
    assert_int_equal(a.out.len, 0);
    assert_true(rsp_bytes_starts(ask_resume(&a, "F6"), RSP_LIT("T02")));
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("Fwrite,1,")));
    assert_true(rsp_bytes_starts(ask_resume(&a, "F-1,4,C"), RSP_LIT("T02")));
    ask_end(&a);
}

/* A client that goes leaves the call to the next one. */
static void the_next_client_gets_the_call(void **state) {
    (void)state;
    ask a;
    start(&a, "write");
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("Fwrite,1,")));
    rsp_stub_disconnect(a.stub);
    rsp_stub_connect(a.stub);
    rsp_buf_clear(&a.out);
    assert_int_equal(rsp_stub_input(a.stub, RSP_LIT("$c#63"), &a.out), RSP_OK);
    while (rsp_stub_busy(a.stub))
        assert_int_equal(rsp_stub_run(a.stub, 1000, &a.out), RSP_OK);
    assert_true(rsp_bytes_search(rsp_buf_bytes(&a.out), RSP_LIT("$Fwrite,1,")) < a.out.len);
    ask_end(&a);
}

/* What a step goes over is the call. */
static void a_call_is_stepped_over(void **state) {
    (void)state;
    ask a;
    start(&a, "write");
    uint64_t at = ask_symbol(&a, "call_host");
    assert_true(ask_for(&a, "Z0,%llx,4", (unsigned long long)at).len == 2);
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("T05")));
    assert_true(ask_for(&a, "z0,%llx,4", (unsigned long long)at).len == 2);
    rsp_bytes reply;
    size_t steps = 0;
    do
        reply = ask_resume(&a, "s");
    while (rsp_bytes_starts(reply, RSP_LIT("T05")) && ++steps < 40);
    assert_true(rsp_bytes_starts(reply, RSP_LIT("Fwrite,1,")));
    assert_true(rsp_bytes_starts(ask_resume(&a, "F12"), RSP_LIT("T05")));
    assert_reply(&a, "pa", "0000000000000000");
    ask_end(&a);
}

/* A number without a meaning fails at once, and nobody is asked. */
static void a_number_that_is_no_call_fails(void **state) {
    (void)state;
    ask a;
    start(&a, "write");
    uint64_t function = ask_symbol(&a, "call_host");
    rsp_buf text = {0};
    rsp_buf_printf(&text, "qSearch:memory:%llx;80;", (unsigned long long)function);
    rsp_buf_append(&text, RSP_LIT("\x13\x10\xf0\x01"));
    rsp_bytes found = ask_bytes(&a, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    uint64_t at = 0;
    assert_true(rsp_take_text(&found, RSP_LIT("1,")));
    assert_int_equal(rsp_hex_u64(&at, found), RSP_OK);
    assert_true(ask_for(&a, "Z0,%llx,4", (unsigned long long)at).len == 2);
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("T05")));
    assert_true(ask_for(&a, "z0,%llx,4", (unsigned long long)at).len == 2);
    assert_reply(&a, "Pa=ff0f000000000000", "OK");
    assert_bytes_lit(ask_resume(&a, "c"), "W01");
    ask_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_requests_wait),
        cmocka_unit_test(an_interrupt_waits_for_the_answer),
        cmocka_unit_test(the_next_client_gets_the_call),
        cmocka_unit_test(a_call_is_stepped_over),
        cmocka_unit_test(a_number_that_is_no_call_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
