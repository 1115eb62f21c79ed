/* Values by name in texts, and JSON pointers.
 * A text that is one name becomes the value with its type.
 * See dap_suite/play/values.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "play/values.h"
#include <stdlib.h>

static const struct {
    const char *written;
    const char *result; /* "": a name has no value */
} cases[] = {
    {"\"${n}\"", "7"},
    {"\"${n+1}\"", "8"},
    {"\"${n-10}\"", "-3"},
    {"\"a${n}b${t}\"", "\"a7btext\""},
    {"\"${t}\"", "\"text\""},
    {"\"${l}\"", "[1,2]"},
    {"\"x${l}\"", "\"x[1,2]\""},
    {"\"${l/1}\"", "2"},
    {"\"${l/2}\"", ""},
    {"\"${none/1}\"", ""},
    {"\"${/}\"", ""},
    {"\"${a-b}\"", "true"},
    {"{\"k\":[\"${n}\",\"$n\",\"{n}\"]}", "{\"k\":[7,\"$n\",\"{n}\"]}"},
    {"\"${n\"", "\"${n\""},
    {"\"${none}\"", ""},
    {"\"a${none}\"", ""},
    {"[1,\"${none}\"]", ""},
    {"{\"a\":\"${t+1}\"}", ""},
    {"12", "12"},
    {"null", "null"},
};

static void names_are_put_in_with_their_types(void **state) {
    (void)state;
    json_t *names = json_pack("{s:i, s:s, s:[i,i], s:b}", "n", 7, "t", "text", "l", 1, 2, "a-b", 1);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf problem = {0};
        json_t *written = json_loads(cases[i].written, JSON_DECODE_ANY, NULL);
        json_t *value = dap_values_put_in(written, names, &problem);
        char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
        assert_string_equal(text ? text : "", cases[i].result);
        assert_int_equal(problem.len > 0, !*cases[i].result);
        free(text);
        json_decref(value);
        json_decref(written);
        rsp_buf_free(&problem);
    }
    assert_null(dap_values_put_in(NULL, names, NULL));
    json_decref(names);
}

static void pointer_leads_to_members_and_items(void **state) {
    (void)state;
    json_t *root =
        json_loads("{\"body\":{\"list\":[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":2}]}}", 0, NULL);
    assert_ptr_equal(dap_values_at(root, ""), root);
    assert_int_equal(json_integer_value(dap_values_at(root, "/body/list/0/v")), 1);
    assert_int_equal(json_integer_value(dap_values_at(root, "/body/list/-1/v")), 2);
    assert_int_equal(json_integer_value(dap_values_at(root, "/body/list/name=b/v")), 2);
    assert_null(dap_values_at(root, "/body/list/name=c/v"));
    assert_null(dap_values_at(root, "/body/list/7"));
    assert_null(dap_values_at(root, "/body/list/-3"));
    assert_null(dap_values_at(root, "/none/x"));
    json_decref(root);
}

/* What a scenario lacks is told with its name, and nothing half-made is given. */
static void name_without_a_value_is_told(void **state) {
    (void)state;
    json_t *names = json_pack("{s:i}", "n", 7);
    json_t *written = json_pack("{s:[s, s]}", "k", "${n}", "${nobody}");
    rsp_buf problem = {0};
    assert_null(dap_values_put_in(written, names, &problem));
    assert_non_null(strstr(rsp_buf_cstr(&problem), "nobody"));
    rsp_buf_clear(&problem);
    json_t *put = dap_values_put_in(json_array_get(json_object_get(written, "k"), 0), names, &problem);
    assert_int_equal(json_integer_value(put), 7);
    assert_int_equal(problem.len, 0);
    assert_null(dap_values_put_in(NULL, names, &problem));
    json_decref(put);
    json_decref(written);
    json_decref(names);
    rsp_buf_free(&problem);
}

static void empty_pointer_leads_to_the_whole(void **state) {
    (void)state;
    json_t *root = json_pack("{s:i}", "a", 1);
    assert_ptr_equal(dap_values_at(root, ""), root);
    assert_ptr_equal(dap_values_at(root, "a"), json_object_get(root, "a")); /* without its '/' */
    assert_null(dap_values_at(root, "/a/b"));
    assert_null(dap_values_at(NULL, "/a"));
    json_decref(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_put_in_with_their_types),
        cmocka_unit_test(pointer_leads_to_members_and_items),
        cmocka_unit_test(name_without_a_value_is_told),
        cmocka_unit_test(empty_pointer_leads_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
