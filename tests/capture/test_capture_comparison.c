/* What two recordings cost, as figures with names that budgets use: totals, then each packet kind.
 * Dialogues are written down here, their latencies set, and the figures counted by hand.
 * See capture/capture_comparison.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_script.h"

#include "capture/capture_comparison.h"
#include <rsp/clock.h>
#include <stdlib.h>

#define MS RSP_NS_PER_MS
enum { STUB_PORT = 1234 };

static const char *const two_reads[] = {"> m1000,4", "< 00000000", "> m2000,4", "< 00000000"};

/* Two requests, answered after `first_ns` and `second_ns`. */
static void add_script(rsp_capture_comparison *c, int side, uint64_t wall_ns, const char *const lines[4],
                       uint64_t first_ns, uint64_t second_ns) {
    rsp_capture_dialogue *d = calloc(1, sizeof *d);
    assert_non_null(d);
    dialogue_script(&d->dialogue, lines, 4);
    const uint64_t latencies[2] = {first_ns, second_ns};
    size_t replies = 0;
    for (size_t i = 0; i < d->dialogue.num_turns; i++)
        if (d->dialogue.turns[i].kind == RSP_TURN_REPLY && replies < 2)
            d->dialogue.turns[i].latency_ns = latencies[replies++];
    assert_int_equal(replies, 2);
    d->wall_ns = wall_ns;
    d->summary.stub = rsp_tcp_endpoint_ipv4(0x7f000001, STUB_PORT);
    c->sides[side].items[c->sides[side].num++] = d;
}

static void add_side(rsp_capture_comparison *c, int side, uint64_t wall_ns, uint64_t first_ns,
                     uint64_t second_ns) {
    add_script(c, side, wall_ns, two_reads, first_ns, second_ns);
}

static const rsp_budget_metric *metric(const rsp_capture_comparison *c, const char *name) {
    for (size_t i = 0; i < c->num_metrics; i++)
        if (strcmp(c->metrics[i].name, name) == 0)
            return &c->metrics[i];
    fail_msg("no figure %s", name);
    return NULL;
}

static void expect(const rsp_capture_comparison *c, const char *name, uint64_t before, uint64_t after) {
    const rsp_budget_metric *m = metric(c, name);
    if (m->before != before || m->after != after)
        fail_msg("%s: %llu, then %llu; expected %llu, then %llu", name, (unsigned long long)m->before,
                 (unsigned long long)m->after, (unsigned long long)before, (unsigned long long)after);
}

static rsp_capture_comparison *compared(void) {
    rsp_capture_comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    add_side(c, 0, 40 * MS, 1 * MS, 3 * MS);
    add_side(c, 0, 2 * MS, 1 * MS, 3 * MS);
    add_side(c, 1, 70 * MS, 5 * MS, 9 * MS);
    assert_ok(rsp_capture_compare(c));
    return c;
}

static void finish(rsp_capture_comparison *c) {
    rsp_capture_comparison_free(c);
    free(c);
}

static void totals_are_those_of_all_conversations_of_a_side(void **state) {
    (void)state;
    rsp_capture_comparison *c = compared();
    assert_int_equal(c->num_totals, 9 + RSP_CAPTURE_POINTS);
    expect(c, "round_trips", 4, 2);
    expect(c, "packets_to_stub", 4, 2);
    expect(c, "packets_from_stub", 4, 2);
    expect(c, "notifications", 0, 0);
    expect(c, "wall_ns", 42 * MS, 70 * MS);
    expect(c, "median_ns", 1 * MS, 5 * MS);
    expect(c, "max_ns", 3 * MS, 9 * MS);
    finish(c);
}

/* Of an even number of latencies the median is the lower of the two in the middle. */
static void kinds_have_their_count_and_each_point(void **state) {
    (void)state;
    rsp_capture_comparison *c = compared();
    expect(c, "kind.m.count", 4, 2);
    expect(c, "kind.m.median_ns", 1 * MS, 5 * MS);
    expect(c, "kind.m.p99_ns", 3 * MS, 9 * MS);
    expect(c, "kind.m.max_ns", 3 * MS, 9 * MS);
    assert_int_equal(c->num_metrics, c->num_totals + RSP_COMPARISON_OF_KIND);
    assert_int_equal(c->per_kind, RSP_COMPARISON_OF_KIND);
    finish(c);
}

/* In non-stop the stub answers a resume at once; in all-stop the answer is the stop, for which the program
 * runs. */
static void resume_counts_where_the_stub_answers_it(void **state) {
    (void)state;
    static const char *const all_stop[] = {"> m1000,4", "< 00000000", "> vCont;c", "< T05"};
    static const char *const non_stop[] = {"> QNonStop:1", "< OK", "> vCont;c", "< OK"};
    rsp_capture_comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    add_script(c, 0, 40 * MS, all_stop, 1 * MS, 30 * MS);
    add_script(c, 1, 40 * MS, non_stop, 1 * MS, 30 * MS);
    assert_ok(rsp_capture_compare(c));
    expect(c, "max_ns", 1 * MS, 30 * MS);
    expect(c, "kind.vCont.max_ns", 30 * MS, 30 * MS);
    finish(c);
}

static void recording_without_times_leaves_only_counts(void **state) {
    (void)state;
    rsp_capture_comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    add_side(c, 0, 0, 0, 0);
    add_side(c, 1, 70 * MS, 5 * MS, 9 * MS);
    c->sides[0].items[0]->summary.untimed = true;
    assert_ok(rsp_capture_compare(c));
    for (size_t i = 0; i < c->num_metrics; i++)
        assert_int_equal(c->metrics[i].unit, RSP_BUDGET_COUNT);
    assert_int_equal(c->num_totals, 6);
    assert_int_equal(c->per_kind, 1);
    expect(c, "round_trips", 2, 2);
    expect(c, "kind.m.count", 2, 2);
    finish(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_those_of_all_conversations_of_a_side),
        cmocka_unit_test(kinds_have_their_count_and_each_point),
        cmocka_unit_test(resume_counts_where_the_stub_answers_it),
        cmocka_unit_test(recording_without_times_leaves_only_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
