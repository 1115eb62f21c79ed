/* Which conversations go together: exhaustive over small captures, for what must hold always, and by example.
 * Ports stand for conversations.
 * See capture/capture_pairs.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/capture_pairs.h"

#include <stdbool.h>

enum { MOST = 4, NUM_PORTS = 3 };

#define NO RSP_CAPTURE_NO_PARTNER

static void examples_are_paired_as_one_would(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint16_t before[MOST];
        uint16_t after[MOST];
        size_t num[2];
        size_t num_pairs;
        rsp_capture_pair pairs[2 * MOST];
    } cases[] = {
        {"none", {0}, {0}, {0, 0}, 0, {{{0}}}},
        {"one each, other ports", {7}, {9}, {1, 1}, 1, {{{0, 0}}}},
        {"ports in another order", {1, 2}, {2, 1}, {2, 2}, 2, {{{0, 1}}, {{1, 0}}}},
        {"order within a port", {1, 1, 2}, {1, 2, 1}, {3, 3}, 3, {{{0, 0}}, {{1, 2}}, {{2, 1}}}},
        {"the rest by order", {1, 2, 3}, {8, 2, 9}, {3, 3}, 3, {{{0, 0}}, {{1, 1}}, {{2, 2}}}},
        {"one is new", {1}, {5, 1}, {1, 2}, 2, {{{0, 1}}, {{NO, 0}}}},
        {"one is gone", {5, 1}, {1}, {2, 1}, 2, {{{0, NO}}, {{1, 0}}}},
        {"all are gone", {5, 1}, {0}, {2, 0}, 2, {{{0, NO}}, {{1, NO}}}},
        {"all are new", {0}, {5, 1}, {0, 2}, 2, {{{NO, 0}}, {{NO, 1}}}},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const uint16_t *const ports[2] = {cases[i].before, cases[i].after};
        rsp_capture_pair got[2 * MOST];
        size_t num = rsp_capture_pair_up(got, ports, cases[i].num);
        if (num != cases[i].num_pairs)
            fail_msg("%s: %zu pairs", cases[i].name, num);
        for (size_t k = 0; k < num; k++)
            if (got[k].side[0] != cases[i].pairs[k].side[0] || got[k].side[1] != cases[i].pairs[k].side[1])
                fail_msg("%s: pair %zu is another one", cases[i].name, k);
    }
}

/* Each conversation is in one pair, nobody is alone while somebody on the other side is, and no two pairs of
 * different ports could be exchanged for one of the same. */
static void check_pairs(const uint16_t *const ports[2], const size_t num[2]) {
    rsp_capture_pair pairs[2 * MOST];
    size_t made = rsp_capture_pair_up(pairs, ports, num);
    size_t alone[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < num[side]; i++) {
            size_t times = 0;
            for (size_t k = 0; k < made; k++)
                times += pairs[k].side[side] == i;
            assert_int_equal(times, 1);
        }
        for (size_t k = 0; k < made; k++)
            alone[side] += pairs[k].side[!side] == NO;
    }
    assert_true(alone[0] == 0 || alone[1] == 0);
    for (size_t a = 0; a < made; a++) {
        for (size_t b = 0; b < made; b++) {
            bool fits = pairs[a].side[0] != NO && pairs[b].side[1] != NO &&
                        ports[0][pairs[a].side[0]] == ports[1][pairs[b].side[1]];
            bool a_other =
                fits && (pairs[a].side[1] == NO || ports[1][pairs[a].side[1]] != ports[0][pairs[a].side[0]]);
            bool b_other =
                fits && (pairs[b].side[0] == NO || ports[0][pairs[b].side[0]] != ports[1][pairs[b].side[1]]);
            assert_false(fits && a_other && b_other);
        }
    }
}

static void all_small_captures_keep_the_rules(void **state) {
    (void)state;
    unsigned most = 1;
    for (int i = 0; i < 2 * MOST; i++)
        most *= NUM_PORTS;
    for (unsigned code = 0; code < most; code++) {
        uint16_t values[2 * MOST];
        unsigned rest = code;
        for (int i = 0; i < 2 * MOST; i++, rest /= NUM_PORTS)
            values[i] = (uint16_t)(rest % NUM_PORTS);
        const uint16_t *const ports[2] = {values, values + MOST};
        for (size_t first = code % 5; first <= MOST; first += 2)
            check_pairs(ports, (const size_t[2]){first, (code / 5) % (MOST + 1)});
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_paired_as_one_would),
        cmocka_unit_test(all_small_captures_keep_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
