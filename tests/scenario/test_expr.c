/* Expressions, payload templates and bytes literals, as tables of text and result.
 * Errors are rows too: the text, where the caret is to stand, and what is said.
 * Limits are tried at the limit and one beyond. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "language/template.h"

#include "core/arena.h"
#include "core/limits.h"

static bool lookup(void *ctx, rsp_bytes name, value *out) {
    (void)ctx;
    static const value items[] = {{.kind = VALUE_INT, .number = 7},
                                  {.kind = VALUE_BYTES, .bytes = {(const uint8_t *)"p1.2", 4}}};
    if (rsp_bytes_equal(name, RSP_LIT("a")))
        *out = value_int(16);
    else if (rsp_bytes_equal(name, RSP_LIT("t")))
        *out = value_bytes(RSP_LIT("1f"));
    else if (rsp_bytes_equal(name, RSP_LIT("raw")))
        *out = value_bytes(RSP_LIT("#\x01"));
    else if (rsp_bytes_equal(name, RSP_LIT("l")))
        *out = value_list(items, 2);
    else if (rsp_bytes_equal(name, RSP_LIT("later")))
        *out = (value){0};
    else
        return false;
    return true;
}

static const char *path(void *ctx, const char *program) {
    (void)ctx;
    return strcmp(program, "hello") == 0 ? "/bin/hello" : NULL;
}

static expr_env make_env(rsp_arena *arena) {
    return (expr_env){.lookup = lookup, .program_path = path, .arena = arena};
}

static rsp_status evaluate_text(const expr_env *env, rsp_bytes text, value *out, expr_error *error) {
    const expression *e = NULL;
    *out = (value){0};
    rsp_status status = expr_parse(&e, text, env->arena, error);
    return status == RSP_OK ? expr_evaluate(e, env, out, error) : status;
}

typedef enum kind { EXPR, PAYLOAD, BYTES, REGEX, VALUE } kind;

static rsp_status evaluate(kind k, const char *text, rsp_buf *out, expr_error *error, rsp_arena *arena) {
    expr_env env = make_env(arena);
    rsp_bytes bytes = rsp_bytes_str(text);
    value v = {0};
    rsp_status status = RSP_OK;
    if (k == EXPR)
        status = evaluate_text(&env, bytes, &v, error);
    else if (k == VALUE)
        status = expr_value(&env, bytes, false, &v, error);
    else if (k == PAYLOAD)
        return expr_text(&env, TEMPLATE_PAYLOAD, bytes, out, error);
    else if (k == BYTES)
        return expr_text(&env, TEMPLATE_BYTES, bytes, out, error);
    else
        return expr_text(&env, TEMPLATE_REGEX, bytes, out, error);
    if (status == RSP_OK)
        value_show(out, &v);
    return status;
}

static const struct {
    kind kind;
    const char *text;
    const char *result;
} good_rows[] = {
    {EXPR, "1 + 2 * 3", "0x7"},
    {EXPR, "(1 + 2) * 3", "0x9"},
    {EXPR, "10 - 3 - 2", "0x5"},
    {EXPR, "1 << 4 | 1", "0x11"},
    {EXPR, "0xff & ~0xf", "0xf0"},
    {EXPR, "-1", "0xffffffffffffffff"},
    {EXPR, "0xffffffffffffffff + 2", "0x1"},
    {EXPR, "7 / 2 % 2", "0x1"},
    {EXPR, "6 ^ 3", "0x5"},
    {EXPR, "1 << 64", "0x0"},
    {EXPR, "$a + 4", "0x14"},
    {EXPR, "${a}+4", "0x14"},
    {EXPR, "t + 1", "0x20"},
    {EXPR, "SIGUSR1", "0x1e"},
    {EXPR, "l[0] + 1", "0x8"},
    {EXPR, "tid(l[1])", "0x2"},
    {EXPR, "pid(l[1])", "0x1"},
    {EXPR, "$l", "[0x7, p1.2]"},
    {EXPR, "len('abc')", "0x3"},
    {EXPR, "len(l)", "0x2"},
    {EXPR, "hex('ls')", "6c73"},
    {EXPR, "unhex('6c73')", "ls"},
    {EXPR, "hex(le(0x1234, 4))", "34120000"},
    {EXPR, "hex(be(0x1234, 4))", "00001234"},
    {EXPR, "from_le(unhex('3412'))", "0x1234"},
    {EXPR, "from_be(unhex('3412'))", "0x3412"},
    {EXPR, "dec('42')", "0x2a"},
    {EXPR, "dec('0x1100')", "0x1100"},
    {EXPR, "num('42')", "0x42"},
    {EXPR, "repeat('ab', 3)", "ababab"},
    {EXPR, "cat('a', 16, ',', l)", "a10,7,p1.2"},
    {EXPR, "sub('abcdef', 2, 3)", "cde"},
    {EXPR, "sub('abcdef', 4)", "ef"},
    {EXPR, "rev('abc')", "cba"},
    {EXPR, "upper('aBc1')", "ABC1"},
    {EXPR, "replace('a.b.c', '.', '')", "abc"},
    {EXPR, "before('a;b;c', ';')", "a"},
    {EXPR, "after('a;b;c', ';')", "b;c"},
    {EXPR, "split('a,b,c', ',')", "[a, b, c]"},
    {EXPR, "len(split('', ','))", "0x0"},
    {EXPR, "packet('?')", "$?#3f"},
    {EXPR, "checksum('?')", "3f"},
    {EXPR, "escape('a}b')", "a}]b"},
    {EXPR, "hex(bytes('00..03 ff*2'))", "00010203ffff"},
    {EXPR, "crc32('123456789')", "0x376e6e7"},
    {EXPR, "json('a\"b')", "\"a\\x5c\"b\""},
    {EXPR, "path('hello')", "/bin/hello"},
    {EXPR, "list(1, l, 'x')", "[0x1, 0x7, p1.2, x]"},
    {EXPR, "without(l, 7)", "[p1.2]"},
    {EXPR, "min(3, 2, 5) + max(3, 2, 5)", "0x7"},
    {PAYLOAD, "m${a},4", "m10,4"},
    {PAYLOAD, "m${a:hex4},${a:dec}", "m0010,16"},
    {PAYLOAD, "${a:le2}${a:be2}${a:t2}${t:HEX}", "1000001010001F"},
    {PAYLOAD, "a\\x41\\\\\\$", "aA\\$"},
    {PAYLOAD, "$a {b}", "$a {b}"},
    {PAYLOAD, "${cat('}', ':')}", "}:"},
    {PAYLOAD, "", ""},
    {BYTES, "41 4243 44..46", "ABCDEF"},
    {BYTES, "41*3 'x\\x79'*2 ${t}", "AAAxyxy1f"},
    {BYTES, "41*0", ""},
    {REGEX, "^a.${raw}\\x2a$", "^a.#\x01\\*$"},
    {VALUE, "12", "0xc"},
    {VALUE, "0x12", "0x12"},
    {VALUE, "$a+1", "0x11"},
    {VALUE, "=a+1", "0x11"},
    {VALUE, "${l}", "[0x7, p1.2]"},
    {VALUE, "x${a}", "x10"},
    {VALUE, "qC", "qC"},
};

static void texts_evaluate_to(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(good_rows); i++) {
        rsp_arena arena = {0};
        rsp_buf out = {0};
        expr_error error = {0};
        rsp_status status = evaluate(good_rows[i].kind, good_rows[i].text, &out, &error, &arena);
        if (status != RSP_OK || !rsp_bytes_equal(rsp_buf_bytes(&out), rsp_bytes_str(good_rows[i].result)))
            print_error("%s: %s, got %s\n", good_rows[i].text, error.message, rsp_buf_cstr(&out));
        assert_ok(status);
        assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(good_rows[i].result));
        rsp_buf_free(&out);
        rsp_arena_free(&arena);
    }
}

static void wrong_texts_are_told_with_their_place(void **state) {
    (void)state;
    static const struct {
        kind kind;
        const char *text;
        rsp_status status;
        size_t offset;
    } rows[] = {
        {EXPR, "", RSP_SYNTAX, 0},
        {EXPR, "1 +", RSP_SYNTAX, 3},
        {EXPR, "1 2", RSP_SYNTAX, 2},
        {EXPR, "(1", RSP_SYNTAX, 2},
        {EXPR, "nobody", RSP_NOT_FOUND, 0},
        {EXPR, "1 + nobody", RSP_NOT_FOUND, 4},
        {EXPR, "nofun(1)", RSP_NOT_FOUND, 0},
        {EXPR, "len()", RSP_SYNTAX, 0},
        {EXPR, "len(1, 2)", RSP_SYNTAX, 0},
        {EXPR, "12ab", RSP_SYNTAX, 0},
        {EXPR, "99999999999999999999", RSP_RANGE, 0},
        {EXPR, "0x11112222333344445", RSP_RANGE, 0},
        {EXPR, "1 / 0", RSP_RANGE, 2},
        {EXPR, "1 % 0", RSP_RANGE, 2},
        {EXPR, "'abc", RSP_SYNTAX, 0},
        {EXPR, "'a\\q'", RSP_SYNTAX, 2},
        {EXPR, "'xyz' + 1", RSP_RANGE, 6},
        {EXPR, "l[2]", RSP_RANGE, 0},
        {EXPR, "a[0]", RSP_RANGE, 0},
        {EXPR, "path('nothing')", RSP_RANGE, 0},
        {EXPR, "unhex('abc')", RSP_RANGE, 0},
        {EXPR, "repeat('abcd', 0xffffffff)", RSP_RANGE, 0},
        {PAYLOAD, "m${nobody},4", RSP_NOT_FOUND, 3},
        {PAYLOAD, "m${a", RSP_SYNTAX, 1},
        {PAYLOAD, "m${a:hex99}", RSP_SYNTAX, 5},
        {PAYLOAD, "m${a:foo}", RSP_SYNTAX, 5},
        {PAYLOAD, "m${a}+4", RSP_SYNTAX, 5},
        {PAYLOAD, "a\\q", RSP_SYNTAX, 1},
        {PAYLOAD, "a\\x4", RSP_SYNTAX, 1},
        {PAYLOAD, "\xc3\xa4", RSP_SYNTAX, 0},
        {BYTES, "4", RSP_SYNTAX, 0},
        {BYTES, "41 4g", RSP_SYNTAX, 3},
        {BYTES, "44..41", RSP_SYNTAX, 2},
        {BYTES, "41*", RSP_SYNTAX, 2},
        {BYTES, "41*99999999999", RSP_SYNTAX, 2},
        {BYTES, "'abc", RSP_SYNTAX, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_arena arena = {0};
        rsp_buf out = {0};
        expr_error error = {0};
        rsp_status status = evaluate(rows[i].kind, rows[i].text, &out, &error, &arena);
        if (status != rows[i].status || error.offset != rows[i].offset)
            print_error("%s: %s at %zu: %s\n", rows[i].text, rsp_status_name(status), error.offset,
                        error.message);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(error.offset, rows[i].offset);
        assert_true(error.message[0] != 0);
        rsp_buf_free(&out);
        rsp_arena_free(&arena);
    }
}

static rsp_status nested(size_t depth) {
    rsp_buf text = {0};
    rsp_arena arena = {0};
    rsp_buf out = {0};
    expr_error error;
    for (size_t i = 0; i + 1 < depth; i++)
        rsp_buf_push(&text, '(');
    rsp_buf_push(&text, '1');
    for (size_t i = 0; i + 1 < depth; i++)
        rsp_buf_push(&text, ')');
    rsp_status status = evaluate(EXPR, rsp_buf_cstr(&text), &out, &error, &arena);
    rsp_buf_free(&text);
    rsp_buf_free(&out);
    rsp_arena_free(&arena);
    return status;
}

/* As lint sees names that get their value when the scenario runs. */
static void arguments_without_value_are_counted(void **state) {
    (void)state;
    static const char *const texts[] = {"split(later, ';')", "len(split(cat(later, ';'), ';'))"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_arena arena = {0};
        expr_error error = {0};
        value v = value_int(1);
        expr_env env = make_env(&arena);
        assert_int_equal(evaluate_text(&env, rsp_bytes_str(texts[i]), &v, &error), RSP_OK);
        assert_int_equal(v.kind, VALUE_NONE);
        rsp_arena_free(&arena);
    }
}

static void nesting_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    assert_ok(nested(RSP_LIMIT_EXPR_DEPTH));
    assert_int_equal(nested(RSP_LIMIT_EXPR_DEPTH + 1), RSP_LIMIT);
}

static void values_compare_by_meaning(void **state) {
    (void)state;
    static const struct {
        const char *a;
        const char *b;
        bool equal;
    } rows[] = {
        {"16", "'10'", true},
        {"'p1.2'", "'p01.2'", true},
        {"'p1.2'", "'2'", true},
        {"'p1.2'", "'p3.2'", false},
        {"'p1.2'", "'3'", false},
        {"'a'", "'A'", false},
        {"l", "l", true},
        {"l", "list(7)", false},
        {"list(7,'p1.2')", "l", true},
        {"1", "'xyz'", false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_arena arena = {0};
        expr_env env = make_env(&arena);
        expr_error error;
        value a;
        value b;
        assert_ok(evaluate_text(&env, rsp_bytes_str(rows[i].a), &a, &error));
        assert_ok(evaluate_text(&env, rsp_bytes_str(rows[i].b), &b, &error));
        if (value_equal(&a, &b) != rows[i].equal)
            print_error("%s, %s\n", rows[i].a, rows[i].b);
        assert_int_equal(value_equal(&a, &b), rows[i].equal);
        rsp_arena_free(&arena);
    }
}

static void lists_grow_to_their_limit(void **state) {
    (void)state;
    rsp_arena arena = {0};
    value list = value_list(NULL, 0);
    for (size_t i = 0; i <= RSP_LIMIT_VALUE_ITEMS; i++)
        list = value_list_add(&arena, &list, value_int(i));
    assert_int_equal(list.num, RSP_LIMIT_VALUE_ITEMS);
    assert_int_equal(list.items[RSP_LIMIT_VALUE_ITEMS - 1].number, RSP_LIMIT_VALUE_ITEMS - 1);
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_evaluate_to),
        cmocka_unit_test(wrong_texts_are_told_with_their_place),
        cmocka_unit_test(arguments_without_value_are_counted),
        cmocka_unit_test(nesting_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(values_compare_by_meaning),
        cmocka_unit_test(lists_grow_to_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
