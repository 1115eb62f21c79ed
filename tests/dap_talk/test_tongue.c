/* Scripts of adapters, played with a few lines of shell that send the same messages whatever they are asked.
 * Where it ends then, what does not come is not waited for.
 * See dap_talk/tongue.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dap_talk/tongue.h"
#include "toy_debugger.h"

/* Our requests are numbered from one. */
#define TOY                                                                                              \
    "f() { printf 'Content-Length: %d\\r\\n\\r\\n%s' ${#1} \"$1\"; }\n"                                  \
    "f '{\"type\":\"event\",\"seq\":1,\"event\":\"initialized\"}'\n"                                     \
    "f '{\"type\":\"response\",\"seq\":2,\"request_seq\":2,\"command\":\"b\",\"success\":false}'\n"      \
    "f '{\"type\":\"response\",\"seq\":3,\"request_seq\":1,\"command\":\"a\",\"success\":true,\"body\":" \
    "{\"id\":7,\"pc\":\"(void *) 0x10 <f+4>\",\"sp\":\"16\",\"text\":\"q\\\"x\",\"supportsX\":true}}'\n" \
    "f '{\"type\":\"event\",\"seq\":4,\"event\":\"stopped\",\"body\":{\"threadId\":3}}'\n"

#define HEAD                                                                                          \
    "title: Toy\nspeaks: dap\nprograms: [toy]\nversion-line: toy\nstopped: '\"event\":\"stopped\"'\n" \
    "actions:\n  attach: { steps: [ { say: a } ] }\n"

static played play_with(const char *shell, const char *action) {
    const rsp_script_facts facts = {.elf = "a\"b"};
    rsp_buf actions = {0};
    rsp_buf_printf(&actions, "  act: %s\n", action);
    const played p = toy_play(HEAD, rsp_buf_cstr(&actions), shell, &rsp_dap_tongue, &facts);
    rsp_buf_free(&actions);
    return p;
}

static played play_steps(const char *shell, const char *steps) {
    rsp_buf action = {0};
    rsp_buf_printf(&action, "{ steps: [ %s ] }", steps);
    const played p = play_with(shell, rsp_buf_cstr(&action));
    rsp_buf_free(&action);
    return p;
}

static played play(const char *steps) {
    return play_steps(TOY "exec cat >/dev/null", steps);
}

/* The same, and the adapter has ended when it has sent all. */
static played play_briefly(const char *steps) {
    return play_steps("read -r l\n" TOY, steps);
}

static void a_response_answers_its_request(void **state) {
    (void)state;
    assert_int_equal(play("{ say: 'a {\"x\":[{}]}', wants: '\"id\":7', refuses: '\"request_seq\":2' }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: send a }, { say: response a, wants: '\"id\":7' }").end, RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: a }, { say: response a, wants: '\"id\":7' }").end, RSP_SCRIPT_DID);
}

static void an_error_is_refused_unless_the_step_says_otherwise(void **state) {
    (void)state;
    const played p = play("{ say: a }, { say: b }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    assert_non_null(strstr(p.said, "b: <- {"));
    assert_int_equal(play("{ say: a }, { say: b, absent: '\"success\":false' }").end, RSP_SCRIPT_ABSENT);
    assert_int_equal(play("{ say: a }, { say: b, refuses: nothing }").end, RSP_SCRIPT_DID);
}

static void an_event_that_came_before_is_taken_once(void **state) {
    (void)state;
    assert_int_equal(play("{ say: a }, { say: event initialized, wants: '\"seq\":1' }").end, RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: event stopped, member: threadId, take: value, into: t }, { say: event "
                          "initialized }")
                         .end,
                     RSP_SCRIPT_DID);
    const played p = play_briefly("{ say: a }, { say: event initialized }, { say: event initialized }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    assert_non_null(strstr(p.said, "the debugger ended"));
}

static void a_stop_is_waited_for(void **state) {
    (void)state;
    assert_int_equal(play("{ say: a, until: stop, wants: '\"threadId\":3', refuses: nothing }").end,
                     RSP_SCRIPT_DID);
}

static void members_are_values(void **state) {
    (void)state;
    assert_int_equal(play("{ say: a, member: id, take: value, into: p, check: same, is: '7' }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: a, member: pc, take: number, into: p, check: same, is: '0x10' }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: a, member: sp, take: number, into: p, check: same, is: '0x10' }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: a, member: text, take: value, into: p, check: same, is: 'q\\\"x' }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: a, member: text, take: number, into: p }").end, RSP_SCRIPT_BROKE);
    assert_int_equal(play("{ say: a, member: other, take: value, into: p }").end, RSP_SCRIPT_BROKE);
}

static void what_is_not_announced_is_not_offered(void **state) {
    (void)state;
    const char *toy = TOY "exec cat >/dev/null";
    const played p = play_with(toy, "{ capability: supportsY, steps: [ { say: a } ] }");
    assert_int_equal(p.end, RSP_SCRIPT_ABSENT);
    assert_string_equal(p.said, "the adapter does not announce supportsY");
}

static void arguments_that_are_no_json_are_not_sent(void **state) {
    (void)state;
    const played p = play_briefly("{ say: send c }, { say: 'a {\"x\"' }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    const played q = play("{ say: 'a {\"x\":\"{elf}\"}' }"); /* a quote in a name is one in JSON */
    assert_int_equal(q.end, RSP_SCRIPT_DID);
}

static void what_is_no_message_is_shown_harmless(void **state) {
    (void)state;
    const played p = play_steps("read -r l\nprintf '\\033[31mhorrible ::error::\\n'\n", "{ say: a }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    assert_non_null(strstr(p.said, "horrible"));
    assert_null(strchr(p.said, '\x1b'));
}

static void mistakes_in_a_file_are_told(void **state) {
    (void)state;
    rsp_diagnostics d = {0};
    rsp_buf text = {0};
    assert_null(toy_load(HEAD, "  act: { steps: [ { say: a, take: value, into: p } ] }\n", &d));
    rsp_diagnostics_render(&text, &d);
    assert_non_null(strstr(rsp_buf_cstr(&text), "a value is that of a `member`"));
    rsp_buf_free(&text);
    rsp_diagnostics_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(a_response_answers_its_request),
        folder_test(an_error_is_refused_unless_the_step_says_otherwise),
        folder_test(an_event_that_came_before_is_taken_once),
        folder_test(a_stop_is_waited_for),
        folder_test(members_are_values),
        folder_test(what_is_not_announced_is_not_offered),
        folder_test(arguments_that_are_no_json_are_not_sent),
        folder_test(what_is_no_message_is_shown_harmless),
        folder_test(mistakes_in_a_file_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
