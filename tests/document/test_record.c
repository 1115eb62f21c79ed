/* Records: what is written is read back, what is missing or makes no sense is named, lists have their limits.
 * The struct has a field of every kind.
 * See document/record.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/arena.h"
#include "document/record.h"
#include <jansson.h>

typedef struct item {
    uint64_t size;
    const char *name;
} item;

typedef enum colour { RED, GREEN } colour;

typedef struct thing {
    uint64_t number;
    uint32_t narrow;
    size_t length;
    bool flag;
    const char *text;
    char chars[8];
    colour word;
    colour choice;
    const char *ids;
    uint64_t numbers[2];
    uint8_t bytes[4];
    size_t num_bytes;
    item one;
    item *items;
    size_t num_items;
    item fixed[2];
    const char *note; /* only of what is green */
} thing;

static const char *colour_name(unsigned value) {
    return value == RED ? "red" : "green";
}

static bool is_green(const void *from) {
    return ((const thing *)from)->word == GREEN;
}

static uint64_t twice(const void *from, unsigned times) {
    return ((const thing *)from)->number * times;
}

static const rsp_field item_fields[] = {
    RSP_NUMBER(item, size),
    RSP_FIELD(item, name, TEXT, .optional = true),
};
static const rsp_record item_record = RSP_RECORD(item, item_fields);

static const rsp_field thing_fields[] = {
    RSP_NUMBER(thing, number),
    RSP_FIELD(thing, narrow, NUMBER32),
    RSP_FIELD(thing, length, SIZE),
    RSP_FIELD(thing, flag, FLAG, .optional = true),
    RSP_FIELD(thing, text, TEXT),
    RSP_FIELD(thing, chars, CHARS, .limit = 8),
    RSP_FIELD(thing, word, WORD, .limit = 2, .word = colour_name),
    RSP_FIELD(thing, choice, CHOICE, .limit = 2),
    RSP_FIELD(thing, ids, IDS),
    RSP_FIELD(thing, numbers, NUMBERS, .limit = 2),
    RSP_FIELD(thing, num_bytes, SIZE),
    RSP_FIELD(thing, bytes, HEX, .limit = 4, .count = offsetof(thing, num_bytes)),
    RSP_FIELD(thing, one, RECORD, .of = &item_record),
    RSP_FIELD(thing, items, LIST, .count = offsetof(thing, num_items), .of = &item_record, .arg = 3),
    RSP_FIELD(thing, fixed, LIST, .limit = 2, .of = &item_record),
    RSP_FIELD(thing, note, TEXT, .when = is_green),
    RSP_FIELD_BY("doubled", NUMBER, .number = twice, .arg = 2),
};
static const rsp_record thing_record = RSP_RECORD(thing, thing_fields);

static item some_items[] = {{1, "a"}, {2, ""}};

static thing some_thing(void) {
    return (thing){.number = 7,
                   .narrow = 8,
                   .length = 9,
                   .flag = true,
                   .text = "t\x1b<",
                   .chars = "chars",
                   .word = GREEN,
                   .choice = GREEN,
                   .ids = "A-1  B-2",
                   .numbers = {3, UINT64_MAX},
                   .bytes = {0xde, 0xad},
                   .num_bytes = 2,
                   .one = {5, "five"},
                   .items = some_items,
                   .num_items = 2,
                   .fixed = {{1, "x"}, {2, "y"}},
                   .note = "n"};
}

static rsp_buf written(const thing *from) {
    rsp_buf out = {0};
    rsp_json_build b = {0};
    assert_ok(rsp_json_print(&b, rsp_record_json(&b, &thing_record, from), &out));
    return out;
}

/* What is wrong with `text`, NULL for nothing; the arena owns what is read. */
static const char *read_text(thing *out, rsp_arena *arena, rsp_bytes text) {
    json_t *root = NULL;
    rsp_record_reader r = {.texts = arena};
    assert_ok(rsp_record_parse(&root, text, NULL));
    *out = (thing){0};
    rsp_record_read(&r, &thing_record, root, out);
    json_decref(root);
    assert_int_equal(r.status, r.wrong ? RSP_BAD_FILE : RSP_OK);
    return r.wrong;
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    const thing before = some_thing();
    thing after;
    rsp_arena arena = {0};
    rsp_buf text = written(&before);
    assert_null(read_text(&after, &arena, rsp_buf_bytes(&text)));
    assert_int_equal(after.number, 7);
    assert_int_equal(after.narrow, 8);
    assert_int_equal(after.length, 9);
    assert_true(after.flag);
    assert_string_equal(after.text, "t\\x1b<");
    assert_string_equal(after.chars, "chars");
    assert_int_equal(after.word, GREEN);
    assert_int_equal(after.choice, GREEN);
    assert_int_equal(after.numbers[1], INT64_MAX);
    assert_memory_equal(after.bytes, before.bytes, 4);
    assert_string_equal(after.one.name, "five");
    assert_int_equal(after.num_items, 2);
    assert_string_equal(after.items[0].name, "a");
    assert_string_equal(after.items[1].name, "");
    assert_string_equal(after.fixed[1].name, "y");
    assert_string_equal(after.note, "n");
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"doubled\": 14"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"B-2\""));
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
}

static void what_is_empty_and_optional_is_left_out(void **state) {
    (void)state;
    thing before = some_thing();
    before.flag = false;
    before.word = RED;
    before.one.name = NULL;
    thing after;
    rsp_arena arena = {0};
    rsp_buf text = written(&before);
    assert_null(strstr(rsp_buf_cstr(&text), "\"flag\""));
    assert_null(strstr(rsp_buf_cstr(&text), "\"note\""));
    assert_null(strstr(rsp_buf_cstr(&text), "five"));
    assert_null(read_text(&after, &arena, rsp_buf_bytes(&text)));
    assert_false(after.flag);
    assert_null(after.note);
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
}

/* Each with one thing changed in what was written; the key that is named. */
static void what_makes_no_sense_is_named(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *wrong;
    } changes[] = {
        {"\"number\": 7", "\"number\": -7", "number"},
        {"\"number\": 7", "\"numbered\": 7", "number"},
        {"\"narrow\": 8", "\"narrow\": 4294967296", "narrow"},
        {"\"length\": 9", "\"length\": 9.5", "length"},
        {"\"flag\": true", "\"flag\": 1", "flag"},
        {"\"chars\": \"chars\"", "\"chars\": 5", "chars"},
        {"\"green\"", "\"blue\"", "word"},
        {"\"choice\": 1", "\"choice\": 2", "choice"},
        {"9223372036854775807", "1, 2", "numbers"},
        {"\"dead\"", "\"dea\"", "bytes"},
        {"\"dead\"", "\"deadbeef\"", "bytes"},
        {"\"one\": {", "\"two\": {", "one"},
        {"\"items\": [", "\"items\": [{\"size\": 1}, {\"size\": 1}, ", "items"},
        {"\"items\": [", "\"items\": 7, \"old\": [", "items"},
        {"\"fixed\": [", "\"fixed\": [{\"size\": 1}, ", "fixed"},
        {"\"note\": \"n\"", "\"note\": null", "note"},
    };
    const thing before = some_thing();
    rsp_buf text = written(&before);
    for (size_t i = 0; i < RSP_ARRAY_LEN(changes); i++) {
        rsp_arena arena = {0};
        rsp_buf changed = {0};
        thing after;
        const rsp_bytes whole = rsp_buf_bytes(&text);
        const size_t at = rsp_bytes_search(whole, rsp_bytes_str(changes[i].from));
        assert_true(at < whole.len);
        rsp_buf_append(&changed, rsp_bytes_sub(whole, 0, at));
        rsp_buf_str(&changed, changes[i].to);
        rsp_buf_append(&changed, rsp_bytes_from(whole, at + strlen(changes[i].from)));
        const char *wrong = read_text(&after, &arena, rsp_buf_bytes(&changed));
        assert_non_null(wrong);
        assert_string_equal(wrong, changes[i].wrong);
        rsp_buf_free(&changed);
        rsp_arena_free(&arena);
    }
    rsp_buf_free(&text);
}

static void nothing_at_all_is_wrong_from_the_first_field(void **state) {
    (void)state;
    thing out;
    rsp_arena arena = {0};
    assert_string_equal(read_text(&out, &arena, RSP_LIT("{}")), "number");
    assert_string_equal(read_text(&out, &arena, RSP_LIT("[]")), "number");
    assert_string_equal(out.text, "");
    json_t *root = NULL;
    assert_int_equal(rsp_record_parse(&root, RSP_LIT("{"), NULL), RSP_BAD_FILE);
    assert_null(root);
    rsp_arena_free(&arena);
}

static void csv_quotes_what_must_be(void **state) {
    (void)state;
    static const rsp_field fields[] = {
        RSP_FIELD_AS(NULL, thing, one, RECORD, .of = &item_record),
        RSP_FIELD(thing, word, WORD, .word = colour_name),
    };
    static const rsp_record record = RSP_RECORD(thing, fields);
    const thing plain = {.one = {3, "plain"}};
    const thing odd = {.one = {4, "a,\"b\""}};
    rsp_buf out = {0};
    rsp_record_csv_keys(&out, &record);
    rsp_buf_push(&out, '\n');
    rsp_record_csv_values(&out, &record, &plain);
    rsp_buf_push(&out, '\n');
    rsp_record_csv_values(&out, &record, &odd);
    assert_bytes_lit(rsp_buf_bytes(&out), "size,name,word\n3,plain,red\n4,\"a,\"\"b\"\"\",red");
    const thing hostile = {.one = {5, "=1+\n\x1b,g"}};
    rsp_buf_clear(&out);
    rsp_record_csv_values(&out, &record, &hostile);
    assert_bytes_lit(rsp_buf_bytes(&out), "5,\"'=1+\\x0a\\x1b,g\",red");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(what_is_empty_and_optional_is_left_out),
        cmocka_unit_test(what_makes_no_sense_is_named),
        cmocka_unit_test(nothing_at_all_is_wrong_from_the_first_field),
        cmocka_unit_test(csv_quotes_what_must_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
