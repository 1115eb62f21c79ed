/* Structures that a compiler keeps in registers: shown, taken apart, compared and set.
 * What has no place, and debug information that lies, is told with the reason.
 * The program is registers.S. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "shapes_world.h"

/* Registers of registers.S: each member is in its own, and some are nowhere. */
static void structures_in_registers_are_shown(void **state) {
    static const struct {
        const char *source;
        const char *text;
    } cases[] = {
        {"pair.len", "21"},
        {"pair.text[1]", "101 'e'"},
        {"pair.text == \"hello\"", "1"},
        {"small.a", "3"},
        {"small.b", "-4"},
        {"small.c", "7 '\\x07'"},
        {"small.d", "4 '\\x04'"},
        {"small.b + small.c", "3"},
        {"nest.p.len", "21"},
        {"nest.n[0]", "77"},
        {"nest.s.b", "-4"},
        {"nest . p . len", "21"},
        {"sum.len", "3"},
        {"*sum.text", "101 'e'"},
        {"masked", "-7"},
        {"masked + 1", "-6"},
        {"both", "31"},
        {"both * 2", "62"},
        {"less", "11"},
        {"30 - less", "19"},
        {"inverted", "-10"},
        {"inverted + 0", "-10"},
        {"upper", "-4"},
        {"upper == -4", "1"},
        {"middle", "-4"},
        {"middle / 2", "-2"},
        {"folded", "-13"},
        {"folded - 1", "-14"},
        {"narrowed", "-4"},
        {"narrowed - 1", "-5"},
        {"low", "252"},
        {"low + 1", "253"},
        {"element", "78"},
        {"element + 1", "79"},
        {"&element == 0", "0"},
        {"pair", "{text = 0xTEXT \"hello\", len = 21}"},
        {"small", "{a = 3, b = -4, c = 7 '\\x07', d = 4 '\\x04'}"},
        {"half", "38654705667"},
        {"gone", "{text = 0xTEXT \"hello\", len = (not readable)}"},
        {"nest.p", "{text = 0xTEXT \"hello\", len = 21}"},
        {"nest.n", "{77, (not readable)}"},
        {"nest.s", "{a = 3, b = -4, c = 7 '\\x07', d = 4 '\\x04'}"},
    };
    shapes s;
    rsp_value text;
    (void)state;
    shapes_begin_with(&s, "registers");
    shapes_evaluate(&s, 0, "pair.text", &text);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_value value;
        char wanted[128];
        const char *cut = strstr(cases[i].text, "0xTEXT");
        (void)snprintf(wanted, sizeof wanted, "%s", cases[i].text);
        if (cut)
            (void)snprintf(wanted, sizeof wanted, "%.*s0x%llx%s", (int)(cut - cases[i].text), cases[i].text,
                           (unsigned long long)text.number, cut + strlen("0xTEXT"));
        shapes_evaluate(&s, 0, cases[i].source, &value);
        if (strcmp(value.text, wanted) != 0)
            fail_msg("%s is %s, not %s", cases[i].source, value.text, wanted);
    }
    shapes_end(&s);
}

static void part_that_is_nowhere_says_why(void **state) {
    static const struct {
        const char *source;
        const char *message;
    } cases[] = {
        {"gone.len", "'len': this part of it is optimized out here"},
        {"gone.len + 1", "this part of it is optimized out here"},
        {"short.len", "'len': nothing tells where this part of it is"},
        {"short.len + 1", "nothing tells where this part of it is"},
        {"half + 1", "'half': it is in several pieces"},
        {"damaged.len", "'damaged': its location is damaged"},
        {"huge.len", "'huge': its location is damaged"},
        {"bit.len", "'bit': it is in pieces that are no whole bytes"},
        {"nest.n[1]", "this part of it is optimized out here"},
        {"nest.n[pair.len]", "this array is not in memory: its index must be a constant"},
        {"nest.n[2]", "this array is not in memory, and has no such element"},
        {"&pair", "this has no address"},
        {"pair + 1", "this is a structure: a condition compares its members"},
        {"nest.n + 1", "this array is not in memory: it has no address"},
        {"complex + 1", "'complex': its location is too complex an expression"},
        {"far + 1", "'far': its location is too complex an expression"},
        {"astray + 1", "'astray': its location is damaged"},
        {"empty + 1", "'empty': its location is damaged"},
        {"pair.nothing", "no member 'nothing' in pair"},
    };
    shapes s;
    (void)state;
    shapes_begin_with(&s, "registers");
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_value value;
        rsp_error error = {0};
        const rsp_status status =
            rsp_evaluate(&s.stack, shapes_frame(&s, 0), rsp_bytes_str(cases[i].source), &value, &error);
        if (status == RSP_OK || strcmp(error.msg, cases[i].message) != 0)
            fail_msg("%s: %s: %s", cases[i].source, rsp_status_text(status), error.msg);
    }
    shapes_end(&s);
}

/* Parts in pieces have a name and a place of their own, also in a copy, and those in registers are set. */
static void members_in_registers_are_parts_and_are_set(void **state) {
    static const char *const names[] = {"a", "b", "c", "d"};
    shapes s;
    rsp_value small;
    rsp_value parts[8];
    rsp_arena kept = {0};
    rsp_error error = {0};
    uint64_t named = 0;
    uint64_t indexed = 0;
    size_t num = 0;
    uint64_t address = 0;
    (void)state;
    shapes_begin_with(&s, "registers");
    shapes_evaluate(&s, 0, "small", &small);
    const rsp_value *copy = rsp_value_copy(&kept, &small);
    assert_non_null(copy);
    assert_ok(rsp_value_count(&s.stack, copy, &named, &indexed));
    assert_int_equal(named, RSP_ARRAY_LEN(names));
    assert_false(rsp_value_memory(&s.stack, copy, &address));
    assert_ok(rsp_value_parts(&s.stack, copy, 0, parts, RSP_ARRAY_LEN(parts), &num));
    assert_int_equal(num, RSP_ARRAY_LEN(names));
    for (size_t i = 0; i < num; i++) {
        assert_string_equal(parts[i].name, names[i]);
        assert_int_equal(parts[i].home, i < 2 ? RSP_VALUE_IN_REGISTER : RSP_VALUE_IN_PIECES);
    }
    assert_int_equal(rsp_value_set(&s.stack, shapes_frame(&s, 0), &parts[2], RSP_LIT("5"), &error),
                     RSP_UNSUPPORTED);
    assert_string_equal(error.msg, "it is a bit-field in a register, or in several places: it cannot be set");
    assert_ok(rsp_value_set(&s.stack, shapes_frame(&s, 0), &parts[0], RSP_LIT("-5"), &error));
    assert_ok(rsp_value_set(&s.stack, shapes_frame(&s, 0), &parts[1], RSP_LIT("6"), &error));
    shapes_look(&s);
    shapes_check(&s, 0, "small", "{a = -5, b = 6, c = 7 '\\x07', d = 4 '\\x04'}");
    shapes_evaluate(&s, 0, "pair", &small);
    assert_ok(rsp_value_parts(&s.stack, &small, 0, parts, RSP_ARRAY_LEN(parts), &num));
    assert_int_equal(parts[1].home, RSP_VALUE_IN_REGISTER);
    assert_ok(rsp_value_set(&s.stack, shapes_frame(&s, 0), &parts[1], RSP_LIT("-5"), &error));
    shapes_look(&s);
    shapes_check(&s, 0, "pair.len", "-5");
    shapes_check(&s, 0, "half", "42949672955"); /* its low half was set as a, its high half is as it was */
    shapes_evaluate(&s, 0, "nest.n[0]", &small);
    assert_int_equal(small.home, RSP_VALUE_IN_MEMORY);
    rsp_arena_free(&kept);
    shapes_end(&s);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures_in_registers_are_shown),
        cmocka_unit_test(part_that_is_nowhere_says_why),
        cmocka_unit_test(members_in_registers_are_parts_and_are_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
