/* Shapes of bodies: what fits, what does not, and how it is told.
 * Shapes of the table are read whole, so that a slip in one shows.
 * See dap/shape.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dap/shape.h"

static const struct {
    const char *shape;
    const char *value; /* NULL: there is no body */
    const char *problem;
} cases[] = {
    {"a:i", "{\"a\":1}", ""},
    {"a:i", "{\"a\":1.5}", "a is no integer"},
    {"a:i b?:s", "{\"a\":1}", ""},
    {"a:i b?:s", "{\"a\":1,\"b\":2}", "b is no string"},
    {"a:i", "{}", "a is missing"},
    {"a:i", "[]", "is no object"},
    {"a:i", NULL, "is no object"},
    {"a?:i", NULL, ""},
    {"a?:[x:i y:s] b?:(p|q)", NULL, ""},
    {"a?:[x:i y:s] b:s", NULL, "is no object"},
    {"a:[x:i y:s] b:b", "{\"a\":[{\"x\":1,\"y\":\"\"}],\"b\":true}", ""},
    {"a:[x:i y:s] b:b", "{\"a\":[{\"x\":1,\"y\":\"\"},{\"x\":1}],\"b\":true}", "a item 1: y is missing"},
    {"a:[x:i y:s] b:b", "{\"a\":{},\"b\":true}", "a is no array"},
    {"a:{x:n}", "{\"a\":{\"x\":\"1\"}}", "a x is no number"},
    {"a:(p|q)", "{\"a\":\"q\"}", ""},
    {"a:(p|q)", "{\"a\":\"r\"}", "a is none of p|q"},
    {"a:o b:a", "{\"a\":{},\"b\":{}}", "b is no array"},
    {"a:b", "{\"a\":\"true\"}", "a is no boolean"},
};

static void shape_that_does_not_fit_says_where(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf problem = {0};
        json_t *value = cases[i].value ? json_loads(cases[i].value, 0, NULL) : NULL;
        const bool fits = rsp_dap_shape_fits(cases[i].shape, value, &problem);
        assert_bytes(rsp_buf_bytes(&problem), rsp_bytes_str(cases[i].problem));
        assert_int_equal(fits, !*cases[i].problem);
        json_decref(value);
        rsp_buf_free(&problem);
    }
}

static void shape_is_found_by_kind_and_name(void **state) {
    (void)state;
    assert_string_equal(rsp_dap_shape_of(RSP_DAP_EVENT, "exited"), "exitCode:i");
    assert_null(rsp_dap_shape_of(RSP_DAP_RESPONSE, "exited"));
    assert_null(rsp_dap_shape_of(RSP_DAP_RESPONSE, "next"));
    assert_non_null(rsp_dap_shape_of(RSP_DAP_REQUEST, "runInTerminal"));
}

static void process_event_has_a_closed_list(void **state) {
    (void)state;
    rsp_buf problem = {0};
    json_t *body = json_loads("{\"name\":\"x\",\"startMethod\":\"process\"}", 0, NULL);
    assert_false(rsp_dap_shape_fits(rsp_dap_shape_of(RSP_DAP_EVENT, "process"), body, &problem));
    assert_bytes_lit(rsp_buf_bytes(&problem),
                     "startMethod is none of launch|attach|attachForSuspendedLaunch");
    json_decref(body);
    rsp_buf_free(&problem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape_that_does_not_fit_says_where),
        cmocka_unit_test(shape_is_found_by_kind_and_name),
        cmocka_unit_test(process_event_has_a_closed_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
