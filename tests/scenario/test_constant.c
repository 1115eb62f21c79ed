/* The whole suite against stubs that serve nothing: what passes there is what tests/scenario/constant/ lists.
 * A scenario that passes and is not listed checks nothing, or not what it says; a line there gives the
 * reason. Time is virtual, so silence costs nothing. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "constant_stub.h"

#include "scenario/scenario.h"
#include <stdlib.h>

#define LISTS "tests/scenario/constant/"

static const struct {
    const char *list; /* file of LISTS */
    constant_kind kind;
    bool greets;
} stubs[] = {
    {"E01", CONSTANT_E01, false},       {"E01-greets", CONSTANT_E01, true},
    {"silent", CONSTANT_SILENT, false}, {"silent-greets", CONSTANT_SILENT, true},
    {"empty", CONSTANT_EMPTY, false},   {"empty-greets", CONSTANT_EMPTY, true},
    {"OK", CONSTANT_OK, false},         {"OK-greets", CONSTANT_OK, true},
    {"echo", CONSTANT_ECHO, false},     {"echo-greets", CONSTANT_ECHO, true},
};

enum { MAX_LINES = 512, MAX_LINE = 200 };

/* The names of one list: a line without indentation gives a reason, the indented lines below it names; '#'
 * begins a remark. A name
 * with ".*" at its end stands for all cases of the scenario. */
typedef struct pass_list {
    char names[MAX_LINES][MAX_LINE];
    bool met[MAX_LINES];
    size_t num;
} pass_list;

static void list_read(pass_list *list, const char *name) {
    char path[MAX_LINE];
    char line[MAX_LINE];
    bool reason = false;
    list->num = 0;
    (void)snprintf(path, sizeof path, LISTS "%s.txt", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s can't be read", path);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        bool indented = strncmp(line, "  ", 2) == 0;
        reason = reason || (*line && *line != '#' && !indented);
        if (!indented)
            continue;
        if (!reason || list->num == MAX_LINES)
            fail_msg("%s: '%s' stands below no reason", path, line);
        list->met[list->num] = false;
        (void)snprintf(list->names[list->num++], MAX_LINE, "%s", line + 2);
    }
    if (file)
        (void)fclose(file);
}

static bool listed(pass_list *list, const char *scenario) {
    bool found = false;
    for (size_t i = 0; i < list->num; i++) {
        const char *name = list->names[i];
        size_t len = strlen(name);
        bool cases = len > 2 && strcmp(name + len - 2, ".*") == 0;
        if (cases ? strncmp(name, scenario, len - 1) == 0 : strcmp(name, scenario) == 0)
            found = list->met[i] = true;
    }
    return found;
}

typedef struct fixture {
    rsp_diagnostics diagnostics;
    rsp_catalogue *catalogue;
    rsp_suite *suite;
} fixture;

static int set_up(void **state) {
    static fixture f;
    f.catalogue = rsp_catalogue_load("scenarios/requirements.yaml", NULL, &f.diagnostics);
    const rsp_suite_options options = {.catalogue = f.catalogue};
    f.suite = rsp_suite_new(&options);
    *state = &f;
    return f.catalogue && f.suite && rsp_suite_load(f.suite, "scenarios") == RSP_OK ? 0 : -1;
}

static int tear_down(void **state) {
    fixture *f = *state;
    rsp_suite_free(f->suite);
    rsp_catalogue_free(f->catalogue);
    rsp_diagnostics_free(&f->diagnostics);
    return 0;
}

/* Runs all scenarios for debuggers' peers; those for debuggers themselves have no debugger here. */
static void run_all(const fixture *f, constant_stub *stub, rsp_run *run) {
    rsp_stub_provider provider = constant_provider(stub);
    const rsp_runner_options options = {.catalogue = f->catalogue};
    rsp_runner *runner = rsp_runner_new(&provider, &options);
    assert_non_null(runner);
    for (size_t i = 0; i < rsp_suite_count(f->suite); i++) {
        const rsp_scenario *scenario = rsp_suite_get(f->suite, i);
        rsp_error error = {0};
        if (scenario->play == RSP_PLAY_CLIENT)
            assert_ok(rsp_runner_run(runner, scenario, run, &error));
    }
    rsp_runner_free(runner);
}

static size_t compare(pass_list *list, const rsp_run *run, const char *name) {
    size_t wrong = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (r->verdict != RSP_VERDICT_PASS || listed(list, r->scenario))
            continue;
        print_error("%s: %s passes, and " LISTS "%s.txt does not say why that is right\n", name, r->scenario,
                    name);
        wrong++;
    }
    for (size_t i = 0; i < list->num; i++) {
        if (list->met[i])
            continue;
        print_error("%s: %s is listed and does not pass\n", name, list->names[i]);
        wrong++;
    }
    return wrong;
}

static void only_what_is_listed_passes(void **state) {
    static pass_list list;
    size_t wrong = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(stubs); i++) {
        constant_stub stub = {.kind = stubs[i].kind, .greets = stubs[i].greets};
        rsp_run run = {0};
        list_read(&list, stubs[i].list);
        run_all(*state, &stub, &run);
        wrong += compare(&list, &run, stubs[i].list);
        rsp_run_free(&run);
        constant_free(&stub);
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_what_is_listed_passes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
