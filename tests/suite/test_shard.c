/* Shards: every variant of every chosen scenario is in exactly one, and none is left without work.
 * Scenarios stand for their places only, so that an array of them is enough.
 * See suite/shard.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "suite/shard.h"

enum { SCENARIOS = 37 };

static rsp_scenario scenarios[SCENARIOS];

/* Each third scenario has six variants, as many others one. */
static size_t variants_of(size_t i) {
    return i % 3 == 0 ? 6 : 1;
}

static void each_variant_is_in_one_shard(void **state) {
    (void)state;
    const rsp_scenario *all[SCENARIOS];
    size_t num = 0;
    for (size_t i = 0; i < SCENARIOS; i++)
        if (i % 5 != 2) /* as a filter leaves them */
            all[num++] = &scenarios[i];
    for (uint32_t of = 1; of <= num; of++) {
        size_t fewest = SIZE_MAX;
        uint32_t seen[SCENARIOS] = {0};
        for (uint32_t number = 1; number <= of; number++) {
            const rsp_shard shard = {.number = number, .of = of, .all = all, .num = num};
            size_t results = 0;
            for (size_t i = 0; i < num; i++) {
                const uint32_t bits = rsp_shard_variants(&shard, all[i], variants_of(i));
                assert_int_equal(seen[i] & bits, 0);
                seen[i] |= bits;
                results += rsp_shard_num_variants(&shard, all[i], variants_of(i));
            }
            fewest = results < fewest ? results : fewest;
        }
        for (size_t i = 0; i < num; i++)
            assert_int_equal(seen[i], (UINT32_C(1) << variants_of(i)) - 1);
        assert_true(fewest > 0);
    }
}

static void a_run_without_shards_has_all(void **state) {
    (void)state;
    const rsp_shard whole = {0};
    assert_int_equal(rsp_shard_variants(&whole, &scenarios[5], 6), 63);
    assert_int_equal(rsp_shard_variants(&whole, &scenarios[5], 32), UINT32_MAX);
}

static void shards_are_read_from_text(void **state) {
    (void)state;
    static const char *const bad[] = {"",     "1",    "/",   "1/",         "/3",   "0/3",   "4/3",
                                      "-1/3", "1/3/", "a/b", "1/99999999", "1/ 3", "1.5/3", "1/1001"};
    rsp_shard shard = {0};
    assert_ok(rsp_shard_parse(&shard, "2/3"));
    assert_int_equal(shard.number, 2);
    assert_int_equal(shard.of, 3);
    assert_ok(rsp_shard_parse(&shard, "1000/1000"));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        if (rsp_shard_parse(&shard, bad[i]) != RSP_USAGE)
            fail_msg("'%s' is taken", bad[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_variant_is_in_one_shard),
        cmocka_unit_test(a_run_without_shards_has_all),
        cmocka_unit_test(shards_are_read_from_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
