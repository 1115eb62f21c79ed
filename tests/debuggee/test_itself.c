/* This program reads its own debug information, and evaluates conditions over its own variables: each must
 * have the value that the compiler gave the same expression. Values of its variables are shown, too. Left out
 * on other machines. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client/condition.h"
#include "dwarf/debug_place.h"
#include "dwarf/debug_value.h"
#include "dwarf/debug_variable.h"
#include "dwarf/source_condition.h"

#include <inttypes.h>

/* Comparing numbers of different signs is what is tried. */
#pragma GCC diagnostic ignored "-Wsign-compare"

enum fruit { APPLE, PEAR = 5, PLUM = 200 };

typedef struct pair {
    short left;
    unsigned char right;
    unsigned three : 3;
    signed five : 5;
    long long wide : 40;
} pair;

/* What conditions look at. Not static, and volatile: the compiler keeps all of them. */
typedef struct things {
    signed char sc;
    unsigned char uc;
    short s;
    unsigned short us;
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    _Bool yes;
    enum fruit fruit;
    int row[4];
    pair pairs[2];
    char text[8];
    const char *name;
    int *at;
    struct things *self;
    double real;
} things;

static int numbers[5] = {10, -20, 30, -40, 50};
static things t = {.sc = -100,
                   .uc = 200,
                   .s = -30000,
                   .us = 60000,
                   .i = -2000000000,
                   .u = 4000000000U,
                   .l = -5000000000L,
                   .ul = 0xfedcba9876543210UL,
                   .yes = 1,
                   .fruit = PLUM,
                   .row = {1, -2, 3, -4},
                   .pairs = {{-7, 250, 5, -16, -123456789012LL}, {9, 8, 7, 15, 99}},
                   .text = "hello",
                   .name = "world",
                   .at = &numbers[2],
                   .self = &t,
                   .real = 2.5};

/* Where the scope is looked up. */
__attribute__((noinline)) static int place_of_test_itself(void) {
    return 1;
}

/* X(expression): C's value of it, cut to 64 bits, is to be the condition's. */
/* clang-format off */
#define SAME_LIST(X)                                                                                       \
    X(t.sc + t.uc) X(t.sc * t.uc) X(t.s * t.us) X(t.u + 1) X(t.u * 2) X(t.u < (unsigned)t.i)               \
    X(t.i < t.u) X(t.i < t.l) X(t.l < t.u) X(t.ul > 5) X(t.ul / 7) X(t.ul % 1000) X(t.l / 7) X(t.l % 7)    \
    X(t.i / 3) X(t.i % 7) X(t.u / 3) X(t.i >> 3) X(t.u >> 3) X(t.ul >> 60) X(t.l >> 20) X(t.uc << 4)       \
    X(t.us << 8) X(~t.uc) X(~t.u) X(-t.sc) X(-t.u) X(!t.i) X(!t.yes) X(t.yes + t.yes) X(t.fruit == PLUM)   \
    X(t.fruit > PEAR) X(t.row[1]) X(t.row[t.yes] * 3) X(t.row[3] + t.row[1]) X(t.pairs[0].left)            \
    X(t.pairs[0].three) X(t.pairs[0].five) X(t.pairs[0].wide) X(t.pairs[1].five + t.pairs[0].five)         \
    X(t.pairs[0].wide < 0) X(t.pairs[1].wide == 99) X(t.text[0]) X(t.name[1] == 'o') X(*t.name) X(*t.at)   \
    X(t.at[1]) X(t.at[-1]) X(*(t.at + 2)) X(t.at - numbers) X(t.at > numbers) X(t.self->self->i)           \
    X((*t.self).row[2]) X(&t.row[2] - t.row) X(t.self == &t) X(t.at == 0) X(t.sc < t.uc && t.u > t.uc)     \
    X(t.i == 0 || t.yes) X((t.uc & 0xf0) == 0xc0) X((t.uc | 3) ^ 1) X((unsigned char)t.i) X((short)t.us)   \
    X((long)t.u) X((unsigned)t.l) X((signed char)t.uc) X(t.ul - 1 > t.l) X(t.us - t.uc) X(t.uc - t.us)     \
    X(0x7fffffff + 0L) X(0xffffffff > 0) X(t.u == 0xee6b2800) X('a' + 1) X((t.s < -1) == 1)                \
    X((t.l + 1 < t.i) == 1) X(numbers[4] - numbers[3])
/* clang-format on */

static rsp_status no_register(void *ctx, uint64_t number, uint64_t *out_value) {
    (void)ctx;
    (void)number;
    (void)out_value;
    return RSP_NOT_FOUND;
}

static rsp_status own_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    (void)ctx;
    if (address < 4096)
        return RSP_FAULT;
    memcpy(dst, (const void *)(uintptr_t)address, len);
    return RSP_OK;
}

static rsp_status by_number(void *ctx, uint32_t number, uint64_t *out_value) {
    return no_register(ctx, number, out_value);
}

/* This program as it runs. */
typedef struct itself {
    rsp_debug_file *file;
    rsp_source_place place;
    rsp_debug_thread thread;
} itself;

/* False where there is nothing to read. */
static bool open_itself(itself *me) {
    rsp_debug_variable variable;
    uint64_t address = 0;
    size_t num = 0;
    assert_int_equal(place_of_test_itself(), 1);
    if (rsp_debug_file_open(&me->file, "/proc/self/exe", NULL) != RSP_OK ||
        !rsp_debug_file_facts(me->file)->has_debug)
        return false;
    if (rsp_debug_place_find(me->file, "place_of_test_itself", &address, 1, &num, NULL) != RSP_OK)
        return false;
    assert_ok(rsp_debug_variable_find(me->file, address, RSP_LIT("numbers"), &variable));
    me->place = (rsp_source_place){.file = me->file, .address = address};
    rsp_arena arena = {0};
    rsp_source_condition where;
    uint64_t at = 0;
    assert_ok(rsp_source_expression_compile(&where, &arena, RSP_LIT("numbers"), &me->place, NULL));
    assert_true(where.value.is_address);
    assert_ok(rsp_hex_u64(&at, rsp_bytes_from(where.value.text, 2)));
    if (rsp_debug_file_facts(me->file)->relocated)
        me->place.bias = (uint64_t)(uintptr_t)numbers - at;
    assert_int_equal(at + me->place.bias, (uintptr_t)numbers);
    me->thread =
        (rsp_debug_thread){.read_register = by_number, .read_memory = own_memory, .bias = me->place.bias};
    rsp_arena_free(&arena);
    return true;
}

static uint64_t evaluate(const itself *me, const char *source, uint64_t fallback) {
    rsp_arena arena = {0};
    rsp_error error = {0};
    rsp_source_condition translated;
    const rsp_condition *condition = NULL;
    const rsp_condition_host host = {.read_register = no_register, .read_memory = own_memory};
    uint64_t value = fallback;
    rsp_status status =
        rsp_source_condition_compile(&translated, &arena, rsp_bytes_str(source), &me->place, &error);
    if (status == RSP_OK)
        status = rsp_condition_parse(&condition, &arena, translated.value.text, NULL, &error);
    if (status == RSP_OK)
        status = rsp_condition_eval(&value, condition, &host, &error);
    if (status != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    rsp_arena_free(&arena);
    return value;
}

static void condition_has_the_value_that_c_gives_it(void **state) {
    itself me;
    (void)state;
    if (!open_itself(&me))
        skip();
#define SAME_ROW(expression) {#expression, (uint64_t)(expression)},
    const struct {
        const char *source;
        uint64_t wanted;
    } rows[] = {SAME_LIST(SAME_ROW)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        uint64_t found = evaluate(&me, rows[i].source, ~rows[i].wanted);
        if (found != rows[i].wanted)
            fail_msg("%s: %" PRIu64 " instead of %" PRIu64, rows[i].source, found, rows[i].wanted);
    }
    rsp_debug_file_free(me.file);
}

static void value_of_each_type_is_shown(void **state) {
    static const struct {
        const char *source;
        const char *shown;
    } cases[] = {
        {"t.sc", "-100 '\\x9c'"},
        {"t.uc", "200 '\\xc8'"},
        {"t.us", "60000"},
        {"t.u", "4000000000"},
        {"t.l", "-5000000000"},
        {"t.yes", "true"},
        {"t.fruit", "PLUM"},
        {"t.row", "{1, -2, 3, -4}"},
        {"t.pairs[0]", "{left = -7, right = 250 '\\xfa', three = 5, five = -16, wide = -123456789012}"},
        {"t.text", "\"hello\""},
        {"t.real", "2.5"},
        {"numbers", "{10, -20, 30, -40, 50}"},
    };
    itself me;
    (void)state;
    if (!open_itself(&me))
        skip();
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_arena arena = {0};
        rsp_buf text = {0};
        rsp_source_condition found;
        uint64_t address = 0;
        assert_ok(
            rsp_source_expression_compile(&found, &arena, rsp_bytes_str(cases[i].source), &me.place, NULL));
        assert_true(found.value.is_address);
        assert_ok(rsp_hex_u64(&address, rsp_bytes_from(found.value.text, 2)));
        assert_ok(rsp_debug_value_append(&text, me.file, &found.value.type, &me.thread, address));
        assert_string_equal(rsp_buf_cstr(&text), cases[i].shown);
        rsp_buf_free(&text);
        rsp_arena_free(&arena);
    }
    rsp_debug_file_free(me.file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(condition_has_the_value_that_c_gives_it),
        cmocka_unit_test(value_of_each_type_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
