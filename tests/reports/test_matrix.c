/* Reports side by side: columns are read and counted, what is no report is refused, and two of them are
 * compared scenario by scenario.
 * See reports/matrix/matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/matrix_counts.h"
#include "reports/matrix/matrix_pair.h"
#include "reports/matrix/matrix_view.h"
#include "reports/report.h"
#include "trace/cause.h"

typedef struct verdict_of {
    const char *scenario;
    rsp_verdict verdict;
    const char *requirement;
} verdict_of;

/* A report of a run with these results, as the program writes it. */
static void report_of(rsp_buf *out, const char *name, const verdict_of *results, size_t num) {
    rsp_run run = {
        .command = "run", .tool_version = "1", .about.stub = name, .about.name = name, .about.version = "2"};
    for (size_t i = 0; i < num; i++) {
        const rsp_result result = {.scenario = results[i].scenario,
                                   .requirements = results[i].requirement,
                                   .verdict = results[i].verdict,
                                   .message = "it <b>says\033 so"};
        assert_ok(rsp_run_add(&run, &result));
        const rsp_cause cause = {.what = results[i].scenario,
                                 .requirement = results[i].requirement,
                                 .scenario = results[i].scenario,
                                 .num_results = 1};
        if (results[i].verdict == RSP_VERDICT_FAIL)
            assert_ok(rsp_run_add_cause(&run, &cause));
    }
    rsp_buf_clear(out);
    assert_ok(rsp_report_json(out, &run, NULL));
    rsp_run_free(&run);
}

static void add(rsp_matrix *m, const char *label, const verdict_of *results, size_t num) {
    rsp_buf json = {0};
    rsp_error error = {0};
    report_of(&json, label, results, num);
    if (rsp_matrix_add(m, label, rsp_buf_bytes(&json), &error) != RSP_OK)
        fail_msg("%s", error.msg);
    rsp_buf_free(&json);
}

#define ADD(m, label, results) add(m, label, results, RSP_ARRAY_LEN(results))

static const verdict_of first_results[] = {
    {"memory/b", RSP_VERDICT_FAIL, "MEM-002"},  {"memory/a", RSP_VERDICT_PASS, "MEM-001"},
    {"threads/a", RSP_VERDICT_SKIP, "THR-001"}, {"stop/a", RSP_VERDICT_PASS, "STOP-001"},
    {"stop/b", RSP_VERDICT_FAIL, "STOP-002"},
};
static const verdict_of second_results[] = {
    {"memory/a", RSP_VERDICT_FAIL, "MEM-001"},  {"memory/b", RSP_VERDICT_PASS, "MEM-002"},
    {"threads/a", RSP_VERDICT_PASS, "THR-001"}, {"stop/b", RSP_VERDICT_HANG, "STOP-002"},
    {"xfer/a", RSP_VERDICT_PASS, "XFER-001"},
};

static bool has(const rsp_buf *text, const char *what) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(what)) < text->len;
}

static void column_counts_what_its_report_says(void **state) {
    (void)state;
    rsp_matrix m = {.num_stubs = 0};
    ADD(&m, "one", first_results);
    assert_int_equal(m.num_stubs, 1);
    const rsp_matrix_stub *stub = &m.stubs[0];
    const rsp_matrix_counts counts = rsp_matrix_count(&stub->summary);
    assert_int_equal(counts.pass, 2);
    assert_int_equal(counts.fail, 2);
    assert_int_equal(counts.judged, 4);
    assert_int_equal(counts.all, 5);
    assert_int_equal(stub->num_musts, 2);
    assert_int_equal(stub->num_areas, 3); /* by name, each once */
    assert_string_equal(stub->areas[0].name, "memory");
    assert_string_equal(stub->results[0].scenario, "memory/a"); /* sorted */
    assert_int_equal(rsp_matrix_count(rsp_matrix_area_of(stub, "stop")).fail, 1);
    assert_null(rsp_matrix_area_of(stub, "nothing"));
    assert_int_equal(rsp_matrix_count(NULL).all, 0);
    rsp_matrix_free(&m);
    assert_int_equal(m.num_stubs, 0);
    rsp_matrix_free(NULL);
}

static void what_is_no_report_leaves_the_matrix_as_it_was(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "is no report: "},
        {"[]", "is no report"},
        {"{\"format\":\"stubborn-bench-1\"}", "is no report of a run"},
        {"{\"format\":\"stubborn-run\"}", "'stub' is missing or damaged"},
        {"{\"format\":\"stubborn-run\",\"stub\":{\"given\":7}}", "'given' is missing or damaged"},
    };
    rsp_matrix m = {.num_stubs = 0};
    ADD(&m, "one", first_results);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        assert_int_equal(rsp_matrix_add(&m, "bad", rsp_bytes_str(cases[i].text), &error), RSP_BAD_FILE);
        if (!strstr(error.msg, cases[i].message))
            fail_msg("%s: %s", cases[i].text, error.msg);
        assert_int_equal(m.num_stubs, 1);
    }
    rsp_matrix_free(&m);
}

static void matrix_takes_so_many_columns_and_no_more(void **state) {
    (void)state;
    rsp_matrix m = {.num_stubs = 0};
    rsp_buf json = {0};
    rsp_error error = {0};
    report_of(&json, "a", first_results, 1);
    for (size_t i = 0; i < RSP_LIMIT_MATRIX_STUBS; i++)
        assert_ok(rsp_matrix_add(&m, "a", rsp_buf_bytes(&json), &error));
    assert_int_equal(rsp_matrix_add(&m, "a", rsp_buf_bytes(&json), &error), RSP_LIMIT);
    assert_int_equal(m.num_stubs, RSP_LIMIT_MATRIX_STUBS);
    rsp_buf_free(&json);
    rsp_matrix_free(&m);
}

/* --- two of them --- */

static void pairs_come_in_order_with_what_one_lacks(void **state) {
    (void)state;
    static const struct {
        const char *scenario;
        bool first;
        bool second;
        bool differs;
    } wanted[] = {
        {"memory/a", true, true, true}, {"memory/b", true, true, true},   {"stop/a", true, false, false},
        {"stop/b", true, true, true},   {"threads/a", true, true, false}, /* skipped in one of them */
        {"xfer/a", false, true, false},
    };
    rsp_matrix m = {.num_stubs = 0};
    ADD(&m, "one", first_results);
    ADD(&m, "two", second_results);
    rsp_matrix_pair pair = {.stubs = {&m.stubs[0], &m.stubs[1]}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(wanted); i++) {
        assert_true(rsp_matrix_pair_next(&pair));
        const rsp_matrix_result *any = pair.results[0] ? pair.results[0] : pair.results[1];
        assert_string_equal(any->scenario, wanted[i].scenario);
        assert_int_equal(pair.results[0] != NULL, wanted[i].first);
        assert_int_equal(pair.results[1] != NULL, wanted[i].second);
        assert_int_equal(rsp_matrix_pair_differs(&pair), wanted[i].differs);
    }
    assert_false(rsp_matrix_pair_next(&pair));
    rsp_matrix_free(&m);
}

static void what_broke_stands_before_what_was_fixed(void **state) {
    (void)state;
    rsp_matrix m = {.num_stubs = 0};
    rsp_buf text = {0};
    ADD(&m, "one", first_results);
    ADD(&m, "two", second_results);
    assert_ok(rsp_matrix_markdown(&text, &m));
    assert_true(has(&text, "From the first to the second: 1 broke, 1 fixed, 1 changed otherwise."));
    assert_true(has(&text, "Only judged in the first: 1. Only in the second: 2."));
    const size_t broke = rsp_bytes_search(rsp_buf_bytes(&text), RSP_LIT("| **broke** | memory/a"));
    const size_t fixed = rsp_bytes_search(rsp_buf_bytes(&text), RSP_LIT("| fixed | memory/b"));
    const size_t other = rsp_bytes_search(rsp_buf_bytes(&text), RSP_LIT("| changed | stop/b"));
    assert_true(broke < fixed && fixed < other && other < text.len);
    assert_true(has(&text, "2 of 2 have failures."));
    rsp_buf_free(&text);
    rsp_matrix_free(&m);
}

static void three_are_not_compared_with_each_other(void **state) {
    (void)state;
    rsp_matrix m = {.num_stubs = 0};
    rsp_buf text = {0};
    for (int i = 0; i < 3; i++)
        ADD(&m, "one", first_results);
    assert_ok(rsp_matrix_markdown(&text, &m));
    assert_ok(rsp_matrix_json(&text, &m));
    assert_false(has(&text, "Differences") || has(&text, "differences"));
    rsp_buf_free(&text);
    rsp_matrix_free(&m);
}

/* --- what they have in common --- */

static void causes_that_most_have_come_first(void **state) {
    (void)state;
    static const verdict_of third[] = {{"memory/a", RSP_VERDICT_FAIL, "MEM-001"},
                                       {"threads/b", RSP_VERDICT_SKIP, "THR-002"}};
    rsp_matrix m = {.num_stubs = 0};
    rsp_matrix_view view;
    ADD(&m, "one", first_results);
    ADD(&m, "two", second_results);
    ADD(&m, "three", third);
    assert_ok(rsp_matrix_look(&view, &m));
    assert_int_equal(view.num_areas, 4); /* of them, threads is judged in the second alone */
    assert_string_equal(view.areas[0], "memory");
    assert_string_equal(view.areas[3], "xfer");
    assert_int_equal(view.num_causes, 3);
    assert_string_equal(view.causes[0].cause->requirement, "MEM-001");
    assert_int_equal(view.causes[0].num_stubs, 2);
    assert_int_equal(view.causes[0].num_results[0], 0);
    assert_int_equal(view.causes[0].num_results[1], 1);
    assert_int_equal(view.causes[0].num_results[2], 1);
    assert_int_equal(view.causes[1].num_stubs, 1);
    rsp_matrix_view_free(&view);
    rsp_matrix_free(&m);
}

static void empty_matrix_is_written_in_each_form(void **state) {
    (void)state;
    static const char *const names[] = {"markdown", "json", "html"};
    rsp_matrix m = {.num_stubs = 0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        rsp_buf text = {0};
        const rsp_matrix_format *format = rsp_matrix_find(rsp_bytes_str(names[i]));
        assert_non_null(format);
        assert_ok(format->render(&text, &m));
        assert_true(text.len > 0);
        rsp_buf_free(&text);
    }
    assert_null(rsp_matrix_find(RSP_LIT("pdf")));
    assert_null(rsp_matrix_find(RSP_LIT("")));
}

static void texts_of_strangers_stay_text(void **state) {
    (void)state;
    rsp_matrix m = {.num_stubs = 0};
    rsp_buf text = {0};
    ADD(&m, "<i>one</i>\033", first_results);
    ADD(&m, "two | x", second_results);
    assert_ok(rsp_matrix_html(&text, &m));
    assert_false(has(&text, "<b>says") || has(&text, "<i>one"));
    assert_ok(rsp_matrix_markdown(&text, &m));
    assert_ok(rsp_matrix_json(&text, &m));
    assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&text), '\033'), text.len);
    rsp_buf_free(&text);
    rsp_matrix_free(&m);
}

static void share_of_nothing_is_a_dash(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_matrix_percent(&text, 0, 0);
    rsp_matrix_percent(&text, 1, 3);
    rsp_matrix_percent(&text, 3, 3);
    assert_string_equal(rsp_buf_cstr(&text), "-33 %100 %");
    rsp_buf_clear(&text);
    const rsp_matrix_stub stub = {
        .name = "",
        .version = "",
        .target = "rv32",
        .given = "exec:a-command-with-many-arguments-and-a-path-that-is-longer-than-a-cell"};
    rsp_matrix_about(&text, &stub);
    assert_string_equal(rsp_buf_cstr(&text), "exec:a-command-with-many-arguments-and-a-path-th... (rv32)");
    rsp_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(column_counts_what_its_report_says),
        cmocka_unit_test(what_is_no_report_leaves_the_matrix_as_it_was),
        cmocka_unit_test(matrix_takes_so_many_columns_and_no_more),
        cmocka_unit_test(pairs_come_in_order_with_what_one_lacks),
        cmocka_unit_test(what_broke_stands_before_what_was_fixed),
        cmocka_unit_test(three_are_not_compared_with_each_other),
        cmocka_unit_test(causes_that_most_have_come_first),
        cmocka_unit_test(empty_matrix_is_written_in_each_form),
        cmocka_unit_test(texts_of_strangers_stay_text),
        cmocka_unit_test(share_of_nothing_is_a_dash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
