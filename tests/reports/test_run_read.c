/* Runs read back from their reports, and shards joined: nothing is lost, and nothing wrong is taken.
 * The equality of shards with a whole run of the suite is tested by tests/cli/shards.t.
 * See reports/run/run_read.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/run/run_read.h"
#include "sample.h"

#include <jansson.h>
#include <stdio.h>

static rsp_buf json_of(rsp_run *run) {
    rsp_buf out = {0};
    assert_ok(rsp_report_json(&out, run, NULL));
    return out;
}

static void what_is_written_is_read(void **state) {
    (void)state;
    void (*const samples[])(rsp_run *) = {sample_run, sample_partial};
    for (size_t i = 0; i < RSP_ARRAY_LEN(samples); i++) {
        rsp_run run;
        rsp_run back = {.seed = 0};
        rsp_error error = {0};
        samples[i](&run);
        rsp_buf first = json_of(&run);
        assert_ok(rsp_run_read(&back, rsp_buf_bytes(&first), &error));
        rsp_buf second = json_of(&back);
        assert_string_equal(rsp_buf_cstr(&first), rsp_buf_cstr(&second));
        rsp_buf_free(&first);
        rsp_buf_free(&second);
        rsp_run_free(&run);
        rsp_run_free(&back);
    }
}

/* A report without one of its keys, or with another value for it: refused, or read without harm. */
static void read_damaged(json_t *root) {
    char *text = json_dumps(root, 0);
    rsp_run run = {.seed = 0};
    rsp_error error = {0};
    rsp_status status = rsp_run_read(&run, rsp_bytes_str(text), &error);
    if (status == RSP_OK) {
        rsp_buf again = json_of(&run);
        rsp_buf_free(&again);
    } else {
        assert_true(error.msg[0]);
    }
    rsp_run_free(&run);
    free(text);
}

static void damage_key(json_t *root, json_t *object, const char *key) {
    json_t *const others[] = {NULL, json_integer(-1), json_string("\x01"), json_array(), json_true()};
    json_t *kept = json_incref(json_object_get(object, key));
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++) {
        if (others[i])
            json_object_set_new(object, key, others[i]);
        else
            json_object_del(object, key);
        read_damaged(root);
    }
    json_object_set_new(object, key, kept);
}

/* The keys are those of a copy: one that is put back comes last, and a walk would meet it again. */
static void damage_each_key(json_t *root, json_t *object) {
    json_t *copy = json_copy(object);
    const char *key;
    json_t *value;
    json_object_foreach(copy, key, value) damage_key(root, object, key);
    json_decref(copy);
}

static void damaged_reports_do_no_harm(void **state) {
    (void)state;
    rsp_run run;
    sample_run(&run);
    rsp_buf text = json_of(&run);
    json_t *root = json_loadb((const char *)text.ptr, text.len, 0, NULL);
    json_t *const parts[] = {root,
                             json_object_get(root, "metrics"),
                             json_object_get(root, "stub"),
                             json_array_get(json_object_get(root, "causes"), 0),
                             json_array_get(json_object_get(root, "results"), 1),
                             json_array_get(json_object_get(root, "forecast"), 0)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        if (parts[i])
            damage_each_key(root, parts[i]);
    json_decref(root);
    rsp_buf_free(&text);
    rsp_run_free(&run);
}

static void other_files_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{}",
                                        "{\"format\": 1}",
                                        "{\"format\": \"stubborn-matrix\"}",
                                        "{\"format\": \"stubborn-run\"}",
                                        "{\"format\": \"stubborn-run\", \"fault_list\": []}"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_run run = {.seed = 0};
        rsp_error error = {0};
        assert_int_equal(rsp_run_read(&run, rsp_bytes_str(texts[i]), &error), RSP_BAD_FILE);
        assert_true(error.msg[0]);
        rsp_run_free(&run);
    }
}

typedef struct numbers {
    uint64_t number, of;
} numbers;

static void expect_join(const numbers *is, size_t num, const char *message) {
    rsp_run shards[4] = {{.seed = 0}};
    rsp_run whole = {.seed = 0};
    rsp_error error = {0};
    for (size_t i = 0; i < num; i++) {
        shards[i].tool_version = is[i].of > 8 ? "2" : "1";
        shards[i].shard = (rsp_run_shard){.number = is[i].number, .of = is[i].of % 8};
    }
    rsp_status status = rsp_run_join(&whole, shards, num, &error);
    assert_string_equal(status == RSP_OK ? "" : error.msg, message);
    rsp_run_free(&whole);
}

static void shards_are_there_exactly_once(void **state) {
    (void)state;
    expect_join((numbers[]){{2, 2}, {1, 2}}, 2, "");
    expect_join((numbers[]){{1, 3}, {3, 3}}, 2, "shard 2 of 3 is missing");
    expect_join((numbers[]){{1, 2}, {1, 2}, {2, 2}}, 3, "shard 1 of 2 is named twice");
    expect_join((numbers[]){{1, 2}, {2, 3}}, 2, "shard 1 is one of 2, shard 2 one of 3");
    expect_join((numbers[]){{1, 2}, {5, 2}}, 2, "there is no shard 5 of 2");
    expect_join((numbers[]){{0, 0}}, 1, "report 1 is of a whole run, made without --shard");
    expect_join((numbers[]){{1, 2}, {2, 10}}, 2, "shard 2 was made by version 2, shard 1 by 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(damaged_reports_do_no_harm),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(shards_are_there_exactly_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
