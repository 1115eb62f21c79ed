/* Which scenarios files, folders, FILE:LINE and filters name; and what a bad suite is told by.
 * Scenarios are made of a few lines in a folder of the test's own.
 * See selection.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"

#include "suite/gate.h"
#include "suite/selection.h"
#include <sys/stat.h>

static void add_scenario(rsp_buf *out, const char *name, const char *covers) {
    rsp_buf_printf(out, "%sscenario: %s\ntitle: A title\ncovers: [%s]\nsteps:\n  - send: g\n",
                   out->len > 0 ? "---\n" : "", name, covers);
}

/* suite/requirements.yaml, and two files with memory/one (line 1), memory/two (line 7), stops/one. */
static void make_suite(void) {
    rsp_buf text = {0};
    assert_int_equal(mkdir("suite", 0700), 0);
    write_text(
        "suite/requirements.yaml",
        "- id: MEM-001\n  level: must\n  role: stub\n  applies: always\n  text: t\n  source: s\n  check: c\n"
        "  mutant: m\n"
        "- id: STOP-001\n  level: must\n  role: stub\n  applies: always\n  text: t\n  source: s\n"
        "  check: c\n  mutant: m\n");
    add_scenario(&text, "memory/one", "MEM-001");
    add_scenario(&text, "memory/two", "MEM-001");
    write_text("suite/memory.yaml", rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    add_scenario(&text, "stops/one", "STOP-001");
    write_text("suite/stops.yaml", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* The names chosen, each with a blank behind it. */
static void expect(const char *const *operands, size_t num_operands, const char *const *filters,
                   size_t num_filters, const char *names) {
    rsp_selection s;
    rsp_buf chosen = {0};
    size_t num = 0;
    assert_ok(rsp_selection_load(&s, "suite", operands, num_operands));
    if (rsp_suite_diagnostics(s.scenarios)->num_errors > 0)
        fail_msg("the test's own scenarios are wrong");
    const rsp_scenario **all = rsp_selection_choose(&s, filters, num_filters, &num);
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(&chosen, "%s ", all[i]->name);
    assert_string_equal(rsp_buf_cstr(&chosen), names);
    rsp_buf_free(&chosen);
    rsp_selection_free(&s);
    rsp_selection_free(&s); /* all-zero again */
}

#define ONE(text) (const char *const[]){text}, 1
#define TWO(a, b) (const char *const[]){a, b}, 2
#define NONE NULL, 0

static void operands_are_files_folders_and_lines(void **state) {
    (void)state;
    make_suite();
    expect(NONE, NONE, "memory/one memory/two stops/one ");
    expect(ONE("suite"), NONE, "memory/one memory/two stops/one ");
    expect(ONE("suite/stops.yaml"), NONE, "stops/one ");
    expect(ONE("suite/memory.yaml:8"), NONE, "memory/two ");
    expect(ONE("suite/memory.yaml:8:3"), NONE, "memory/two ");
    expect(TWO("suite/stops.yaml", "suite/memory.yaml:1"), NONE, "memory/one ");
}

static void filters_choose_and_refuse(void **state) {
    (void)state;
    make_suite();
    expect(NONE, ONE("memory/"), "memory/one memory/two ");
    expect(NONE, ONE("STOP-001"), "stops/one ");
    expect(NONE, ONE("!memory/two"), "memory/one stops/one ");
    expect(NONE, TWO("memory/", "!MEM-001"), "");
    expect(NONE, TWO("memory/one", "stops/one"), "memory/one stops/one ");
    expect(NONE, ONE("nothing"), "");
}

static void what_can_not_be_loaded_is_said_by_status_and_diagnostics(void **state) {
    (void)state;
    rsp_selection s;
    assert_int_equal(rsp_selection_load(&s, NULL, NONE), RSP_NOT_FOUND);
    rsp_selection_free(&s);
    make_suite();
    assert_ok(rsp_selection_load(&s, "suite", ONE("suite/nothing.yaml")));
    assert_true(rsp_suite_diagnostics(s.scenarios)->num_errors > 0);
    rsp_selection_free(&s);
    write_text("suite/requirements.yaml", "- id: 3\n  [");
    assert_int_equal(rsp_selection_load(&s, "suite", NONE), RSP_BAD_FILE);
    assert_true(s.diagnostics.num_errors > 0);
    rsp_selection_free(&s);
}

static void demands_are_areas_requirements_groups_and_packets(void **state) {
    (void)state;
    static const char *const known[] = {"memory", "stops", "MEM-001", "MEM", "qSupported", "g"};
    static const char *const unknown[] = {"", "memor", "MEM-", "MEM-002", "mem", "qSupporte"};
    rsp_selection s;
    make_suite();
    assert_ok(rsp_selection_load(&s, "suite", NONE));
    for (size_t i = 0; i < RSP_ARRAY_LEN(known); i++)
        assert_true(rsp_gate_knows(&s, known[i]));
    for (size_t i = 0; i < RSP_ARRAY_LEN(unknown); i++)
        assert_false(rsp_gate_knows(&s, unknown[i]));
    rsp_selection_free(&s);
}

static void what_every_debugger_does_is_played_first(void **state) {
    (void)state;
    static const char *const expected[] = {"stop/one", "memory/one", "memory/two", "conditions/one"};
    rsp_selection s;
    rsp_buf text = {0};
    size_t num = 0;
    make_suite();
    add_scenario(&text, "conditions/one", "STOP-001");
    add_scenario(&text, "memory/one", "MEM-001");
    add_scenario(&text, "memory/two", "MEM-001");
    add_scenario(&text, "stop/one", "STOP-001");
    write_text("areas.yaml", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    assert_ok(rsp_selection_load(&s, "suite", ONE("areas.yaml")));
    const rsp_scenario **chosen = rsp_selection_choose(&s, NULL, 0, &num);
    assert_int_equal(num, RSP_ARRAY_LEN(expected));
    rsp_runner *runner = rsp_runner_new(&(rsp_stub_provider){0}, NULL);
    rsp_selection_order(chosen, num, runner, &s.arena);
    for (size_t i = 0; i < num; i++)
        assert_string_equal(chosen[i]->name, expected[i]);
    rsp_runner_free(runner);
    rsp_selection_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(operands_are_files_folders_and_lines),
        folder_test(filters_choose_and_refuse),
        folder_test(what_can_not_be_loaded_is_said_by_status_and_diagnostics),
        folder_test(demands_are_areas_requirements_groups_and_packets),
        folder_test(what_every_debugger_does_is_played_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
