/* Shards joined: nothing that one of them says of the stub is lost, and the graver of two decides.
 * The shards are freed before the whole is looked at.
 * See reports/run/run_read.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/arena.h"
#include "reports/report.h"
#include "reports/run/run_read.h"
#include "trace/cause.h"

enum { SHARDS = 2 };

typedef struct shards {
    rsp_run of[SHARDS];
    rsp_run whole;
} shards;

static void begin(shards *s) {
    *s = (shards){.whole = {.seed = 0}};
    for (unsigned i = 0; i < SHARDS; i++)
        s->of[i] = (rsp_run){.command = "run",
                             .tool_version = "1",
                             .about.stub = i ? "other" : "sample",
                             .duration_ns = i ? 7 : 5,
                             .ended.planned = 3,
                             .shard = {.number = SHARDS - i, .of = SHARDS}};
}

static void put(rsp_run *run, const char *scenario, rsp_verdict verdict) {
    const rsp_result result = {.scenario = scenario, .verdict = verdict, .requirements = "MEM-001"};
    assert_ok(rsp_run_add(run, &result));
}

/* By way of the files that the program writes. */
static rsp_run *join(shards *s) {
    rsp_run read[SHARDS] = {{.seed = 0}};
    rsp_error error = {0};
    for (unsigned i = 0; i < SHARDS; i++) {
        rsp_buf json = {0};
        assert_ok(rsp_report_json(&json, &s->of[i], NULL));
        assert_ok(rsp_run_read(&read[i], rsp_buf_bytes(&json), &error));
        rsp_buf_free(&json);
    }
    if (rsp_run_join(&s->whole, read, SHARDS, &error) != RSP_OK)
        fail_msg("%s", error.msg);
    for (unsigned i = 0; i < SHARDS; i++) {
        rsp_run_free(&read[i]);
        rsp_run_free(&s->of[i]);
    }
    return &s->whole;
}

static rsp_forecast_cell *cell(rsp_run *run, rsp_debugger_action action) {
    run->forecast.made = true;
    return &run->forecast.cells[RSP_DEBUGGER_LLDB][action];
}

static void results_of_all_shards_are_there_in_order(void **state) {
    (void)state;
    shards s;
    begin(&s);
    put(&s.of[0], "memory/b", RSP_VERDICT_FAIL);
    put(&s.of[0], "threads/a", RSP_VERDICT_PASS);
    put(&s.of[1], "memory/a", RSP_VERDICT_PASS);
    const rsp_run *whole = join(&s);
    assert_int_equal(whole->num_results, 3);
    assert_string_equal(whole->results[0].scenario, "memory/a");
    assert_string_equal(whole->results[2].scenario, "threads/a");
    assert_int_equal(whole->summary.count[RSP_VERDICT_PASS], 2);
    assert_int_equal(whole->ended.planned, 6);
    assert_int_equal(whole->duration_ns, 7);         /* they ran beside each other */
    assert_string_equal(whole->about.stub, "other"); /* as the first shard says, which comes second here */
    rsp_run_free(&s.whole);
}

static void interrupted_shard_interrupts_the_whole(void **state) {
    (void)state;
    static const char *names[] = {"stop/a", "stop/b"};
    shards s;
    begin(&s);
    put(&s.of[0], "memory/a", RSP_VERDICT_PASS);
    put(&s.of[1], "memory/b", RSP_VERDICT_PASS);
    s.of[0].ended.interrupted = true;
    s.of[0].ended.stopped = "the time is over";
    s.of[0].ended.not_played = names;
    s.of[0].ended.num_not_played = RSP_ARRAY_LEN(names);
    const rsp_run *whole = join(&s);
    assert_true(whole->ended.interrupted);
    assert_string_equal(whole->ended.stopped, "the time is over");
    assert_int_equal(whole->ended.num_not_played, 2);
    assert_string_equal(whole->ended.not_played[1], "stop/b");
    rsp_run_free(&s.whole);
}

static void trouble_of_a_shard_is_told(void **state) {
    (void)state;
    shards s;
    begin(&s);
    put(&s.of[0], "memory/a", RSP_VERDICT_PASS);
    s.of[1].trouble = "127.0.0.1:1: refused";
    const rsp_run *whole = join(&s);
    assert_string_equal(whole->trouble, "127.0.0.1:1: refused");
    rsp_run_free(&s.whole);
}

/* One that no result shows is measured by each shard, and is one. */
static void measured_cause_is_there_once(void **state) {
    (void)state;
    shards s;
    begin(&s);
    for (unsigned i = 0; i < SHARDS; i++) {
        const rsp_cause measured = {
            .what = "it answers slowly", .requirement = "", .scenario = "", .variant = ""};
        put(&s.of[i], i ? "memory/a" : "memory/b", RSP_VERDICT_PASS);
        assert_ok(rsp_run_add_cause(&s.of[i], &measured));
    }
    const rsp_run *whole = join(&s);
    assert_int_equal(whole->num_causes, 1);
    assert_string_equal(whole->causes[0].what, "it answers slowly");
    rsp_run_free(&s.whole);
}

/* --- the forecast --- */

static void what_breaks_in_one_shard_breaks(void **state) {
    (void)state;
    static const struct {
        rsp_prediction first;
        rsp_prediction second;
        rsp_prediction whole;
    } cases[] = {
        {RSP_PREDICTION_WORKS, RSP_PREDICTION_BREAKS, RSP_PREDICTION_BREAKS},
        {RSP_PREDICTION_BREAKS, RSP_PREDICTION_WORKS, RSP_PREDICTION_BREAKS},
        {RSP_PREDICTION_UNKNOWN, RSP_PREDICTION_WORKS, RSP_PREDICTION_WORKS},
        {RSP_PREDICTION_ABSENT, RSP_PREDICTION_WORKS, RSP_PREDICTION_WORKS},
        {RSP_PREDICTION_UNKNOWN, RSP_PREDICTION_ABSENT, RSP_PREDICTION_ABSENT},
        {RSP_PREDICTION_UNKNOWN, RSP_PREDICTION_UNKNOWN, RSP_PREDICTION_UNKNOWN},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        shards s;
        begin(&s);
        *cell(&s.of[0], RSP_DEBUGGER_ACTION_STEP) =
            (rsp_forecast_cell){.prediction = cases[i].first, .why = "first", .evidence = "-> s\n"};
        *cell(&s.of[1], RSP_DEBUGGER_ACTION_STEP) =
            (rsp_forecast_cell){.prediction = cases[i].second, .why = "second", .evidence = "-> vCont;s\n"};
        rsp_run *whole = join(&s);
        const rsp_forecast_cell *found = cell(whole, RSP_DEBUGGER_ACTION_STEP);
        assert_int_equal(found->prediction, cases[i].whole);
        if (cases[i].whole == RSP_PREDICTION_BREAKS) {
            const bool first = cases[i].first == RSP_PREDICTION_BREAKS;
            assert_string_equal(found->why, first ? "first" : "second");
            assert_string_equal(found->evidence, first ? "-> s\n" : "-> vCont;s\n");
        }
        rsp_run_free(&s.whole);
    }
}

static void what_newer_versions_do_is_kept(void **state) {
    (void)state;
    for (unsigned by = 0; by < SHARDS; by++) {
        shards s;
        begin(&s);
        for (unsigned i = 0; i < SHARDS; i++)
            cell(&s.of[i], RSP_DEBUGGER_ACTION_ATTACH)->prediction = RSP_PREDICTION_WORKS;
        cell(&s.of[by], RSP_DEBUGGER_ACTION_ATTACH)->newer = RSP_PREDICTION_BREAKS;
        cell(&s.of[by], RSP_DEBUGGER_ACTION_ATTACH)->newer_versions = "21 to 23";
        rsp_run *whole = join(&s);
        assert_int_equal(cell(whole, RSP_DEBUGGER_ACTION_ATTACH)->newer, RSP_PREDICTION_BREAKS);
        assert_string_equal(cell(whole, RSP_DEBUGGER_ACTION_ATTACH)->newer_versions, "21 to 23");
        assert_int_equal(cell(whole, RSP_DEBUGGER_ACTION_STEP)->newer, RSP_PREDICTION_UNKNOWN);
        rsp_run_free(&s.whole);
    }
}

/* Where an action breaks already, nobody asks what newer versions make of one that works. */
static void newer_versions_go_with_their_outlook(void **state) {
    (void)state;
    shards s;
    begin(&s);
    *cell(&s.of[0], RSP_DEBUGGER_ACTION_ATTACH) = (rsp_forecast_cell){
        .prediction = RSP_PREDICTION_WORKS, .newer = RSP_PREDICTION_BREAKS, .newer_versions = "21 to 23"};
    cell(&s.of[1], RSP_DEBUGGER_ACTION_ATTACH)->prediction = RSP_PREDICTION_BREAKS;
    rsp_run *whole = join(&s);
    assert_int_equal(cell(whole, RSP_DEBUGGER_ACTION_ATTACH)->newer, RSP_PREDICTION_UNKNOWN);
    rsp_run_free(&s.whole);
}

static void debugger_that_did_it_in_one_shard_is_believed(void **state) {
    (void)state;
    shards s;
    begin(&s);
    cell(&s.of[0], RSP_DEBUGGER_ACTION_STEP)->prediction = RSP_PREDICTION_WORKS;
    cell(&s.of[1], RSP_DEBUGGER_ACTION_STEP)->prediction = RSP_PREDICTION_WORKS;
    cell(&s.of[0], RSP_DEBUGGER_ACTION_STEP)->real = RSP_PREDICTION_BREAKS;
    cell(&s.of[0], RSP_DEBUGGER_ACTION_STEP)->said = "it hangs";
    s.of[0].forecast.programs[RSP_DEBUGGER_LLDB] = "lldb version 19.1.7";
    rsp_run *whole = join(&s);
    const rsp_forecast_cell *found = cell(whole, RSP_DEBUGGER_ACTION_STEP);
    assert_int_equal(found->prediction, RSP_PREDICTION_WORKS);
    assert_int_equal(found->real, RSP_PREDICTION_BREAKS);
    assert_string_equal(found->said, "it hangs");
    assert_string_equal(whole->forecast.programs[RSP_DEBUGGER_LLDB], "lldb version 19.1.7");
    rsp_run_free(&s.whole);
}

static void whole_is_rendered_in_each_form(void **state) {
    (void)state;
    shards s;
    size_t num = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    begin(&s);
    put(&s.of[0], "memory/b", RSP_VERDICT_FAIL);
    put(&s.of[1], "memory/a", RSP_VERDICT_CRASH);
    cell(&s.of[0], RSP_DEBUGGER_ACTION_STEP)->prediction = RSP_PREDICTION_BREAKS;
    rsp_run *whole = join(&s);
    for (size_t i = 0; i < num; i++) {
        rsp_buf text = {0};
        assert_ok(formats[i].render(&text, whole, NULL));
        assert_true(text.len > 0);
        rsp_buf_free(&text);
    }
    rsp_run_free(&s.whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_all_shards_are_there_in_order),
        cmocka_unit_test(interrupted_shard_interrupts_the_whole),
        cmocka_unit_test(trouble_of_a_shard_is_told),
        cmocka_unit_test(measured_cause_is_there_once),
        cmocka_unit_test(what_breaks_in_one_shard_breaks),
        cmocka_unit_test(what_newer_versions_do_is_kept),
        cmocka_unit_test(newer_versions_go_with_their_outlook),
        cmocka_unit_test(debugger_that_did_it_in_one_shard_is_believed),
        cmocka_unit_test(whole_is_rendered_in_each_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
