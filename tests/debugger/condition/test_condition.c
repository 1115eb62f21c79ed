/* The language of conditions: values, precedence, failures with their places, limits.
 * Each value is computed by the host and by the stub's interpreter of agent expressions.
 * docs/conditions.md is the language. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub/breakpoints/agent_eval.h"

#include "condition/condition.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"

static const uint8_t memory[] = {0x01, 0x82, 0xc3, 0xf4, 0xe5, 0xd6, 0xa7, 0x98, 0x09};
enum { MEMORY_AT = 0x1000 };

static rsp_status find_register(void *ctx, rsp_bytes name, uint64_t *out_number) {
    static const char *const names[] = {"zero", "ra", "sp", "big"};
    (void)ctx;
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(names[i])))
            continue;
        *out_number = i < 3 ? i : 0x10000;
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out_value) {
    (void)ctx;
    *out_value = MEMORY_AT;
    return rsp_bytes_equal(name, RSP_LIT("data.0")) ? RSP_OK : RSP_NOT_FOUND;
}

static const rsp_condition_names names = {.find_register = find_register, .find_symbol = find_symbol};

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    static const uint64_t values[] = {0, 0xffffffff80000000, 0x1001};
    (void)ctx;
    if (number >= RSP_ARRAY_LEN(values))
        return RSP_NOT_FOUND;
    *out_value = values[number];
    return RSP_OK;
}

static size_t read_some(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    (void)ctx;
    if (addr < MEMORY_AT || addr - MEMORY_AT + len > sizeof memory)
        return 0;
    memcpy(dst, memory + (addr - MEMORY_AT), len);
    return len;
}

static rsp_status read_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    return read_some(ctx, addr, dst, len) == len ? RSP_OK : RSP_FAULT;
}

static rsp_status eval(const char *text, uint64_t *out_value, bool big_endian, rsp_error *error) {
    rsp_arena arena = {0};
    const rsp_condition *condition = NULL;
    rsp_condition_host host = {
        .read_register = read_register, .read_memory = read_memory, .big_endian = big_endian};
    rsp_status status = rsp_condition_parse(&condition, &arena, rsp_bytes_str(text), &names, error);
    if (status == RSP_OK) {
        assert_bytes(rsp_condition_text(condition), rsp_bytes_str(text));
        status = rsp_condition_eval(out_value, condition, &host, error);
    }
    rsp_arena_free(&arena);
    return status;
}

static rsp_status eval_agent(const char *text, uint64_t *out_value, bool big_endian) {
    rsp_arena arena = {0};
    rsp_buf code = {0};
    const rsp_condition *condition = NULL;
    stub_agent_host host = {
        .read_register = read_register, .read_memory = read_some, .big_endian = big_endian};
    stub_agent_result result;
    assert_ok(rsp_condition_parse(&condition, &arena, rsp_bytes_str(text), &names, NULL));
    assert_ok(rsp_condition_to_agent(&code, condition, NULL));
    rsp_status status = stub_agent_eval(&result, &host, rsp_buf_bytes(&code));
    assert_true(status != RSP_OK || result.has_value);
    *out_value = result.value;
    rsp_buf_free(&code);
    rsp_arena_free(&arena);
    return status;
}

typedef struct value_case {
    const char *text;
    uint64_t value;
} value_case;

static const value_case values[] = {
    {"0", 0},
    {"18446744073709551615", UINT64_MAX},
    {"0xfFfF", 0xffff},
    {"'a'", 'a'},
    {" \t7\n", 7},
    {"-1", UINT64_MAX},
    {"~0", UINT64_MAX},
    {"!0", 1},
    {"!7", 0},
    {"!!7", 1},
    {"--7", 7},
    {"-~-!0", 0},
    {"2+3*4", 14},
    {"(2+3)*4", 20},
    {"20-3-4", 13},
    {"100/7/2", 7},
    {"100%7", 2},
    {"-100/7", (uint64_t)-14},
    {"-100%7", (uint64_t)-2},
    {"-100/u 7", (UINT64_MAX - 99) / 7},
    {"-100%u 7", (UINT64_MAX - 99) % 7},
    {"0x8000000000000000/-1", UINT64_C(1) << 63},
    {"0x8000000000000000%-1", 0},
    {"7/-1", (uint64_t)-7},
    {"7%-1", 0},
    {"1<<2+1", 8},
    {"1<<64", 1},
    {"1<<-1", UINT64_C(1) << 63},
    {"-8>>1", (uint64_t)-4},
    {"-8>>65", (uint64_t)-4},
    {"-8>>0", (uint64_t)-8},
    {"-8>>u 1", (UINT64_MAX - 7) / 2},
    {"-1<1", 1},
    {"-1<u 1", 0},
    {"1<=1", 1},
    {"-1<=u 1", 0},
    {"1>-1", 1},
    {"1>u-1", 0},
    {"-1>=1", 0},
    {"-1>=u 1", 1},
    {"1==1==1", 1},
    {"5==5!=0", 1},
    {"1&3==3", 1},
    {"6&3^1|8", 11},
    {"1|2&0", 1},
    {"1||1/0", 1},
    {"0&&1/0", 0},
    {"7&&8", 1},
    {"0||0", 0},
    {"0||9", 1},
    {"1||0&&0", 1},
    {"0&&1||2", 1},
    {"(1||0)&&0", 0},
    {"1&&2&&3&&0", 0},
    {"0||0||5", 1},
    {"$ra", 0xffffffff80000000},
    {"$1", 0xffffffff80000000},
    {"$0x2", 0x1001},
    {"u32($ra)", 0x80000000},
    {"s32(0x80000000)", 0xffffffff80000000},
    {"s8(255)", UINT64_MAX},
    {"s16(0x7fff)", 0x7fff},
    {"u64(-1)", UINT64_MAX},
    {"s64(-1)", UINT64_MAX},
    {"u8(-1)", 255},
    {"data.0", 0x1000},
    {"u8[data.0+1]", 0x82},
    {"s8 [ data.0 + 1 ]", (uint64_t)(int64_t)-126},
    {"u16[0x1000]", 0x8201},
    {"s16[0x1000]", 0xffffffffffff8201},
    {"u32[$sp]", 0xe5f4c382},
    {"s32[$sp]", 0xffffffffe5f4c382},
    {"u64[data.0]", 0x98a7d6e5f4c38201},
    {"s64[data.0]", 0x98a7d6e5f4c38201},
    {"u8[u8[data.0+8]+0xff7]", 0x01},
    {"1<u8[data.0]", 0},
    {"1 <u (data.0)", 1},
};

static void eval_each_text_has_its_value_on_host_and_in_stub(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(values); i++) {
        uint64_t value = 0x5555;
        uint64_t agent = 0x5555;
        rsp_error error = {0};
        if (eval(values[i].text, &value, false, &error) != RSP_OK)
            fail_msg("%s: %s at %u", values[i].text, error.msg, (unsigned)error.offset);
        if (value != values[i].value)
            fail_msg("%s is 0x%llx on the host, should be 0x%llx", values[i].text, (unsigned long long)value,
                     (unsigned long long)values[i].value);
        assert_ok(eval_agent(values[i].text, &agent, false));
        if (agent != value)
            fail_msg("%s is 0x%llx in the stub", values[i].text, (unsigned long long)agent);
    }
}

static void eval_big_endian_memory_is_turned(void **state) {
    (void)state;
    uint64_t value = 0;
    assert_ok(eval("u32[data.0]", &value, true, NULL));
    assert_int_equal(value, 0x0182c3f4);
    assert_ok(eval_agent("u32[data.0]", &value, true));
    assert_int_equal(value, 0x0182c3f4);
}

typedef struct error_case {
    const char *text;
    rsp_status status;
    unsigned offset;
} error_case;

static const error_case syntax[] = {
    {"", RSP_SYNTAX, 0},
    {"   ", RSP_SYNTAX, 3},
    {"1 +", RSP_SYNTAX, 3},
    {"+1", RSP_SYNTAX, 0},
    {"1 2", RSP_SYNTAX, 2},
    {"(1", RSP_SYNTAX, 0},
    {"2*(1+(3)", RSP_SYNTAX, 2},
    {"1)", RSP_SYNTAX, 1},
    {"1]", RSP_SYNTAX, 1},
    {"(1]", RSP_SYNTAX, 2},
    {"u8[1)", RSP_SYNTAX, 4},
    {"u8(1]", RSP_SYNTAX, 4},
    {"u8[]", RSP_SYNTAX, 3},
    {"()", RSP_SYNTAX, 1},
    {"u8", RSP_NOT_FOUND, 0},
    {"u9[1]", RSP_NOT_FOUND, 0},
    {"1+nobody", RSP_NOT_FOUND, 2},
    {"$", RSP_SYNTAX, 0},
    {"$ ra", RSP_SYNTAX, 0},
    {"1+$nobody", RSP_NOT_FOUND, 2},
    {"$big", RSP_RANGE, 0},
    {"$65536", RSP_RANGE, 0},
    {"$1x", RSP_SYNTAX, 2},
    {"0x", RSP_SYNTAX, 0},
    {"12a", RSP_SYNTAX, 2},
    {"0xg", RSP_SYNTAX, 2},
    {"18446744073709551616", RSP_RANGE, 0},
    {"0x10000000000000000", RSP_RANGE, 0},
    {"'", RSP_SYNTAX, 0},
    {"'ab'", RSP_SYNTAX, 0},
    {"1 = 1", RSP_SYNTAX, 2},
    {"1 @ 1", RSP_SYNTAX, 2},
    {"1 == == 1", RSP_SYNTAX, 5},
    {"1;", RSP_SYNTAX, 1},
    {"1 <u", RSP_SYNTAX, 4},
    {"\xff", RSP_SYNTAX, 0},
};

static const error_case failures[] = {
    {"1/0", RSP_RANGE, 1},         {"7 % (1-1)", RSP_RANGE, 2},     {"1 /u 0", RSP_RANGE, 2},
    {"1 %u 0", RSP_RANGE, 2},      {"1||1/0", RSP_OK, 0},           {"0||1/0", RSP_RANGE, 4},
    {"u8[0]", RSP_FAULT, 0},       {"1+u64[0x1002]", RSP_FAULT, 2}, {"u8[0xfff]", RSP_FAULT, 0},
    {"1 + $77", RSP_NOT_FOUND, 4},
};

static void parse_what_is_wrong_is_refused_with_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(syntax); i++) {
        rsp_error error = {0};
        uint64_t value = 0;
        rsp_status status = eval(syntax[i].text, &value, false, &error);
        if (status != syntax[i].status || error.offset != syntax[i].offset)
            fail_msg("'%s': %s at %u: %s", syntax[i].text, rsp_status_name(status), (unsigned)error.offset,
                     error.msg);
        assert_true(error.msg[0] != 0);
    }
}

static void eval_what_has_no_value_fails_on_host_and_in_stub(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(failures); i++) {
        rsp_error error = {0};
        uint64_t value = 0;
        rsp_status status = eval(failures[i].text, &value, false, &error);
        if (status != failures[i].status || error.offset != failures[i].offset)
            fail_msg("'%s': %s at %u", failures[i].text, rsp_status_name(status), (unsigned)error.offset);
        assert_int_equal(eval_agent(failures[i].text, &value, false), status);
    }
}

static rsp_status parse_only(rsp_bytes text) {
    rsp_arena arena = {0};
    const rsp_condition *condition = NULL;
    rsp_status status = rsp_condition_parse(&condition, &arena, text, NULL, NULL);
    rsp_arena_free(&arena);
    return status;
}

static void repeat(rsp_buf *out, const char *text, size_t times) {
    for (size_t i = 0; i < times; i++)
        rsp_buf_str(out, text);
}

static rsp_status parse_nested(const char *open, const char *close, size_t times) {
    rsp_buf text = {0};
    repeat(&text, open, times);
    rsp_buf_str(&text, "1");
    repeat(&text, close, times);
    rsp_status status = parse_only(rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return status;
}

static void parse_limits_hold_at_limit_and_beyond(void **state) {
    (void)state;
    rsp_buf text = {0};
    repeat(&text, "1", 1);
    repeat(&text, " ", RSP_LIMIT_CONDITION_BYTES - 1);
    assert_ok(parse_only(rsp_buf_bytes(&text)));
    rsp_buf_str(&text, " ");
    assert_int_equal(parse_only(rsp_buf_bytes(&text)), RSP_LIMIT);
    rsp_buf_free(&text);
    assert_ok(parse_nested("(", ")", RSP_LIMIT_CONDITION_DEPTH));
    assert_int_equal(parse_nested("(", ")", RSP_LIMIT_CONDITION_DEPTH + 1), RSP_LIMIT);
    assert_ok(parse_nested("-", "", RSP_LIMIT_CONDITION_DEPTH));
    assert_int_equal(parse_nested("-", "", RSP_LIMIT_CONDITION_DEPTH + 1), RSP_LIMIT);
    /* Each "1+(" leaves a value behind. */
    assert_ok(parse_nested("1+(", ")", RSP_LIMIT_CONDITION_STACK - 1));
    assert_int_equal(parse_nested("1+(", ")", RSP_LIMIT_CONDITION_STACK), RSP_LIMIT);
}

static void parse_largest_conditions_compile(void **state) {
    (void)state;
    static const char *const units[] = {"-1%", "1&&", "1||", "1/u ", "1+", "0x123456789abcdef0-"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(units); i++) {
        rsp_arena arena = {0};
        rsp_buf text = {0};
        rsp_buf code = {0};
        const rsp_condition *condition = NULL;
        repeat(&text, units[i], (RSP_LIMIT_CONDITION_BYTES - 1) / strlen(units[i]));
        rsp_buf_str(&text, "1");
        assert_ok(rsp_condition_parse(&condition, &arena, rsp_buf_bytes(&text), NULL, NULL));
        assert_ok(rsp_condition_to_agent(&code, condition, NULL));
        rsp_buf_free(&text);
        rsp_buf_free(&code);
        rsp_arena_free(&arena);
    }
}

static void parse_without_memory_says_so(void **state) {
    (void)state;
    for (uint64_t n = 1; n <= 2; n++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, n, 1);
        rsp_arena arena = {.mem = &fuzzed.mem};
        const rsp_condition *condition = NULL;
        rsp_status status = rsp_condition_parse(&condition, &arena, RSP_LIT("1+1"), NULL, NULL);
        assert_int_equal(status, fuzzed.count < n ? RSP_OK : RSP_NO_MEMORY);
        rsp_arena_free(&arena);
    }
    rsp_arena small = {.limit = 100};
    const rsp_condition *condition = NULL;
    assert_int_equal(rsp_condition_parse(&condition, &small, RSP_LIT("1+1"), NULL, NULL), RSP_NO_MEMORY);
    rsp_arena_free(&small);
}

static void reads_are_those_with_constant_addresses_once(void **state) {
    (void)state;
    rsp_arena arena = {0};
    const rsp_condition *condition = NULL;
    rsp_condition_read reads[2];
    rsp_bytes text = RSP_LIT("u8[1] == s8[1] && u64[data.0] > u8[u16[6]] || u8[$sp] == $ra + $sp * $2");
    assert_ok(rsp_condition_parse(&condition, &arena, text, &names, NULL));
    assert_int_equal(rsp_condition_reads(reads, 2, condition), 3);
    assert_int_equal(reads[0].address, 1);
    assert_int_equal(reads[1].address, 0x1000);
    assert_int_equal(reads[1].len, 8);
    rsp_arena_free(&arena);
}

static void show_place_puts_a_caret_below(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_condition_show_place(&out, RSP_LIT("1 +\n$x"), 4);
    assert_bytes_lit(rsp_buf_bytes(&out), "1 +.$x\n    ^\n");
    rsp_buf_clear(&out);
    rsp_condition_show_place(&out, RSP_LIT("1+"), 99);
    assert_bytes_lit(rsp_buf_bytes(&out), "1+\n  ^\n");
    rsp_buf_free(&out);
}

/* All texts of up to five bytes of a small alphabet: no crash, and what parses has the same end everywhere.
 */
static void parse_all_short_texts_agree(void **state) {
    (void)state;
    static const char alphabet[] = "1-/&|(<u8[])";
    char text[6] = {0};
    unsigned num_ok = 0;
    enum { LETTERS = sizeof alphabet - 1 };
    for (unsigned long i = 0; i < 248832UL + 20736 + 1728; i++) { /* 12^5 and shorter ones */
        unsigned long rest = i;
        size_t len = i < 248832UL ? 5 : i < 248832UL + 20736 ? 4 : 3;
        for (size_t j = 0; j < len; j++, rest /= LETTERS)
            text[j] = alphabet[rest % LETTERS];
        text[len] = 0;
        uint64_t value = 0;
        uint64_t agent = 0;
        if (parse_only(rsp_bytes_str(text)) != RSP_OK)
            continue;
        num_ok++;
        rsp_status status = eval(text, &value, false, NULL);
        assert_int_equal(eval_agent(text, &agent, false), status);
        assert_true(status != RSP_OK || value == agent);
    }
    assert_in_range(num_ok, 1000, 1200);
}

/* What asks for the thread is no text for an agent expression, and no register of a machine. */
static void questions_of_the_thread_are_the_hosts(void **state) {
    static const char *const texts[] = {"$_tid", "$_name0 == 5 && 1", "0 || $_name8"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_arena arena = {0};
        rsp_buf code = {0};
        const rsp_condition *condition = NULL;
        uint64_t value = 0;
        assert_ok(rsp_condition_parse(&condition, &arena, rsp_bytes_str(texts[i]), NULL, NULL));
        assert_int_equal(rsp_condition_to_agent(&code, condition, NULL), RSP_UNSUPPORTED);
        assert_int_equal(eval(texts[i], &value, false, NULL), RSP_NOT_FOUND);
        rsp_buf_free(&code);
        rsp_arena_free(&arena);
    }
    const rsp_condition *none = NULL;
    rsp_arena arena = {0};
    assert_int_equal(rsp_condition_parse(&none, &arena, RSP_LIT("$_name9"), NULL, NULL), RSP_NOT_FOUND);
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eval_each_text_has_its_value_on_host_and_in_stub),
        cmocka_unit_test(eval_big_endian_memory_is_turned),
        cmocka_unit_test(parse_what_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(eval_what_has_no_value_fails_on_host_and_in_stub),
        cmocka_unit_test(parse_limits_hold_at_limit_and_beyond),
        cmocka_unit_test(parse_largest_conditions_compile),
        cmocka_unit_test(parse_without_memory_says_so),
        cmocka_unit_test(reads_are_those_with_constant_addresses_once),
        cmocka_unit_test(show_place_puts_a_caret_below),
        cmocka_unit_test(parse_all_short_texts_agree),
        cmocka_unit_test(questions_of_the_thread_are_the_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
