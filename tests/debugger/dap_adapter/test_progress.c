/* What is told of long work and when, by a clock that the test moves.
 * Bodies of events follow the specification; ids lead back to their requests.
 * See serve/progress.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "serve/adapter_object.h"

enum { SEQ = 7 };

static const adapter_command look = {.name = "variables"};

static void assert_json(json_t *json, const char *expected) {
    json_t *wanted = json_loads(expected, 0, NULL);
    char *text = json_dumps(json, JSON_SORT_KEYS);
    if (!json_equal(json, wanted))
        print_error("%s\n", text);
    assert_true(json_equal(json, wanted));
    free(text);
    json_decref(wanted);
    json_decref(json);
}

static void short_work_is_silent(void **state) {
    adapter_progress p;
    (void)state;
    progress_begin(&p, RSP_NS_PER_S, true);
    assert_true(p.due_ns > RSP_NS_PER_S + 100 * RSP_NS_PER_MS);
    assert_false(progress_has_id(&p, "progress-0"));
    progress_begin(&p, RSP_NS_PER_S, false);
    assert_true(p.due_ns == RSP_NEVER_NS);
}

static void long_work_is_told_from_start_to_end(void **state) {
    adapter_progress p;
    (void)state;
    progress_begin(&p, 0, true);
    assert_json(progress_start(&p, p.due_ns, 3, "variables", SEQ, true),
                "{\"progressId\":\"progress-3\",\"title\":\"Reading "
                "variables\",\"requestId\":7,\"cancellable\":true}");
    assert_true(p.due_ns >= RSP_NS_PER_S && p.due_ns != RSP_NEVER_NS);
    assert_json(progress_update(&p, 2 * RSP_NS_PER_S), "{\"progressId\":\"progress-3\",\"message\":\"2 s\"}");
    assert_true(p.due_ns > 2 * RSP_NS_PER_S);
    assert_json(progress_end(&p), "{\"progressId\":\"progress-3\"}");
}

static void shares_are_percentages(void **state) {
    adapter_progress p;
    (void)state;
    progress_begin(&p, 0, true);
    p.done = UINT64_MAX / 2;
    p.total = UINT64_MAX;
    assert_json(progress_start(&p, p.due_ns, 1, "strange", SEQ, false),
                "{\"progressId\":\"progress-1\",\"title\":\"strange\",\"requestId\":7,\"cancellable\":false,"
                "\"percentage\":50}");
    p.done = 12;
    p.total = 10;
    assert_json(progress_update(&p, 0),
                "{\"progressId\":\"progress-1\",\"message\":\"0 s\",\"percentage\":100}");
}

static adapter_request *add(adapter_queue *q, int64_t number, bool active) {
    adapter_request *r = adapter_queue_add(q, NULL, json_pack("{s:s}", "command", look.name), 10);
    assert_non_null(r);
    r->command = &look;
    r->active = active;
    r->progress.number = number;
    return r;
}

static void an_id_leads_to_the_request_in_work(void **state) {
    adapter_queue q = {0};
    (void)state;
    (void)add(&q, 0, true);
    (void)add(&q, 4, false);
    adapter_request *shown = add(&q, 5, true);
    assert_ptr_equal(adapter_queue_find_progress(&q, "progress-5"), shown);
    assert_null(adapter_queue_find_progress(&q, "progress-4"));
    assert_null(adapter_queue_find_progress(&q, "progress-0"));
    assert_null(adapter_queue_find_progress(&q, "progress-55"));
    assert_null(adapter_queue_find_progress(&q, ""));
    adapter_queue_free(&q, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_work_is_silent),
        cmocka_unit_test(long_work_is_told_from_start_to_end),
        cmocka_unit_test(shares_are_percentages),
        cmocka_unit_test(an_id_leads_to_the_request_in_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
