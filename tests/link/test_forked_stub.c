/* A stub in a process of its own: what it says comes back, and its end is told as a program's is.
 * The stub does what the first letter of its input says.
 * See link/forked_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link/forked_stub.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char said[65536];
static size_t len_said;
static unsigned num_resets;
static bool lost;
static bool waits; /* set before the fork: even the beginning has no end */
static volatile unsigned turns;

static void say(const char *text) {
    len_said += (size_t)snprintf(said + len_said, sizeof said - len_said, "%s", text);
}

static void stub_reset(void) {
    if (waits)
        (void)pause();
    num_resets++;
    say("hello ");
}

static void stub_feed(const uint8_t *bytes, size_t len) {
    switch (bytes[0]) {
    case 'd':
        (void)fputs("last words\n", stderr);
        (void)raise(SIGSEGV);
        break;
    case 's':
        (void)fputs("==1==ERROR: AddressSanitizer: heap-use-after-free\n", stderr);
        _exit(1);
    case 'e':
        _exit(3);
    case 'l':
        for (;;)
            turns++;
    case 'm':
        lost = true;
        break;
    case 'f':
        len_said = sizeof said;
        memset(said, 'f', len_said);
        break;
    default:
        len_said += (size_t)snprintf(said, sizeof said, "%zu bytes of client %u ", len, num_resets);
    }
}

static size_t stub_take(uint8_t *out, size_t room) {
    const size_t len = len_said < room ? len_said : room;
    memcpy(out, said, len);
    memmove(said, said + len, len_said - len);
    len_said -= len;
    return len;
}

static bool stub_leaks(void) {
    if (lost)
        (void)fputs("==1==ERROR: LeakSanitizer: detected memory leaks\n", stderr);
    return lost;
}

static const rsp_forked_functions functions = {stub_reset, stub_feed, stub_take, stub_leaks, NULL};

/* As a failure's tests want it: soon, by what the process has computed. */
static const rsp_forked_options soon = {.cpu_ns = 200 * RSP_NS_PER_MS};

static rsp_link *open_stub(rsp_forked_stub *stub) {
    const rsp_peer peer = rsp_forked_stub_peer(stub);
    rsp_link *link = NULL;
    assert_non_null(stub);
    assert_ok(rsp_link_open_peer(&link, &peer, NULL));
    return link;
}

/* Sends, and takes all that comes until there is no more. */
static rsp_status talk(rsp_link *link, const char *text, rsp_buf *out) {
    const uint64_t until_ns = rsp_link_now(link) + RSP_NS_PER_S;
    rsp_status status = rsp_link_send(link, rsp_bytes_str(text), until_ns);
    while (status == RSP_OK)
        status = rsp_link_recv(link, out, 65536, until_ns);
    return status;
}

static void what_it_says_comes_back(void **state) {
    rsp_buf out = {0};
    rsp_forked_stub *stub = rsp_forked_stub_new(&functions, NULL);
    rsp_link *link = open_stub(stub);
    (void)state;
    assert_int_equal(talk(link, "abc", &out), RSP_TIMEOUT);
    assert_string_equal(rsp_buf_cstr(&out), "hello 3 bytes of client 1 ");
    assert_int_equal(rsp_link_ended(link).kind, RSP_END_RUNNING);
    rsp_buf_clear(&out);
    assert_int_equal(talk(link, "f", &out), RSP_TIMEOUT);
    assert_int_equal(out.len, sizeof said);
    rsp_link_close(link);
    rsp_forked_stub_free(stub);
    rsp_buf_free(&out);
    assert_int_equal(num_resets, 0); /* not here */
}

/* A piece of input that does not fit into the socket, too. */
static void each_client_has_a_new_process(void **state) {
    static char large[300 * 1024];
    rsp_buf out = {0};
    rsp_forked_stub *stub = rsp_forked_stub_new(&functions, NULL);
    (void)state;
    memset(large, 'x', sizeof large - 1);
    for (int i = 0; i < 3; i++) {
        rsp_link *link = open_stub(stub);
        rsp_buf_clear(&out);
        assert_int_equal(talk(link, i == 1 ? large : "a", &out), RSP_TIMEOUT);
        assert_non_null(strstr(rsp_buf_cstr(&out), "bytes of client 1 "));
        rsp_link_close(link);
    }
    rsp_forked_stub_free(stub);
    rsp_buf_free(&out);
}

static void its_end_is_told_and_the_next_client_is_served(void **state) {
    static const struct {
        const char *input;
        rsp_end_kind kind;
        int code;
        const char *text;
        const char *sanitizer;
        const char *words;
    } rows[] = {
        {"d", RSP_END_SIGNALED, SIGSEGV, "SIGSEGV", "", "last words"},
        {"s", RSP_END_EXITED, 1, "exit 1", "AddressSanitizer: heap-use-after-free", "ERROR"},
        {"e", RSP_END_EXITED, 3, "exit 3", "", ""},
        {"l", RSP_END_SIGNALED, SIGKILL, "no end of rsp_embed_feed", "",
         "rsp_embed_feed had not returned after 0.2 s of computing"},
    };
    rsp_buf out = {0};
    (void)state;
    (void)signal(SIGSEGV, SIG_DFL); /* the test's own handler would go on to the next test */
    rsp_forked_stub *stub = rsp_forked_stub_new(&functions, &soon);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_link *link = open_stub(stub);
        assert_int_equal(talk(link, rows[i].input, &out), RSP_DIED);
        const rsp_link_end end = rsp_link_ended(link);
        assert_int_equal(end.kind, rows[i].kind);
        assert_int_equal(end.code, rows[i].code);
        assert_string_equal(end.text, rows[i].text);
        assert_string_equal(end.sanitizer, rows[i].sanitizer);
        rsp_buf words = {0};
        rsp_buf_append(&words, rsp_link_last_words(link));
        if (!strstr(rsp_buf_cstr(&words), rows[i].words))
            fail_msg("%s: %s", rows[i].input, rsp_buf_cstr(&words));
        rsp_buf_free(&words);
        rsp_link_close(link);
    }
    rsp_link *link = open_stub(stub);
    rsp_buf_clear(&out);
    assert_int_equal(talk(link, "a", &out), RSP_TIMEOUT);
    assert_non_null(strstr(rsp_buf_cstr(&out), "1 bytes of client 1"));
    rsp_link_close(link);
    rsp_forked_stub_free(stub);
    rsp_buf_free(&out);
}

static void a_leak_ends_it_when_somebody_asks(void **state) {
    rsp_buf out = {0};
    rsp_forked_stub *stub = rsp_forked_stub_new(&functions, NULL);
    rsp_link *link = open_stub(stub);
    (void)state;
    assert_int_equal(talk(link, "m", &out), RSP_TIMEOUT);
    const rsp_link_end end = rsp_link_ended(link);
    assert_int_equal(end.kind, RSP_END_EXITED);
    assert_string_equal(end.text, "it loses memory");
    assert_string_equal(end.sanitizer, "LeakSanitizer: detected memory leaks");
    assert_int_equal(talk(link, "a", &out), RSP_DIED);
    rsp_link_close(link);
    rsp_forked_stub_free(stub);
    rsp_buf_free(&out);
}

static void a_call_that_waits_has_an_end(void **state) {
    rsp_buf out = {0};
    (void)state;
    waits = true;
    rsp_forked_stub *stub =
        rsp_forked_stub_new(&functions, &(rsp_forked_options){.wait_ns = 20 * RSP_NS_PER_MS});
    rsp_link *link = open_stub(stub);
    waits = false;
    assert_int_equal(talk(link, "a", &out), RSP_DIED);
    assert_string_equal(rsp_link_ended(link).text, "no end of rsp_embed_reset");
    rsp_link_close(link);
    rsp_forked_stub_free(stub);
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_says_comes_back),
        cmocka_unit_test(each_client_has_a_new_process),
        cmocka_unit_test(its_end_is_told_and_the_next_client_is_served),
        cmocka_unit_test(a_leak_ends_it_when_somebody_asks),
        cmocka_unit_test(a_call_that_waits_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
