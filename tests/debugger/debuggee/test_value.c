/* Values of a stopped program: what is shown, what parts they have, and that each part's expression gives the
 * same thing. Packets are counted: a page of variables is one read.
 * Values are set, and what does not fit is refused. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "shapes_world.h"

enum { MANY = 64 };

static const rsp_value *find(const rsp_value *values, size_t num, const char *name) {
    for (size_t i = 0; i < num; i++)
        if (strcmp(values[i].name, name) == 0)
            return &values[i];
    fail_msg("no %s", name);
    return NULL;
}

static void values_of_each_kind_are_shown(void **state) {
    static const struct {
        const char *source;
        const char *text;
    } cases[] = {
        {"item.count", "21"},
        {"item.flag", "5"},
        {"item.small", "-9"},
        {"item.left", "3"},
        {"item.either.part", "4 '\\x04'"},
        {"item.label", "\"lab\""},
        {"item.colour", "BLUE"},
        {"item.corners[1]", "{x = 3, y = 4}"},
        {"item.next->count", "2"},
        {"item.ratio", "0.5"},
        {"item.weight", "-2.25"},
        {"item.wide", "1.5"},
        {"item.yes", "true"},
        {"letter", "120 'x'"},
        {"hidden", "200 '\\xc8'"},
        {"grid[1][2]", "12"},
        {"&item == item.next", "0"},
        {"item.count * 2 + 1", "43"},
        {"*item.next->name", "115 's'"},
        {"(unsigned char)item.right", "252"},
    };
    shapes s;
    (void)state;
    shapes_begin(&s);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        shapes_check(&s, SHAPES_MAIN, cases[i].source, cases[i].text);
    rsp_value value;
    shapes_evaluate(&s, SHAPES_MAIN, "function", &value);
    assert_non_null(strstr(value.text, " <look>"));
    shapes_evaluate(&s, SHAPES_MAIN, "item.name", &value);
    assert_non_null(strstr(value.text, "\"first\""));
    shapes_evaluate(&s, SHAPES_MAIN, "lost->count", &value);
    assert_false(value.readable);
    assert_non_null(strstr(value.text, "not readable"));
    shapes_end(&s);
}

/* An inlined function has its own variables, and the one around it has not those. */
static void frames_have_their_own_variables(void **state) {
    shapes s;
    rsp_value values[MANY];
    size_t num = 0;
    (void)state;
    shapes_begin(&s);
    assert_ok(rsp_values_of_frame(&s.stack, shapes_frame(&s, 1), false, 0, values, MANY, &num));
    assert_int_equal(num, 2);
    assert_ok(rsp_values_show(&s.stack, values, num, false));
    assert_string_equal(find(values, num, "doubled")->text, "42");
    assert_ok(rsp_values_of_frame(&s.stack, shapes_frame(&s, 2), false, 0, values, MANY, &num));
    assert_int_equal(num, 3);
    shapes_check(&s, 2, "n", "0");
    shapes_check(&s, 3, "n", "1");
    shapes_check(&s, 12, "here", "100");
    rsp_value value;
    assert_int_equal(rsp_evaluate(&s.stack, shapes_frame(&s, 2), RSP_LIT("doubled"), &value, NULL),
                     RSP_NOT_FOUND);
    shapes_end(&s);
}

static void page_of_variables_is_one_read(void **state) {
    shapes s;
    rsp_value values[MANY];
    rsp_value large;
    rsp_value *page = NULL;
    size_t num = 0;
    (void)state;
    shapes_begin(&s);
    const rsp_stack_frame *frame = shapes_frame(&s, SHAPES_MAIN);
    assert_ok(rsp_values_of_frame(&s.stack, frame, false, 0, values, MANY, &num));
    assert_int_equal(num, 7);
    (void)world_round_trips(&s.w);
    assert_ok(rsp_values_show(&s.stack, values, num, false));
    assert_in_range(world_round_trips(&s.w), 1, 2); /* and the texts that they point to */
    assert_ok(rsp_evaluate(&s.stack, frame, RSP_LIT("large"), &large, NULL));
    page = rsp_arena_alloc(&s.stop, 1000 * sizeof *page);
    assert_ok(rsp_value_parts(&s.stack, &large, 19000, page, 1000, &num));
    assert_int_equal(num, 1000);
    (void)world_round_trips(&s.w);
    (void)world_sent(&s.w);
    assert_ok(rsp_values_show(&s.stack, page, num, false));
    assert_in_range(world_round_trips(&s.w), 1, 2);
    assert_string_equal(page[999].name, "[19999]");
    assert_string_equal(page[999].text, "7");
    assert_ok(rsp_values_show(&s.stack, page, num, true));
    assert_int_equal(world_round_trips(&s.w), 0);
    assert_string_equal(page[999].text, "0x7");
    shapes_end(&s);
}

/* Through all parts of a value, to a depth: the expression gives the same address, type and text. */
static void check_parts(shapes *s, const rsp_value *value, unsigned depth) {
    rsp_value parts[MANY];
    size_t num = 0;
    uint64_t named = 0;
    uint64_t indexed = 0;
    assert_ok(rsp_value_count(&s->stack, value, &named, &indexed));
    assert_ok(rsp_value_parts(&s->stack, value, 0, parts, MANY, &num));
    assert_int_equal(num, named + indexed < MANY ? named + indexed : MANY);
    assert_ok(rsp_values_show(&s->stack, parts, num, false));
    for (size_t i = 0; i < num; i++) {
        rsp_value again;
        if (parts[i].role != RSP_VALUE_ANONYMOUS) {
            shapes_evaluate(s, SHAPES_MAIN, parts[i].expression, &again);
            assert_string_equal(again.text, parts[i].text);
            assert_int_equal(again.address, parts[i].address);
            assert_int_equal(again.bit_size, parts[i].bit_size);
        }
        if (depth > 0)
            check_parts(s, &parts[i], depth - 1);
    }
}

static void expressions_of_parts_give_the_parts(void **state) {
    shapes s;
    rsp_value item;
    (void)state;
    shapes_begin(&s);
    shapes_evaluate(&s, SHAPES_MAIN, "item", &item);
    check_parts(&s, &item, 3);
    shapes_evaluate(&s, SHAPES_MAIN, "&item", &item);
    check_parts(&s, &item, 2);
    shapes_evaluate(&s, SHAPES_MAIN, "grid", &item);
    check_parts(&s, &item, 2);
    shapes_end(&s);
}

static void set(shapes *s, const char *target, const char *source, rsp_status expected) {
    rsp_value value;
    rsp_error error = {0};
    const rsp_stack_frame *frame = shapes_frame(s, SHAPES_MAIN);
    shapes_evaluate(s, SHAPES_MAIN, target, &value);
    assert_int_equal(rsp_value_set(&s->stack, frame, &value, rsp_bytes_str(source), &error), expected);
    assert_true(expected == RSP_OK || error.msg[0]);
}

static void values_are_set_and_what_does_not_fit_is_refused(void **state) {
    static const struct {
        const char *target, *source, *text;
    } cases[] = {
        {"item.count", "77", "77"},
        {"item.count", "-1", "-1"},
        {"item.small", "-3", "-3"},
        {"item.flag", "6", "6"},
        {"item.colour", "GREEN", "GREEN"},
        {"item.ratio", "2.5", "2.5"},
        {"item.weight", "-1e3", "-1000"},
        {"item.yes", "false", "false"},
        {"item.label", "\"new\"", "\"new\""},
        {"letter", "'a'", "97 'a'"},
        {"item.label", "\"h\xc3\xa9\xe4\xbd\xa0\"", "\"h\xc3\xa9\xe4\xbd\xa0\""},
        {"item.label", "\"\xff\xe2\x80\xae\xc3\"", "\"\\xff\\xe2\\x80\\xae\\xc3\""},
        {"hidden", "item.count + 2", "1 '\\x01'"},
        {"item.next", "&item", NULL},
        {"item.next->left", "5", "5"},
    };
    static const struct {
        const char *target, *source;
        rsp_status status;
    } wrong[] = {
        {"hidden", "256", RSP_RANGE},
        {"item.flag", "8", RSP_RANGE},
        {"item.count", "@@", RSP_SYNTAX},
        {"item.yes", "2", RSP_RANGE},
        {"item", "1", RSP_UNSUPPORTED},
        {"item.count", "nosuch", RSP_NOT_FOUND},
        {"item.count + 1", "1", RSP_UNSUPPORTED},
        {"item.label", "\"far too long for it\"", RSP_RANGE},
    };
    shapes s;
    (void)state;
    shapes_begin(&s);
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++)
        set(&s, wrong[i].target, wrong[i].source, wrong[i].status);
    shapes_check(&s, SHAPES_MAIN, "item.count", "21");
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        set(&s, cases[i].target, cases[i].source, RSP_OK);
        if (cases[i].text)
            shapes_check(&s, SHAPES_MAIN, cases[i].target, cases[i].text);
    }
    shapes_check(&s, SHAPES_MAIN, "item.small", "-3");
    shapes_end(&s);
}

/* What a handler's frame has saved is not in the thread's register any more, which is in use for something
 * else. */
static void register_of_an_interrupted_function_is_not_set(void **state) {
    enum { LOOK, MAIN = 2, S3 = 19 };
    shapes s;
    rsp_value value;
    rsp_error error = {0};
    (void)state;
    shapes_begin_with(&s, "signalled");
    const rsp_stack_frame *frame = shapes_frame(&s, MAIN);
    assert_string_equal(frame->function, "main");
    assert_false(frame->registers->is_caller);
    shapes_evaluate(&s, MAIN, "kept", &value);
    assert_string_equal(value.text, "41");
    assert_int_equal(value.home, RSP_VALUE_IN_REGISTER);
    assert_int_equal(rsp_value_set(&s.stack, frame, &value, RSP_LIT("42"), &error), RSP_UNSUPPORTED);
    assert_non_null(strstr(error.msg, "only the innermost frame's can be set"));
    shapes_look(&s);
    assert_int_equal(shapes_frame(&s, LOOK)->registers->registers[S3], 99);
    shapes_check(&s, MAIN, "kept", "41");
    shapes_end(&s);
}

/* Neighbours in one page that cannot be read do not keep others from being shown. */
static void unreadable_memory_says_so_and_is_asked_for_once(void **state) {
    shapes s;
    rsp_value value;
    rsp_value parts[MANY];
    size_t num = 0;
    (void)state;
    shapes_begin(&s);
    shapes_evaluate(&s, SHAPES_MAIN, "lost", &value);
    assert_ok(rsp_value_parts(&s.stack, &value, 0, parts, MANY, &num));
    assert_true(num > 10);
    (void)world_round_trips(&s.w);
    assert_ok(rsp_values_show(&s.stack, parts, num, false));
    assert_in_range(world_round_trips(&s.w), 1, 3);
    for (size_t i = 0; i < num; i++)
        assert_false(parts[i].readable);
    assert_ok(rsp_values_show(&s.stack, parts, num, false));
    assert_int_equal(world_round_trips(&s.w), 0);
    shapes_end(&s);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_each_kind_are_shown),
        cmocka_unit_test(frames_have_their_own_variables),
        cmocka_unit_test(page_of_variables_is_one_read),
        cmocka_unit_test(expressions_of_parts_give_the_parts),
        cmocka_unit_test(values_are_set_and_what_does_not_fit_is_refused),
        cmocka_unit_test(register_of_an_interrupted_function_is_not_set),
        cmocka_unit_test(unreadable_memory_says_so_and_is_asked_for_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
