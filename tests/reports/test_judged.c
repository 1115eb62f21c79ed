/* What programs read of a run: one list of what was judged, and SARIF made of any findings.
 * Nothing is green that was not judged.
 * See reports/run/judged.h, reports/run/conclusion.h and reports/sarif.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/arena.h"
#include "reports/report.h"
#include "reports/run/conclusion.h"
#include "reports/run/judged.h"
#include "reports/sarif.h"
#include "trace/cause.h"

#include <jansson.h>

static void put(rsp_run *run, const char *scenario, rsp_verdict verdict) {
    const rsp_result result = {.scenario = scenario,
                               .variant = verdict == RSP_VERDICT_WARN ? "no-ack" : NULL,
                               .verdict = verdict,
                               .requirements = "MEM-001 MEM-002",
                               .message = verdict == RSP_VERDICT_FAIL ? "" : "said",
                               .reason = "why"};
    assert_ok(rsp_run_add(run, &result));
}

static void each_verdict_has_an_outcome_for_programs(void **state) {
    (void)state;
    static const struct {
        rsp_verdict verdict;
        rsp_outcome outcome;
        const char *message;
    } cases[] = {
        {RSP_VERDICT_PASS, RSP_OUTCOME_PASS, "said"},     {RSP_VERDICT_WARN, RSP_OUTCOME_PASS, "said"},
        {RSP_VERDICT_SKIP, RSP_OUTCOME_SKIPPED, "why"},   {RSP_VERDICT_XFAIL, RSP_OUTCOME_SKIPPED, "why"},
        {RSP_VERDICT_XPASS, RSP_OUTCOME_FAILURE, "said"}, {RSP_VERDICT_CRASH, RSP_OUTCOME_ERROR, "said"},
        {RSP_VERDICT_HANG, RSP_OUTCOME_ERROR, "said"},    {RSP_VERDICT_ERROR, RSP_OUTCOME_ERROR, "said"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_run run = {.command = "run"};
        rsp_judged_list list;
        put(&run, "memory/a", cases[i].verdict);
        assert_ok(rsp_judged_of(&run, &list));
        assert_true(list.num >= 1);
        assert_int_equal(list.items[0].kind, RSP_JUDGED_RESULT);
        assert_int_equal(list.items[0].outcome, cases[i].outcome);
        assert_string_equal(list.items[0].message, cases[i].message);
        assert_string_equal(list.items[0].suite, "memory");
        assert_string_equal(list.items[0].requirement, "MEM-001");
        assert_string_equal(list.items[0].name,
                            cases[i].verdict == RSP_VERDICT_WARN ? "memory/a [no-ack]" : "memory/a");
        rsp_run_free(&run);
    }
}

static void failure_without_words_has_those_of_its_verdict(void **state) {
    (void)state;
    rsp_run run = {.command = "run"};
    rsp_judged_list list;
    put(&run, "memory/a", RSP_VERDICT_FAIL);
    assert_ok(rsp_judged_of(&run, &list));
    assert_string_equal(list.items[0].message, rsp_verdict_meaning(RSP_VERDICT_FAIL));
    rsp_run_free(&run);
}

static void all_that_was_judged_is_in_the_list(void **state) {
    (void)state;
    static const char *unmet[] = {"memory is judged"};
    static const char *left[] = {"stop/a"};
    rsp_run run = {.command = "run",
                   .ended.stopped = "the time is over",
                   .ended.unmet = unmet,
                   .ended.num_unmet = 1,
                   .ended.not_played = left,
                   .ended.num_not_played = 1};
    rsp_judged_list list;
    put(&run, "memory/a", RSP_VERDICT_PASS);
    assert_ok(
        rsp_run_add_fault(&run, &(rsp_fault_result){.fault = "a", .requirement = "X-1", .killed_by = "b"}));
    assert_ok(rsp_run_add_fault(&run, &(rsp_fault_result){.fault = "c", .requirement = "X-2"}));
    assert_ok(rsp_judged_of(&run, &list));
    assert_int_equal(list.num, 5);
    assert_int_equal(list.items[1].outcome, RSP_OUTCOME_PASS);
    assert_string_equal(list.items[1].message, "b");
    assert_int_equal(list.items[2].outcome, RSP_OUTCOME_FAILURE);
    assert_string_equal(list.items[2].message, "no scenario that passes without it fails (X-2)");
    assert_int_equal(list.items[3].kind, RSP_JUDGED_NOT_PLAYED);
    assert_string_equal(list.items[3].message, "the time is over");
    assert_int_equal(list.items[4].kind, RSP_JUDGED_DEMAND);
    assert_int_equal(list.items[4].outcome, RSP_OUTCOME_FAILURE);
    rsp_run_free(&run);
}

/* A report that is green because nothing was looked at is the worst of all. */
static void run_that_says_nothing_is_an_error(void **state) {
    (void)state;
    rsp_run run = {.command = "run", .trouble = "refused"};
    rsp_judged_list list;
    put(&run, "memory/a", RSP_VERDICT_SKIP);
    assert_ok(rsp_judged_of(&run, &list));
    assert_int_equal(list.num, 2);
    assert_int_equal(list.items[1].kind, RSP_JUDGED_NOTHING);
    assert_int_equal(list.items[1].outcome, RSP_OUTCOME_ERROR);
    assert_string_equal(list.items[1].message, "no scenario was judged: refused");
    rsp_run_free(&run);
}

static void conclusion_counts_requirements_and_not_results(void **state) {
    (void)state;
    rsp_run run = {.command = "run"};
    assert_string_equal(rsp_run_conclusion(&run), "");
    const rsp_cause causes[] = {{.what = "a", .requirement = "MEM-001", .level = RSP_LEVEL_MUST},
                                {.what = "b", .requirement = "MEM-001 MEM-002", .level = RSP_LEVEL_MUST},
                                {.what = "c", .requirement = "MEM-003", .level = RSP_LEVEL_SHOULD}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(causes); i++)
        assert_ok(rsp_run_add_cause(&run, &causes[i]));
    put(&run, "memory/a", RSP_VERDICT_CRASH);
    put(&run, "memory/b", RSP_VERDICT_HANG);
    put(&run, "memory/c", RSP_VERDICT_HANG);
    assert_string_equal(rsp_run_conclusion(&run),
                        "2 musts are broken, 1 should is not followed, 1 crash, 2 hangs.");
    rsp_run_free(&run);
}

/* --- SARIF --- */

static json_t *written(const rsp_sarif *sarif) {
    rsp_buf text = {0};
    assert_ok(rsp_sarif_write(&text, sarif));
    json_t *root = json_loadb((const char *)text.ptr, text.len, 0, NULL);
    rsp_buf_free(&text);
    assert_non_null(root);
    return root;
}

static json_t *run_of(json_t *root) {
    return json_array_get(json_object_get(root, "runs"), 0);
}

static const char *text_at(json_t *object, const char *const *keys) {
    for (; *keys; keys++)
        object = **keys == '0' ? json_array_get(object, 0) : json_object_get(object, *keys);
    return json_string_value(object);
}

#define TEXT_AT(object, ...) text_at((object), (const char *const[]){__VA_ARGS__, NULL})

static rsp_sarif_result result_at(const char *uri, uint32_t line) {
    return (rsp_sarif_result){.rule_id = "R1",
                              .rule_index = 0,
                              .level = "error",
                              .message = "it is <wrong>",
                              .uri = uri,
                              .uri_base = "ROOT",
                              .line = line,
                              .signature = "s"};
}

static void place_of_a_result_is_a_uri(void **state) {
    (void)state;
    static const struct {
        const char *path;
        const char *uri;
    } cases[] = {{"scenarios/a.yaml", "scenarios/a.yaml"},
                 {"/tmp/a b.c", "file:///tmp/a%20b.c"},
                 {"a%b#c?.c", "a%25b%23c%3F.c"},
                 {"\xc3\xa4.c", "%C3%A4.c"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_sarif_result result = result_at(cases[i].path, 3);
        const rsp_sarif sarif = {.version = "1",
                                 .results = &result,
                                 .num_results = 1,
                                 .successful = true,
                                 .started = "",
                                 .ended = "",
                                 .base = "",
                                 .base_text = ""};
        json_t *root = written(&sarif);
        assert_string_equal(TEXT_AT(run_of(root), "results", "0", "locations", "0", "physicalLocation",
                                    "artifactLocation", "uri"),
                            cases[i].uri);
        json_decref(root);
    }
}

static void result_has_only_what_is_known(void **state) {
    (void)state;
    rsp_sarif_result result = result_at("", 0);
    const rsp_sarif sarif = {.version = "1",
                             .results = &result,
                             .num_results = 1,
                             .trouble = "refused",
                             .exit_code = 3,
                             .started = "",
                             .ended = "",
                             .base = "",
                             .base_text = ""};
    result.rule_index = UINT64_MAX;
    json_t *root = written(&sarif);
    json_t *one = json_array_get(json_object_get(run_of(root), "results"), 0);
    assert_null(json_object_get(one, "locations"));
    assert_null(json_object_get(one, "ruleIndex"));
    assert_null(json_object_get(one, "suppressions"));
    assert_null(json_object_get(run_of(root), "originalUriBaseIds"));
    assert_string_equal(
        TEXT_AT(run_of(root), "invocations", "0", "toolExecutionNotifications", "0", "message", "text"),
        "refused");
    json_decref(root);
}

static void suppressed_result_says_why(void **state) {
    (void)state;
    const rsp_sarif_rule rule = {.id = "R1", .text = "Say it right.", .level = "warning"};
    rsp_sarif_result result = result_at("a.yaml", 0);
    const rsp_sarif sarif = {.version = "1",
                             .rules = &rule,
                             .num_rules = 1,
                             .results = &result,
                             .num_results = 1,
                             .successful = true,
                             .started = "2026-01-01T00:00:00Z",
                             .ended = "",
                             .base = "ROOT",
                             .base_text = "the repository"};
    result.justification = "fixed upstream?";
    json_t *root = written(&sarif);
    assert_string_equal(TEXT_AT(run_of(root), "results", "0", "suppressions", "0", "justification"),
                        "fixed upstream?");
    assert_string_equal(
        TEXT_AT(run_of(root), "tool", "driver", "rules", "0", "defaultConfiguration", "level"), "warning");
    assert_string_equal(TEXT_AT(run_of(root), "originalUriBaseIds", "ROOT", "description", "text"),
                        "the repository");
    assert_string_equal(TEXT_AT(run_of(root), "invocations", "0", "startTimeUtc"), "2026-01-01T00:00:00Z");
    assert_null(TEXT_AT(run_of(root), "invocations", "0", "endTimeUtc"));
    json_decref(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_verdict_has_an_outcome_for_programs),
        cmocka_unit_test(failure_without_words_has_those_of_its_verdict),
        cmocka_unit_test(all_that_was_judged_is_in_the_list),
        cmocka_unit_test(run_that_says_nothing_is_an_error),
        cmocka_unit_test(conclusion_counts_requirements_and_not_results),
        cmocka_unit_test(place_of_a_result_is_a_uri),
        cmocka_unit_test(result_has_only_what_is_known),
        cmocka_unit_test(suppressed_result_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
