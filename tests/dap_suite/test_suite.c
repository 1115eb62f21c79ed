/* Loading scenarios for adapters: the whole suite, mistakes with their places, filters.
 * The suite of the source tree is loaded as users do.
 * See dap_suite/scenario.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/file.h"
#include "dap_suite/profile.h"
#include "dap_suite/scenario.h"

enum { NUM_REQUIREMENTS = 167, LEAST_SCENARIOS = 120 };

static bool is_covered(const rsp_dap_suite *suite, const char *id) {
    for (size_t i = 0; i < rsp_dap_suite_count(suite); i++) {
        const rsp_dap_scenario *s = rsp_dap_suite_get(suite, i);
        for (size_t k = 0; k < s->num_covers; k++)
            if (strcmp(s->covers[k], id) == 0)
                return true;
    }
    return false;
}

static void suite_covers_every_requirement(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_catalogue *catalogue = rsp_catalogue_load("scenarios/adapters/requirements.yaml", NULL, &diagnostics);
    assert_non_null(catalogue);
    assert_int_equal(rsp_catalogue_count(catalogue), NUM_REQUIREMENTS);
    rsp_dap_suite *suite = rsp_dap_suite_new(catalogue);
    assert_ok(rsp_dap_suite_load(suite, "scenarios/adapters", &diagnostics));
    assert_true(rsp_dap_suite_count(suite) >= LEAST_SCENARIOS);
    for (size_t i = 0; i < rsp_catalogue_count(catalogue); i++) {
        const char *id = rsp_catalogue_get(catalogue, i)->id;
        if (!is_covered(suite, id))
            print_error("%s has no scenario\n", id);
        assert_true(is_covered(suite, id));
    }
    for (size_t i = 1; i < rsp_dap_suite_count(suite); i++)
        assert_true(strcmp(rsp_dap_suite_get(suite, i - 1)->name, rsp_dap_suite_get(suite, i)->name) < 0);
    rsp_dap_suite_free(suite);
    rsp_catalogue_free(catalogue);
    rsp_diagnostics_free(&diagnostics);
}

#define HEAD "scenario: a/b\ntitle: t\ncovers: [DAP-X-001]\nprotocol: dap\n"

static const struct {
    const char *yaml;
    const char *message; /* "": none */
    uint32_t line;
} cases[] = {
    {HEAD "steps:\n  - request: threads\n", "", 0},
    {HEAD "steps:\n  - repeat: 2\n    steps:\n      - request: threads\n", "", 0},
    {HEAD "steps:\n  - request: threads\n    bodi: {}\n", "unknown key 'bodi'", 7},
    {HEAD "steps:\n  - {}\n", "", 0},
    {HEAD "steps:\n  - {request: a, event: b}\n", "'request' and 'event' in one step", 6},
    {HEAD "steps:\n  - {event: a, fails: yes}\n", "'fails' has no meaning beside 'event'", 6},
    {HEAD "steps:\n  - repeat: 3\n", "'repeat' wants 'steps'", 6},
    {HEAD "steps:\n  - {request: a, within: soon}\n", "'soon' is not a time such as 100ms", 6},
    {HEAD "start: later\nsteps: []\n", "'later' is none of nothing, initialized, launched, running, stopped",
     5},
    {"scenario: a/b\ntitle: t\ncovers: []\nsteps: []\n", "'protocol' is missing", 1},
    {HEAD "steps: []\n---\n" HEAD "steps: []\n", "scenario 'a/b' is also in test.yaml:1", 7},
    {"[1, 2\n", "", 0},
};

static void suite_tells_mistakes_with_their_places(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_diagnostics diagnostics = {0};
        rsp_dap_suite *suite = rsp_dap_suite_new(NULL);
        const rsp_status status =
            rsp_dap_suite_load_memory(suite, "test.yaml", rsp_bytes_str(cases[i].yaml), &diagnostics);
        if (*cases[i].message) {
            assert_true(diagnostics.num > 0);
            assert_string_equal(diagnostics.items[0].message, cases[i].message);
            assert_int_equal(diagnostics.items[0].line, cases[i].line);
        }
        assert_int_equal(status == RSP_OK, diagnostics.num_errors == 0);
        rsp_dap_suite_free(suite);
        rsp_diagnostics_free(&diagnostics);
    }
}

static void scenario_is_selected_by_name_area_and_requirement(void **state) {
    (void)state;
    rsp_dap_suite *suite = rsp_dap_suite_new(NULL);
    assert_ok(rsp_dap_suite_load_memory(suite, "x", RSP_LIT(HEAD "steps: []\n"), NULL));
    const rsp_dap_scenario *s = rsp_dap_suite_get(suite, 0);
    static const char *const yes[] = {"a/b", "a/", "a/*", "*b", "DAP-X-001", "DAP-X", "DAP", "!c/"};
    static const char *const no[] = {"a", "b/", "a/c", "DAP-X-00", "DAP-Y", "!a/", "!DAP-X"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(yes); i++)
        assert_true(rsp_dap_scenario_selected(s, yes[i]));
    for (size_t i = 0; i < RSP_ARRAY_LEN(no); i++)
        assert_false(rsp_dap_scenario_selected(s, no[i]));
    rsp_dap_suite_free(suite);
}

static void schema_in_the_tree_is_the_one_of_the_tables(void **state) {
    (void)state;
    rsp_buf made = {0};
    rsp_buf kept = {0};
    rsp_dap_suite_schema(&made);
    assert_ok(rsp_file_read(&kept, "scenarios/adapters/scenario.schema.json", NULL));
    assert_bytes(rsp_buf_bytes(&made), rsp_buf_bytes(&kept));
    rsp_buf_free(&made);
    rsp_buf_free(&kept);
}

static void profile_has_defaults_and_what_its_file_says(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    rsp_dap_profile *plain = rsp_dap_profile_new();
    assert_string_equal(json_string_value(json_object_get(plain->launch, "program")), "${program}");
    assert_int_equal(plain->timeout_ns, UINT64_C(5000000000));
    assert_string_equal(plain->extension, ".c");
    assert_string_equal(plain->baseline, "");
    rsp_dap_profile_free(plain);
    rsp_dap_profile *lldb = rsp_dap_profile_load("scenarios/adapters/profiles/lldb-dap.yaml", &diagnostics);
    assert_non_null(lldb);
    assert_string_equal(lldb->adapter, "exec:lldb-dap-19");
    assert_non_null(json_object_get(lldb->facts, "slow"));
    assert_non_null(strstr(lldb->baseline, "lldb-dap.yaml"));
    rsp_dap_profile_free(lldb);
    assert_null(rsp_dap_profile_load("no/such/profile.yaml", &diagnostics));
    assert_int_equal(diagnostics.num_errors, 1);
    rsp_diagnostics_free(&diagnostics);
}

static void scenario_without_a_launch_needs_no_debuggee(void **state) {
    (void)state;
    static const struct {
        const char *yaml;
        bool needs;
    } rows[] = {
        {HEAD "start: initialized\nsteps:\n  - request: threads\n", false},
        {HEAD "start: nothing\nsteps: []\n", false},
        {HEAD "steps:\n  - request: threads\n", true},
        {HEAD "start: initialized\nfacts: [slow]\nsteps: []\n", true},
        {HEAD "start: initialized\nlaunch: {a: 1}\nsteps: []\n", true},
        {HEAD "start: initialized\nsteps:\n  - {request: launch, arguments: {p: \"${program}\"}}\n", true},
        {HEAD "start: initialized\nsteps:\n  - repeat: 2\n    steps:\n      - {request: a, arguments: "
              "\"${launch}\"}\n",
         true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_diagnostics diagnostics = {0};
        rsp_dap_suite *suite = rsp_dap_suite_new(NULL);
        assert_ok(rsp_dap_suite_load_memory(suite, "test.yaml", rsp_bytes_str(rows[i].yaml), &diagnostics));
        assert_int_equal(rsp_dap_scenario_needs_debuggee(rsp_dap_suite_get(suite, 0)), rows[i].needs);
        rsp_dap_suite_free(suite);
        rsp_diagnostics_free(&diagnostics);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_covers_every_requirement),
        cmocka_unit_test(scenario_without_a_launch_needs_no_debuggee),
        cmocka_unit_test(suite_tells_mistakes_with_their_places),
        cmocka_unit_test(scenario_is_selected_by_name_area_and_requirement),
        cmocka_unit_test(schema_in_the_tree_is_the_one_of_the_tables),
        cmocka_unit_test(profile_has_defaults_and_what_its_file_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
