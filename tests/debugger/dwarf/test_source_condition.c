/* Translations of conditions as tables: source, and the text over registers and memory, for both machines.
 * Offsets in frames are the compiler's, so that locals stand for their leaf: "{i}".
 * Mistakes are rows with status, place and message. Limits are tried at the limit and one beyond. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dwarf_world.h"

#include "core/limits.h"
#include "source_condition.h"

enum { BIAS = 0x10000 };

static rsp_status translate(const rsp_debug_file *file, const char *mark, rsp_bytes source, rsp_arena *arena,
                            rsp_source_condition *out, rsp_error *error) {
    const rsp_source_place place = {.file = file, .address = dwarf_mark(file, mark), .bias = BIAS};
    return rsp_source_condition_compile(out, arena, source, &place, error);
}

/* The text of a condition, in which "{x}" of `expected` stands for the translation of x. */
static void check(const rsp_debug_file *file, const char *source, const char *expected) {
    rsp_arena arena = {0};
    rsp_source_condition all;
    rsp_source_condition leaf;
    rsp_error error = {0};
    rsp_buf wanted = {0};
    if (translate(file, "body", rsp_bytes_str(source), &arena, &all, &error) != RSP_OK)
        fail_msg("%s: %s", source, error.msg);
    for (const char *p = expected; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (!end) {
            rsp_buf_push(&wanted, (uint8_t)*p);
            continue;
        }
        assert_ok(
            translate(file, "body", rsp_bytes_make(p + 1, (size_t)(end - p - 1)), &arena, &leaf, &error));
        rsp_buf_append(&wanted, leaf.value.text);
        p = end;
    }
    assert_bytes(all.value.text, rsp_buf_bytes(&wanted));
    rsp_buf_free(&wanted);
    rsp_arena_free(&arena);
}

static const struct {
    const char *source;
    const char *text;
} translated[] = {
    {"i == 1999", "{i} == 1999"},
    {"$_tid == 12 && i", "$_tid == 12 && {i}"},
    {"$_thread_name == \"main\"", "$_name0 == 1852399981"},
    {"\"0123456789\" != $_thread_name", "$_name0 != 3978425819141910832 || $_name1 != 14648"},
    {"i && $_thread_name == \"12345678\"", "{i} && ($_name0 == 4050765991979987505 && $_name1 == 0)"},
    {"i == 1999 && name[0] == 120", "{i} == 1999 && {name[0]} == 120"},
    {"it->count", "s32[{it} + 8]"},
    {"it->at.y < 0", "s16[{it} + 16] < 0"},
    {"it->part", "u8[{it} + 20]"},
    {"it->next->next->count", "s32[u64[u64[{it} + 40] + 40] + 8]"},
    {"(*it).count + 1", "s32(s32[{it} + 8] + 1)"},
    {"it->flag == 5", "u8[{it} + 12] << 61 >>u 61 == 5"},
    {"it->small", "u8[{it} + 12] << 56 >> 59"},
    {"it->colour == BLUE", "u32[{it} + 36] == 7"},
    {"it->label == \"lab\"", "u32[{it} + 24] == 6447468"},
    {"it->label == \"twelve chars\"",
     "u64[{it} + 24] == 7142820568308742004 && u32[{it} + 32] == 1936875880"},
    {"it->label == \"thirteen char\"", "0"},
    {"name == \"ab\"", "u8[{name}] == 97 && u8[{name} + 1] == 98 && u8[{name} + 2] == 0"},
    {"\"\" != name", "!(u8[{name}] == 0)"},
    {"strcmp(name, \"\") == 0", "u8[{name}] == 0"},
    {"0 == strcmp(\"\", name)", "u8[{name}] == 0"},
    {"!strcmp(name, \"\")", "u8[{name}] == 0"},
    {"strcmp(name, \"\")", "!(u8[{name}] == 0)"},
    {"strcmp(name, \"\") != 0", "!(u8[{name}] == 0)"},
    {"i && strcmp(name, \"\")", "{i} && !(u8[{name}] == 0)"},
    {"$_streq(name, \"\")", "u8[{name}] == 0"},
    {"$_streq(it->label, \"lab\") == 1", "u32[{it} + 24] == 6447468 == 1"},
    {"it->label[i]", NULL},
    {"hidden > 5", "{hidden} >u 5"},
    {"hidden - 6 < 0", "{hidden} - 6 <u 0"},
    {"i < hidden", "{i} <u {hidden}"},
    {"i < 5u", "u32({i}) < 5"},
    {"-i", "s32(-{i})"},
    {"i << 2", "s32({i} << 2)"},
    {"i >> 2", "{i} >> 2"},
    {"i / 2u", "u32({i}) / 2"},
    {"hidden % 3", "{hidden} %u 3"},
    {"sign == MINUS", "{sign} == -1"},
    {"i * (i + 1)", "s32({i} * s32({i} + 1))"},
    {"i - (i - 1)", "s32({i} - s32({i} - 1))"},
    {"(unsigned char)i", "u8({i})"},
    {"(long)i", "{i}"},
    {"!it", "!{it}"},
    {"it == 0 || i", "{it} == 0 || {i}"},
    {"name + 2 > name", "{name} + 2 >u {name}"},
    {"&it->next - &it->next", "({it} + 40 - ({it} + 40)) / 8"},
    {"*name", "{name[0]}"},
    {"$sp & 15", "$sp & 15"},
    {"u16[$sp + 8] == 'x'", "u16[$sp + 8] == 120"},
    {"'\\n' == 10", "10 == 10"},
    {"0x80000000 > 0", "2147483648 > 0"},
    {"it->weight > 1", "u64[{it} + 48] > 4607182418800017408 && u64[{it} + 48] <= 9218868437227405312"},
    {"1.5 < i", "{i} > 1"},
    {"i != 2.5", "1"},
    {"!it->weight", "!((u64[{it} + 48] & 9223372036854775807) != 0)"},
};

static void source_becomes_registers_and_memory(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        bool riscv = rsp_debug_file_facts(file)->machine == RSP_DEBUG_MACHINE_RISCV64;
        for (size_t i = 0; i < RSP_ARRAY_LEN(translated); i++)
            if (translated[i].text)
                check(file, translated[i].source, translated[i].text);
        check(file, "it->label[i]", riscv ? "u8[{it} + {i} + 24]" : "s8[{it} + {i} + 24]");
        check(file, "name[i * 2]", riscv ? "u8[{name} + s32({i} * 2)]" : "s8[{name} + s32({i} * 2)]");
        rsp_debug_file_free(file);
    }
}

static const struct {
    const char *source;
    rsp_status status;
    uint64_t offset;
    const char *message;
} mistakes[] = {
    {"", RSP_SYNTAX, 0, "a value is expected here"},
    {"i ==", RSP_SYNTAX, 4, "a value is expected here"},
    {"i i", RSP_SYNTAX, 2, "an operator is expected here"},
    {"(i", RSP_SYNTAX, 2, "')' is expected here"},
    {"name[0", RSP_SYNTAX, 6, "']' is expected here"},
    {"nothing > 1", RSP_NOT_FOUND, 0, "'nothing': no such variable here"},
    {"i + it->nothing", RSP_NOT_FOUND, 8, "no member 'nothing' in item"},
    {"i->x", RSP_UNSUPPORTED, 3, "this is no structure, union or class"},
    {"*i", RSP_UNSUPPORTED, 0, "this is no pointer"},
    {"*it", RSP_UNSUPPORTED, 0, "this is a structure: a condition compares its members"},
    {"it->weight * 2 > 1", RSP_UNSUPPORTED, 11,
     "floating-point values are compared in a condition, but not computed with"},
    {"it->weight < hidden", RSP_UNSUPPORTED, 11,
     "values of different types, one of them floating-point, are not compared: cast it to an integer "
     "type, as in (long)x"},
    {"it->weight == it", RSP_UNSUPPORTED, 11, "a pointer is not compared with a floating-point value"},
    {"~it->weight", RSP_UNSUPPORTED, 0, "this operator is not for floating-point values"},
    {"name[it->weight]", RSP_UNSUPPORTED, 15, "an index is a whole number"},
    {"(double)i > 1", RSP_UNSUPPORTED, 7, "casts to floating-point types are not supported"},
    {"u8[it->weight]", RSP_UNSUPPORTED, 13, "a whole number is expected here"},
    {"it->weight > 1e999", RSP_RANGE, 13, "the number is too large for its type"},
    {"it->weight > 1.5x", RSP_SYNTAX, 16,
     "this is no number: 12, 0x1f, 017 and 1.5 are, with u, l or f after them"},
    {"it * 2", RSP_UNSUPPORTED, 3, "this operator is not for pointers"},
    {"it + it", RSP_UNSUPPORTED, 3, "pointers are not added"},
    {"i == \"x\"", RSP_UNSUPPORTED, 2, "only characters are compared with a text"},
    {"\"x\"", RSP_SYNTAX, 0, "a text can only be compared, with == and !="},
    {"name == \"x", RSP_SYNTAX, 8, "this text is never closed"},
    {"i = 3", RSP_SYNTAX, 2, "a condition does not assign: '==' compares"},
    {"i && (i = 3)", RSP_SYNTAX, 8, "a condition does not assign: '==' compares"},
    {"strcmp(name, \"a\") < 0", RSP_UNSUPPORTED, 18,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"strcmp(name, \"a\") == 1", RSP_UNSUPPORTED, 18,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"-strcmp(name, \"a\")", RSP_UNSUPPORTED, 0,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"(long)strcmp(name, \"a\")", RSP_UNSUPPORTED, 6,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"u8(strcmp(name, \"a\"))", RSP_UNSUPPORTED, 3,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"name[strcmp(name, \"a\")]", RSP_UNSUPPORTED, 5,
     "strcmp and compare() are compared with 0, and with nothing else"},
    {"strcmp(name, name)", RSP_UNSUPPORTED, 13, "one of the two is a text in quotes"},
    {"strcmp(name)", RSP_SYNTAX, 11, "',' and the other text are expected here"},
    {"work(1)", RSP_NOT_FOUND, 0, "'work': no such variable here"},
    {"12q < i", RSP_SYNTAX, 2, "this is no number: 12, 0x1f, 017 and 1.5 are, with u, l or f after them"},
    {"99999999999999999999", RSP_RANGE, 0, "the number does not fit in 64 bits"},
    {"i @ 2", RSP_SYNTAX, 2, "this letter has no meaning in a condition"},
    {"(char *)it", RSP_UNSUPPORTED, 6, "casts to pointers are not supported: u8[e] ... s64[e] read memory"},
};

static void mistake_has_its_place_and_reason(void **state) {
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    for (size_t i = 0; i < RSP_ARRAY_LEN(mistakes); i++) {
        rsp_arena arena = {0};
        rsp_source_condition out;
        rsp_error error = {0};
        rsp_status status = translate(file, "body", rsp_bytes_str(mistakes[i].source), &arena, &out, &error);
        if (status != mistakes[i].status || strcmp(error.msg, mistakes[i].message) != 0)
            fail_msg("'%s': %s, %s", mistakes[i].source, rsp_status_name(status), error.msg);
        assert_int_equal(error.offset, mistakes[i].offset);
        rsp_arena_free(&arena);
    }
    rsp_debug_file_free(file);
}

/* A variable that the compiler needs no more: the places that have it are named. */
static void absent_variable_is_told_where_it_is(void **state) {
    rsp_arena arena = {0};
    rsp_source_condition out;
    rsp_error error = {0};
    (void)state;
    rsp_debug_file *file = dwarf_open("present");
    uint64_t at = 0;
    size_t num = 0;
    uint32_t line = 0;
    assert_ok(rsp_debug_line_find(file, RSP_LIT("present.c"), 17, &at, 1, &num, &line, &error));
    const rsp_source_place place = {.file = file, .address = at};
    assert_int_not_equal(rsp_source_condition_compile(&out, &arena, RSP_LIT("early == 5"), &place, &error),
                         RSP_OK);
    if (!strstr(error.msg, "; it is there at present.c:1"))
        fail_msg("%s", error.msg);
    rsp_arena_free(&arena);
    rsp_debug_file_free(file);
}

static void values_of_the_program_are_listed_once(void **state) {
    rsp_arena arena = {0};
    rsp_source_condition out;
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    assert_ok(translate(file, "body", RSP_LIT("i < 3 && it->at.x == i && name[i] != RED && it->flag"), &arena,
                        &out, NULL));
    assert_int_equal(out.num_uses, 4);
    assert_bytes_lit(out.uses[0].source, "i");
    assert_true(out.uses[0].is_address);
    assert_bytes_lit(out.uses[1].source, "it->at.x");
    assert_bytes_lit(out.uses[2].source, "name[i]");
    assert_bytes_lit(out.uses[3].source, "it->flag");
    assert_false(out.uses[3].is_address);
    rsp_arena_free(&arena);
    rsp_debug_file_free(file);
}

/* "((((...i))))" with so many brackets. */
static rsp_status nested(const rsp_debug_file *file, size_t depth) {
    rsp_arena arena = {0};
    rsp_source_condition out;
    rsp_buf text = {0};
    for (size_t i = 0; i < depth; i++)
        rsp_buf_push(&text, '!');
    rsp_buf_push(&text, 'i');
    rsp_status status = translate(file, "body", rsp_buf_bytes(&text), &arena, &out, NULL);
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
    return status;
}

static void limits_hold_at_the_limit_and_beyond(void **state) {
    char text[RSP_LIMIT_SOURCE_STRING + 16];
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    assert_ok(nested(file, RSP_LIMIT_SOURCE_DEPTH - 1));
    assert_int_equal(nested(file, RSP_LIMIT_SOURCE_DEPTH), RSP_LIMIT);
    for (size_t extra = 0; extra < 2; extra++) {
        rsp_arena arena = {0};
        rsp_source_condition out;
        size_t len = RSP_LIMIT_SOURCE_STRING + extra;
        (void)snprintf(text, sizeof text, "it->label == \"%0*d\"", (int)len, 0);
        assert_int_equal(translate(file, "body", rsp_bytes_str(text), &arena, &out, NULL),
                         extra ? RSP_LIMIT : RSP_OK);
        rsp_arena_free(&arena);
    }
    rsp_arena arena = {0};
    rsp_source_condition out;
    rsp_error error = {0};
    (void)snprintf(text, sizeof text, "name == \"%060d\"", 0);
    assert_int_equal(translate(file, "body", rsp_bytes_str(text), &arena, &out, &error), RSP_LIMIT);
    assert_string_equal(error.msg, "the condition is too long once its variables are written out");
    rsp_arena_free(&arena);
    rsp_debug_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_becomes_registers_and_memory),
        cmocka_unit_test(mistake_has_its_place_and_reason),
        cmocka_unit_test(absent_variable_is_told_where_it_is),
        cmocka_unit_test(values_of_the_program_are_listed_once),
        cmocka_unit_test(limits_hold_at_the_limit_and_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
