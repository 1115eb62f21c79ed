/* What is made of a session: a symptom with its signature, states, and the texts of a finding.
 * Numbers that differ from run to run must not make two findings of one.
 * See play/outcome.h, play/states.h and dap_fuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "play/outcome.h"
#include "play/states.h"

static outcome fresh(void) {
    return (outcome){.symptom = RSP_DAP_SYMPTOM_COUNT};
}

/* --- outcomes --- */

static void signature_has_letters_only(void **state) {
    (void)state;
    static const struct {
        const char *about;
        const char *signature;
    } cases[] = {
        {"scopes", "deaf-scopes"},
        {"SIGSEGV at 0x7fff1234", "deaf-SIGSEGV-at-x-fff"},
        {"12345", "deaf"},
        {"", "deaf"},
        {"heap-use-after-free (0x602000000010)", "deaf-heap-use-after-free-x"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        outcome o = fresh();
        outcome_note(&o, RSP_DAP_SYMPTOM_DEAF, cases[i].about, "no response");
        assert_string_equal(o.signature, cases[i].signature);
    }
}

static void signature_is_cut_at_its_room(void **state) {
    (void)state;
    char about[2 * RSP_DAP_SIGNATURE_BYTES];
    outcome o = fresh();
    memset(about, 'a', sizeof about - 1);
    about[sizeof about - 1] = '\0';
    outcome_note(&o, RSP_DAP_SYMPTOM_CRASH, about, "%s", about);
    assert_int_equal(strlen(o.signature), RSP_DAP_SIGNATURE_BYTES - 1);
    assert_int_equal(strlen(o.headline), sizeof about - 1);
}

static void heavier_symptom_replaces_a_lighter_one(void **state) {
    (void)state;
    outcome o = fresh();
    outcome_note(&o, RSP_DAP_SYMPTOM_RULE, "first", "first");
    outcome_note(&o, RSP_DAP_SYMPTOM_RULE, "second", "second");
    assert_string_equal(o.headline, "first");
    outcome_note(&o, RSP_DAP_SYMPTOM_CRASH, "third", "third");
    outcome_note(&o, RSP_DAP_SYMPTOM_DEAF, "fourth", "fourth");
    assert_int_equal(o.symptom, RSP_DAP_SYMPTOM_CRASH);
    assert_string_equal(o.signature, "crash-third");
}

static void every_symptom_has_a_name(void **state) {
    (void)state;
    assert_string_equal(rsp_dap_symptom_name(RSP_DAP_SYMPTOM_NO_RESPONSE), "no-response");
    assert_string_equal(rsp_dap_symptom_name(RSP_DAP_SYMPTOM_COUNT), "?");
}

/* --- states --- */

static void say(rsp_dap_log *log, bool sent, const char *content) {
    const rsp_dap_frame frame = {.kind = RSP_DAP_FRAME_MESSAGE, .content = rsp_bytes_str(content)};
    assert_non_null(rsp_dap_log_add(log, sent, 0, &frame));
}

/* How many states two messages of the adapter have, after a request each. */
static size_t states_of(const char *one, const char *other) {
    rsp_dap_log log = {0};
    rsp_state_set states = {0};
    say(&log, true, "{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}");
    say(&log, false, one);
    say(&log, true, "{\"seq\":2,\"type\":\"request\",\"command\":\"threads\"}");
    say(&log, false, other);
    const size_t num = states_note(&states, &log);
    assert_int_equal(num, states.num);
    assert_int_equal(states_note(&states, &log), 0);
    rsp_state_set_free(&states);
    rsp_dap_log_free(&log);
    return num;
}

#define FAILED(seq, text)                                                               \
    "{\"seq\":" seq ",\"type\":\"response\",\"request_seq\":" seq ",\"success\":false," \
    "\"command\":\"threads\",\"message\":\"" text "\"}"
#define WORKED(seq, body)                                                              \
    "{\"seq\":" seq ",\"type\":\"response\",\"request_seq\":" seq ",\"success\":true," \
    "\"command\":\"threads\",\"body\":{" body "}}"
#define CAME(name) "{\"seq\":1,\"type\":\"event\",\"event\":\"" name "\",\"body\":{\"reason\":\"a\"}}"

static void numbers_in_an_error_make_no_new_state(void **state) {
    (void)state;
    assert_int_equal(states_of(FAILED("1", "no thread 17"), FAILED("2", "no thread 0x42!")), 2);
    assert_int_equal(states_of(FAILED("1", "no thread 17"), FAILED("2", "no thread 18")), 1);
    assert_int_equal(states_of(FAILED("1", "no thread"), FAILED("2", "no frame")), 2);
}

static void body_of_an_answer_makes_no_new_state(void **state) {
    (void)state;
    assert_int_equal(states_of(WORKED("1", "\"a\":1"), WORKED("2", "\"b\":[2]")), 1);
    assert_int_equal(states_of(WORKED("1", ""), FAILED("2", "")), 2);
    assert_int_equal(states_of(CAME("stopped"), CAME("stopped")), 1);
    assert_int_equal(states_of(CAME("stopped"), CAME("continued")), 2);
}

/* The response to an earlier request is that request's, however late it comes. */
static void late_answer_belongs_to_its_request(void **state) {
    (void)state;
    rsp_dap_log log = {0};
    rsp_state_set states = {0};
    say(&log, true, "{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}");
    say(&log, false, WORKED("1", ""));
    assert_int_equal(states_note(&states, &log), 1);
    rsp_dap_log_free(&log);
    say(&log, true, "{\"seq\":1,\"type\":\"request\",\"command\":\"threads\"}");
    say(&log, true, "{\"seq\":2,\"type\":\"request\",\"command\":\"scopes\"}");
    say(&log, false, WORKED("1", ""));
    assert_int_equal(states_note(&states, &log), 0);
    rsp_state_set_free(&states);
    rsp_dap_log_free(&log);
}

/* --- texts of a finding --- */

static const char *scenario_of(rsp_buf *text, rsp_dap_symptom symptom, const char *start) {
    json_t *sequence =
        json_pack("{s:s, s:[{s:s, s:b}]}", "start", start, "steps", "request", "a: b", "waits", 0);
    const rsp_dap_finding f = {.symptom = symptom, .signature = "x", .headline = "h", .sequence = sequence};
    rsp_buf_clear(text);
    assert_ok(rsp_dap_finding_scenario(text, &f, "name"));
    json_decref(sequence);
    return rsp_buf_cstr(text);
}

static void scenario_of_a_finding_says_what_shows_it(void **state) {
    (void)state;
    rsp_buf text = {0};
    const char *s = scenario_of(&text, RSP_DAP_SYMPTOM_DEAF, "stopped");
    assert_non_null(strstr(s, "scenario: fuzz/name\n"));
    assert_non_null(strstr(s, "covers: [DAP-ROBUST-001]\nprotocol: dap\nstart: stopped\n"));
    assert_non_null(strstr(s, "  - {\"request\":\"a: b\",\"waits\":false}\n  - survives: true\n"));
    assert_null(strstr(s, "--filter"));
    s = scenario_of(&text, RSP_DAP_SYMPTOM_TWICE, "initialized");
    assert_non_null(strstr(s, "covers: [DAP-BASE-004]\nprotocol: dap\nstart: initialized\n"));
    assert_non_null(strstr(s, "--filter"));
    rsp_buf_free(&text);
}

/* What an adapter wrote is shown, and does nothing to the terminal of whoever reads it. */
static void summary_shows_hostile_texts_harmless(void **state) {
    (void)state;
    rsp_buf text = {0};
    const rsp_dap_finding f = {.symptom = RSP_DAP_SYMPTOM_CRASH,
                               .signature = "crash",
                               .headline = "died\033[2J",
                               .replays = 3,
                               .reproduced = 2,
                               .transcript = "-> one\n<- two\033]0;x\a\n",
                               .index = 9,
                               .seed = 7};
    assert_ok(rsp_dap_finding_summary(&text, &f, "exec:fake\033", "stubborn adapter fuzz"));
    const char *s = rsp_buf_cstr(&text);
    assert_null(strchr(s, '\033'));
    assert_null(strchr(s, '\a'));
    assert_non_null(
        strstr(s, "Shown by 2 of 3 replays of the minimised sequence, first by sequence 9 of seed 7."));
    assert_non_null(strstr(s, "    -> one\n    <- two\\x1b]0;x\\x07\n"));
    rsp_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signature_has_letters_only),
        cmocka_unit_test(signature_is_cut_at_its_room),
        cmocka_unit_test(heavier_symptom_replaces_a_lighter_one),
        cmocka_unit_test(every_symptom_has_a_name),
        cmocka_unit_test(numbers_in_an_error_make_no_new_state),
        cmocka_unit_test(body_of_an_answer_makes_no_new_state),
        cmocka_unit_test(late_answer_belongs_to_its_request),
        cmocka_unit_test(scenario_of_a_finding_says_what_shows_it),
        cmocka_unit_test(summary_shows_hostile_texts_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
