/* Messages of debug adapters: what is read of each kind, what is missing, what is no message.
 * Members of the wrong type count as missing.
 * See dap/message.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "dap/message.h"

static rsp_dap_message parsed(const char *text) {
    rsp_dap_message m;
    assert_ok(rsp_dap_message_parse(&m, rsp_bytes_str(text), NULL));
    return m;
}

static void message_of_each_kind_is_read(void **state) {
    (void)state;
    rsp_dap_message m = parsed("{\"seq\":3,\"type\":\"response\",\"request_seq\":2,\"success\":false,"
                               "\"command\":\"next\",\"message\":\"notStopped\",\"body\":{\"a\":1}}");
    assert_int_equal(m.kind, RSP_DAP_RESPONSE);
    assert_int_equal(m.seq, 3);
    assert_int_equal(m.request_seq, 2);
    assert_true(m.has_success && !m.success);
    assert_string_equal(m.name, "next");
    assert_string_equal(m.text, "notStopped");
    assert_int_equal(json_object_size(m.body), 1);
    rsp_dap_message_free(&m);
    m = parsed("{\"seq\":1,\"type\":\"event\",\"event\":\"stopped\",\"body\":{\"reason\":\"step\"}}");
    assert_int_equal(m.kind, RSP_DAP_EVENT);
    assert_string_equal(m.name, "stopped");
    rsp_dap_message_free(&m);
    m = parsed("{\"seq\":1,\"type\":\"request\",\"command\":\"runInTerminal\",\"arguments\":{\"args\":[]}}");
    assert_int_equal(m.kind, RSP_DAP_REQUEST);
    assert_non_null(json_object_get(m.body, "args"));
    rsp_dap_message_free(&m);
}

static void message_with_wrong_types_lacks_them(void **state) {
    (void)state;
    rsp_dap_message m =
        parsed("{\"seq\":\"3\",\"type\":7,\"request_seq\":1.5,\"success\":\"true\",\"command\":[]}");
    assert_int_equal(m.kind, RSP_DAP_OTHER);
    assert_false(m.has_seq || m.has_request_seq || m.has_success || m.success);
    assert_string_equal(m.name, "");
    assert_null(m.body);
    rsp_dap_message_free(&m);
}

static void message_that_is_none_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",    "{", "[]", "7", "{\"a\":1} x", "{\"a\":\"\xff\"}", "}{", "{\"a\":nul}", "{\"a\":\"\\ud800\"}",
        "nope"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_dap_message m;
        rsp_error error = {0};
        assert_int_equal(rsp_dap_message_parse(&m, rsp_bytes_str(texts[i]), &error), RSP_MALFORMED);
        assert_true(error.msg[0]);
        assert_null(m.json);
        assert_string_equal(m.name, "");
    }
}

/* An object with arrays in it, `depth` brackets deep. */
static rsp_status nested(size_t depth) {
    rsp_buf text = {0};
    rsp_dap_message m;
    rsp_buf_str(&text, "{\"a\":");
    for (size_t i = 1; i < depth; i++)
        rsp_buf_push(&text, '[');
    for (size_t i = 1; i < depth; i++)
        rsp_buf_push(&text, ']');
    rsp_buf_str(&text, "}");
    const rsp_status status = rsp_dap_message_parse(&m, rsp_buf_bytes(&text), NULL);
    rsp_buf_free(&text);
    rsp_dap_message_free(&m);
    return status;
}

static void message_may_nest_up_to_the_limit(void **state) {
    (void)state;
    assert_int_equal(nested(RSP_LIMIT_DAP_DEPTH), RSP_OK);
    assert_int_equal(nested(RSP_LIMIT_DAP_DEPTH + 1), RSP_LIMIT);
}

/* --- memory --- */

/* {"a":[ITEM,ITEM,...]} */
static void write_items(rsp_buf *out, const char *item, size_t num) {
    rsp_buf_str(out, "{\"a\":[");
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(out, "%s%s", i > 0 ? "," : "", item);
    rsp_buf_str(out, "]}");
}

static void message_may_take_memory_up_to_the_limit(void **state) {
    (void)state;
    enum { HEAD = 240 + 80 + 3 + 32 + 144, EACH = 144 + 24 };
    const size_t most = (RSP_LIMIT_DAP_TREE_BYTES - HEAD + 24) / EACH;
    for (size_t more = 0; more < 2; more++) {
        rsp_buf text = {0};
        rsp_dap_message m;
        rsp_error error = {0};
        write_items(&text, "[]", most + more);
        assert_int_equal(rsp_dap_message_parse(&m, rsp_buf_bytes(&text), &error), more ? RSP_LIMIT : RSP_OK);
        assert_int_equal(error.msg[0] != '\0', more);
        assert_int_equal(m.json != NULL, !more);
        rsp_dap_message_free(&m);
        rsp_buf_free(&text);
    }
}

static size_t held, held_most;

/* As glibc hands it out: a word more, in steps of 16, at least 32. The size stands before the memory. */
static size_t handed_out(size_t size) {
    return size + 8 <= 32 ? 32 : (size + 8 + 15) / 16 * 16;
}

static void *count_alloc(size_t size) {
    size_t *at = malloc(size + 16);
    assert_non_null(at);
    *at = size;
    held += handed_out(size);
    held_most = held > held_most ? held : held_most;
    return at + 2;
}

static void count_free(void *memory) {
    size_t *at = memory;
    if (!memory)
        return;
    held -= handed_out(at[-2]);
    free(at - 2);
}

/* The parser itself holds one text twice while it reads it. */
static void memory_of_a_message_is_estimated_from_above(void **state) {
    (void)state;
    static const char *const items[] = {
        "[]",
        "{}",
        "\"\"",
        "1",
        "-2.5e7",
        "true",
        "null",
        "\"a text that is somewhat longer\"",
        "[[[]]]",
        "{\"a\":1}",
        "{\"a\":{\"b\":[1,2,3]}}",
        "{\"1\":1,\"2\":2,\"3\":3,\"4\":4,\"5\":5,\"6\":6,\"7\":7,\"8\":8,\"9\":9}",
        "{\"name\":\"[1]\",\"value\":\"0\",\"type\":\"int\",\"variablesReference\":0}"};
    enum { SLACK = 4096 };
    for (size_t i = 0; i < RSP_ARRAY_LEN(items); i++) {
        rsp_buf text = {0};
        rsp_dap_message m;
        write_items(&text, items[i], 5000);
        json_set_alloc_funcs(count_alloc, count_free);
        held_most = held = 0;
        assert_ok(rsp_dap_message_parse(&m, rsp_buf_bytes(&text), NULL));
        assert_in_range(held_most, m.num_bytes / 3, m.num_bytes + SLACK);
        rsp_dap_message_free(&m);
        json_set_alloc_funcs(malloc, free);
        assert_int_equal(held, 0);
        rsp_buf_free(&text);
    }
}

static void json_is_appended_as_one_line(void **state) {
    (void)state;
    rsp_dap_message m = parsed("{ \"a\" : [ 1 , \"\\u00e9\\u0000\" ] }");
    rsp_buf out = {0};
    rsp_dap_json_append(&out, m.json);
    assert_bytes_lit(rsp_buf_bytes(&out), "{\"a\":[1,\"\xc3\xa9\\u0000\"]}");
    rsp_buf_free(&out);
    rsp_dap_message_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_of_each_kind_is_read),
        cmocka_unit_test(message_with_wrong_types_lacks_them),
        cmocka_unit_test(message_that_is_none_is_refused),
        cmocka_unit_test(message_may_nest_up_to_the_limit),
        cmocka_unit_test(message_may_take_memory_up_to_the_limit),
        cmocka_unit_test(memory_of_a_message_is_estimated_from_above),
        cmocka_unit_test(json_is_appended_as_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
