/* This program reads its own debug information, and evaluates conditions over its own variables: each must
 * have the value that the compiler gave the same expression. Values of its variables are shown, too. Left out
 * on other machines. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition/condition.h"
#include "dwarf/debug_place.h"
#include "dwarf/debug_value.h"
#include "dwarf/debug_variable.h"
#include "dwarf/source_condition.h"

#include "core/rng.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

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
    double other;
    float thin;
    float slim;
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
                   .real = 2.5,
                   .other = -0.0,
                   .thin = 0.1F,
                   .slim = 16777216.0F};

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

/* The same for floating-point values. */
#define SAME_FLOATS(X)                                                                                     \
    X(t.real < 2) X(t.real <= 2.5) X(t.real > -1) X(t.real >= 0) X(t.real < 0) X(t.real <= 0)              \
    X(t.real > 0.0) X(t.real == 0) X(t.real != 0.0) X(t.real == 2.5) X(t.real != 1e300) X(t.real < -2.5)   \
    X(t.real <= -2.5) X(t.real > -2.5) X(t.real >= -2.5) X(-1e-310 < t.real) X(0 >= t.real)                \
    X(t.real < t.other) X(t.real <= t.other) X(t.real > t.other) X(t.real >= t.other)                      \
    X(t.real == t.other) X(t.real != t.other) X(t.real == -t.other) X(!t.real) X(t.real && t.other)        \
    X(t.real || t.thin) X(t.thin < 0.1) X(t.thin <= 0.1) X(t.thin > 0.1) X(t.thin >= 0.1)                  \
    X(t.thin == 0.1) X(t.thin != 0.1) X(t.thin == 0.1f) X(t.thin == 16777217) X(t.thin > 1e39)             \
    X(t.thin < 1e39) X(t.thin <= -1e39) X(t.thin >= -0.0) X(t.thin < t.slim) X(t.thin >= t.slim)           \
    X(t.thin == t.slim) X(t.thin != t.slim) X(-t.thin <= t.slim) X(t.i < 1.5) X(t.i >= -2.0) X(t.u > 4e9)  \
    X(t.s != 2.5) X(t.uc == 200.0) X(3 < 2.5) X(2.5f == 2.5) X((_Bool)t.real) X(t.i && t.real)
#define SAME_CUTS(X) X((int)t.real) X((long)t.real) X((unsigned char)t.real) X((int)t.thin) X((long)t.slim)
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

/* Expressions are translated once, and evaluated as often as the variables change. */
enum { MAX_ROWS = 160 };
typedef struct translations {
    rsp_arena arena;
    const rsp_condition *conditions[MAX_ROWS];
} translations;

static const rsp_condition *translate(const itself *me, rsp_arena *arena, const char *source) {
    rsp_error error = {0};
    rsp_source_condition translated;
    const rsp_condition *condition = NULL;
    rsp_status status =
        rsp_source_condition_compile(&translated, arena, rsp_bytes_str(source), &me->place, &error);
    if (status == RSP_OK)
        status = rsp_condition_parse(&condition, arena, translated.value.text, NULL, &error);
    if (status != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    return condition;
}

static uint64_t evaluate(const rsp_condition *condition, const char *source) {
    rsp_error error = {0};
    uint64_t value = 0;
    const rsp_condition_host host = {.read_register = no_register, .read_memory = own_memory};
    if (rsp_condition_eval(&value, condition, &host, &error) != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    return value;
}

/* An expression and the value that it has in C now. */
typedef struct same_row {
    const char *source;
    uint64_t wanted;
} same_row;
#define SAME_ROW(expression) {#expression, (uint64_t)(expression)},

/* What C makes of a float in a place of a truth value, and of an integer that no float is, is what is
 * compared. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wfloat-conversion"
#pragma clang diagnostic ignored "-Wimplicit-const-int-float-conversion"
#endif

static void check_rows(const itself *me, translations *known, const same_row *rows, size_t num) {
    assert_true(num <= MAX_ROWS);
    for (size_t i = 0; i < num; i++) {
        if (!known->conditions[i])
            known->conditions[i] = translate(me, &known->arena, rows[i].source);
        uint64_t found = evaluate(known->conditions[i], rows[i].source);
        if (found != rows[i].wanted)
            fail_msg("%s: %" PRIu64 " instead of %" PRIu64 "; real %a other %a thin %a slim %a",
                     rows[i].source, found, rows[i].wanted, t.real, t.other, (double)t.thin, (double)t.slim);
    }
}

static void condition_has_the_value_that_c_gives_it(void **state) {
    itself me;
    (void)state;
    if (!open_itself(&me))
        skip();
    translations known = {0};
    const same_row rows[] = {SAME_LIST(SAME_ROW) SAME_FLOATS(SAME_ROW) SAME_CUTS(SAME_ROW)};
    check_rows(&me, &known, rows, RSP_ARRAY_LEN(rows));
    rsp_arena_free(&known.arena);
    rsp_debug_file_free(me.file);
}

static void randomize(rsp_rng *rng) {
    t.sc = (signed char)rsp_rng_next(rng);
    t.uc = (unsigned char)rsp_rng_next(rng);
    t.s = (short)rsp_rng_next(rng);
    t.us = (unsigned short)rsp_rng_next(rng);
    t.i = (int)(rsp_rng_next(rng) >> 33); /* -t.i and its kin are not to overflow */
    t.u = (unsigned)rsp_rng_next(rng);
    t.l = (long)(rsp_rng_next(rng) >> 2) - (1L << 61);
    t.ul = rsp_rng_next(rng) >> rsp_rng_below(rng, 64);
    t.yes = rsp_rng_below(rng, 2);
    t.fruit = rsp_rng_below(rng, 2) ? PEAR : APPLE;
    for (size_t i = 0; i < RSP_ARRAY_LEN(t.row); i++)
        t.row[i] = (short)rsp_rng_next(rng);
    t.pairs[0].three = rsp_rng_next(rng) & 7;
    t.pairs[0].five = (signed)(rsp_rng_next(rng) & 15);
    t.pairs[0].wide = (long long)(rsp_rng_next(rng) & 0x7fffffffff);
}

/* Random values in `t`, from a seed; `t` is afterwards what it was. */
typedef struct lottery {
    itself me;
    rsp_rng rng;
    things kept;
    translations known;
} lottery;

static void begin(lottery *l, uint64_t seed) {
    *l = (lottery){.kept = t};
    if (!open_itself(&l->me))
        skip();
    rsp_rng_seed(&l->rng, seed);
}

static void end(lottery *l) {
    t = l->kept;
    rsp_arena_free(&l->known.arena);
    rsp_debug_file_free(l->me.file);
}

static void random_integers_are_compared_as_in_c(void **state) {
    enum { ROUNDS = 1000 };
    lottery l;
    (void)state;
    begin(&l, 1);
    for (size_t i = 0; i < ROUNDS; i++) {
        randomize(&l.rng);
        const same_row rows[] = {SAME_LIST(SAME_ROW)};
        check_rows(&l.me, &l.known, rows, RSP_ARRAY_LEN(rows));
    }
    end(&l);
}

/* Zeros, the smallest and largest, what is no number with both signs, neighbours of what conditions name. */
static double special(rsp_rng *rng) {
    const double some[] = {0.0,  -0.0,    2.5,     -2.5,     0.1,          (double)0.1F, 1.0,
                           -1.0, 4e-320,  -4e-320, 1e300,    -1e300,       1e39,         16777216,
                           2,    DBL_MAX, FLT_MAX, -FLT_MAX, FLT_TRUE_MIN, INFINITY,     -INFINITY,
                           NAN,  -NAN,    -2.0,    200.0,    3e9,          1.4999999,    -0.5};
    uint64_t bits = rsp_rng_next(rng);
    double any = 0;
    memcpy(&any, &bits, sizeof any);
    return rsp_rng_below(rng, 4) == 0 ? any : some[rsp_rng_below(rng, RSP_ARRAY_LEN(some))];
}

static void random_floats_are_compared_as_in_c(void **state) {
    enum { ROUNDS = 2000 };
    lottery l;
    (void)state;
    begin(&l, 2);
    for (size_t i = 0; i < ROUNDS; i++) {
        t.real = special(&l.rng);
        t.other = rsp_rng_below(&l.rng, 3) == 0 ? t.real : special(&l.rng);
        t.thin = (float)special(&l.rng);
        t.slim = rsp_rng_below(&l.rng, 3) == 0 ? t.thin : (float)special(&l.rng);
        const same_row rows[] = {SAME_FLOATS(SAME_ROW)};
        check_rows(&l.me, &l.known, rows, RSP_ARRAY_LEN(rows));
    }
    end(&l);
}

/* C has no value for what does not fit. */
static void random_floats_are_cut_as_in_c(void **state) {
    enum { ROUNDS = 2000 };
    lottery l;
    (void)state;
    begin(&l, 3);
    for (size_t i = 0; i < ROUNDS; i++) {
        t.real = (double)(int8_t)rsp_rng_next(&l.rng) / 7 * (rsp_rng_below(&l.rng, 2) ? 1 : 1e-9);
        t.thin = (float)(int16_t)rsp_rng_next(&l.rng) / 3;
        t.slim = (float)(int64_t)(rsp_rng_next(&l.rng) >> rsp_rng_below(&l.rng, 64)) / 2;
        const same_row rows[] = {{"(int)t.real", (uint64_t)(int)t.real},
                                 {"(long)t.real", (uint64_t)(long)t.real},
                                 {"(int)t.thin", (uint64_t)(int)t.thin},
                                 {"(long)t.slim", (uint64_t)(long)t.slim}};
        check_rows(&l.me, &l.known, rows, RSP_ARRAY_LEN(rows));
    }
    end(&l);
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
        cmocka_unit_test(random_integers_are_compared_as_in_c),
        cmocka_unit_test(random_floats_are_compared_as_in_c),
        cmocka_unit_test(random_floats_are_cut_as_in_c),
        cmocka_unit_test(value_of_each_type_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
