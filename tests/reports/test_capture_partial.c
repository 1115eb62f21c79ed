/* Partial results of captures: written and read again they are the same, two of them add up, damage is named.
 * The text is partial.json beside this file, damaged one value at a time.
 * See reports/capture/capture_partial.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "reports/capture/capture_partial.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void read_seed(rsp_buf *out) {
    FILE *file = fopen("tests/reports/partial.json", "rb");
    assert_non_null(file);
    assert_true(rsp_buf_reserve(out, (size_t)64 * 1024));
    out->len = fread(out->ptr, 1, (size_t)64 * 1024, file);
    assert_int_equal(fclose(file), 0);
    assert_true(out->len > 0);
}

static void assert_added(rsp_capture_sum *sum, rsp_bytes text) {
    rsp_error error = {0};
    if (rsp_capture_partial_add(sum, "seed.json", text, &error) != RSP_OK)
        fail_msg("%s", error.msg);
}

static void write_again(rsp_buf *out, rsp_capture_sum *sum) {
    rsp_capture_report report;
    rsp_capture_report_on_sum(&report, sum);
    report.partial = true;
    assert_int_equal(rsp_capture_print_json(out, &report), RSP_OK);
}

static void a_result_read_and_written_is_the_same(void **state) {
    (void)state;
    rsp_buf seed = {0};
    rsp_buf texts[2] = {{0}, {0}};
    read_seed(&seed);
    for (int i = 0; i < 2; i++) {
        rsp_capture_sum sum = {0};
        assert_added(&sum, rsp_buf_bytes(i == 0 ? &seed : &texts[0]));
        write_again(&texts[i], &sum);
        rsp_capture_sum_free(&sum);
    }
    assert_bytes(rsp_buf_bytes(&texts[1]), rsp_buf_bytes(&texts[0]));
    rsp_buf_free(&seed);
    rsp_buf_free(&texts[0]);
    rsp_buf_free(&texts[1]);
}

static void two_results_add_up(void **state) {
    (void)state;
    rsp_buf seed = {0};
    rsp_capture_sum once = {0};
    rsp_capture_sum twice = {0};
    read_seed(&seed);
    assert_added(&once, rsp_buf_bytes(&seed));
    assert_added(&twice, rsp_buf_bytes(&seed));
    assert_added(&twice, rsp_buf_bytes(&seed));
    assert_true(once.num_conversations > 0);
    assert_int_equal(twice.num_files, 2 * once.num_files);
    assert_int_equal(twice.conversation_count, 2 * once.conversation_count);
    assert_int_equal(twice.totals.analysis.metrics.round_trips, 2 * once.totals.analysis.metrics.round_trips);
    for (size_t i = 0; i < once.num_conversations; i++)
        assert_int_equal(twice.conversations[once.num_conversations + i]->number,
                         once.conversations[i]->number + once.totals.flows);
    rsp_capture_sum_free(&once);
    rsp_capture_sum_free(&twice);
    rsp_buf_free(&seed);
}

static void each_damage_is_named(void **state) {
    (void)state;
    static const struct {
        const char *key;
        const char *value; /* instead of its own */
        const char *named; /* NULL: the key; else its first field, which an object of another type lacks */
    } cases[] = {
        {"format", "2", NULL},      {"format", "null", NULL},
        {"path", "1", NULL},        {"frames", "-1", NULL},
        {"frames", "1.5", NULL},    {"classes", "[1]", NULL},
        {"files", "{}", NULL},      {"totals", "[]", "flows"},
        {"flows", "\"1\"", NULL},   {"phase_ns", "[1]", NULL},
        {"values", "[1]", NULL},    {"histogram", "0", NULL},
        {"actions", "[]", NULL},    {"status", "9999", NULL},
        {"client", "\"zz\"", NULL}, {"end", "99", NULL},
        {"packet", "\"\"", NULL},   {"conversations", "0", NULL},
        {"latency", "[]", "count"}, {"metrics", "null", "packets_to_stub"},
    };
    rsp_buf seed = {0};
    read_seed(&seed);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        char key[64];
        rsp_buf text = {0};
        rsp_capture_sum sum = {0};
        rsp_error error = {0};
        (void)snprintf(key, sizeof key, "\"%s\":", cases[i].key);
        const size_t at = rsp_bytes_search(rsp_buf_bytes(&seed), rsp_bytes_str(key)) + strlen(key);
        assert_true(at < seed.len);
        /* The old value stays, under another key. */
        rsp_buf_append(&text, rsp_bytes_sub(rsp_buf_bytes(&seed), 0, at));
        rsp_buf_printf(&text, "%s,\"was\":", cases[i].value);
        rsp_buf_append(&text, rsp_bytes_from(rsp_buf_bytes(&seed), at));
        const rsp_status status = rsp_capture_partial_add(&sum, "damaged.json", rsp_buf_bytes(&text), &error);
        (void)snprintf(key, sizeof key, "'%s'", cases[i].named ? cases[i].named : cases[i].key);
        if (status != RSP_BAD_FILE || !strstr(error.msg, key))
            fail_msg("%s: %s: status %d, '%s'", cases[i].key, cases[i].value, (int)status, error.msg);
        assert_int_equal(sum.num_files + sum.num_conversations, 0);
        rsp_capture_sum_free(&sum);
        rsp_buf_free(&text);
    }
    rsp_buf_free(&seed);
}

static void a_text_cut_anywhere_is_refused(void **state) {
    (void)state;
    rsp_buf seed = {0};
    read_seed(&seed);
    for (size_t len = 0; len + 1 < seed.len; len += 1 + len / 16) {
        rsp_capture_sum sum = {0};
        rsp_error error = {0};
        rsp_bytes text = rsp_bytes_sub(rsp_buf_bytes(&seed), 0, len);
        assert_int_equal(rsp_capture_partial_add(&sum, "cut.json", text, &error), RSP_BAD_FILE);
        rsp_capture_sum_free(&sum);
    }
    rsp_buf_free(&seed);
}

static void conversations_beyond_the_limit_are_counted_only(void **state) {
    (void)state;
    enum { MANY = RSP_LIMIT_CAPTURE_CONVERSATIONS + 1 };
    rsp_buf seed = {0};
    rsp_capture_sum sum = {0};
    read_seed(&seed);
    json_t *root = json_loadb((const char *)seed.ptr, seed.len, 0, NULL);
    json_t *partial = json_object_get(root, "partial");
    json_t *list = json_object_get(partial, "conversations");
    assert_true(json_array_size(list) > 0);
    while (json_array_size(list) < MANY)
        assert_int_equal(json_array_append(list, json_array_get(list, 0)), 0);
    assert_int_equal(json_object_set_new(partial, "conversation_count", json_integer(MANY)), 0);
    char *text = json_dumps(root, JSON_COMPACT);
    assert_non_null(text);
    assert_added(&sum, rsp_bytes_str(text));
    assert_int_equal(sum.num_conversations, RSP_LIMIT_CAPTURE_CONVERSATIONS);
    assert_int_equal(sum.conversation_count, MANY);
    free(text);
    json_decref(root);
    rsp_capture_sum_free(&sum);
    rsp_buf_free(&seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_read_and_written_is_the_same),
        cmocka_unit_test(two_results_add_up),
        cmocka_unit_test(each_damage_is_named),
        cmocka_unit_test(a_text_cut_anywhere_is_refused),
        cmocka_unit_test(conversations_beyond_the_limit_are_counted_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
