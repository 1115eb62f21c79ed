/* Reports for the gates of GitHub and GitLab: each finding at its place, none that a stub made up.
 * What GitHub's runner takes for a command is any line that begins with two colons.
 * See reports/run/github.c and reports/run/gitlab.c. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "sample.h"

#include <jansson.h>
#include <stdio.h>

static rsp_buf render(const char *name, rsp_run *run) {
    rsp_buf out = {0};
    assert_ok(rsp_report_find(rsp_bytes_str(name))->render(&out, run, NULL));
    return out;
}

static const rsp_result failure = {
    .scenario = "memory/write,all",
    .place.path = "my/a:b.yaml",
    .place.line = 12,
    .place.column = 3,
    .requirements = "MEM-002",
    .verdict = RSP_VERDICT_FAIL,
    .message = "100 % wrong:\r\n::set-output name=x::y\n  ::error::mine",
    .got = "##[add-mask]z\n::stop-commands::q",
};

static void github_escapes_what_ends_a_command(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "x"};
    assert_ok(rsp_run_add(&run, &failure));
    rsp_buf out = render("github", &run);
    assert_string_equal(
        rsp_buf_cstr(&out),
        "::error title=Stubborn::x: 1 result that should not be. Judged: 1 of 1 scenario (100 %25).\n"
        "::error file=my/a%3Ab.yaml,line=12,col=3,title=memory/write%2Call::fail: 100 %25 wrong:\\x0d%0A"
        "::set-output name=x::y%0A  ::error::mine%0Agot ##[add-mask]z%0A::stop-commands::q%0A"
        "requires MEM-002\n");
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

/* Programs that show a repository know files by their path in it. */
static void paths_are_seen_from_the_repository(void **state) {
    (void)state;
    static const struct {
        const char *path, *github, *gitlab;
    } rows[] = {
        {"/home/me/repo/t/a.yaml", "::error file=t/a.yaml,line=12,", "\"path\": \"t/a.yaml\""},
        {"b.yaml", "::error file=sub/b.yaml,line=12,", "\"path\": \"sub/b.yaml\""},
        {".././c.yaml", "::error file=c.yaml,line=12,", "\"path\": \"c.yaml\""},
        {"/home/me/repository/d.yaml", "::error title=", "\"path\": \"stubborn.yaml\""},
        {"../../../etc/e.yaml", "::error title=", "\"path\": \"stubborn.yaml\""},
    };
    const rsp_report_options options = {.root = "/home/me/repo/", .folder = "/home/me/repo/sub"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {.about.stub = "x"};
        rsp_result r = failure;
        r.place.path = rows[i].path;
        r.scenario = "a/b";
        assert_ok(rsp_run_add(&run, &r));
        rsp_buf out = {0};
        assert_ok(rsp_report_github(&out, &run, &options));
        const char *line = strchr(rsp_buf_cstr(&out), '\n');
        assert_non_null(line);
        assert_memory_equal(line + 1, rows[i].github, strlen(rows[i].github));
        rsp_buf_clear(&out);
        assert_ok(rsp_report_gitlab(&out, &run, &options));
        assert_non_null(strstr(rsp_buf_cstr(&out), rows[i].gitlab));
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

static bool is_annotation(rsp_bytes line) {
    return rsp_bytes_starts(line, RSP_LIT("::error ")) || rsp_bytes_starts(line, RSP_LIT("::warning ")) ||
           rsp_bytes_starts(line, RSP_LIT("::notice title=Stubborn::"));
}

static void github_hostile_text_makes_no_lines_of_its_own(void **state) {
    (void)state;
    rsp_run run;
    sample_hostile(&run, "x\n::error::mine\r::notice::mine\x1b[1m");
    size_t notable = 1; /* the outcome */
    for (size_t i = 0; i < run.num_results; i++)
        notable += run.results[i].verdict != RSP_VERDICT_PASS && run.results[i].verdict != RSP_VERDICT_SKIP &&
                   run.results[i].verdict != RSP_VERDICT_XFAIL;
    for (size_t i = 0; i < run.selftest.num_faults; i++)
        notable += !run.selftest.faults[i].killed_by || !*run.selftest.faults[i].killed_by;
    notable += run.ended.num_unmet;
    rsp_buf out = render("github", &run);
    rsp_bytes rest = rsp_buf_bytes(&out);
    size_t lines = 0;
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        assert_true(is_annotation(line));
        lines++;
    }
    assert_int_equal(lines, notable);
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

/* GitHub shows ten of them: the scenario that shows a cause best comes before all others. */
static void github_begins_with_the_causes(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "x"};
    for (int i = 0; i < 3; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "a/%d", i);
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = name,
                                                  .verdict = RSP_VERDICT_FAIL,
                                                  .message = "wrong",
                                                  .cause = i == 2 ? 1 : 0}));
    }
    rsp_cause cause = {.what = "it is wrong", .scenario = "a/2", .num_results = 1};
    run.causes = &cause;
    run.num_causes = 1;
    rsp_buf out = render("github", &run);
    const char *second = strchr(rsp_buf_cstr(&out), '\n') + 1;
    assert_int_equal(strncmp(second, "::error title=a/2::fail: wrong%0Acause 1: it is wrong\n", 54), 0);
    assert_non_null(strstr(second, "title=a/0::"));
    assert_non_null(strstr(second, "title=a/1::"));
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

/* A warning fails a strict run, and is an error there. */
static void github_warnings_are_errors_of_a_strict_run(void **state) {
    (void)state;
    for (int strict = 0; strict < 2; strict++) {
        rsp_run run = {.about.stub = "x", .strict = strict};
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_WARN}));
        rsp_buf out = render("github", &run);
        assert_true((strstr(rsp_buf_cstr(&out), "::warning title=a/b::") != NULL) == !strict);
        assert_true((strstr(rsp_buf_cstr(&out), "::error title=a/b::") != NULL) == strict);
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

static const char *text_at(const json_t *list, size_t i, const char *key) {
    const char *text = json_string_value(json_object_get(json_array_get(list, i), key));
    assert_non_null(text);
    return text;
}

static json_t *gitlab(rsp_run *run) {
    rsp_buf out = render("gitlab", run);
    json_t *list = json_loadb((const char *)out.ptr, out.len, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_array(list));
    rsp_buf_free(&out);
    return list;
}

static void gitlab_has_one_entry_for_a_finding(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "x"};
    rsp_result result = failure;
    result.place.path = "./my/a.yaml";
    assert_ok(rsp_run_add(&run, &result));
    result.variant = "no-ack";
    result.verdict = RSP_VERDICT_CRASH;
    assert_ok(rsp_run_add(&run, &result));
    result.verdict = RSP_VERDICT_XFAIL;
    assert_ok(rsp_run_add(&run, &result));
    json_t *list = gitlab(&run);
    assert_int_equal(json_array_size(list), 2); /* what the baseline knows is no news */
    assert_string_equal(text_at(list, 0, "severity"), "critical");
    assert_string_equal(text_at(list, 1, "severity"), "blocker");
    assert_string_equal(text_at(list, 0, "check_name"), "MEM-002");
    assert_string_not_equal(text_at(list, 0, "fingerprint"), text_at(list, 1, "fingerprint"));
    const json_t *location = json_object_get(json_array_get(list, 0), "location");
    assert_string_equal(json_string_value(json_object_get(location, "path")), "my/a.yaml");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(location, "lines"), "begin")), 12);
    json_decref(list);
    rsp_run_free(&run);
}

/* An empty list would say that all findings are fixed. */
static void gitlab_is_not_empty_when_nothing_was_judged(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "x", .trouble = "it is gone"};
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_SKIP}));
    json_t *list = gitlab(&run);
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(text_at(list, 0, "description"), "no scenario was judged: it is gone");
    json_decref(list);
    rsp_run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(github_escapes_what_ends_a_command),
        cmocka_unit_test(paths_are_seen_from_the_repository),
        cmocka_unit_test(github_hostile_text_makes_no_lines_of_its_own),
        cmocka_unit_test(github_begins_with_the_causes),
        cmocka_unit_test(github_warnings_are_errors_of_a_strict_run),
        cmocka_unit_test(gitlab_has_one_entry_for_a_finding),
        cmocka_unit_test(gitlab_is_not_empty_when_nothing_was_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
