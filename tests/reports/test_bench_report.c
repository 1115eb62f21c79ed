/* Rows of a benchmark: written and read again they are the same, damage is named, and budgets are judged
 * against the row that it was.
 * See reports/bench/bench_report.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/bench/bench_report.h"

#include <rsp/clock.h>

static rsp_bench_row row_of(const char *workload, rsp_bench_way way, uint64_t rtt_ns, uint64_t trips) {
    rsp_bench_row row = {.workload = workload,
                         .title = "reads of threads",
                         .sweep_name = "threads",
                         .sweep = 10,
                         .way = way,
                         .rtt_ns = rtt_ns};
    const rsp_bench_cost cost = {.round_trips = trips,
                                 .packets_out = trips,
                                 .packets_in = trips + 1,
                                 .bytes_out = 20 * trips,
                                 .bytes_in = 400,
                                 .ns = trips * (rtt_ns + RSP_NS_PER_MS)};
    const rsp_latency_row latency = {.count = 8,
                                     .mean_ns = 4 * RSP_NS_PER_MS,
                                     .min_ns = 1,
                                     .p50_ns = 3 * RSP_NS_PER_MS,
                                     .p90_ns = 5 * RSP_NS_PER_MS,
                                     .p99_ns = 9 * RSP_NS_PER_MS,
                                     .p999_ns = 9 * RSP_NS_PER_MS,
                                     .max_ns = 9 * RSP_NS_PER_MS};
    row.result.virtual_time = true;
    row.result.num_operations = 8;
    row.result.memory_bytes = 4000;
    row.result.total = row.result.phases[RSP_BENCH_PHASE_READ] = cost;
    row.result.latency = (rsp_latency_summary){
        .measured = latency, .corrected = latency, .interval_ns = RSP_NS_PER_MS, .num_filled = 3};
    return row;
}

static void skip_row(rsp_bench_row *row, const char *reason) {
    row->result = (rsp_bench_result){.outcome = RSP_BENCH_SKIPPED};
    (void)strncpy(row->result.reason, reason, sizeof row->result.reason - 1);
}

/* Two ways at two distances, and a way that the stub lacks. */
static void fill(rsp_bench_report *r) {
    static const uint64_t rtts[] = {0, 20 * RSP_NS_PER_MS};
    *r = (rsp_bench_report){.stub = "sample", .version = "1.2"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rtts); i++) {
        const rsp_bench_row row = row_of("thread-reads", RSP_BENCH_NONE, rtts[i], 1200);
        assert_true(rsp_bench_report_add(r, &row));
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(rtts); i++) {
        const rsp_bench_row row = row_of("thread-reads", RSP_BENCH_LLDB, rtts[i], 100);
        assert_true(rsp_bench_report_add(r, &row));
    }
    rsp_bench_row lacking = row_of("thread-reads", RSP_BENCH_RFC, 0, 1);
    skip_row(&lacking, "no MultiMemRead");
    assert_true(rsp_bench_report_add(r, &lacking));
}

static bool has(const rsp_buf *text, const char *what) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(what)) < text->len;
}

static void written_rows_are_read_as_they_were(void **state) {
    (void)state;
    rsp_bench_report report;
    rsp_bench_report back = {0};
    rsp_buf first = {0};
    rsp_buf second = {0};
    rsp_error error = {0};
    fill(&report);
    assert_ok(rsp_bench_print_json(&first, &report));
    assert_ok(rsp_bench_read_json(&back, "a.json", rsp_buf_bytes(&first), &error));
    assert_int_equal(back.num_rows, report.num_rows);
    assert_int_equal(back.rows[1].rtt_ns, 20 * RSP_NS_PER_MS);
    assert_int_equal(back.rows[1].result.phases[RSP_BENCH_PHASE_READ].packets_in, 1201);
    assert_int_equal(back.rows[4].result.outcome, RSP_BENCH_SKIPPED);
    assert_string_equal(back.rows[4].result.reason, "no MultiMemRead");
    assert_ok(rsp_bench_print_json(&second, &back));
    assert_string_equal(rsp_buf_cstr(&first), rsp_buf_cstr(&second));
    rsp_bench_report_free(&report);
    rsp_bench_report_free(&back);
    rsp_buf_free(&first);
    rsp_buf_free(&second);
}

static void damaged_rows_are_refused_with_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "a.json"},
        {"{\"format\":\"stubborn-run\"}", "is no file that 'stubborn bench -o json:FILE' has written"},
        {"{\"format\":\"stubborn-bench-1\"}", "is no file that"},
        {"{\"format\":\"stubborn-bench-1\",\"stub\":1,\"version\":\"\",\"rows\":[]}",
         "'stub' makes no sense"},
        {"{\"format\":\"stubborn-bench-1\",\"stub\":\"\",\"version\":\"\",\"rows\":[{}]}", "'workload'"},
        {"{\"format\":\"stubborn-bench-1\",\"stub\":\"\",\"version\":\"\",\"rows\":[{\"workload\":\"a\","
         "\"way\":\"teleport\",\"rtt_ns\":0,\"outcome\":\"done\"}]}",
         "'way'"},
        {"{\"format\":\"stubborn-bench-1\",\"stub\":\"\",\"version\":\"\",\"rows\":[{\"workload\":\"a\","
         "\"way\":\"hex\",\"rtt_ns\":-1,\"outcome\":\"skipped\"}]}",
         "'rtt_ns'"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bench_report report = {0};
        rsp_error error = {0};
        const rsp_status status =
            rsp_bench_read_json(&report, "a.json", rsp_bytes_str(cases[i].text), &error);
        rsp_buf said = {0};
        rsp_buf_printf(&said, "%s %s", error.where ? error.where : "", error.msg);
        if (status != RSP_BAD_FILE || !has(&said, cases[i].message))
            fail_msg("%s: status %d: %s", cases[i].text, (int)status, rsp_buf_cstr(&said));
        rsp_buf_free(&said);
        rsp_bench_report_free(&report);
    }
}

static void csv_has_a_line_for_each_phase(void **state) {
    (void)state;
    rsp_bench_report report;
    rsp_buf text = {0};
    fill(&report);
    rsp_bench_print_csv(&text, &report);
    size_t lines = 0;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    assert_int_equal(lines, 1 + 4 * 2 + 1);
    assert_true(
        has(&text, "thread-reads,threads,10,lldb,20000000,done,read,100,100,101,2000,400,2100000000\n"));
    assert_true(has(&text, "thread-reads,threads,10,rfc,0,skipped,total,0,0,0,0,0,0\n"));
    rsp_bench_report_free(&report);
    rsp_buf_free(&text);
}

static void table_has_a_column_for_each_distance(void **state) {
    (void)state;
    rsp_bench_report report;
    rsp_buf text = {0};
    fill(&report);
    rsp_bench_print_text(&text, &report, false);
    assert_true(has(&text, "sample, 1.2   virtual time\n"));
    assert_true(has(&text, "thread-reads   reads of threads, threads = 10\n"));
    assert_true(has(&text, "RTT 0     RTT 20 ms\n"));
    assert_true(has(&text, "1.200 s      25.200 s\n"));
    assert_true(has(&text, "  rfc           skipped: no MultiMemRead\n"));
    assert_true(has(&text, "6 more that were due while another was late\n")); /* at the last distance alone */
    assert_true(has(&text, "memory at RTT 20 ms: none 158.7 B/s") ||
                has(&text, "memory at RTT 20 ms: none 0.2 kB/s"));
    assert_false(has(&text, "as measured"));
    rsp_buf_clear(&text);
    rsp_bench_print_text(&text, &report, true);
    assert_true(has(&text, "as measured"));
    assert_true(has(&text, "12 more that were due while another was late\n"));
    rsp_bench_report_free(&report);
    rsp_buf_free(&text);
}

static void time_has_the_unit_that_fits(void **state) {
    (void)state;
    static const struct {
        uint64_t ns;
        const char *text;
    } cases[] = {{0, "0"},
                 {999, "999 ns"},
                 {1500, "1.5 us"},
                 {20 * RSP_NS_PER_MS, "20.00 ms"},
                 {16 * RSP_NS_PER_S, "16.000 s"},
                 {1000 * RSP_NS_PER_S, "1000.0 s"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf text = {0};
        rsp_bench_append_time(&text, cases[i].ns);
        assert_string_equal(rsp_buf_cstr(&text), cases[i].text);
        rsp_buf_free(&text);
    }
}

static void full_report_takes_no_more_rows(void **state) {
    (void)state;
    rsp_bench_report report = {0};
    const rsp_bench_row row = row_of("a", RSP_BENCH_NONE, 0, 1);
    for (size_t i = 0; i < RSP_BENCH_MAX_ROWS; i++)
        assert_true(rsp_bench_report_add(&report, &row));
    assert_false(rsp_bench_report_add(&report, &row));
    assert_int_equal(report.num_rows, RSP_BENCH_MAX_ROWS);
    rsp_bench_report_free(&report);
    assert_int_equal(report.num_rows, 0);
}

/* --- budgets --- */

static void rule_is_checked_before_anything_runs(void **state) {
    (void)state;
    static const struct {
        const char *rule;
        bool have_before;
        rsp_status status;
    } cases[] = {
        {"round_trips>+0", true, RSP_OK},
        {"round_trips>+0", false, RSP_USAGE},
        {"p99_ns>20ms", false, RSP_OK},
        {"read.round_trips>5", false, RSP_OK},
        {"step-over.time_ns>1s", false, RSP_OK},
        {"nothing>5", false, RSP_USAGE},
        {"round_trips>20ms", false, RSP_USAGE},
        {"round_trips", false, RSP_USAGE},
        {"bytes>+5%", true, RSP_OK},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_bench_rules rules = {.items = &cases[i].rule, .num = 1};
        rsp_error error = {0};
        if (rsp_bench_check_rules(&rules, cases[i].have_before, &error) != cases[i].status)
            fail_msg("%s: %s", cases[i].rule, error.msg);
    }
}

/* The report as it was, and with other round trips in its second row. */
static size_t compare_with(rsp_buf *text, uint64_t trips, const char *rule, bool skipped) {
    rsp_bench_report before;
    rsp_bench_report after;
    const rsp_bench_rules rules = {.items = &rule, .num = rule ? 1 : 0};
    fill(&before);
    fill(&after);
    after.rows[1] = row_of("thread-reads", RSP_BENCH_NONE, 20 * RSP_NS_PER_MS, trips);
    if (skipped)
        skip_row(&after.rows[1], "it lacks m");
    rsp_buf_clear(text);
    const size_t broken = rsp_bench_compare(text, &before, &after, &rules);
    rsp_bench_report_free(&before);
    rsp_bench_report_free(&after);
    return broken;
}

static void what_got_worse_breaks_its_budget(void **state) {
    (void)state;
    rsp_buf text = {0};
    assert_int_equal(compare_with(&text, 1200, "round_trips>+0", false), 0);
    assert_int_equal(text.len, 0);
    assert_int_equal(compare_with(&text, 1201, "round_trips>+0", false), 1);
    assert_true(has(&text, "WORSE  thread-reads threads=10 none at RTT 20 ms: "));
    assert_int_equal(compare_with(&text, 1201, "read.round_trips>+0", false), 1);
    assert_int_equal(compare_with(&text, 1201, "round_trips>+5%", false), 0);
    assert_int_equal(compare_with(&text, 1201, "round_trips>1200", false), 1); /* no change is asked for */
    assert_int_equal(compare_with(&text, 1100, "round_trips>+0", false), 0);
    rsp_buf_free(&text);
}

static void changes_are_told_without_a_budget(void **state) {
    (void)state;
    rsp_buf text = {0};
    assert_int_equal(compare_with(&text, 1320, NULL, false), 0);
    assert_true(has(&text, "changed  thread-reads threads=10 none at RTT 20 ms: round_trips 1200 -> 1320, "));
    assert_false(has(&text, "bytes_in"));
    rsp_buf_free(&text);
}

static void row_that_is_skipped_now_is_worse(void **state) {
    (void)state;
    rsp_buf text = {0};
    assert_int_equal(compare_with(&text, 1200, NULL, true), 1);
    assert_true(has(&text, "was measured before, and is skipped now: it lacks m\n"));
    rsp_buf_free(&text);
}

static void nothing_to_compare_with_is_no_success(void **state) {
    (void)state;
    const char *rule = "round_trips>+0";
    const rsp_bench_rules rules = {.items = &rule, .num = 1};
    rsp_bench_report before = {0};
    rsp_bench_report after;
    rsp_buf text = {0};
    fill(&after);
    assert_int_equal(rsp_bench_compare(&text, &before, &after, &rules), 1);
    assert_true(has(&text, "no row of this run was measured in the earlier one"));
    rsp_buf_clear(&text);
    assert_int_equal(rsp_bench_compare(&text, NULL, &after, &rules), 0);
    const rsp_bench_row one = row_of("thread-reads", RSP_BENCH_NONE, 0, 1200);
    assert_true(rsp_bench_report_add(&before, &one));
    assert_int_equal(rsp_bench_compare(&text, &before, &after, &rules), 0);
    assert_true(has(&text, "3 of 5 rows are not in the earlier run"));
    rsp_bench_report_free(&before);
    rsp_bench_report_free(&after);
    rsp_buf_free(&text);
}

/* What a file of somebody else's says is shown, and writes no markup and no controls. */
static void hostile_names_stay_text(void **state) {
    (void)state;
    rsp_bench_report report = {.stub = "<b>\033[2J", .version = ""};
    rsp_bench_row row = row_of("<script>\033", RSP_BENCH_NONE, 0, 5);
    rsp_buf text = {0};
    row.title = "\033]0;x\a<i>";
    (void)strncpy(row.result.note, "\033[1m<u>", sizeof row.result.note - 1);
    assert_true(rsp_bench_report_add(&report, &row));
    rsp_bench_print_text(&text, &report, true);
    rsp_bench_print_csv(&text, &report);
    assert_ok(rsp_bench_print_html(&text, &report));
    assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&text), '\033'), text.len);
    assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&text), '\a'), text.len);
    rsp_buf_clear(&text);
    assert_ok(rsp_bench_print_html(&text, &report));
    assert_false(has(&text, "<script>\\") || has(&text, "<u>") || has(&text, "<i>"));
    rsp_bench_report_free(&report);
    rsp_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_rows_are_read_as_they_were),
        cmocka_unit_test(damaged_rows_are_refused_with_what_is_wrong),
        cmocka_unit_test(csv_has_a_line_for_each_phase),
        cmocka_unit_test(table_has_a_column_for_each_distance),
        cmocka_unit_test(time_has_the_unit_that_fits),
        cmocka_unit_test(full_report_takes_no_more_rows),
        cmocka_unit_test(rule_is_checked_before_anything_runs),
        cmocka_unit_test(what_got_worse_breaks_its_budget),
        cmocka_unit_test(changes_are_told_without_a_budget),
        cmocka_unit_test(row_that_is_skipped_now_is_worse),
        cmocka_unit_test(nothing_to_compare_with_is_no_success),
        cmocka_unit_test(hostile_names_stay_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
