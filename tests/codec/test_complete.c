/* Completion of requests: names, delimiters, literals, values of fields, and what is expected.
 * What is offered is compared as one text, each word with what of it is typed.
 * See codec/complete.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/complete.h"

#include <string.h>

typedef struct seen {
    rsp_buf words;  /* "typed|rest " for each word */
    rsp_buf fields; /* "addr " for each field */
} seen;

static void on_offer(void *ctx, rsp_bytes word, size_t typed) {
    seen *s = ctx;
    rsp_buf_append(&s->words, rsp_bytes_sub(word, 0, typed));
    rsp_buf_push(&s->words, '|');
    rsp_buf_append(&s->words, rsp_bytes_from(word, typed));
    rsp_buf_push(&s->words, ' ');
}

static void on_expect(void *ctx, const char *field, const char *meaning) {
    seen *s = ctx;
    assert_true(strlen(meaning) > 3);
    rsp_buf_printf(&s->fields, "%s ", field);
}

static void expect(const char *text, const char *words, const char *fields) {
    static const rsp_known_value known[] = {{"id", {(const uint8_t *)"p1.2a", 5}}};
    seen s = {0};
    rsp_complete(rsp_bytes_str(text), &(rsp_completer){.offer = on_offer,
                                                       .expect = on_expect,
                                                       .ctx = &s,
                                                       .known = known,
                                                       .num_known = RSP_ARRAY_LEN(known)});
    assert_string_equal(rsp_buf_cstr(&s.words), words);
    assert_string_equal(rsp_buf_cstr(&s.fields), fields);
    rsp_buf_free(&s.words);
    rsp_buf_free(&s.fields);
}

static void names_are_offered_with_their_delimiter(void **state) {
    (void)state;
    expect("QNonS", "QNonS|top: ", "");
    expect("qSupported", "|: ", "");
    expect("qXfer:threads", "qXfer:threads|:read: ", "text ");
    expect("vCo", "vCo|nt; vCo|nt? ", "");
    expect("nothing", "", "");
}

static void a_name_alone_offers_its_delimiter(void **state) {
    (void)state;
    expect("QNonStop", "QNonStop|: ", "");
    expect("qfThreadInfo", "", "");
}

static void literals_and_fields_follow_the_schema(void **state) {
    (void)state;
    expect("m", "", "addr ");
    expect("m10", "|, ", "addr ");
    expect("m10,", "", "len ");
    expect("M10,4", "|: ", "len ");
    expect("M10,4:00", "|; ", "hex ");
    expect("m10,4", "|; ", "len ");
    expect("m10,zz", "", "");
}

static void values_of_fields_are_offered(void **state) {
    (void)state;
    expect("QNonStop:", "|0 |1 ", "flag ");
    expect("QNonStop:1", "", "");
    expect("Hgp1", "p1|.2a ", "id ");
}

static void groups_may_be_left_out_and_repeated(void **state) {
    (void)state;
    expect("g;thr", "thr|ead ", "");
    expect("QPassSignals:e", "|; ", "num ");
    expect("QPassSignals:e;", "", "num ");
    expect("QPassSignals:e;1;2;3", "|; ", "num ");
}

/* A text of thousands of repetitions ends the walk at its bound, and nothing else happens. */
static void a_long_text_ends(void **state) {
    (void)state;
    rsp_buf text = {0};
    seen s = {0};
    rsp_buf_str(&text, "QPassSignals:1");
    for (int i = 0; i < 20000; i++)
        rsp_buf_str(&text, ";1");
    rsp_complete(rsp_buf_bytes(&text), &(rsp_completer){.offer = on_offer, .expect = on_expect, .ctx = &s});
    assert_true(s.words.len < 100);
    rsp_buf_free(&s.words);
    rsp_buf_free(&s.fields);
    rsp_buf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_offered_with_their_delimiter),
        cmocka_unit_test(a_name_alone_offers_its_delimiter),
        cmocka_unit_test(literals_and_fields_follow_the_schema),
        cmocka_unit_test(values_of_fields_are_offered),
        cmocka_unit_test(groups_may_be_left_out_and_repeated),
        cmocka_unit_test(a_long_text_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
