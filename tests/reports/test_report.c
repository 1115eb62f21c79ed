/* The public report: judgements are copied, counted, and written in each format.
 * What the formats look like is tested with whole runs (test_golden.c).
 * Unknown formats and empty reports are told apart from failures. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include <rsp/report.h>

static void test_empty(void **state) {
    (void)state;
    rsp_report *report = rsp_report_new(NULL, NULL);
    rsp_buf out = {0};
    assert_non_null(report);
    assert_int_equal(rsp_summary_total(rsp_report_summary(report)), 0);
    assert_int_equal(rsp_report_exit_code(report), 3);
    assert_ok(rsp_report_write(report, "tap", &out));
    rsp_buf_free(&out);
    rsp_report_free(report);
    rsp_report_free(NULL);
}

static void test_judgements_are_copied(void **state) {
    (void)state;
    static const char *const formats[] = {"term", "junit", "tap", "json", "html"};
    char name[] = "rules/one";
    rsp_report *report = rsp_report_new("a.log", NULL);
    assert_non_null(report);
    const rsp_judgement judgement = {
        .name = name, .verdict = RSP_VERDICT_FAIL, .level = RSP_LEVEL_MUST, .message = "wrong checksum"};
    assert_ok(rsp_report_add(report, &judgement));
    assert_ok(rsp_report_add(report, &(rsp_judgement){.name = "rules/two"}));
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(rsp_report_summary(report)->count[RSP_VERDICT_FAIL], 1);
    assert_int_equal(rsp_report_summary(report)->count[RSP_VERDICT_PASS], 1);
    assert_int_equal(rsp_report_exit_code(report), 1);
    for (size_t i = 0; i < RSP_ARRAY_LEN(formats); i++) {
        rsp_buf out = {0};
        assert_ok(rsp_report_write(report, formats[i], &out));
        assert_non_null(strstr(rsp_buf_cstr(&out), "wrong checksum"));
        rsp_buf_free(&out);
    }
    rsp_report_free(report);
}

static void test_unknown_format(void **state) {
    (void)state;
    rsp_report *report = rsp_report_new("a.log", NULL);
    rsp_buf out = {0};
    assert_int_equal(rsp_report_write(report, "pdf", &out), RSP_NOT_FOUND);
    assert_int_equal(rsp_report_write(report, NULL, &out), RSP_NOT_FOUND);
    assert_int_equal(out.len, 0);
    rsp_report_free(report);
}

static void test_no_memory(void **state) {
    (void)state;
    for (uint64_t at = 1; at < 8; at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, at, 1);
        rsp_report *report = rsp_report_new("a.log", &fuzzed.mem);
        rsp_status status = report ? rsp_report_add(report, &(rsp_judgement){.name = "one"}) : RSP_NO_MEMORY;
        assert_int_equal(status, fuzzed.count < at ? RSP_OK : RSP_NO_MEMORY);
        rsp_report_free(report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_judgements_are_copied),
        cmocka_unit_test(test_unknown_format),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
