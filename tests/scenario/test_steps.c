/* Steps that compare, repeat and count, at their edges: empty and huge ranges, lists that are none, texts
 * that look like numbers, budgets of what was not sent; and steps about a connection that has ended. Each row
 * is a scenario's rest and what must come of it. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "played.h"

typedef struct step_row {
    const char *rest;
    rsp_verdict verdict;
    const char *message;
} step_row;

static void expect_rows(const step_row *rows, size_t num) {
    for (size_t i = 0; i < num; i++)
        expect_run(rows[i].rest, rows[i].verdict, rows[i].message);
}

#define CHECK(what) "steps: [{check: " what "}]"

/* By meaning: a number is its hex digits too, an id is its process and thread. */
static const step_row check_rows[] = {
    {CHECK("{equal: [1, 1, 1]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{equal: [1, 1, 2]}"), RSP_VERDICT_FAIL, "expected equal values, got different ones"},
    {CHECK("{equal: [10, '0a']}"), RSP_VERDICT_PASS, ""},
    {CHECK("{equal: [10, '10']}"), RSP_VERDICT_FAIL, "expected equal values"},
    {CHECK("{equal: [p1.2, p01.02]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{equal: [p1.2, p2.1]}"), RSP_VERDICT_FAIL, "expected equal values"},
    {CHECK("{equal: ['', '']}"), RSP_VERDICT_PASS, ""},
    {CHECK("{equal: [0, '']}"), RSP_VERDICT_FAIL, "expected equal values"},
    {CHECK("{differ: [1, 2, 3]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{differ: [1, 2, 1]}"), RSP_VERDICT_FAIL, "expected different values, got equal ones"},
    {CHECK("{differ: [10, 0xa]}"), RSP_VERDICT_FAIL, "expected different values"},
    {CHECK("{less: [0, 1, 0xffffffffffffffff]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{less: [1, 0]}"), RSP_VERDICT_FAIL, "greater than the one before"},
    {CHECK("{less: [1, xyz]}"), RSP_VERDICT_FAIL, "greater than the one before"},
    {CHECK("{at-most: [1, 1, 2]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{at-most: [2, 1]}"), RSP_VERDICT_FAIL, "no value to be less than the one before"},
    {CHECK("{contains: [abc, b, '', abc]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{contains: [abc, abcd]}"), RSP_VERDICT_FAIL, "expected the value to contain another one"},
    {CHECK("{contains: ['=list(1, 2)', 2]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{contains: ['=list(1, 2)', 3]}"), RSP_VERDICT_FAIL, "contain another one"},
    {CHECK("{lacks: ['=list(1, 2)', 3, 4]}"), RSP_VERDICT_PASS, ""},
    {CHECK("{lacks: ['=list(1, 2)', 3, 2]}"), RSP_VERDICT_FAIL, "lack another one"},
    {CHECK("{same-set: ['=list(1, 2)', '=list(2, 1)']}"), RSP_VERDICT_PASS, ""},
    {CHECK("{same-set: ['=list(1, 2)', '=list(1, 2, 3)']}"), RSP_VERDICT_FAIL, "lists with the same items"},
    {CHECK("{same-set: ['=list(1, 2)', '=list(1, 3)']}"), RSP_VERDICT_FAIL, "lists with the same items"},
    {CHECK("{same-set: [1, 1]}"), RSP_VERDICT_FAIL, "lists with the same items"}, /* no lists */
    {CHECK("{unique: '=list(1, 2, 3)'}"), RSP_VERDICT_PASS, ""},
    {CHECK("{unique: '=list(1, 2, 1)'}"), RSP_VERDICT_FAIL, "each item once in the list"},
    {CHECK("{matches: [abc, '^a.c$']}"), RSP_VERDICT_PASS, ""},
    {CHECK("{matches: [abc, '^b']}"), RSP_VERDICT_FAIL, "expected a value of another form"},
    {CHECK("{matches: [abc, '(']}"), RSP_VERDICT_ERROR, ""}, /* a pattern that is none says so */
    {CHECK("{equal: [1, 1], differ: [1, 1]}"), RSP_VERDICT_FAIL, "expected different values"},
};

static void values_are_compared_by_meaning(void **state) {
    (void)state;
    expect_rows(check_rows, RSP_ARRAY_LEN(check_rows));
}

#define COUNTED(loop, times)                                                                                \
    "rules-off: all\nsteps: [{" loop ", steps: [{send: tick, expect: any}]}, {budget: {round-trips: " times \
    "}}]"

static const step_row loop_rows[] = {
    {COUNTED("repeat: 0", "0"), RSP_VERDICT_PASS, ""},
    {COUNTED("repeat: 3", "3"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: []", "0"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: [a, b]", "2"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 1, to: 3}", "3"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 3, to: 3}", "1"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 3, to: 1}", "0"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 0, to: 9, step: 4}", "3"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 1, to: 9, step: 0}", "1"), RSP_VERDICT_PASS, ""}, /* and it ends */
    {COUNTED("for-each: {from: 0xfffffffffffffffe, to: 0xffffffffffffffff}", "2"), RSP_VERDICT_PASS, ""},
    {COUNTED("for-each: {from: 0xfffffffffffffff0, to: 0xffffffffffffffff, step: 9}", "2"), RSP_VERDICT_PASS,
     ""},
    {"steps: [{for-each: $thread, steps: [{send: qC, expect: QC1}]}]", RSP_VERDICT_ERROR, "is no list"},
    {"steps: [{for-each: $threads, steps: [{check: {equal: [$item, 1]}}]}]", RSP_VERDICT_FAIL,
     "expected equal values"}, /* of the second thread */
    {"steps: [{for-each: [{a: 1, b: 1}, {a: 2, b: 3}], steps: [{check: {equal: [$a, $b]}}]}]",
     RSP_VERDICT_FAIL, "expected equal values"},
    {"steps: [{repeat: 2, as: outer, steps: [{repeat: 2, as: inner, steps: [{check: {at-most: [$inner, "
     "1]}}]}]}, "
     "{check: {equal: [$outer, 1]}}, {check: {equal: [$inner, 1]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{repeat: 3, steps: [{skip: enough, when: {equal: [$i, 1]}}, {send: die, expect: any, when: "
     "{equal: "
     "[$i, 2]}}]}]",
     RSP_VERDICT_SKIP, "enough"},
    {"timeout: 50ms\nsteps: [{until: {equal: [1, 2]}, steps: [{set: {n: 1}}]}]", RSP_VERDICT_FAIL,
     "tried again for 50 ms"},
    {"steps: [{until: {equal: [1, 1]}, steps: [{send: die, expect: any}]}]", RSP_VERDICT_CRASH, "died"},
};

static void loops_go_as_often_as_they_say(void **state) {
    (void)state;
    expect_rows(loop_rows, RSP_ARRAY_LEN(loop_rows));
}

/* An endless loop is an error of the scenario, told at once and not at the deadline of the run. */
static void endless_loops_end(void **state) {
    (void)state;
    expect_run("steps: [{repeat: 0xffffffffffffffff, steps: [{set: {a: 1}}]}]", RSP_VERDICT_ERROR, "steps");
}

static const step_row budget_rows[] = {
    {"steps: [{budget: {round-trips: 0, packets: 0}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{budget: {round-trips: 1}}]", RSP_VERDICT_FAIL, "round-trips to be 0x1, got 0x0"},
    {"steps: [{send: qC, expect: QC1}, {budget: {bytes: {from: 1, to: 100}}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: qC, expect: QC1}, {budget: {bytes: {from: 0, to: 4}}}]", RSP_VERDICT_FAIL,
     "the number of bytes from 0x0 to 0x4"},
    {"steps: [{send: qC, expect: QC1}, {budget: {packets: 2}}, {budget: reset}, {budget: {packets: 0}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: hang, expect: none}, {budget: {packets: 1}}]", RSP_VERDICT_PASS, ""},
};

static void budgets_count_what_was_sent(void **state) {
    (void)state;
    expect_rows(budget_rows, RSP_ARRAY_LEN(budget_rows));
}

static const step_row end_rows[] = {
    {"steps: [{disconnect: }, {send: qC, expect: QC1}]", RSP_VERDICT_FAIL, ""},
    {"steps: [{disconnect: }, {disconnect: }, {reconnect: }, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: die}, {reconnect: }]", RSP_VERDICT_CRASH, ""},
    {"steps: [{send: die}, {closed: 1s}]", RSP_VERDICT_CRASH, "died"},
    {"steps: [{second-client: leaves}, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"steps: [{second-client: {into: how}}, {check: {equal: [$how, silent]}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{wait: 0s}, {wait: 10ms}, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: hang}, {quiet: }, {alive: }]", RSP_VERDICT_HANG, "after the silence within 2000 ms"},
    {"steps: [{quiet: 10ms}, {alive: }]", RSP_VERDICT_PASS, ""},
    {"steps: [{acks: manual}, {send: qC}, {expect-ack: '-'}]", RSP_VERDICT_FAIL, "expected -, got '+'"},
    {"steps: [{acks: manual}, {expect-ack: '+'}]", RSP_VERDICT_HANG, ""},
    {"needs: {program: skips-acks}\nsteps: [{acks: manual}, {send: qC}, {expect-ack: '+'}]", RSP_VERDICT_FAIL,
     "but a packet came first"},
};

static void ended_connections_end_no_run(void **state) {
    (void)state;
    expect_rows(end_rows, RSP_ARRAY_LEN(end_rows));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_compared_by_meaning),
        cmocka_unit_test(loops_go_as_often_as_they_say),
        cmocka_unit_test(endless_loops_end),
        cmocka_unit_test(budgets_count_what_was_sent),
        cmocka_unit_test(ended_connections_end_no_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
