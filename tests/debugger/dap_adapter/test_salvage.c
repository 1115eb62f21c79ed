/* What is left of a request that is no JSON: its number and its command, from any bytes.
 * Members of inner objects and strings that only look like members are none.
 * See serve/salvage.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "serve/salvage.h"
#include <string.h>

static void check(const char *content, json_int_t seq, const char *command) {
    json_t *out = adapter_salvage(rsp_bytes_str(content));
    if ((seq == 0) != (out == NULL))
        fail_msg("%s", content);
    if (out) {
        assert_int_equal(json_integer_value(json_object_get(out, "seq")), seq);
        const char *found = json_string_value(json_object_get(out, "command"));
        assert_string_equal(found ? found : "", command);
    }
    json_decref(out);
}

static void number_and_command_are_found(void **state) {
    (void)state;
    check("{\"seq\":7,\"type\":\"request\",\"command\":\"next\",\"arguments\":{", 7, "next");
    check("{ \"command\" : \"next\" , \"seq\" : 12 ,, }", 12, "next");
    check("{\"seq\":3", 3, "");
    check("{\"arguments\":{\"seq\":9,\"command\":\"x\"},\"seq\":4,\"command\":\"threads\",]", 4, "threads");
    check("{\"text\":\"\\\"seq\\\":5\",\"seq\":6,,}", 6, "");
}

static void what_has_no_number_or_is_no_request_is_none(void **state) {
    (void)state;
    check("", 0, NULL);
    check("{\"command\":\"next\",,", 0, NULL);
    check("{\"seq\":\"7\",\"command\":\"next\",,", 0, NULL);
    check("{\"seq\":99999999999999999999,,", 0, NULL);
    check("{\"seq\":7,\"type\":\"event\",,", 0, NULL);
    check("{\"a\":{\"seq\":7},,", 0, NULL);
}

/* Cut anywhere, or any byte replaced by any other that means something: there is an answer, and it is
 * bounded. */
static void damaged_requests_are_no_danger(void **state) {
    (void)state;
    static const char whole[] =
        "{\"seq\":7,\"type\":\"request\",\"command\":\"next\",\"arguments\":{\"a\":[1,\"\\\"\"]}}";
    static const char damage[] = "\"\\{}[]:,0x\xff";
    for (size_t cut = 0; cut < sizeof whole; cut++) {
        json_decref(adapter_salvage(rsp_bytes_make(whole, cut)));
        for (size_t with = 0; with < sizeof damage; with++) { /* its NUL, too */
            char copy[sizeof whole];
            memcpy(copy, whole, sizeof whole);
            copy[cut] = damage[with];
            json_t *out = adapter_salvage(rsp_bytes_make(copy, sizeof whole - 1));
            const json_t *command = json_object_get(out, "command");
            assert_true(!command || json_string_length(command) < sizeof whole);
            json_decref(out);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_and_command_are_found),
        cmocka_unit_test(damaged_requests_are_no_danger),
        cmocka_unit_test(what_has_no_number_or_is_no_request_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
