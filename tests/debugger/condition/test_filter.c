/* What is left of a condition for stub and inferior, as tables: the text, and one that must be the same for
 * each value of what it reads; what is not the host's alone must hold wherever the whole condition holds.
 * Thread 5 is known by its pointer, thread 6 is not. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition/language/filter.h"

enum { POINTER = 5, THREAD_5 = 0x7f00, A = 1, NUM_THREADS = 3, NUM_CASES = 12 };

typedef struct world {
    uint64_t thread;
    uint64_t a;
} world;

static uint64_t pointer_of(uint64_t thread) {
    return thread == 5 ? THREAD_5 : 0x100 * thread;
}

static bool find_pointer(void *ctx, uint64_t id, uint64_t *out_number, uint64_t *out_value) {
    (void)ctx;
    *out_number = POINTER;
    *out_value = THREAD_5;
    return id == 5;
}

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out) {
    const world *w = ctx;
    *out = number == A ? w->a : number == POINTER ? pointer_of(w->thread) : w->thread;
    return number == A || number == POINTER || number == RSP_CONDITION_THREAD_ID ? RSP_OK : RSP_NOT_FOUND;
}

static uint64_t value_of(const rsp_condition *condition, uint64_t thread, uint64_t a) {
    world w = {.thread = thread, .a = a};
    const rsp_condition_host host = {.ctx = &w, .read_register = read_register};
    uint64_t value = 0;
    assert_ok(rsp_condition_eval(&value, condition, &host, NULL));
    return value != 0;
}

static void compare(const rsp_condition *whole, const rsp_condition *filter, const rsp_condition *expected,
                    bool by_name) {
    rsp_buf code = {0};
    assert_ok(rsp_condition_to_agent(&code, filter, NULL));
    rsp_buf_free(&code);
    for (uint64_t i = 0; i < NUM_CASES; i++) {
        uint64_t thread = 4 + i % NUM_THREADS;
        uint64_t a = i / NUM_THREADS;
        assert_int_equal(value_of(filter, thread, a), value_of(expected, thread, a));
        assert_true(by_name || value_of(filter, thread, a) || !value_of(whole, thread, a));
    }
}

/* For threads 4 to 6, and small values of $1. */
static void check(const char *text, const char *left) {
    const filter_threads threads = {.find_pointer = find_pointer};
    rsp_arena arena = {0};
    const rsp_condition *whole = NULL;
    const rsp_condition *expected = NULL;
    bool part = false;
    assert_ok(rsp_condition_parse(&whole, &arena, rsp_bytes_str(text), NULL, NULL));
    const rsp_condition *filter = condition_filter(&arena, whole, &threads, &part);
    if (left) {
        assert_non_null(filter);
        assert_ok(rsp_condition_parse(&expected, &arena, rsp_bytes_str(left), NULL, NULL));
        compare(whole, filter, expected, strstr(text, "_name"));
        if (part != (strlen(left) + 4 < strlen(text)))
            fail_msg("%s: %s is%s all of it", text, left, part ? " not" : "");
    } else {
        assert_null(filter);
    }
    rsp_arena_free(&arena);
}

static void what_asks_for_the_thread_is_left_out(void **state) {
    static const struct {
        const char *text;
        const char *left;
    } cases[] = {
        {"$1 == 2", "$1 == 2"},
        {"$_tid == 6", NULL},
        {"$_tid == 5", "$5 == 0x7f00"},
        {"5 == $_tid", "$5 == 0x7f00"},
        {"$_tid != 5", NULL},
        {"$_tid > 4", NULL},
        {"!($_tid == 5)", NULL},
        {"($_tid == 5) + 1", NULL},
        {"$_name0 == 5", NULL},
        {"$1 == 2 && $_tid == 6", "$1 == 2"},
        {"$_tid == 6 && $1 == 2", "$1 == 2"},
        {"$_tid == 5 && $1 == 2", "$5 == 0x7f00 && $1 == 2"},
        {"$1 && $_name0 == 7 && $1 < 3", "$1 && $1 < 3"},
        {"$1 && ($_name0 == 7 || $1 < 3)", "$1"},
        {"($1 == 1 || $1 == 2) && $_tid == 6 && ($1 > 1 || !$1)", "($1 == 1 || $1 == 2) && ($1 > 1 || !$1)"},
        {"($_tid == 5 || $1 == 2) && $1", "($5 == 0x7f00 || $1 == 2) && $1"},
        {"($_tid == 5 || $_tid == 6) && $1 == 3", "$1 == 3"},
        {"($_tid == 5 && $1 == 1 || $1 == 2) && $1 < 9", "($5 == 0x7f00 && $1 == 1 || $1 == 2) && $1 < 9"},
        {"$_tid == 5 || $1", "$5 == 0x7f00 || $1"},
        {"$_tid || $1", NULL},
        {"$1 && $1 == 2 && $1 < 3 && $_tid", "$1 && $1 == 2 && $1 < 3"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        check(cases[i].text, cases[i].left);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_asks_for_the_thread_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
